/* glossary_entries.h - the lines of a dictionary: "TERM<tab>TRANSLATION". */
#ifndef GLOSSARY_ENTRIES_H
#define GLOSSARY_ENTRIES_H

#include <stddef.h>

#include "base/buf.h"
#include "serve/call/glossary_store.h"

/* One of terms, with one holder; NULL after filling *err: TR_EFORMAT with the line, or as
 * tr_glossary_read(). */
dictionary *dictionary_new(const dictionary_text *text, tr_error *err);
void dictionary_let_go(dictionary *d); /* the last holder frees it */

/* Adds the old lines whose terms the new ones do not have, then the new ones. */
void merge_entries(const char *old, size_t n_old, const char *fresh, size_t n_fresh, tr_buf *out);

#endif
