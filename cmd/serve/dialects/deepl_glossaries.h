/* deepl_glossaries.h - what both versions of DeepL's glossaries share. */
#ifndef DEEPL_GLOSSARIES_H
#define DEEPL_GLOSSARIES_H

#include "base/buf.h"
#include "serve/call/glossary_store.h"
#include "serve/dialects/deepl.h"

/* Fills in *text of a dictionary that was sent; `tsv` holds its entries where they were CSV, and is
 * the caller's to free.  `format`: "tsv", "csv", or NULL for "tsv".  False after a refusal. */
bool deepl_read_dictionary(call *c, const char *source, const char *target, const char *format,
                           tr_string entries, dictionary_text *text, tr_buf *tsv);

void deepl_add_creation(cJSON *json, const stored_glossary *g);

/* Adds what a version tells of a glossary to a list, if it tells of it. */
typedef void deepl_teller(void *list, const stored_glossary *g);

/* Answers with all glossaries that the key may use, or with the one of the id. */
void deepl_list_glossaries(call *c, deepl_teller *add);
void deepl_answer_glossary(call *c, int status, const char *id, deepl_teller *add);

/* Answers with the glossary that the path ends with, or what shows the entries of one does. */
void deepl_show_glossary(call *c, deepl_teller *add, void (*show_entries)(call *c));

/* Refuses what the store has refused. */
void deepl_refuse_store(call *c, const tr_error *e);

/* The id of the path, before what the path has behind it, which must be `rest`; false after a
 * refusal. */
bool deepl_read_id(call *c, const char *rest, char id[GLOSSARY_ID_SIZE]);

#endif
