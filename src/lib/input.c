#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* zlib reads uncompressed input straight into a buffer of more than twice this size. */
enum { GZIP_BUFFER = 1 << 15 };

static ptrdiff_t read_gz(void *context, char *buffer, size_t size, struct swf_error *error)
{
	gzFile file = context;
	int got = gzread(file, buffer, size > INT32_MAX ? INT32_MAX : (unsigned)size);
	int code;
	const char *message = gzerror(file, &code);
	if (code == Z_OK || (code == Z_BUF_ERROR && got > 0))
		return got;
	if (code == Z_ERRNO)
		return swf_fail(error, "%s", strerror(errno));
	if (code == Z_BUF_ERROR)
		return swf_fail(error, "the compressed data end too early");
	/* zlib puts "<fd:N>: " before its text */
	const char *text = strstr(message, ">: ");
	return swf_fail(error, "damaged compressed data: %s", text ? text + 3 : message);
}

static void close_gz(void *context)
{
	gzclose_r(context);
}

int swf_input_open(const char *path, struct swf_bytes *bytes, struct swf_error *error)
{
	bool standard = strcmp(path, "-") == 0;
	int fd = standard ? dup(STDIN_FILENO) : open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return swf_fail(error, "%s: %s", standard ? "stdin" : path, strerror(errno));
	gzFile file = gzdopen(fd, "rb");
	if (file == NULL) {
		close(fd);
		return swf_fail(error, "%s: out of memory", path);
	}
	gzbuffer(file, GZIP_BUFFER);
	*bytes = (struct swf_bytes){.read = read_gz, .close = close_gz, .context = file};
	return 0;
}
