/*
 * content.h - the content of a document: bytes of one format, and the segments in them.
 *
 * A reader (format_table.h) finds the segments, by way of a builder (builder.h).  The content is
 * UTF-8, or what claims to be; encoding.h brings other encodings to it and back.
 */
#ifndef TR_CONTENT_H
#define TR_CONTENT_H

#include "base/region.h"
#include "document/segment/segment_store.h"
#include "translate.h"

/* A text in a mark of a segment, such as the title of a link within a sentence; a note has marks of
 * its own. */
typedef struct tr_inner {
    const char *raw; /* [raw_len] its bytes in the content */
    size_t raw_len;
    const char *text; /* [len] */
    size_t len;
    tr_mark *marks; /* [n_marks] */
    size_t n_marks;
    uint64_t signature;
    const char *where;
    const tr_writing *writing;
    const void *extra;
    size_t number; /* of its segment */
} tr_inner;

struct tr_content {
    const char *name;  /* for messages */
    const char *bytes; /* [size] */
    size_t size;
    size_t begin; /* of what is read: after a byte-order mark */
    const tr_document_options *options;
    const tr_buf *stays;  /* texts that are not translated, in order (string_list.h); or NULL */
    const tr_buf *styles; /* of paragraphs (paragraph_styles.h); or NULL */
    const struct tr_sheet_cells *cells; /* of a spreadsheet's strings (sheet_cells.h); or NULL */
    bool is_latin1; /* it was not valid UTF-8, and the format's own encoding is ISO-8859-1 */
    bool is_made;   /* its bytes are what prepare() made (format.h) */
    bool again;     /* it is read again: what was filled in counts as text, too */
    const char *source_language, *target_language; /* that a catalogue says; NULL: none */
    const void *kept; /* what its reader found out, and must find again in a translation */
    struct tr_icu_plurals
        *plurals;     /* of messages (icu_plurals.h); what is read again has its own's */
    size_t n_plurals; /* of them that were found again */
    tr_region region;
    struct tr_kept {
        const void *bytes; /* [size] */
        size_t size;
    } last_kept[4];
    size_t n_kept;
    tr_segment_store *store; /* in the order of the content, disjoint (segment_store.h) */
    size_t n_segments;
    tr_inner *inner; /* [n_inner] */
    size_t n_inner, inner_capacity;
    size_t n_inner_segments; /* the last ones: they stand within others, and may be in any order */
    bool any_marks;          /* in a segment */
    size_t by_value;         /* before this byte, what is text depends on what it says */
    size_t n_unread[TR_UNREAD_REASONS]; /* texts that stay */
    size_t n_done;                      /* units that have a translation already: they stay */
    size_t n_passed;                    /* texts of a kind that is not read: they stay */
    size_t n_lost_links; /* of what was written: links to headings that have other ids now */
};

/* Sets what is read. */
void tr_content_set_bytes(tr_content *d, const char *bytes, size_t size);

void tr_content_free(tr_content *d);

/* Appends bytes of the content. */
void tr_content_copy(const tr_content *d, tr_span raw, tr_buf *out);

/* True if the bytes of the segment that is written have `what`. */
bool tr_source_has(const tr_text_place *to, const char *what);

/* How its first line ends: "\r\n" or "\n". */
const char *tr_content_line_end(const tr_content *d);

/* A copy of `bytes` [size] that lives as long as the content: what is kept again and again, such as
 * a segment's `extra`, is there once.  NULL when out of memory. */
const void *tr_content_keep(tr_content *d, const void *bytes, size_t size);

/* Keeps a text with its NUL, and frees the buffer; NULL if that has failed, too. */
const char *tr_content_keep_text(tr_content *d, tr_buf *text);

/* True if a value, text [len], is read as text.  All are where the options name keys, because
 * people chose them; and in a document that is read again, because a translation may not look like
 * text. */
bool tr_content_takes(tr_content *d, const char *text, size_t len);

/* Segment i, and what became of it: valid until another one is asked for. */
const tr_segment *tr_content_segment(const tr_content *d, size_t i);

/* Adds a segment behind all others.  False when out of memory. */
bool tr_content_add(tr_content *d, const tr_segment *p);

/* Keeps a text in a mark of a segment.  False when out of memory. */
bool tr_content_keep_inner(tr_content *d, const tr_segment *p);
/* Adds a segment for each text that was kept; texts of the same bytes are one.  To be called last,
 * when all was read.  False when out of memory. */
bool tr_content_add_inner(tr_content *d);
/* The text that has the same bytes and is written in the same way; NULL: none has. */
const tr_inner *tr_content_find_inner(const tr_content *d, const tr_inner *like);
/* How many segments stand in places of their own. */
static inline size_t tr_content_n_places(const tr_content *d)
{
    return d->n_segments - d->n_inner_segments;
}

/* The segment from number n on, if it is the only one; NULL: there is none, or several. */
tr_segment *tr_content_only(tr_content *d, size_t n);
/* Keeps what was changed in it.  False when out of memory. */
bool tr_content_change(tr_content *d, const tr_segment *only);
/* Drops the segments from number n on. */
void tr_content_drop_from(tr_content *d, size_t n);
/* tr_content_only(), which drops the segments if there are several: they are not read. */
tr_segment *tr_content_keep_one(tr_content *d, size_t n);

/* What becomes of segment i: text [len] is written in its place, which lacks facts; or it stays as
 * it is, and why.  False when out of memory. */
bool tr_content_write(tr_content *d, size_t i, const char *text, size_t len, size_t n_lost);
bool tr_content_leave(tr_content *d, size_t i, const char *why);
/* As if nothing had become of it. */
void tr_content_forget(tr_content *d, size_t i);
/* False when out of memory.  They say nothing of a segment that stays. */
bool tr_content_set_lost(tr_content *d, size_t i, size_t n_lost);
bool tr_content_set_quality(tr_content *d, size_t i, float quality);

/* Segment i wants no review, whatever becomes of it; or it does.  False when out of memory. */
bool tr_content_trust(tr_content *d, size_t i, bool trusted);

/* Valid until something becomes of a segment. */
tr_segment_outcome tr_content_outcome(const tr_content *d, size_t i);

/* Takes back what was written in the place of segment i, or of all. */
void tr_content_take_back_one(tr_content *d, size_t i, const char *why);
void tr_content_take_back(tr_content *d, const char *why);

/* "NAME:LINE:COLUMN: message" of byte `at`; returns TR_EFORMAT. */
int tr_content_refuse(const tr_content *d, size_t at, const char *message, tr_error *err);

/* A backslash before each quote and each backslash. */
extern const tr_escapes tr_quoted_escapes;

/* Appends text [len] with escapes; `list` NULL: as it is. */
void tr_writing_escape(const struct tr_escape_row *list, const char *text, size_t len, tr_buf *out);

/* Appends text [len] as the writing has it, without what finishes it. */
void tr_writing_encode(const tr_text_place *to, const char *text, size_t len, tr_buf *out);

#endif
