#include "lines/by_language.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

/* A line that grows by what is read. */
typedef struct long_line {
    char *text;
    size_t len, capacity;
} long_line;

static void append_bytes(long_line *l, const char *bytes, size_t n)
{
    if (l->len + n > l->capacity) {
        l->capacity = 2 * (l->len + n);
        l->text = checked_realloc(l->text, l->capacity, 1);
    }
    memcpy(l->text + l->len, bytes, n);
    l->len += n;
}

static int copy_input_line(by_language *s, long_line *l)
{
    const bool ends = l->len && l->text[l->len - 1] == '\n';
    const bool carriage = ends && l->len > 1 && l->text[l->len - 2] == '\r';
    const size_t len = l->len - ends - carriage;

    append_bytes(l, "", 1);
    l->text[len] = '\0';
    const tr_hypothesis same = {
        .text = l->text, .text_len = len, .score = NAN, .log_probability = NAN};
    const tr_translation line = {.message = "",
                                 .line = 1,
                                 .source = l->text,
                                 .source_len = len,
                                 .line_end = carriage ? "\r\n"
                                             : ends   ? "\n"
                                                      : "",
                                 .n_hypotheses = 1,
                                 .hypotheses = &same,
                                 .quality = NAN};
    const bool told = !language_runs_language(s->runs) && language_runs_has_letters(l->text, len);
    if (told && !s->n_copied++) s->first_copied = *s->n_lines + 1;
    l->len = 0;
    return s->copy(s->ctx, &line);
}

/* Copies the stretch. */
static int copy_all(by_language *s)
{
    char bytes[4096];
    long_line l = {0};
    ptrdiff_t n;
    int rc = 0;

    while (!rc && (n = language_runs_read(s->runs, bytes, sizeof bytes)) > 0) {
        const char *at = bytes, *stop;
        while (!rc && (stop = memchr(at, '\n', (size_t)(bytes + n - at)))) {
            append_bytes(&l, at, (size_t)(stop + 1 - at));
            at = stop + 1;
            rc = copy_input_line(s, &l);
        }
        append_bytes(&l, at, (size_t)(bytes + n - at));
    }
    if (!rc && l.len) rc = copy_input_line(s, &l);
    free(l.text);
    return rc || n < 0 ? EXIT_FAILED : EXIT_OK;
}

bool by_language_is_target(const char *target, const char *language)
{
    return target && tr_language_fit(language, target);
}

void by_language_refuse(const char *name, const detection *d, bool is_lines)
{
    const char *const language = d->n ? d->found[0].language : "";

    if (d->sure)
        complain("%s: is in %s already: %s-f LANG with --force translates it from another", name,
                 language, is_lines ? "-f auto-line goes by each line, " : "");
    else
        complain("%s: its language is not sure%s%s: name it with -f%s", name,
                 *language ? ", perhaps " : "", language,
                 is_lines ? ", or go by each line with -f auto-line" : "");
}

static int run_stretch(by_language *s)
{
    const detection *const d = language_runs_detection(s->runs);
    const char *language = language_runs_language(s->runs);
    const bool is_target = language && by_language_is_target(s->target, language);
    size_t line;

    if (language && !is_target) return s->translate(s->ctx, language);
    if (s->by_line || language_runs_is_blank(s->runs)) return copy_all(s);
    if (d->sure && !is_target) return s->translate(s->ctx, d->found[0].language);
    by_language_refuse(input_where(s->in, 1, &line), d, true);
    return EXIT_FAILED;
}

int by_language_run(by_language *s)
{
    int status = EXIT_OK, rc = 0;

    while (status == EXIT_OK && (rc = language_runs_next(s->runs)) > 0)
        status = run_stretch(s);
    return rc < 0 ? EXIT_FAILED : status;
}

void by_language_report(by_language *s)
{
    size_t line;

    if (!s->n_copied) return;
    const char *name = input_where(s->in, s->first_copied, &line);
    complain("%zu %s: the language is not sure, or no model translates it; the first is %s:%zu",
             s->n_copied, s->n_copied > 1 ? "lines are copied" : "line is copied", name, line);
}
