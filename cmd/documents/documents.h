/* documents.h - documents translated one after the other, with the options that only they have. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include <stdbool.h>

#include "documents/document_run.h"

/* True if files [n] are to be translated as documents rather than as lines: the settings ask for
 * it, or the name or content of one tells its format.  `lines_only`: other options are for lines,
 * and so is standard input then.  -1 after a sentence: a file that may tell cannot be read, or
 * would be ruined as lines. */
int documents_wanted(const document_settings *s, char **files, size_t n, bool lines_only);

/* True if the settings ask for documents whatever the files are. */
bool documents_given(const document_settings *s);

/* An option that was given, and means nothing for lines; NULL if there is none. */
const char *documents_option(const document_settings *s);

/* A reason why documents, files [n], cannot be translated as the settings have it; NULL if they
 * can. */
const char *documents_misuse(const document_settings *s, char **files, size_t n, const char *path,
                             bool lines_only);

/* Translates the documents: the exit status, after a sentence for each that failed.  Model and
 * options are NULL where `choose` finds them. */
int documents_translate(const document_run *r, const tr_model *model, const tr_options *options);

/* Tells how much text they have. */
int documents_count(const document_run *r);

#endif
