/* line_fault.h - why a line of a text is left out. */
#ifndef TR_LINE_FAULT_H
#define TR_LINE_FAULT_H

#include <stddef.h>

enum tr_line_fault {
    TR_LINE_NO_TAB,
    TR_LINE_NOT_UTF8,
    TR_LINE_BLANK, /* a side has no text */
    TR_LINE_EQUAL, /* both sides are the same */
    TR_LINE_RATIO, /* one side has more than three times the other's characters, and over ten */
    TR_LINE_WORDS, /* a side has more than 250 words */
    TR_LINE_REPEATED,
    TR_LINE_NOT_MIXED, /* its part is not in the mixture */
    TR_LINE_PIECES,    /* a side has more pieces than the limit */
    TR_LINE_FAULTS
};

/* A few words each, as in "12 repeated". */
const char *tr_line_fault_name(int fault);

/* Part of a line. */
typedef struct tr_span {
    const char *bytes;
    size_t n;
} tr_span;

/* The fault that two sides have in themselves, TR_LINE_NOT_UTF8 .. TR_LINE_WORDS; TR_LINE_FAULTS
 * for a good pair. */
int tr_line_fault_of(tr_span source, tr_span target);

#endif
