/* multipart.h - a document whose parts are texts with readers of their own: a mail, a notebook. */
#ifndef TR_MULTIPART_H
#define TR_MULTIPART_H

#include "document/multipart/transfer_encoding.h"
#include "document/segment/part.h"

typedef struct tr_subpart {
    tr_span at;                         /* bytes of the document */
    const tr_reader *reader;            /* of what they carry */
    enum tr_transfer_encoding transfer; /* JSON as json_list.h has it */
    char charset[64];                   /* as the document names it; "": it does not */
    const char *where;                  /* "header", "text/plain", "text/html", "markdown" */
} tr_subpart;

typedef struct tr_multipart {
    const char *bytes; /* [size] */
    size_t size;
    tr_subpart *parts; /* [n], in the order of the document, disjoint */
    size_t n, capacity;
    bool is_signed;
    bool is_ascii;     /* it is JSON, in ASCII though it has other characters */
    const char *wrong; /* why the bytes are no such document, from byte wrong_at on, or NULL */
    size_t wrong_at;
    bool is_full; /* parts were left out */
    bool failed;  /* out of memory */
} tr_multipart;

/* A reader's split() finds the parts in bytes [size], which must outlive them, by this function.
 * Empty parts, and parts after the first 10,000, are left out. */
void tr_multipart_add(tr_multipart *m, const tr_subpart *part);
void tr_multipart_free(tr_multipart *m);

/* Splits bytes [size], which must outlive *m, as `reader` does.  TR_EFORMAT names the place where
 * they are no such document, TR_ENOMEM. */
int tr_multipart_open(tr_multipart *m, const tr_reader *reader, const char *name, const char *bytes,
                      size_t size, tr_error *err);

/* Reads the parts of a document that was split: parts [m->n], which are zero before; *n_parts
 * counts the ones to be freed.  A part whose bytes are not of its charset has no text, and counts
 * as unread.  TR_ENOMEM. */
int tr_multipart_read(const tr_multipart *m, const char *name, const tr_document_options *options,
                      tr_part *parts, size_t *n_parts, tr_error *err);

/* Appends the document as it is now, which `reader` splits.  If it would have other parts, all goes
 * back to the source.  TR_ENOMEM. */
int tr_multipart_finish(const tr_multipart *m, const tr_reader *reader, tr_part *parts, tr_buf *out,
                        tr_error *err);

#endif
