#define _POSIX_C_SOURCE 200809L
#include "fail/judge.h"

#include <string.h>
#include <sys/wait.h>

static bool same(const tr_buf *a, const tr_buf *b)
{
    return a->len == b->len && (!a->len || !memcmp(a->data, b->data, a->len));
}

size_t next_line(const tr_buf *b, size_t *at, const char **line)
{
    const char *const from = tr_buf_text(b) + *at;
    const char *end = memchr(from, '\n', b->len - *at);
    const size_t len = end ? (size_t)(end - from) : b->len - *at;

    *line = from;
    *at += len + (end != NULL);
    return len;
}

static bool has_line(const tr_buf *b, const char *line, size_t len)
{
    const char *found;

    for (size_t at = 0; at < b->len;)
        if (next_line(b, &at, &found) == len && !memcmp(found, line, len)) return true;
    return false;
}

static const char start[] = "translate: ";

size_t find_sentence(const outcome *o, const outcome *good)
{
    const char *line;
    size_t next = 0;

    for (size_t at = 0; at < o->err.len; at = next) {
        const size_t len = next_line(&o->err, &next, &line);
        if (!strncmp(line, start, sizeof start - 1) && !has_line(&good->err, line, len)) return at;
    }
    return o->err.len;
}

/* Exactly one line that a run without a fault does not write, a sentence of the program's; where
 * `several` things fail, several lines, files or folders may each have theirs.  A trainer also says
 * what it is about to do, and that may be another thing. */
static bool says_why(const command *c, const outcome *o, const outcome *good, bool several)
{
    const char *line;
    size_t n_new = 0;
    bool sentence = true;

    for (size_t at = 0; at < o->err.len;) {
        const size_t len = next_line(&o->err, &at, &line);
        if (has_line(&good->err, line, len)) continue;
        if (c->program == TRAIN &&
            memcmp(line, start, sizeof start - 1 < len ? sizeof start - 1 : len) != 0)
            continue; /* how far it came */
        n_new++;
        sentence = sentence && len > sizeof start && !memcmp(line, start, sizeof start - 1);
    }
    return sentence && (n_new == 1 || (several && n_new > 1));
}

/* True if a line stands in `b` from *at on, or one begins like it; moves after it. */
static bool find_line(const tr_buf *b, size_t *at, const char *line, size_t len, bool whole)
{
    const char *found;

    for (size_t next = *at; next < b->len;) {
        const size_t n = next_line(b, &next, &found);
        if (n < len || (whole && n != len) || memcmp(found, line, len) != 0) continue;
        *at = next;
        return true;
    }
    return false;
}

static bool contains(const char *line, size_t len, const char *word)
{
    const size_t n = strlen(word);

    for (size_t i = 0; i + n <= len; i++)
        if (!memcmp(line + i, word, n)) return true;
    return false;
}

/* Lines that are there without a fault, too, of which the last may be cut short; or such as stand
 * for one that failed. */
static bool is_part(const command *c, const outcome *o, const outcome *good)
{
    const char *line;

    for (size_t at = 0, good_at = 0; at < o->out.len;) {
        const size_t len = next_line(&o->out, &at, &line);
        const bool whole = at < o->out.len || line[len] == '\n';
        if (find_line(&good->out, &good_at, line, len, whole)) continue;
        const bool failed = c->failed && contains(line, len, c->failed);
        if (len && !failed) return false;
    }
    return true;
}

/* A model that was not cut short: what it lacks at most is what it scored. */
static bool is_whole(const tr_buf *file, const outcome *good)
{
    return file->len > 4 && !memcmp(file->data, "GGUF", 4) && file->len + 1000 > good->file.len;
}

static const char kept_in[] = "; all that was written is in ";

/* True if a sentence says that the file is kept; paths are said, from whatever folder. */
static bool is_named(const tr_buf *err, const char *name, size_t n)
{
    const char *said = tr_buf_text(err);

    while ((said = strstr(said, kept_in))) {
        said += sizeof kept_in - 1;
        const size_t len = strcspn(said, "\n");
        if (len >= n && !memcmp(said + len - n, name, n)) return true;
    }
    return false;
}

/* Files that could not get their names are left if they are complete, and sentences name them.
 * What a trainer leaves beside its model is another file. */
static bool are_kept(const command *c, const outcome *o, const outcome *good)
{
    const char *name;

    for (size_t at = 0; at < o->strays.len;) {
        const size_t len = next_line(&o->strays, &at, &name);
        if (!is_named(&o->err, name, len)) return false;
    }
    if (c->program != TRAIN) return o->n_strays == 1 && same(&o->stray, &good->file);
    return o->n_strays > 1 || o->has_file || is_whole(&o->stray, good);
}

static bool file_is_as_before(const command *c, const outcome *o, const outcome *good)
{
    if (c->stays) return true;
    if (c->program == TRAIN && o->has_file) return is_whole(&o->file, good);
    if (c->program == FETCH && o->has_file) return same(&o->file, &good->file);
    if (!c->before) return !o->has_file;
    return o->has_file && o->file.len == strlen(c->before) &&
           !memcmp(o->file.data, c->before, o->file.len);
}

const char *judge(const command *c, const outcome *o, const outcome *good, const fault_request *f)
{
    /* After a sentence: without a file beside the model, or without having tidied up. */
    const bool goes_on = c->program != TRANSLATE;
    /* A single write that was lost is missing in the middle. */
    const bool gap = f->kind == FAULT_WRITE && !f->and_all_after;

    if (o->timed_out) return "goes on for ever";
    if (WIFSIGNALED(o->status)) return strsignal(WTERMSIG(o->status));
    if (o->n_strays && !are_kept(c, o, good)) return "leaves a file behind";
    if (!o->n_strays && strstr(tr_buf_text(&o->err), kept_in))
        return "names a file that is not there";
    if (WEXITSTATUS(o->status) == 0) {
        if (o->n_strays && c->program != TRAIN) return "status 0, and a file beside";
        if (!same(&o->out, &good->out) || (!c->stays && !same(&o->file, &good->file)))
            return "changed output";
        if (same(&o->err, &good->err) || (goes_on && says_why(c, o, good, true))) return NULL;
        return "status 0, and another message";
    }
    if (WEXITSTATUS(o->status) != 1) return "another status than 0 and 1";
    const bool several = f->and_all_after && (f->kind != FAULT_WRITE || c->program == FETCH);
    if (!says_why(c, o, good, several || c->program == TRAIN)) return "not one sentence";
    if (!file_is_as_before(c, o, good)) return "an output under its final name";
    return gap || is_part(c, o, good) ? NULL : "output that is wrong";
}
