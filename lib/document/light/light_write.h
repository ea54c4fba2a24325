/*
 * light_write.h - text of light markup languages is written.
 *
 * While it is put together it has signs that no text has: blanks at which a line may end, and the
 * edges of marks, where some languages want other bytes than letters beside them.
 */
#ifndef TR_LIGHT_WRITE_H
#define TR_LIGHT_WRITE_H

#include "document/segment/segment.h"

enum {
    TR_LIGHT_BREAKABLE = 1, /* a blank of the text */
    TR_LIGHT_BEFORE_MARK,
    TR_LIGHT_AFTER_MARK,
    TR_LIGHT_WITHIN /* a blank of a mark */
};

/* Appends the bytes of a mark, whose blanks end no line. */
void tr_light_add_raw(const tr_content *d, tr_span raw, tr_buf *out);

/* tr_writing.open: a mark as it is in the document, with its edges. */
void tr_light_open(const tr_content *d, const tr_mark *mark, tr_buf *out);

/* tr_writing.close: the end of a pair as it is in the document, and its edge. */
void tr_light_close(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out);

/* Appends the byte of a text, or the sign of a blank for one. */
void tr_light_add_byte(char c, tr_buf *out);

/* Joins text and marks: appends `separator` at each edge where is_edge() is false of the character
 * at the other side of it, a blank if there is none. */
typedef struct tr_light_edges {
    bool (*may_precede)(int32_t c);
    bool (*may_follow)(int32_t c);
    const char *separator;
} tr_light_edges;

/* Appends text [len] with its blanks, and what its edges want.  False if they want something and
 * the separator is NULL. */
bool tr_light_join(const tr_light_edges *e, const char *text, size_t len, tr_buf *out);

/* Appends text [len], which was joined, in lines. */
void tr_light_wrap(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

/* Makes blanks of the signs for them in text [len]. */
void tr_light_plain(char *text, size_t len);

/* Appends text [len], joined, in lines; in one line.  Nothing if an edge wants what there is not.
 */
void tr_light_finish(const tr_light_edges *e, const tr_text_place *to, const char *text, size_t len,
                     tr_buf *out);
void tr_light_finish_line(const tr_light_edges *e, const char *text, size_t len, tr_buf *out);

/* True if text [len], as it is put together, says the same as the document's bytes. */
bool tr_light_is_same(const tr_content *d, tr_span source, const char *text, size_t len);

/* Appends a name of the document in one line. */
void tr_light_add_name(const tr_content *d, tr_span name, tr_buf *out);

#endif
