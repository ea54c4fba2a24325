/* document.h - a document: what a tr_document holds. */
#ifndef TR_DOCUMENT_H
#define TR_DOCUMENT_H

#include "document/multipart/multipart.h"
#include "document/package/package.h"
#include "document/segment/part.h"

struct tr_document {
    tr_document_options options;
    const tr_reader *reader;
    const char *name;       /* for messages */
    tr_package package;     /* of a reader of packages */
    tr_multipart multipart; /* of a reader that splits */
    tr_part *parts;         /* [n_parts] */
    size_t n_parts;
    size_t n_segments; /* in all parts */
    bool any_trusted;  /* some segments want no review, and it is not settled yet which */
    char **said;       /* [n_segments] their translations, or NULL; NULL unless they are kept */
    tr_region region;
    tr_buf scratch, out, where;
    tr_document_stats stats; /* of what tr_document_translate() did */
};

/* Segment i < tr_document_segment_count(t), and the part that it is in.  Valid until another
 * segment of the part is asked for. */
const tr_segment *tr_document_segment_at(const tr_document *t, size_t i, tr_part **part);

/* Says why segment i stays as it is; or how many facts its translation lacks, and how good it seems
 * (NaN: not known).  False when out of memory. */
bool tr_document_leave(tr_document *t, size_t i, const char *why);
bool tr_document_set_lost(tr_document *t, size_t i, size_t n_lost);
bool tr_document_set_quality(tr_document *t, size_t i, float quality);

/* tr_document_put(), where a text that is the source's own is written, too. */
int tr_document_fill(tr_document *t, size_t i, const char *text, size_t text_len, tr_error *err);

#endif
