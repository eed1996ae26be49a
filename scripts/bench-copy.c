/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads a log and writes it unchanged: the least that a filter has to do. The speed of the other
 * commands is given as a multiple of this.
 */
#include <stdio.h>
#include <unistd.h>

#include "swfcore/log.h"
#include "swfcore/writer.h"

int main(int argc, char **argv)
{
	struct swf_error error;
	struct swf_job job;
	struct swf_reader *reader = swf_reader_new(argc > 1 ? argv[1] : "-", &error);
	struct swf_writer *writer = swf_writer_new(STDOUT_FILENO, false);
	const struct swf_header *header = reader != NULL ? swf_reader_header(reader, &error) : NULL;
	if (header == NULL || writer == NULL)
		return 1;
	swf_writer_header(writer, header);
	int got;
	while ((got = swf_reader_next(reader, &job, &error)) == 1)
		swf_writer_job(writer, &job);
	if (got < 0)
		fprintf(stderr, "%s\n", error.text);
	int flushed = swf_writer_flush(writer, &error);
	swf_writer_free(writer);
	swf_reader_free(reader);
	return got == 0 && flushed == 0 ? 0 : 1;
}
