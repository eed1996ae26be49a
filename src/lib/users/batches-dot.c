#include "base/number.h"
#include "swfcore/batches.h"

static void write_nodes(const struct swf_batches *batches, FILE *file)
{
	size_t session = 0;
	for (size_t i = 0; i < batches->count; i++) {
		const struct swf_batch *batch = &batches->batches[i];
		if (i == 0 || batch->session != session) {
			session = batch->session;
			fprintf(file,
				"%s\tsubgraph cluster_%zu {\n"
				"\t\tlabel=\"session %zu\"; style=rounded; color=gray;\n",
				i > 0 ? "\t}\n" : "", session + 1, session + 1);
		}
		fprintf(file, "\t\tb%zu [label=\"batch %zu\\n%zu job%s\"];\n", i + 1, i + 1,
			batch->jobs, batch->jobs == 1 ? "" : "s");
	}
	fputs(batches->count > 0 ? "\t}\n" : "", file);
}

/* A time as logs have it. */
static const char *shown(double seconds, char text[2 * SWF_NUMBER_SLACK])
{
	*swf_number_put_time(text, seconds) = '\0';
	return text;
}

void swf_batches_dot(const struct swf_batches *batches, int64_t user, FILE *file)
{
	char text[2 * SWF_NUMBER_SLACK];
	/* edges lead back in time, so that time flows from left to right */
	fprintf(file, "digraph \"user %lld\" {\n\trankdir=RL;\n\tnode [shape=box];\n",
		(long long)user);
	write_nodes(batches, file);
	for (size_t i = 0; i < batches->count; i++) {
		const struct swf_batch *batch = &batches->batches[i];
		for (size_t k = 0; k < batch->depends; k++) {
			fprintf(file, "\tb%zu -> b%zu", i + 1,
				swf_batch_dependency(batches, i, k) + 1);
			/* the think time counts from the last of them */
			if (k + 1 == batch->depends)
				fprintf(file, " [label=\"think %s s\"]",
					shown(batch->think_time, text));
			fputs(";\n", file);
		}
		if (i > 0)
			fprintf(file, "\tb%zu -> b%zu [style=dashed, label=\"%s s\"];\n", i + 1, i,
				shown(batch->inter_arrival, text));
	}
	fputs("}\n", file);
}
