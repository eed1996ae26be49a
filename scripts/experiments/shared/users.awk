# The effective number of users of a log, which the table about it has, with the name of the log.
{
	print "log,effective_users"
	print name "," cell("effective_users")
}
