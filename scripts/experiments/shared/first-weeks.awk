# The jobs that a log gets in its first `weeks`.
/^;/ { print; next }
begin == "" { begin = $2 }
$2 - begin <= weeks * 604800
