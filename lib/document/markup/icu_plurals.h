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
#include "document/segment/builder.h"
#include "document/segment/decoded.h"

/* A message with branches, and who builds one of them as a segment; `is_plural`: "#" in it is a
 * number. */
typedef struct tr_icu_branches {
    const char *text;        /* that has the message in it */
    const tr_decoded *value; /* where its bytes are written; NULL: it is the document's text */
    void (*build)(tr_builder *b, const void *ctx, tr_span branch, bool is_plural);
    const void *ctx;
} tr_icu_branches;

/* Builds the branches of a message that is nothing but one choice; counts others, which stay with
 * the text around them: a branch has to be a whole sentence.  The branch "other" of a plural stands
 * for the forms that the choice lacks.  False if there is no choice in it. */
bool tr_icu_build_branches(tr_builder *b, const tr_icu_branches *m, tr_span message);

/* The names of the forms of plurals, but for "other", that a language has, by their alphabet; their
 * number.  `is_ordinal`: of "1st", "2nd". */
enum { TR_PLURAL_NAMES = 5 };
size_t tr_plural_names(const char *language, bool is_ordinal, const char *list[TR_PLURAL_NAMES]);

/* True if a form is one that the language is known not to have.  All may have "zero", which
 * programs take for no things at all, and "other". */
bool tr_plural_lacks(const char *language, bool is_ordinal, const char *name, size_t len);

/* How many forms plurals of a language have in gettext and Qt; 2 if that is not known. */
size_t tr_plural_count(const char *language);

#endif
