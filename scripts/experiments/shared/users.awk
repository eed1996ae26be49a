# The name of a log and its effective number of users, which the table about it has.
{ print name "," cell("effective_users") }
