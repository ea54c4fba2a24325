/* evaluate_words.h - where the words of BLEU come from, by their name in sacreBLEU. */
#ifndef EVALUATE_WORDS_H
#define EVALUATE_WORDS_H

#include <stdbool.h>

#include "evaluate/mecab_module.h"
#include "translate.h"

/* The values of --tokenize, in the order of its words. */
#define EVALUATE_WORDS "13a|intl|char|none|zh|ja-mecab|ko-mecab|flores200"

enum { WORDS_JA_MECAB = TR_BLEU_ZH + 1, WORDS_KO_MECAB, WORDS_FLORES200 };

/* Starts out as zeros. */
typedef struct evaluate_words {
    const mecab_functions *mecab;
    mecab_cutter *cutter;
    char name[96], why[1024];
    size_t n_letters, n_without_blanks; /* seen; in scripts without blanks */
} evaluate_words;

/* Sets what options of the library are about words.  `spm`: the SentencePiece model of flores200;
 * `dictionary`: MeCab's, or NULL.  0, or -1 after a sentence; the options need *w as long as an
 * evaluation lives. */
int evaluate_words_open(evaluate_words *w, int words, const char *spm, const char *dictionary,
                        tr_evaluation_options *o);

/* Sets the options to the best way for a language that there is here; a sentence names one that is
 * not 13a. */
void evaluate_words_open_usual(evaluate_words *w, const char *language, tr_evaluation_options *o);

void evaluate_words_close(evaluate_words *w);

/* Looks at a reference, up to some thousand letters of all.  Unfit: most stand in scripts that have
 * no blanks between words, so that 13a takes whole sentences for words. */
void evaluate_words_see(evaluate_words *w, tr_string line);
bool evaluate_words_unfit(const evaluate_words *w);

#endif
