# SPDX-License-Identifier: GPL-3.0-or-later
"""What the package uses of the headers in include/swfcore, as cffi reads it.

tests/test_declarations.py holds both to the headers: each member of a struct stands at the same
place, and a compiler accepts each function beside the one that the headers declare.
"""

TYPES = """
struct swf_error { char text[512]; int kind; };

struct swf_job {
    int64_t number;
    double submit, wait, run_time;
    int32_t allocated, requested;
    double cpu_time;
    int64_t memory;
    double estimate;
    int64_t memory_request, status, user, group, executable, queue, partition, preceding;
    double think_time;
    int64_t gpus;
    double soft_estimate;
    int32_t gpu_type, nodes;
    double energy;
    int32_t constraint, licenses, reservation, requeues;
};

struct swf_jobs { struct swf_job *jobs; size_t count, capacity; };

struct swf_bytes {
    ptrdiff_t (*read)(void *context, char *buffer, size_t size, struct swf_error *error);
    void (*close)(void *context);
    void *context;
};

struct swf_log;
struct swf_header;
struct swf_writer;
struct swf_calendar;

struct swf_log_counts {
    int64_t jobs, anonymous, alone, partial, bad, late_comments, extra, gpus, unsorted;
    double work, partial_work;
};

struct swf_offset { double from, offset; };

struct swf_scheduler_options {
    double alpha;
    void *own_options;
    int backfill;
    const int64_t *queue_order;
    size_t queue_order_count;
    const char *order;
    double half_life;
};

struct swf_scheduler {
    const char *name, *summary, *predict;
    bool takes_alpha, takes_backfill, takes_queue_order, takes_order, takes_resources, by_requested,
        passes_at_arrivals;
    void *new_state, *free_state, *end_changed, *limits, *arrive, *pass, *next_pass;
};

struct swf_prediction {
    const char *name, *summary;
    bool takes_window;
    void *new_state, *free_state, *predict, *ended, *begin;
};

struct swf_user_model {
    const char *name, *summary;
    bool local_time;
    void *new_state, *free_state, *begin_user, *submit;
};

struct swf_plug_in {
    int version;
    const struct swf_scheduler *const *schedulers;
    const struct swf_prediction *const *predictions;
    const struct swf_user_model *const *user_models;
};

struct swf_simulation {
    const struct swf_scheduler *scheduler;
    struct swf_scheduler_options scheduler_options;
    const struct swf_prediction *prediction;
    size_t window;
    const struct swf_calendar *calendar;
    int32_t procs;
    int64_t resources[2];
    int event_order;
    bool reverse_simultaneous;
    int size, overrun, oversize;
};

struct swf_simulation_counts {
    int64_t jobs, never_ran, no_size, skipped, refused, clamped, no_estimate, overrun, estimated,
        estimated_overrun, requeues, cancelled, suspended;
    double work, skipped_work, refused_work, lost_work, suspended_time;
};

struct swf_feedback_options {
    const struct swf_user_model *model;
    const struct swf_calendar *calendar;
    uint64_t seed;
    double abandon, patience, join;
};

struct swf_feedback_counts {
    int64_t users_left, jobs_lost, users_absent, jobs_absent, users_exhausted, jobs_repeated;
};

struct swf_user_constants {
    double session_gap;
    int exhausted, session_end;
    bool overtime;
    double day_share, day_begin, day_end, shift, workday_share, break_limit, continue_scale,
        continue_slope;
};

struct swf_jobs_users {
    struct swf_feedback_options options;
    int dependencies;
    struct swf_user_constants constants;
};

struct swf_quantity { double value; int unit; };
struct swf_metrics_limits { double limits[15]; size_t count; };

struct swf_metrics_options {
    int32_t procs;
    int size;
    double tau;
    struct swf_quantity warmup, cooldown;
    double until;
    int window;
    bool by[10];
    struct swf_metrics_limits class_limits, size_limits;
    int batches;
    bool brief;
    bool resources[3];
    bool energy;
};

struct swf_task {
    uint64_t id;
    const struct swf_job *job;
    double submit, run_time, estimate, predicted, first_predicted, start, expected_end;
    uint64_t start_rank;
    size_t queue_place, pending_place;
    int32_t size;
    int corrections;
    int32_t requeues;
    bool started, cancelled, is_suspended, was_suspended;
    int64_t needs[2];
};
struct swf_stepping;
struct swf_waiting_job {
    int64_t place, number;
    double submit, estimate, predicted, start, expected_end;
    int64_t size, user, group, queue, gpus, memory;
};
struct swf_vector;
struct swf_vector_view {
    float *features;
    uint8_t *waits, *ended;
    double *wait, *slowdown, *reward;
    int64_t *first;
};

struct swf_user_class_rule { double long_term, edge; int span; };
struct swf_resampling;
struct swf_resampling_options {
    struct swf_user_class_rule rule;
    double load, length;
};
"""

FUNCTIONS = """
const char *swf_library_version(void);

struct swf_log *swf_log_new(const char *path, bool skip_bad, struct swf_error *error);
struct swf_log *swf_log_new_bytes(
    struct swf_bytes bytes, const char *name, bool skip_bad, struct swf_error *error);
void swf_log_free(struct swf_log *log);
const struct swf_header *swf_log_header(const struct swf_log *log);
struct swf_log_counts swf_log_counts(const struct swf_log *log);

struct swf_header *swf_header_new(void);
void swf_header_free(struct swf_header *header);
size_t swf_header_lines(const struct swf_header *header);
const char *swf_header_line(const struct swf_header *header, size_t i);
int swf_header_extra_field(const struct swf_header *header, const char *name);
int swf_header_append(struct swf_header *header, const char *line, size_t length);
int swf_header_add(struct swf_header *header, const char *label, const char *value);
bool swf_header_get(const struct swf_header *header, const char *label, char *value, size_t size);
bool swf_header_number(const struct swf_header *header, const char *label, int64_t *value);
int swf_header_correct(struct swf_header *header, const char *label, int64_t value);
void swf_header_remove(struct swf_header *header, const char *label);
int32_t swf_header_procs(const struct swf_header *header);

struct swf_writer *swf_writer_new(int fd, bool align);
int swf_writer_header(struct swf_writer *writer, const struct swf_header *header);
int swf_writer_flush(struct swf_writer *writer, struct swf_error *error);
void swf_writer_free(struct swf_writer *writer);

void swf_jobs_clear(struct swf_jobs *jobs);
int swf_jobs_read(struct swf_jobs *jobs, struct swf_log *log, struct swf_error *error);
int swf_jobs_write(const struct swf_job *jobs, size_t count, struct swf_writer *writer);
int swf_jobs_check(const struct swf_job *jobs, size_t count, struct swf_error *error);

const struct swf_scheduler *const *swf_schedulers(void);
const struct swf_scheduler *swf_scheduler_named(const char *name);
const struct swf_prediction *const *swf_predictions(void);
const struct swf_prediction *swf_prediction_named(const char *name);
const struct swf_user_model *const *swf_user_models(void);
const struct swf_user_model *swf_user_model_named(const char *name);

struct swf_calendar *swf_calendar_new(
    double start, const struct swf_offset *offsets, size_t count);
struct swf_calendar *swf_calendar_new_without_date(void);
void swf_calendar_free(struct swf_calendar *calendar);

int swf_jobs_simulate(const struct swf_simulation *simulation, const struct swf_job *jobs,
    size_t count, struct swf_jobs *scheduled, struct swf_simulation_counts *counts,
    struct swf_error *error);
int swf_jobs_simulate_users(const struct swf_simulation *simulation,
    const struct swf_jobs_users *users, const struct swf_job *jobs, size_t count,
    struct swf_jobs *scheduled, struct swf_simulation_counts *counts,
    struct swf_feedback_counts *feedback, struct swf_error *error);

struct swf_stepping *swf_stepping_new(
    const struct swf_simulation *simulation, struct swf_error *error);
void swf_stepping_free(struct swf_stepping *stepping);
int swf_stepping_reset(struct swf_stepping *stepping, const struct swf_job *jobs, size_t count,
    struct swf_error *error);
struct swf_stepping *swf_stepping_copy(
    const struct swf_stepping *stepping, struct swf_error *error);
int swf_stepping_next(struct swf_stepping *stepping, struct swf_error *error);
size_t swf_stepping_look(
    const struct swf_stepping *stepping, size_t most, struct swf_waiting_job *rows);
size_t swf_stepping_running(const struct swf_stepping *stepping);
void swf_stepping_look_at_running(
    const struct swf_stepping *stepping, struct swf_waiting_job *rows);
double swf_stepping_now(const struct swf_stepping *stepping);
int32_t swf_stepping_free_procs(const struct swf_stepping *stepping);
int64_t swf_stepping_free_amount(const struct swf_stepping *stepping, int resource);
int swf_stepping_start(struct swf_stepping *stepping, size_t place, struct swf_error *error);
int swf_stepping_reserve(
    struct swf_stepping *stepping, size_t place, bool backfill, struct swf_error *error);
const struct swf_job *swf_stepping_schedule(const struct swf_stepping *stepping, size_t *count);
struct swf_simulation_counts swf_stepping_counts(const struct swf_stepping *stepping);

struct swf_vector *swf_vector_new(const struct swf_simulation *simulation, size_t count,
    size_t visible, bool backfill, struct swf_error *error);
void swf_vector_free(struct swf_vector *vector);
const struct swf_vector_view *swf_vector_view(const struct swf_vector *vector);
int swf_vector_reset(struct swf_vector *vector, size_t simulation, const struct swf_job *jobs,
    size_t count, struct swf_error *error);
int swf_vector_step(struct swf_vector *vector, const int64_t *places, struct swf_error *error);
const struct swf_stepping *swf_vector_at(const struct swf_vector *vector, size_t simulation);

int swf_quantity_read(
    const char *text, struct swf_quantity *quantity, struct swf_error *error);
char *swf_jobs_metrics(const struct swf_metrics_options *options, const int64_t resources[2],
    const struct swf_job *jobs,
    size_t count, struct swf_error *error);

struct swf_resampling *swf_resampling_new(const struct swf_resampling_options *options,
    const struct swf_job *jobs, size_t count, struct swf_error *error);
void swf_resampling_free(struct swf_resampling *resampling);
int swf_resampling_draw(const struct swf_resampling *resampling, uint64_t seed,
    uint64_t replication, struct swf_jobs *jobs, struct swf_error *error);
"""

VARIABLES = """
extern struct swf_user_constants swf_user_constants_default;
"""

# Of plug-ins, which are libraries of their own. (Variables that are const cannot be read by cffi.)
PLUG_IN = """
extern struct swf_plug_in swf_plug_in;
"""

# Of the C library.
C_LIBRARY = """
void free(void *memory);
"""

# As in include/swfcore/version.h: structs may differ in another one.
VERSION = "0.3.0"
# As in include/swfcore/plug-in.h.
PLUG_IN_VERSION = 3
# enum swf_error_kind
ERROR_OVERSIZE = 3
