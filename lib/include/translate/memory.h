/* translate/memory.h - a translation memory of the program's own, which translations ask and tell.
 */
#ifndef TRANSLATE_MEMORY_H
#define TRANSLATE_MEMORY_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A translation that a memory has.  Its score and log-probability may be NaN: not known. */
typedef struct tr_remembered {
    char *text; /* [text_len], in memory of malloc(), which the library frees */
    size_t text_len;
    float score, log_probability;
} tr_remembered;

enum { TR_STAYS = 2 };

/* What a text is that a memory is asked for: a line, or a segment of a document without marks; a
 * segment with marks, as tr_document_get() has it; or a sentence of a line that the memory does not
 * have, which is asked for where no scores are wanted: a line's cannot be told then. */
enum tr_memory_text { TR_OF_LINE, TR_OF_MARKS, TR_OF_SENTENCE };

/* A translation memory.  Several threads may call both functions at once. */
typedef struct tr_translation_memory {
    void *ctx;

    /* Looks a source up, valid UTF-8 without NULs, and fills *found: 1, or TR_STAYS where the
     * source itself is its translation; or 0 when it is not there.  `what`: enum tr_memory_text. */
    int (*find)(void *ctx, int what, tr_string source, tr_remembered *found);

    /* Is told of each new translation, and of the translations of the sentences of a line that has
     * several. It does not fail; *found is the caller's. */
    void (*add)(void *ctx, int what, tr_string source, const tr_remembered *found);
    int is_steady; /* says the same of a text at any time: equal lines are asked for once */
} tr_translation_memory;

#ifdef __cplusplus
}
#endif
#endif
