/* hub_word.h - hf:OWNER/NAME[@REVISION][:FILE], a repository of models at Hugging Face. */
#ifndef HUB_WORD_H
#define HUB_WORD_H

#include <stdbool.h>

enum { HUB_MAX_NAME = 96, HUB_MAX_REVISION = 200, HUB_MAX_FILE = 200, HUB_LANGUAGE_SIZE = 4 };

typedef struct hub_word {
    char owner[HUB_MAX_NAME + 1];
    char name[HUB_MAX_NAME + 1]; /* which the model gets: it is good for a file */
    char revision[HUB_MAX_REVISION + 1];
    char file[HUB_MAX_FILE + 1]; /* the weights that are meant, or "" */
} hub_word;

/* True if a word begins with hf:. */
bool hub_is_word(const char *word);

/* Reads the word: what is wrong with it, or NULL. */
const char *hub_read_word(hub_word *w, const char *word);

/* True if text is OWNER/NAME. */
bool hub_is_repository(const char *text);

/* True if both are of one repository. */
bool hub_is_same_repository(const char *word, const char *other);

/* True if both mean the same file, or none. */
bool hub_is_same_file(const char *word, const char *other);

/* The word again, without the revision main; the caller frees it. */
char *hub_write_word(const hub_word *w);

/* The languages of a name that ends in two, as opus-mt-en-de does. */
bool hub_languages_of_name(const char *name, char from[HUB_LANGUAGE_SIZE],
                           char to[HUB_LANGUAGE_SIZE]);

/* The part of an address that stands for a text; signs of `kept` stay.  The caller frees it. */
char *hub_encode(const char *text, const char *kept);

#endif
