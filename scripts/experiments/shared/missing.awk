BEGIN { print reason_in(said) }
