/*
 * icu_plurals.h - the forms that plurals of ICU's messages have in the target language: Polish has
 * "few" and "many", which a message in English lacks.
 *
 * A message without them is right all the same: "other" stands for each.  They are written behind
 * it, with its translation, so that people find a place for them.  The rules are CLDR's, as libicu
 * has them (https://cldr.unicode.org/index/cldr-spec/plural-rules); forms that whole numbers below
 * a million do not take, such as "many" of French, are left out.
 */
#ifndef TR_ICU_PLURALS_H
#define TR_ICU_PLURALS_H

#include "document/markup/icu_message.h"
#include "document/segment/content.h"

/* The segment behind all others is the text of the branch "other" of a choice, whose text is
 * message [..]: `choice` and `branch` are places in it.  Its translation is written for the forms
 * that the choice lacks, too; `raw` are the document's bytes of the branch.  `where` names the
 * message.  In a translation that is read again, such forms are behind it up to byte `*end` of
 * the message, where the text of the last one ends; else that is 0.  False when out of memory. */
bool tr_icu_complete(tr_content *d, const char *message, const tr_icu_choice *choice,
                     tr_span branch, tr_span raw, const char *where, size_t *end);

#endif
