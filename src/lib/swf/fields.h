/*
 * The one list of the 18 fields in file order, for the reader, the writer and the messages:
 * X(number, member of struct swf_job, kind, name). The kinds are time (double), procs (int32_t)
 * and count (int64_t).
 */
#ifndef SWF_SWF_FIELDS_H
#define SWF_SWF_FIELDS_H

/* clang-format off */
#define SWF_FIELD_TABLE(X) \
	X( 1, number,         count, "job number") \
	X( 2, submit,         time,  "submit time") \
	X( 3, wait,           time,  "wait time") \
	X( 4, run_time,       time,  "run time") \
	X( 5, allocated,      procs, "allocated processors") \
	X( 6, cpu_time,       time,  "CPU time") \
	X( 7, memory,         count, "used memory") \
	X( 8, requested,      procs, "requested processors") \
	X( 9, estimate,       time,  "requested time") \
	X(10, memory_request, count, "requested memory") \
	X(11, status,         count, "status") \
	X(12, user,           count, "user") \
	X(13, group,          count, "group") \
	X(14, executable,     count, "executable") \
	X(15, queue,          count, "queue") \
	X(16, partition,      count, "partition") \
	X(17, preceding,      count, "preceding job") \
	X(18, think_time,     time,  "think time")
/* clang-format on */

#endif
