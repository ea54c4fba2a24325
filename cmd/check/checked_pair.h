/* checked_pair.h - a text and its translation, that are checked. */
#ifndef CHECKED_PAIR_H
#define CHECKED_PAIR_H

#include "check/findings.h"
#include "check/plain_text.h"

typedef struct checked_pair {
    plain_text source, translation;
    findings found; /* spans of the plain texts */
} checked_pair;

#endif
