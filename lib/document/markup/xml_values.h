/*
 * xml_values.h - which values of XML are for programs, where no vocabulary tells what is text.
 *
 * One word in small letters, or code such as "true", is a name to programs as often as it is text.
 * It stays, unless most values of elements of its name are prose.  In a property list, the values
 * are told as values of data are, by what they say and by their keys (value_kinds.h).
 */
#ifndef TR_XML_VALUES_H
#define TR_XML_VALUES_H

#include "document/markup/markup.h"
#include "document/markup/vocabulary.h"
#include "document/segment/content.h"

/* Zero has none. */
typedef struct tr_xml_values {
    size_t *stays; /* [n] where the start tags of values that stay begin, ascending */
    size_t n, capacity;
    size_t next;
    bool failed; /* out of memory */
} tr_xml_values;

/* Finds the values of a content whose vocabulary is `x`; nothing in a content that is read again,
 * for a translation may look like code. */
void tr_xml_values_find(tr_xml_values *v, tr_content *d, const tr_vocabulary *x);

/* True if the value stays whose start tag begins at byte `at`; to be asked in order. */
bool tr_xml_values_stay(tr_xml_values *v, size_t at);

void tr_xml_values_free(tr_xml_values *v);

#endif
