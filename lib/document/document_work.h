/*
 * document_work.h - the texts of a document's segments on their way through the engine.
 *
 * Segments that go part by part between their marks: translate_parts.h.  Segments that are to
 * address the reader otherwise: same_way.h.
 */
#ifndef TR_DOCUMENT_WORK_H
#define TR_DOCUMENT_WORK_H

#include "document/date_names.h"
#include "document/document.h"
#include "document/text_table.h"
#include "session/service.h"
#include "text/words/address.h"

/* A text that is translated. */
typedef struct tr_unit {
    const char *text; /* [len] */
    size_t len;
    tr_spans marked; /* of it, by pairs of marks */
    size_t segment,
        next;     /* a segment that has it, and the next unit of the same text, or TR_NO_UNIT */
    char *result; /* of a part */
    size_t result_len, n_lost;
    tr_address way;         /* how the translation of a segment addresses */
    double log_probability; /* of a part: of the tokens that the network chose, and their number */
    size_t n_tokens;
} tr_unit;

enum { TR_NO_UNIT = -1 };

typedef struct tr_work {
    tr_document *document;
    tr_unit *units; /* [n]; the first of each text is sent */
    size_t n, capacity;
    size_t *sent; /* [n_sent] units */
    size_t n_sent, sent_capacity;
    tr_text_table table;    /* places in `sent` */
    size_t n_read, read_at; /* of `sent`: how many were given to the engine; bytes of the next */
    size_t n_text;          /* bytes of their texts */
    bool parts;             /* units are parts of segments */
    size_t first, last;     /* segments that are translated now */
    unsigned char *again;   /* a bit for each of them: it is to be translated in parts */
    size_t again_capacity;
    int formality;       /* enum tr_formality of what is translated now, */
    bool same_way;       /*   and all segments are to address in the way that most of them do */
    bool anew;           /* segments are translated that were before */
    tr_context *context; /* of the segments, in order; NULL: none */
    tr_region region;
    tr_service *service; /* translates for a client; or NULL: a model does, with options */
    uint64_t client;
    const tr_model *model;
    tr_options options;                  /* but for alignments, and their memory: */
    const tr_translation_memory *memory; /*   NULL: none */
    tr_date_names dates;
    int (*progress)(void *ctx, double done);
    void *ctx;
    tr_error *err;
    int rc;
} tr_work;

/* Adds the text of a segment, without what is not seen.  False: out of memory. */
bool tr_work_add_segment(tr_work *j, size_t segment);

/* Adds the text of its next part. */
bool tr_work_add_part(tr_work *j, size_t segment, tr_string text);

/* Forgets all texts. */
void tr_work_clear(tr_work *j);

/* Translates all texts that were added. */
int tr_work_run(tr_work *j, bool alignment, tr_stream_stats *stats);

/* Writes a translation; one that stands beside its source is written even if it is the same. */
int tr_work_put(const tr_work *j, size_t segment, tr_buf *tagged, tr_error *err);

/* Segment i stays as it is. */
int tr_work_leave(tr_work *j, size_t i, const char *why);

/* A segment as a memory has it, in `tagged`: with its marks, if it has any; else as the engine gets
 * it, since a memory has the same of a line. */
tr_string tr_work_memory_key(const tr_segment *p, tr_buf *tagged);

/* Tells the memory of a segment's text: `tagged` is what was put there, h what it is without marks;
 * NULL where it was put together of parts. */
void tr_work_remember(const tr_work *j, const tr_segment *p, const tr_buf *tagged,
                      const tr_hypothesis *h);

/* Segment i is to be translated in parts; true if it is. */
void tr_work_want_parts(tr_work *j, size_t i);
bool tr_work_wants_parts(const tr_work *j, size_t i);

#endif
