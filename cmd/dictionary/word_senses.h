/*
 * word_senses.h - translations of a text that is one word or phrase of a dictionary, the likeliest
 * first: by the model's probability of each, and by how often and where the dictionary has it.
 */
#ifndef WORD_SENSES_H
#define WORD_SENSES_H

#include <pthread.h>
#include <stdbool.h>

#include "translate.h"

typedef struct word_sense {
    char *text;            /* with the capitals and the marks of the source */
    char *part_of_speech;  /* "": not known */
    float score;           /* the higher, the likelier */
    float log_probability; /* the model's */
} word_sense;

typedef struct word_senses {
    word_sense *items; /* [n], the likeliest first; none: the text is no word of the dictionary */
    size_t n;
} word_senses;

typedef struct sense_finder {
    tr_dictionary *dictionary; /* NULL: there is none */
    tr_session *session;       /* scores */
    tr_session *given; /* has the user's terms, and what is kept, which go before; NULL: none are */
    pthread_mutex_t lock;
    const tr_translation_memory *inner; /* is asked first; NULL: there is none */
    tr_translation_memory memory;
} sense_finder;

/* Opens the dictionary at `path` for a model and its options; NULL: there is none, and nothing is
 * found.  0, or -1 after a sentence. */
int sense_finder_begin(sense_finder *f, const char *path, const tr_model *model,
                       const tr_options *o);
void sense_finder_end(sense_finder *f); /* also of zeros */

/* Has translations ask it for lines and for segments of documents, behind the memory of the
 * options; does nothing where several translations of a line are wanted. */
void sense_finder_join(sense_finder *f, tr_options *o);

/* The senses of text [len], which is valid UTF-8; any thread may ask. */
word_senses sense_finder_find(sense_finder *f, const char *text, size_t len);
void word_senses_free(word_senses *s);

#endif
