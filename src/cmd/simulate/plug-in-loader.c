/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A plug-in stays loaded until the command ends, as the simulation uses the structs and functions
 * in it. One file may be named by several options, and is loaded once for all by dlopen().
 */
#include "simulate/part-selection.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __ELF__
#include <link.h>
#endif

#include "shared/messages.h"
#include "shared/option-values.h"
#include "swfcore/plug-in.h"

enum kind { SCHEDULER, PREDICTION, USER_MODEL };

static const struct kind_words {
	const char *option, *thing;
} words[] = {{"scheduler", "scheduler"}, {"predict", "prediction"}, {"feedback", "user model"}};

/* A part of a plug-in that a value names. */
struct choice {
	enum kind kind;
	const struct swf_plug_in *plug_in;
	char *file;
	size_t place;     /* in the list of its kind */
	const char *rest; /* of the value behind ':', NULL for none */
};

/* The name in a place of a list, NULL at its end. */
static const char *name_in_list(const struct choice *choice, size_t place)
{
	const struct swf_plug_in *plug_in = choice->plug_in;
	const struct swf_scheduler *const *s = plug_in->schedulers;
	const struct swf_prediction *const *p = plug_in->predictions;
	const struct swf_user_model *const *m = plug_in->user_models;
	const char *name = "";
	switch (choice->kind) {
	case SCHEDULER:
		if (s == NULL || s[place] == NULL)
			return NULL;
		name = s[place]->name;
		break;
	case PREDICTION:
		if (p == NULL || p[place] == NULL)
			return NULL;
		name = p[place]->name;
		break;
	case USER_MODEL:
		if (m == NULL || m[place] == NULL)
			return NULL;
		name = m[place]->name;
		break;
	}
	if (name == NULL)
		die("%s: a %s without a name", choice->file, words[choice->kind].thing);
	return name;
}

/* The names of a list, good until the next call. */
static const char *const *list_names(const struct choice *choice)
{
	static const char **list;
	static size_t capacity;
	const char *name;
	size_t count = 0;
	do {
		list = reserve(list, count, &capacity, sizeof *list);
		list[count] = name = name_in_list(choice, count);
		count++;
	} while (name != NULL);
	return list;
}

/* Dies where a file is none, or is cut off, which would end the command by a signal: the table of
 * sections, whose place stands in the first bytes, is the last part of a shared object. */
static void check_whole(const char *path)
{
	struct stat status;
	if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
		die("%s: not a file", path);
#ifdef __ELF__
	ElfW(Ehdr) header;
	FILE *file = fopen(path, "r");
	if (file == NULL)
		return;
	if (fread(&header, sizeof header, 1, file) == 1 &&
		memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
		header.e_shoff + (ElfW(Off))header.e_shnum * header.e_shentsize >
			(ElfW(Off))status.st_size)
		die("%s: the file is cut off", path);
	fclose(file);
#endif
}

static const struct swf_plug_in *load_file(const char *file, const char *option)
{
	check_whole(file);
	void *object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
	if (object == NULL)
		die(strstr(file, ".so") != NULL ? "%s" : "%s; a program goes with --%s-command",
			dlerror(), option);
	const struct swf_plug_in *plug_in = dlsym(object, "swf_plug_in");
	if (plug_in == NULL)
		die("%s: not a plug-in of swf-simulate: it has no swf_plug_in", file);
	if (plug_in->version != SWF_PLUG_IN_VERSION)
		die("%s: compiled for version %d of the plug-in interface, and swf-simulate has "
		    "version %d",
			file, plug_in->version, SWF_PLUG_IN_VERSION);
	return plug_in;
}

/* Finds the place of a name, or of the only part where there is none; a prediction's number may
 * stand in the name's place. */
static void find_part(struct choice *choice)
{
	const struct kind_words *w = &words[choice->kind];
	const char *const *list = list_names(choice), *rest = choice->rest;
	const bool numbered =
		choice->kind == PREDICTION && rest != NULL && *rest >= '0' && *rest <= '9';
	if (list[0] == NULL)
		die_usage("--%s: %s has no %s", w->option, choice->file, w->thing);
	if (rest == NULL || numbered) {
		if (list[1] != NULL)
			die_usage("--%s: %s has several %ss (%s): name one, as in %s:%s", w->option,
				choice->file, w->thing, name_list(list), choice->file, list[0]);
	} else {
		char what[32], of[512], *name = checked(strdup(rest));
		char *colon = choice->kind == PREDICTION ? strchr(name, ':') : NULL;
		if (colon != NULL)
			*colon = '\0';
		while (list[choice->place] != NULL && strcmp(list[choice->place], name) != 0)
			choice->place++;
		snprintf(what, sizeof what, "--%s: ", w->option);
		snprintf(of, sizeof of, " the %ss in %s", w->thing, choice->file);
		if (list[choice->place] == NULL)
			die_choice(what, name, of, list);
		choice->rest = colon != NULL ? rest + (colon - name) + 1 : NULL;
		free(name);
	}
}

static struct choice choose_part(enum kind kind, const char *value)
{
	const char *colon = strchr(strrchr(value, '/'), ':');
	struct choice choice = {.kind = kind, .rest = colon != NULL ? colon + 1 : NULL};
	choice.file =
		checked(strndup(value, colon != NULL ? (size_t)(colon - value) : strlen(value)));
	choice.plug_in = load_file(choice.file, words[kind].option);
	find_part(&choice);
	return choice;
}

/* Dies where a part lacks a function that each of its kind has. */
static void end_choice(const struct choice *choice, bool complete)
{
	if (!complete)
		die("%s: %s '%s' lacks a function that every %s has", choice->file,
			words[choice->kind].thing, name_in_list(choice, choice->place),
			words[choice->kind].thing);
	free(choice->file);
}

const struct swf_scheduler *plug_in_scheduler(const char *value)
{
	const struct choice choice = choose_part(SCHEDULER, value);
	const struct swf_scheduler *s = choice.plug_in->schedulers[choice.place];
	end_choice(&choice,
		s->new_state != NULL && s->free_state != NULL && s->arrive != NULL &&
			s->pass != NULL);
	return s;
}

const struct swf_prediction *plug_in_prediction(const char *value, const char **number)
{
	const struct choice choice = choose_part(PREDICTION, value);
	const struct swf_prediction *p = choice.plug_in->predictions[choice.place];
	*number = choice.rest;
	end_choice(
		&choice, p->predict != NULL && (p->new_state == NULL) == (p->free_state == NULL));
	return p;
}

const struct swf_user_model *plug_in_user_model(const char *value)
{
	const struct choice choice = choose_part(USER_MODEL, value);
	const struct swf_user_model *m = choice.plug_in->user_models[choice.place];
	end_choice(&choice, m->new_state != NULL && m->free_state != NULL && m->submit != NULL);
	return m;
}
