#include "text/patterns.h"

#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <regex.h>

#include "base/buf.h"
#include "base/utf8.h"

struct tr_patterns {
    regex_t *list; /* [n] */
    size_t n;
};

static int compile(tr_patterns *p, const char *text, tr_error *err)
{
    char reason[200];
    regex_t *const one = &p->list[p->n];
    const int rc = regcomp(one, text, REG_EXTENDED);

    if (rc == REG_ESPACE) return tr_fail_memory(err);
    if (rc) {
        regerror(rc, one, reason, sizeof reason);
        return tr_fail(err, TR_EINVAL, "the pattern \"%.200s\": %s", text, reason);
    }
    p->n++;
    if (regexec(one, "", 0, NULL, 0) != 0) return 0;
    return tr_fail(err, TR_EINVAL, "the pattern \"%.200s\" matches what is empty", text);
}

int tr_patterns_create(tr_patterns **out, const char *const *texts, size_t n, tr_error *err)
{
    tr_patterns *const p = calloc(1, sizeof *p);
    int rc = 0;

    *out = NULL;
    if (p) p->list = calloc(n + 1, sizeof *p->list);
    if (!p || !p->list) rc = tr_fail_memory(err);
    for (size_t i = 0; i < n && rc == 0; i++)
        rc = compile(p, texts[i], err);
    if (rc < 0)
        tr_patterns_free(p);
    else
        *out = p;
    return rc;
}

void tr_patterns_free(tr_patterns *p)
{
    if (!p) return;
    for (size_t i = 0; p->list && i < p->n; i++)
        regfree(&p->list[i]);
    free(p->list);
    free(p);
}

static int add_match(tr_matches *found, tr_span one, tr_error *err)
{
    void *list = found->list;
    if (tr_reserve(&list, &found->capacity, found->n + 1, sizeof *found->list) < 0)
        return tr_fail_memory(err);
    found->list = list;
    found->list[found->n++] = one;
    return 0;
}

/* Adds what one pattern matches of `part`, which ends in a NUL and stands at byte `begin`. */
static int find_all(const regex_t *one, const char *part, size_t begin, tr_matches *found,
                    tr_error *err)
{
    regmatch_t m;
    int rc = 0;

    for (size_t at = 0; rc == 0 && !regexec(one, part + at, 1, &m, at ? REG_NOTBOL : 0);) {
        tr_span match = {at + (size_t)m.rm_so, at + (size_t)m.rm_eo};
        while (match.begin > at && tr_utf8_is_inner(part[match.begin]))
            match.begin--;
        while (tr_utf8_is_inner(part[match.end]))
            match.end++;
        if (match.begin < match.end)
            rc = add_match(found, (tr_span){begin + match.begin, begin + match.end}, err);
        at = match.end + (match.begin == match.end);
        if (!part[match.end]) break;
    }
    return rc;
}

static int compare_places(const void *a, const void *b)
{
    const tr_span *const x = a, *const y = b;
    return x->begin < y->begin ? -1 : x->begin > y->begin;
}

/* Makes one match of matches that overlap. */
static void join_matches(tr_matches *found)
{
    size_t n = 0;

    if (found->n) qsort(found->list, found->n, sizeof *found->list, compare_places);
    for (size_t i = 0; i < found->n; i++) {
        const tr_span one = found->list[i];
        tr_span *const last = n ? &found->list[n - 1] : NULL;
        if (!last || one.begin >= last->end)
            found->list[n++] = one;
        else if (one.end > last->end)
            last->end = one.end;
    }
    found->n = n;
}

int tr_patterns_find(const tr_patterns *p, const char *text, tr_span part, tr_matches *found,
                     tr_error *err)
{
    tr_buf copy = {0};
    int rc = 0;

    found->n = 0;
    tr_buf_add(&copy, text + part.begin, part.end - part.begin);
    if (copy.failed) rc = tr_fail_memory(err);
    for (size_t i = 0; i < p->n && rc == 0; i++)
        rc = find_all(&p->list[i], tr_buf_text(&copy), part.begin, found, err);
    tr_buf_free(&copy);
    join_matches(found);
    return rc;
}
