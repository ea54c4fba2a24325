/* hf_languages.h - the tokens that tokenizers add after their pieces: languages above all. */
#ifndef TR_HF_LANGUAGES_H
#define TR_HF_LANGUAGES_H

#include "import/hf/hf_pieces.h"

/* How the tokens of languages are spelled. */
enum tr_hf_code_style {
    TR_HF_CODES_NONE,
    TR_HF_CODES_UNDERSCORES, /* __de__ */
    TR_HF_CODES_SCRIPT,      /* deu_Latn */
    TR_HF_CODES_REGION       /* de_DE */
};

typedef struct tr_hf_languages {
    int style;        /* enum tr_hf_code_style */
    const char *list; /* which built-in list serves where no file has the ids; NULL: none */
    bool has_mask;    /* <mask> follows that list */
    bool *suppressed; /* [p->capacity], to be marked */
    tr_hf_pieces *p;  /* to be completed */
    size_t n_pieces;  /* of p before */
} tr_hf_languages;

/* Completes the pieces with the tokens that the tokenizer's files add after them, and gives the
 * network the languages among them. */
int tr_hf_add_languages(tr_hf_languages *l, tr_error *err);

/* Gives the network the languages among the pieces that are special [p->capacity]; `list` and
 * `has_mask` are not looked at. */
int tr_hf_find_languages(const tr_hf_languages *l, const bool *special, tr_error *err);

#endif
