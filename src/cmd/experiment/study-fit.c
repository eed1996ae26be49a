#include "experiment/study-fit.h"

#include <stdlib.h>
#include <string.h>

#include "experiment/recipes.h"
#include "experiment/study-check.h"
#include "experiment/study-settings.h"
#include "experiment/study-values.h"
#include "shared/messages.h"

/* The variable of a recipe for a list of schedulers: some recipes have one for a single scheduler.
 */
static const char *scheduler_variable(const char *recipe)
{
	const bool takes_one =
		!has_variable(recipe, "SCHEDULERS") && has_variable(recipe, "SCHEDULER");
	return takes_one ? "SCHEDULER" : "SCHEDULERS";
}

static bool is_several(const char *schedulers)
{
	return strchr(schedulers + 1, ' ') != NULL;
}

/* HOSTS is set by an option of all recipes. */
static bool is_hosts(const char *name)
{
	return strcmp(name, "HOSTS") == 0;
}

struct variables variables_for(const struct variables *all, const char *recipe)
{
	struct variables taken = {0};
	if (all->schedulers != NULL) {
		const char *name = scheduler_variable(recipe);
		check_variable(recipe, name);
		if (strcmp(name, "SCHEDULER") == 0 && is_several(all->schedulers))
			die_usage("--scheduler: %s takes one scheduler, SCHEDULER, and not several",
				recipe_name(recipe));
		set_checked(&taken, name, all->schedulers + 1);
	}
	if (all->model != NULL)
		set_variable(&taken, feedback_variable(recipe), all->model);
	for (size_t i = 0; i < all->count; i++) {
		const char *name = name_of_variable(all->list[i]);
		if (!is_hosts(name))
			check_variable(recipe, name);
		add_variable(&taken, all->list[i]);
	}
	return taken;
}

/* Whether a recipe has a variable and makes something of it. */
static bool has_use(const char *recipe, const char *name)
{
	static const char *const of_precision[] = {"PRECISION", "PRECISE", "MAXIMUM", NULL};
	const char *model = model_variable(recipe);
	if (has_word(of_precision, name))
		return has_replications(recipe);
	if (strcmp(name, "FEEDBACK") == 0)
		return model != NULL && strcmp(model, name) == 0;
	return is_hosts(name) || has_variable(recipe, name);
}

/* Marks the options of schedulers and user models that nothing has the name of. */
static void mark_unused(
	const struct variables *all, const struct variables *taken, const char *recipe, bool fits[])
{
	const struct study study = {
		.recipe = recipe, .variables = taken->list, .variable_count = taken->count};
	const char *const *used = used_choices(&study);
	for (size_t i = 0; i < all->count; i++) {
		const char *name = name_of_variable(all->list[i]);
		if (defines_choice(name) && !has_word(used, name + strlen("OPTIONS_")))
			fits[i] = false;
	}
}

struct variables variables_for_one(
	const struct variables *all, const char *recipe, const char *name, bool fits[])
{
	struct variables taken = {0};
	const char *schedulers = scheduler_variable(recipe), *model = model_variable(recipe);
	bool *of_schedulers = fits + all->count, *of_model = fits + all->count + 1;
	*of_schedulers = all->schedulers != NULL && has_variable(recipe, schedulers) &&
		(strcmp(schedulers, "SCHEDULERS") == 0 || !is_several(all->schedulers));
	*of_model = all->model != NULL && model != NULL;
	for (int pass = 0; pass < 2; pass++) {
		free_variables(&taken);
		if (*of_schedulers)
			set_checked(&taken, schedulers, all->schedulers + 1);
		if (*of_model)
			set_variable(&taken, model, all->model);
		for (size_t i = 0; i < all->count; i++) {
			if (pass == 0)
				fits[i] = has_use(recipe, name_of_variable(all->list[i]));
			if (fits[i])
				add_variable(&taken, all->list[i]);
		}
		if (pass == 0)
			mark_unused(all, &taken, recipe, fits);
	}
	for (size_t i = 0; i < all->count; i++)
		if (!fits[i] && !defines_choice(name_of_variable(all->list[i])))
			note("%s goes without %s, which it does not have", name,
				shown_variable(name_of_variable(all->list[i])));
	if (all->schedulers != NULL && !*of_schedulers)
		note("%s goes without --scheduler: it %s", name,
			has_variable(recipe, schedulers) ? "takes one scheduler, and not several"
							 : "has no schedulers");
	if (all->model != NULL && !*of_model)
		note("%s goes without --feedback, which it does not have", name);
	return taken;
}
