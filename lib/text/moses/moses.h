/* moses.h - which of Moses' rules hold for a text: its language's rules, and what scripts do. */
#ifndef TR_MOSES_H
#define TR_MOSES_H

#include <stdbool.h>
#include <stdint.h>

#include "text/stops.h"

typedef struct tr_moses {
    const tr_moses_rules *rules;
    const tr_stops *stops;
    bool punctuation; /* is normalized before */
    bool hyphens;     /* between letters become words of their own, "@-@" */
    bool last_stops;  /* abbreviations keep theirs at the end of a text, too, as in sacremoses */
    bool escape;      /* & ' " < > [ ] | are written as in XML */
} tr_moses;

/* `language`: BCP 47.  The flags are false. */
void tr_moses_init(tr_moses *m, const char *language);

/* Characters as Perl's \p{IsAlpha} and \p{IsAlnum} have them; false for -1. */
bool tr_moses_is_alpha(int32_t c);
bool tr_moses_is_alnum(int32_t c);

#endif
