#include "serve/call/stored_glossary.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"

/* ---- Lines --------------------------------------------------------------------------------- */

/* The next line from `*at` on, without its end; of a line end, CR LF is one.  False: no more. */
static bool next_line(const char *text, size_t len, size_t *at, tr_string *line)
{
    if (*at >= len) return false;
    const char *const begin = text + *at, *const end = memchr(begin, '\n', len - *at);
    size_t n = end ? (size_t)(end - begin) : len - *at;
    *at += n + 1;
    if (n && begin[n - 1] == '\r') n--;
    *line = (tr_string){begin, n};
    return true;
}

/* Each line has a term, a tab and a translation.  0, or the line that has not. */
static size_t find_bad_line(const char *text, size_t len)
{
    tr_string line;
    size_t at = 0;

    for (size_t number = 1; next_line(text, len, &at, &line); number++) {
        const char *const tab = line.len ? memchr(line.text, '\t', line.len) : NULL;
        const size_t before = tab ? (size_t)(tab - line.text) : 0;
        if (line.len &&
            (!before || before + 1 == line.len || memchr(tab + 1, '\t', line.len - before - 1)))
            return number;
    }
    return 0;
}

static tr_string term_of(tr_string line)
{
    const char *const tab = line.len ? memchr(line.text, '\t', line.len) : NULL;
    return (tr_string){line.text, tab ? (size_t)(tab - line.text) : line.len};
}

static int by_bytes(const void *a, const void *b)
{
    const tr_string *const x = a, *const y = b;
    const int order = memcmp(x->text, y->text, x->len < y->len ? x->len : y->len);
    return order ? order : (x->len > y->len) - (x->len < y->len);
}

/* The terms of a text, sorted: the caller frees them. */
static tr_string *sorted_terms(const char *text, size_t len, size_t *n)
{
    tr_string line, *terms;
    size_t at = 0;

    *n = 0;
    for (size_t i = 0; i < len; i++)
        *n += text[i] == '\n';
    terms = checked_malloc((*n + 1) * sizeof *terms);
    *n = 0;
    while (next_line(text, len, &at, &line))
        terms[(*n)++] = term_of(line);
    qsort(terms, *n, sizeof *terms, by_bytes);
    return terms;
}

void merge_entries(const char *old, size_t n_old, const char *fresh, size_t n_fresh, tr_buf *out)
{
    size_t n, at = 0;
    tr_string *const terms = sorted_terms(fresh, n_fresh, &n);
    tr_string line;

    while (next_line(old, n_old, &at, &line)) {
        const tr_string term = term_of(line);
        if (bsearch(&term, terms, n, sizeof *terms, by_bytes)) continue;
        tr_buf_add(out, line.text, line.len);
        tr_buf_add(out, "\n", 1);
    }
    tr_buf_add(out, fresh, n_fresh);
    free(terms);
}

/* ---- Dictionaries -------------------------------------------------------------------------- */

dictionary *dictionary_new(const dictionary_text *text, tr_error *err)
{
    const size_t bad = find_bad_line(text->entries, text->len);
    tr_glossary *terms;

    if (bad) {
        err->code = TR_EFORMAT;
        snprintf(err->msg, sizeof err->msg, "entries:%zu: is not a term, a tab and a translation",
                 bad);
        return NULL;
    }
    if (tr_glossary_read(&terms, "entries", text->entries, text->len, err) < 0) return NULL;
    dictionary *const d = checked_malloc(sizeof *d);
    *d = (dictionary){.source = checked_format("%s", text->source),
                      .target = checked_format("%s", text->target),
                      .entries = checked_copy(text->entries, text->len),
                      .len = text->len,
                      .n_terms = tr_glossary_terms(terms),
                      .terms = shared_terms_new(terms)};
    atomic_init(&d->n_holders, 1);
    return d;
}

dictionary *dictionary_hold(dictionary *d)
{
    atomic_fetch_add(&d->n_holders, 1);
    return d;
}

void dictionary_let_go(dictionary *d)
{
    if (atomic_fetch_sub(&d->n_holders, 1) > 1) return;
    shared_terms_let_go(d->terms);
    free(d->source);
    free(d->target);
    free(d->entries);
    free(d);
}

void stored_glossary_free(stored_glossary *g)
{
    for (size_t i = 0; i < g->n; i++)
        dictionary_let_go(g->dictionaries[i]);
    free(g->dictionaries);
    free(g->name);
    free(g->owner);
    free(g);
}
