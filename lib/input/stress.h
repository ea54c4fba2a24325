/*
 * stress.h - words in capitals amid others, as "Do NOT open it".
 *
 * Models have learned hardly any, and read them letter by letter.  A frequent word of which that is
 * so is read in small letters; a long one that is no word in small letters either is a code.
 */
#ifndef TR_STRESS_H
#define TR_STRESS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"
#include "input/chunks.h"
#include "input/coverage.h"

enum tr_capital_word { TR_CAPITALS_STAY, TR_CAPITALS_STRESS, TR_CAPITALS_CODE };

/* Finds the next word of two capitals and more, and nothing else, in valid UTF-8 text [from, len);
 * false when there is none. */
bool tr_capital_word_next(const char *text, size_t len, size_t from, tr_span *word);

/* True if a word with a capital that the vocabulary lacks is known in small letters, as Portuguese
 * NÃO and Índia: all of it if it is in capitals, else but for its first letter.  Overwrites the ids
 * of the chunks.  Errors as tr_tokenizer_encode(). */
int tr_small_form_is_known(tr_chunks *chunks, const char *text, tr_span word, bool *known,
                           tr_error *err);

/* What the word is.  A frequent word after one of the articles (language_data.h) is a name all the
 * same, as in "the WHO"; amid others in capitals, a code is spelled almost letter by letter.
 * Overwrites the ids of the chunks.  Errors as tr_tokenizer_encode(). */
int tr_capital_word_judge(tr_chunks *chunks, const char *articles, bool amid_capitals,
                          const char *text, tr_span word, enum tr_capital_word *is, tr_error *err);

/* Writes words of stress in text [len] in small letters, in as many bytes.  Overwrites the ids of
 * the chunks.  Errors as tr_tokenizer_encode(). */
int tr_stress_lower(tr_chunks *chunks, const char *articles, char *text, size_t len, tr_error *err);

/* Writes words with capitals beyond ASCII that the vocabulary lacks in their small form, if that is
 * known, in as many bytes.  Overwrites the ids of the chunks.  Errors as tr_coverage_has(). */
int tr_lacking_capitals_lower(tr_coverage *coverage, tr_chunks *chunks, char *text, size_t len,
                              tr_error *err);

/* Gives words of a translation, text [len], that equal the source's but for the case of a first
 * letter beyond ASCII the source's capital: what was read in small letters and copied.
 */
void tr_lacking_capitals_raise(const char *source, size_t source_len, char *text, size_t len);

#endif
