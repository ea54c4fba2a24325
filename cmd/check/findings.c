#include "check/findings.h"

#include <stdlib.h>

#include "console/alloc.h"

const char *const finding_names[FINDING_KINDS] = {
    [FINDING_MISSING] = "missing",
    [FINDING_UNTRANSLATED] = "untranslated",
    [FINDING_REPEATED] = "repeated",
};

void findings_add(findings *f, int kind, tr_span at, double probability)
{
    if (f->n == f->capacity) {
        f->capacity = 2 * f->capacity + 4;
        f->list = checked_realloc(f->list, f->capacity, sizeof *f->list);
    }
    f->list[f->n++] = (finding){kind, at, probability};
}

void findings_append(findings *f, const findings *more)
{
    for (size_t i = 0; i < more->n; i++)
        findings_add(f, more->list[i].kind, more->list[i].at, more->list[i].probability);
}

size_t findings_count(const findings *f, int kind)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++)
        n += f->list[i].kind == kind;
    return n;
}

void findings_free(findings *f)
{
    free(f->list);
    *f = (findings){0};
}
