/*
 * builder.h - from what a reader finds to segments.
 *
 * A reader goes through its document from first to last byte and says what it meets: text, marks,
 * and breaks, which no segment goes across.  Bytes that it does not speak of stay as they are.  A
 * segment is what lies between two breaks, without white space and marks at its edges.  A start
 * without its end, and an end without its start, cut it; so does a mark more than a segment may
 * have (TR_MAX_MARKS), whose bytes stay.
 */
#ifndef TR_BUILDER_H
#define TR_BUILDER_H

#include "base/error.h"
#include "document/segment/content.h"
#include "document/segment/events.h"

/* What a builder had before a note within a sentence. */
typedef struct tr_note_place {
    tr_events events;
    size_t n_marks, n_starts_and_ends, n_runs;
    uint64_t look;
    size_t broken_at;
    const tr_writing *writing;
    const char *where;
    size_t note_end;
} tr_note_place;

typedef struct tr_builder {
    tr_content *content;
    const tr_writing *writing; /* of the text that comes next */
    const tr_writing *html;    /* of a value with references of HTML (segment.h), or NULL */
    const void *extra;
    const char *where; /* lives until the next break */
    unsigned kind;     /* of block: a segment that comes to stand in another kind is not the same */
    bool keep_blanks;  /* runs of white space are not one blank */
    bool any_text;     /* text without letters makes a segment, too */
    bool values_only;  /* text that looks like a name to programs makes none (decoded.h) */

    tr_buf where_text;                         /* room for `where` */
    tr_events events;                          /* since the last break, */
    size_t n_marks, n_starts_and_ends, n_runs; /* of them */
    uint64_t look;                             /* of the last run */
    tr_segment *made; /* [n_made] segments since then, in `region`; not yet added */
    size_t n_made, made_capacity;
    tr_region region;
    size_t broken_at;
    struct tr_fragment *fragment; /* scratch */
    struct tr_note *notes;        /* [n_notes] since the last break, in order */
    size_t n_notes, notes_capacity;
    tr_note_place sentence; /* what was before the note */
    bool in_note;           /* one is being built */
    bool failed;            /* out of memory */
} tr_builder;

void tr_builder_init(tr_builder *b, tr_content *doc, const tr_writing *writing);

/* Ends the last segment and frees what the builder has.  TR_ENOMEM. */
int tr_builder_end(tr_builder *b, tr_error *err);

/* Says where the text that comes next is, as printf does. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tr_build_where(tr_builder *b, const char *fmt, ...);

/* What is built next has a copy of `extra` [size] (tr_content_keep()). */
void tr_build_extra(tr_builder *b, const void *extra, size_t size);

/* Text [len], which stands for bytes `raw`. */
void tr_build_text(tr_builder *b, tr_span raw, const char *text, size_t len);
/* Text that is written as it means. */
void tr_build_raw_text(tr_builder *b, tr_span raw);

/* A start and an end.  They are a pair if their names [len] are the same; the names need not
 * live. */
void tr_build_open(tr_builder *b, tr_span raw, const char *name, size_t len);
void tr_build_close(tr_builder *b, tr_span raw, const char *name, size_t len);
/* A start before all that was built since the last break, when its end comes. */
void tr_build_open_first(tr_builder *b, tr_span raw, const char *name, size_t len);
void tr_build_point(tr_builder *b, tr_span raw);
/* The sign of a key (key_sign.h), which comes to stand before a letter. */
void tr_build_key(tr_builder *b, tr_span raw);
void tr_build_atom(tr_builder *b, tr_span raw);
/* A point that no translation goes across, in a segment that has to be one: a line's end, a sign
 * between items. */
void tr_build_gap(tr_builder *b, tr_span raw);

/* Text [len] in a run, which lives as long as the document. */
void tr_build_run(tr_builder *b, const struct tr_run *run, const char *text, size_t len);

/* Text [len] within the mark before it that is a segment of its own, such as a tag's title: bytes
 * `raw`.  Where the mark is within a segment, its segment comes behind all others.  `len` 0: it is
 * no text; a translation in such a place may look like none, and counts when read again. */
void tr_build_attribute(tr_builder *b, tr_span raw, const char *text, size_t len,
                        const tr_writing *writing, const char *where);

/* What is built up to the end stands within the mark before it, and is text of its own that may
 * have marks, such as a footnote within a sentence: bytes `raw`.  Breaks part it into segments.
 * Within it, texts in marks stay.  False, and nothing begins, if a note is being built. */
bool tr_build_note_begin(tr_builder *b, tr_span raw, const tr_writing *writing, const char *where);
void tr_build_note_end(tr_builder *b);

/* No segment goes across byte `at`; the bytes from raw.begin to raw.end are fixed. */
void tr_build_break(tr_builder *b, size_t at);
void tr_build_fixed(tr_builder *b, tr_span raw);

#endif
