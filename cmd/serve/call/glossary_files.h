/* glossary_files.h - the folder of a store of glossaries. */
#ifndef GLOSSARY_FILES_H
#define GLOSSARY_FILES_H

#include <stdbool.h>

#include "serve/call/stored_glossary.h"

enum { MOST_GLOSSARY_BYTES = 10 << 20 }; /* of the entries of a dictionary */

/* Writes the terms of a dictionary, and then what tells of a glossary: until then it is as it was.
 * Each file has its name when it is whole; false after a sentence. */
bool write_dictionary(const char *folder, const char *id, dictionary *d);
bool write_glossary(const char *folder, const stored_glossary *g);

void delete_dictionary_file(const char *folder, const char *id, const dictionary *d);

/* First what tells of it; false after a sentence if that stays. */
bool delete_glossary_files(const char *folder, const stored_glossary *g);

/* Calls `add`, which takes it, for each glossary of a folder; a sentence for what is none.  The
 * list `known` has glossaries that were read before: a dictionary whose file is as it was is taken
 * from there.  False, after a sentence, if the folder cannot be read. */
bool read_glossaries(const char *folder, const stored_glossary *known,
                     void (*add)(void *ctx, stored_glossary *g), void *ctx);

/* Removes what a server that was killed left in a folder: unfinished files, and terms that no
 * glossary has, as is_there() tells (number 0: of any terms).  Young ones stay: another server may
 * be writing them. */
void remove_leftovers(const char *folder, bool (*is_there)(void *ctx, const char *id, int number),
                      void *ctx);

#endif
