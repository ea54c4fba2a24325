/*
 * already_translated.h - text that is in the language of the translation already.
 *
 * Each line and each segment of a document tells it alone.  It has to be surely so: most words that
 * the two languages do not share are the target's, and the detector, which is loaded then, is sure.
 */
#ifndef ALREADY_TRANSLATED_H
#define ALREADY_TRANSLATED_H

#include <pthread.h>
#include <stdbool.h>

#include "translate.h"

typedef struct already_translated {
    const char *source, *target;        /* languages */
    int source_words, target_words;     /* places of their function words, or -1 */
    const tr_translation_memory *inner; /* is asked for all other text; NULL: there is none */
    tr_translation_memory memory;
    pthread_mutex_t lock;
    bool loaded, ready; /* the detector was looked for; is there */
} already_translated;

/* Puts itself before the options' memory.  Does nothing where the languages are not known or are
 * one, and where a memory cannot be asked: for pieces, several translations of a line, alignments,
 * samples, and with options.raw.  `target` NULL: the model's. */
void already_translated_begin(already_translated *s, const tr_model *model, tr_options *o,
                              const char *target);
void already_translated_end(already_translated *s); /* also of zeros */

/* True if text [len] is surely in the target's language. */
bool is_already_translated(already_translated *s, const char *text, size_t len);

#endif
