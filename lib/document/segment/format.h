/* format.h - a format of documents: its name, its abilities, its reader. */
#ifndef TR_FORMAT_H
#define TR_FORMAT_H

#include "base/error.h"
#include "document/segment/content.h"

struct tr_package;
struct tr_multipart;

/* What the bytes of a document have in them, behind a byte-order mark: one of the words. */
typedef struct tr_sign {
    const char *begins;   /* they begin with it */
    const char *roots;    /* names of the first element, each between blanks: " xliff " */
    const char *types[2]; /* one of them is in the types of an archive (package.h) */
    bool (*shape)(const char *bytes, size_t size);
} tr_sign;

typedef struct tr_reader {
    tr_document_format format;
    tr_sign sure;   /* no other format has it, whatever the name of the document is */
    tr_sign likely; /* it tells where the name of the document does not */
    bool is_weak;   /* its names say less than a likely sign of another format */
    /* Finds the segments.  TR_EFORMAT after tr_content_refuse(), TR_ENOMEM. */
    int (*read)(tr_content *d, tr_error *err);
    /* Of a package instead: chooses the members that are read (package.h). */
    int (*choose)(struct tr_package *p, tr_error *err);
    /* Or finds the parts that are read by readers of their own (multipart.h). */
    void (*split)(struct tr_multipart *m, const char *bytes, size_t size);
    bool declares; /* a document says in its text what its encoding is */
    /* Appends the document with each translation beside its source; nothing if there is no place
     * for it.  NULL: there is no way. */
    void (*bilingual)(const tr_content *source, const tr_content *translated, tr_buf *out);
    bool names_target; /* such a translation says what language it is in */
    /* Appends the document, which says that it is in the target language (set_language.h); NULL: it
     * says no language. */
    void (*set_language)(const tr_content *source, const tr_content *d, tr_buf *out);
    /* Appends the document, in which all that was translated is marked (review.h); NULL: it has no
     * place for marks, or its translations say it. */
    void (*mark_review)(const tr_content *source, const tr_content *d, tr_buf *out);
    /* A number that the segments of one unit share, which has one mark: they stand one after the
     * other.  0: it is a unit of its own.  NULL: so is each. */
    size_t (*unit)(const tr_segment *p);
    /* How long the translation of the unit may be that a segment is in, one length for all of its
     * segments; NULL: the document does not say.  And how long what was written for a segment is.
     * NULL: no document says it. */
    const tr_length_bound *(*limit)(const tr_segment *p);
    size_t (*written_length)(const tr_segment *p);
    bool says_states; /* each translation has a state, also where no mark is asked for */
    /* Appends the document, whose headings have the ids of the source's; NULL: they have none. */
    void (*keep_anchors)(const tr_content *source, const tr_content *d, tr_buf *out);
    /* How many links of the document lead to headings whose ids it has no more. */
    size_t (*lost_links)(const tr_content *source, const tr_content *d);
    /* Appends the content as it is to be read; false where it is so already.  NULL: it always is.
     */
    bool (*prepare)(const tr_content *d, tr_buf *out);
    /* Appends the document as it was before it was prepared; NULL: what was added stays. */
    void (*restore)(const tr_content *source, const tr_content *d, tr_buf *out);
    bool converts; /* what prepare() makes is another format, and is what is written */
    bool latin1;   /* what is not UTF-8 is ISO-8859-1 */
} tr_reader;

#endif
