#define _POSIX_C_SOURCE 200809L
#include "notes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "golden/golden.h"

typedef struct named {
    char name[48];
    double value[8];
    size_t n;
} named;
static struct {
    bool wanted;
    named all[64];
    size_t n;
} notes;

void note(const char *name, const double *value, size_t n)
{
    if (!notes.wanted || notes.n == 64) return;
    named *to = &notes.all[notes.n++];
    snprintf(to->name, sizeof to->name, "%s", name);
    to->n = n < 8 ? n : 8;
    memcpy(to->value, value, to->n * sizeof *value);
}

void notes_want(bool wanted)
{
    notes.wanted = wanted;
}

/* A line "    NAME = NUMBER NUMBER ..." of the walk has the numbers that were noted by that name,
 * with four digits. */
static bool is_so(const char *line, const named *noted)
{
    char *end;
    size_t i = 0;

    for (double x; x = strtod(line, &end), end != line; line = end, i++)
        if (i >= noted->n || !(fabs(x - noted->value[i]) < 6e-5)) return false;
    return i == noted->n;
}

void notes_check(const char *path)
{
    FILE *f = fopen(path, "r");
    char *line;
    size_t right = 0, wrong = 0;

    while (f && (line = golden_next_line(f)))
        for (size_t i = 0; i < notes.n; i++) {
            char begin[64];
            const int at = snprintf(begin, sizeof begin, "    %s = ", notes.all[i].name);
            if (strncmp(line, begin, (size_t)at) != 0) continue;
            const bool so = is_so(line + at, &notes.all[i]);
            right += so;
            wrong += !so;
            if (!so) printf("# not so: %s\n", line);
        }
    if (f) fclose(f);
    tap_ok(notes.n > 0 && right == notes.n && wrong == 0,
           "%s: %zu of %zu rows of numbers hold, %zu do not", path, right, notes.n, wrong);
    for (size_t i = 0; i < notes.n && (wrong || right != notes.n); i++) {
        printf("#     %s =", notes.all[i].name);
        for (size_t k = 0; k < notes.all[i].n; k++)
            printf(" %.4f", notes.all[i].value[k]);
        printf("\n");
    }
}
