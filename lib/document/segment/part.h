/*
 * part.h - text of one format: a whole document, or a member of a package.
 */
#ifndef TR_PART_H
#define TR_PART_H

#include "document/segment/format.h"

typedef struct tr_part {
    tr_content content;
    const tr_reader *reader;
    char encoding[64];  /* "": UTF-8 */
    bool is_told;       /* somebody said what its encoding is */
    bool is_ascii;      /* ASCII, if the format has a way to write other characters in it */
    bool spells;        /* what its encoding lacks is spelled without (transliterate.h) */
    tr_buf decoded;     /* in UTF-8, if the bytes are not */
    tr_buf bytes;       /* of a member, unpacked */
    const char *source; /* [source_size] what was opened */
    size_t source_size;
    size_t member; /* of the package */
    size_t first;  /* number of its first segment in the document */
} tr_part;

/* Finds the segments in bytes [size], which must outlive the part.  part->reader and the name, the
 * options and `stays` of its doc are set.  `encoding` NULL: what the bytes say, else UTF-8.
 * TR_EFORMAT, TR_EINVAL, TR_ENOMEM. */
int tr_part_open(tr_part *part, const char *bytes, size_t size, const char *encoding,
                 tr_error *err);
void tr_part_free(tr_part *part);

/* Keeps what is written for segment i of the part, with references for characters that its encoding
 * lacks.  TR_EINVAL if there is no way to write it, TR_ENOMEM. */
int tr_part_keep(tr_part *part, size_t i, const tr_buf *written, tr_error *err);

/* True if another text is written for a segment. */
bool tr_part_changed(const tr_part *part);

/* True if it could come out with other bytes; whether it did, in `out`. */
bool tr_part_may_change(const tr_part *part);
bool tr_part_differs(const tr_part *part, const tr_buf *out);

/* Appends its bytes as they are now (merge.h).  TR_EFORMAT, TR_ENOMEM. */
int tr_part_finish(tr_part *part, tr_buf *out, tr_error *err);

#endif
