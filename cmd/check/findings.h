/* findings.h - what a check finds in the translation of a text. */
#ifndef FINDINGS_H
#define FINDINGS_H

#include <stddef.h>

#include "base/span.h"

enum finding_kind {
    FINDING_MISSING,             /* a word of the source that the translation may lack */
    FINDING_UNTRANSLATED,        /* a word of the source that stands in the translation as it is */
    FINDING_REPEATED,            /* words that the translation says twice: the second time */
    FINDING_KINDS,               /* that a check finds; */
    FINDING_LOST = FINDING_KINDS /* a thing of the source that every translation is looked at for */
};

typedef struct finding {
    int kind;           /* enum finding_kind */
    tr_span at;         /* bytes of the source; of what is repeated, of the translation */
    double probability; /* of FINDING_MISSING */
} finding;

typedef struct findings {
    finding *list; /* [n], by kind, then in order */
    size_t n, capacity;
} findings;

void findings_add(findings *f, int kind, tr_span at, double probability);
void findings_append(findings *f, const findings *more);
size_t findings_count(const findings *f, int kind);
void findings_free(findings *f);

/* "missing", "untranslated", "repeated": as JSON calls it. */
extern const char *const finding_names[FINDING_KINDS];

#endif
