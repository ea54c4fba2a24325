#include "lines/resume.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/alloc.h"
#include "console/clock.h"
#include "console/digest.h"
#include "memory/tm_key.h"

enum { KEPT_AFTER = 1 /* second */, MOST_STATE = 1024, LINES_BEFORE_NUMBERS = 4 };
static const char title[] = "what translate --resume needs, 1\n";

/* ---- What must be the same ---- */

char *resume_options_key(const command *c, const settings *set, const tr_model *model,
                         const tr_options *o)
{
    static const char others[] = " output resume progress no-progress quiet verbose stats threads "
                                 "batch-tokens no-hints skip-existing version model part "
                                 "manifest cpu ";
    char *const given = options_text(c, set, others), *const used = tm_key_options(model, o);
    digest_sum d;

    digest_begin(&d);
    digest_text(&d, given);
    digest_text(&d, used);
    free(given);
    free(used);
    return digest_end(&d);
}

static char *key_of_inputs(char **files, size_t n)
{
    static char input[] = "-";
    char *only[] = {input};
    digest_sum d;

    digest_begin(&d);
    for (size_t i = 0; i < (n ? n : 1); i++)
        if (digest_file(&d, n ? files[i] : only[0]) < 0) return NULL;
    return digest_end(&d);
}

char *resume_keys(const command *c, const settings *set, const tr_model *model, const tr_options *o)
{
    char *const of_model = tm_key_model(model), *const options =
                                                    resume_options_key(c, set, model, o);
    char *const text = checked_format("model %s\noptions %s\n", of_model, options);

    free(of_model);
    free(options);
    return text;
}

/* With the inputs'; NULL with errno: one cannot be read. */
static char *all_keys(const resume *r)
{
    char *const inputs = key_of_inputs(r->files, r->n);

    if (!inputs) return NULL;
    char *const others = resume_keys(r->command, r->set, r->model, r->options);
    char *const text = checked_format("%sinput %s\n", others, inputs);
    free(others);
    free(inputs);
    return text;
}

/* ---- Going on ---- */

static const char *line_after(const char *text)
{
    const char *const end = strchr(text, '\n');
    return end ? end + 1 : text + strlen(text);
}

/* What of the keys has changed; NULL if nothing has. */
static const char *changed(const char *was, const char *keys)
{
    static const char *const what[] = {"the model is another", "the options are others",
                                       "the input has changed"};

    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        const size_t len = (size_t)(line_after(keys) - keys);
        if (strncmp(was, keys, len) != 0) return what[i];
        was = line_after(was);
        keys = line_after(keys);
    }
    return NULL;
}

static bool read_numbers(const char *text, uint64_t numbers[KEPT_NUMBERS])
{
    for (size_t i = 0; i < KEPT_NUMBERS; i++) {
        char *end;
        numbers[i] = strtoumax(text, &end, 10);
        if (end == text || *end != '\n') return false;
        text = end + 1;
    }
    return !*text;
}

/* Finds the numbers of a state after its title and keys. */
static bool find_numbers(const char *state, uint64_t numbers[KEPT_NUMBERS])
{
    for (int i = 0; i < LINES_BEFORE_NUMBERS; i++)
        state = line_after(state);
    return read_numbers(state, numbers);
}

/* Writes the first n bytes of the part that was kept; -1 with errno. */
static int copy_part(const output *out, FILE *part, uint64_t n)
{
    enum { SIZE = 1 << 13 };
    char bytes[SIZE];

    while (n) {
        const size_t wanted = n < SIZE ? (size_t)n : SIZE, got = fread(bytes, 1, wanted, part);
        if (got < wanted) {
            if (!ferror(part)) errno = ENODATA;
            return -1;
        }
        fwrite(bytes, 1, got, out->stream);
        n -= got;
    }
    return 0;
}

/* 1 if there is a state, 0 if not, -1 after a sentence. */
static int read_state(const char *path, char text[MOST_STATE])
{
    FILE *const f = fopen(path, "rb");

    if (!f && errno == ENOENT) return 0;
    const size_t n = f ? fread(text, 1, MOST_STATE - 1, f) : 0;
    const bool failed = !f || ferror(f);
    if (failed) complain("%s: %s", path, strerror(errno));
    if (f) fclose(f);
    text[n] = '\0';
    return failed ? -1 : 1;
}

static int go_on_with(resume *r, const char *state, const char *part,
                      uint64_t numbers[KEPT_NUMBERS])
{
    const size_t len = sizeof title - 1;
    char *const keys = all_keys(r);

    if (!keys) {
        complain("the input: %s", strerror(errno));
        return -1;
    }
    const bool known = !strncmp(state, title, len);
    const char *const what = known ? changed(state + len, keys) : NULL;
    free(keys);
    if (what)
        complain("%s: cannot go on: %s; without --resume, all is done anew", part, what);
    else if (!known || !find_numbers(state, numbers))
        complain("%s: cannot go on: what tells how far it is has been damaged", part);
    else
        return 0;
    return -1;
}

static int go_on(resume *r, uint64_t numbers[KEPT_NUMBERS])
{
    char state[MOST_STATE];

    int rc = read_state(r->state, state);
    if (!rc && !r->set->quiet)
        complain("%s: nothing was kept: all is done from the start", r->part);
    if (rc > 0 && (rc = go_on_with(r, state, r->part, numbers)) == 0) {
        FILE *const f = fopen(r->part, "rb");
        rc = f ? copy_part(r->out, f, numbers[RESUME_WRITTEN]) : -1;
        if (rc < 0) complain("%s: cannot go on: %s", r->part, strerror(errno));
        if (f) fclose(f);
    }
    return rc;
}

/* Without --resume, what was kept is not used, which may be a slip. */
static void tell_kept(const resume *r)
{
    uint64_t numbers[KEPT_NUMBERS];
    char state[MOST_STATE];

    if (!r->possible || r->set->quiet || access(r->part, F_OK) || access(r->state, R_OK)) return;
    if (read_state(r->state, state) <= 0 || !find_numbers(state, numbers)) return;
    complain("%s: has %" PRIu64 " lines that an earlier run has done: --resume goes on with them, "
             "and without it all is done anew",
             r->part, numbers[RESUME_LINES]);
}

int resume_begin(resume *r, uint64_t numbers[KEPT_NUMBERS])
{
    memset(numbers, 0, KEPT_NUMBERS * sizeof *numbers);
    r->start = clock_seconds();
    r->possible = r->possible && r->out->file.path;
    if (r->out->path) {
        r->part = kept_part_path(r->out->path);
        r->state = kept_part_state_path(r->out->path);
    }
    if (r->set->resume) return go_on(r, numbers);
    tell_kept(r);
    return 0;
}

/* ---- Keeping ---- */

/* Bytes of output that were kept of the same work; 0 if there is nothing. */
static uint64_t size_of_kept(const resume *r, const char *text)
{
    uint64_t numbers[KEPT_NUMBERS];
    char state[MOST_STATE];

    if (access(r->part, F_OK) || access(r->state, R_OK) || read_state(r->state, state) <= 0)
        return 0;
    const bool same = !strncmp(state, text, strlen(text)) && find_numbers(state, numbers);
    return same ? numbers[RESUME_WRITTEN] : 0;
}

/* Work that has lasted a while is worth it: the inputs are read once more. */
static void begin_keeping(resume *r)
{
    char *const keys = all_keys(r);

    r->possible = keys != NULL;
    if (!keys) return;
    char *const text = checked_format("%s%s", title, keys);
    kept_part_begin(r->out, text, size_of_kept(r, text));
    r->begun = true;
    free(keys);
    free(text);
}

void resume_note(resume *r, uint64_t numbers[KEPT_NUMBERS])
{
    if (!r->possible) return;
    if (!r->begun && clock_seconds() - r->start >= KEPT_AFTER) begin_keeping(r);
    if (!r->begun) return;
    const off_t at = ftello(r->out->stream);
    if (at < 0) return;
    numbers[RESUME_WRITTEN] = (uint64_t)at;
    kept_part_note(numbers);
}

void resume_end(resume *r)
{
    if (r->begun) kept_part_end();
    r->begun = false;
}

void resume_forget(const resume *r)
{
    char state[MOST_STATE];

    if (!r->state || access(r->state, F_OK) || read_state(r->state, state) <= 0 ||
        strncmp(state, title, sizeof title - 1) != 0)
        return;
    unlink(r->part);
    unlink(r->state);
}

void resume_free(resume *r)
{
    free(r->part);
    free(r->state);
    r->part = r->state = NULL;
}
