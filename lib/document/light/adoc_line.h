/* adoc_line.h - what lines of AsciiDoc are. */
#ifndef TR_ADOC_LINE_H
#define TR_ADOC_LINE_H

#include "document/light/light_line.h"

/* Kinds of a block between two lines that are the same. */
enum tr_adoc_fence {
    TR_ADOC_NO_FENCE,
    TR_ADOC_CODE,   /* it stays */
    TR_ADOC_BLOCKS, /* it is blocks */
    TR_ADOC_TABLE,
    TR_ADOC_DATA /* a table of other signs */
};

/* What a line begins or ends. */
enum tr_adoc_fence tr_adoc_fence(const char *t, const tr_light_line *l);

/* Bytes of the mark of an item, with the blanks after it and the sign of a task; 0: there is none.
 */
size_t tr_adoc_item(const char *t, const tr_light_line *l);

/* Where the term of a description ends, "term:: text"; *text: where its text begins.  0: there is
 * none. */
size_t tr_adoc_term(const char *t, const tr_light_line *l, size_t *text);

/* Bytes of "== " before a title; 0: there is none. */
size_t tr_adoc_heading(const char *t, const tr_light_line *l);

/* True of a comment, or of what is told before anything is read: "include::a[]", "ifdef::a[]". */
bool tr_adoc_is_instruction(const char *t, const tr_light_line *l);

/* True of attributes of a block in brackets. */
bool tr_adoc_is_attributes(const char *t, const tr_light_line *l);

/* True if no paragraph goes on with a line; `in_item`: nor does an item. */
bool tr_adoc_ends_paragraph(const char *t, const tr_light_line *l, bool in_item);

#endif
