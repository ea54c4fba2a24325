/*
 * address.h - how a sentence addresses its reader: formally, as "Sie" does, or informally, as "du".
 *
 * Words: `address` of language_data.h.  A language without such words has no forms.
 */
#ifndef TR_ADDRESS_H
#define TR_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "language/language_data.h"

typedef enum tr_address {
    TR_ADDRESS_NONE, /* nobody is addressed, or no word tells how */
    TR_ADDRESS_FORMAL,
    TR_ADDRESS_INFORMAL,
    TR_ADDRESS_MIXED /* both ways */
} tr_address;

/* What a source tells of the one whom its translation addresses. */
typedef struct tr_addressee {
    bool is_told;  /* it has a word for the reader: "you", "du" */
    bool is_only;  /* and none for another person: "she" */
    bool is_first; /* and no other word for a person before: a first "Sie" is not "she" */
} tr_addressee;

/* Of a source in a language, text [len], valid UTF-8. */
tr_addressee tr_addressee_of(const tr_language *language, const char *text, size_t len);

/* The form of a translation, text [len], valid UTF-8.  In German, a "Sie" at the beginning of a
 * sentence tells it only if the addressee is the first. */
tr_address tr_address_of(const tr_language *language, tr_addressee who, const char *text,
                         size_t len);

/* True if the translation commands formally: "Öffnen Sie" is where a sentence begins. */
bool tr_address_commands(const tr_language *language, const char *text, size_t len);

#endif
