/*
 * content_line.h - content lines of iCalendar and vCard (RFC 5545, 3.1; RFC 6350, 3.2): a property
 * each, with parameters and a value, in folded lines.
 *
 * vCard 2.1 and vCalendar 1.0 fold before a blank, which stays; their values in quoted-printable go
 * on behind "=" at the end of a line.
 */
#ifndef TR_CONTENT_LINE_H
#define TR_CONTENT_LINE_H

#include "base/span.h"
#include "document/segment/decoded.h"

typedef struct tr_content_line {
    tr_span at;      /* bytes of the document, with the line end */
    size_t text_end; /* where the line end begins */
    tr_decoded text; /* without folds and without the line end */
    tr_span name;    /* of the text, without a group before it; empty: it is no property */
    tr_span params;  /* with the semicolon before the first one */
    tr_span value;
    bool is_quoted; /* the value is quoted-printable */
    bool is_folded;
    bool is_old; /* of vCard 2.1 or vCalendar 1.0 */
} tr_content_line;

/* Begins before the line at byte `begin`; frees what a line has. */
void tr_content_line_start(tr_content_line *l, size_t begin);
void tr_content_line_free(tr_content_line *l);

/* Reads the next line; false at the end of the bytes.  l->text.failed: out of memory. */
bool tr_content_line_next(tr_content_line *l, const char *bytes, size_t size);

/* True if the property has the name, whatever its case. */
bool tr_content_line_is(const tr_content_line *l, const char *name);

/* Finds the value of a parameter, without quotes. */
bool tr_content_line_parameter(const tr_content_line *l, const char *name, tr_span *value);

/* The bytes of the document that a span of the text stands for. */
tr_span tr_content_line_raw(const tr_content_line *l, tr_span of_text);

#endif
