/*
 * unified.h - text as IndicTrans2 (Gala et al. 2023) reads and writes it: with ASCII's digits and
 * punctuation, blanks around marks, one spelling of what looks alike, and most scripts of India as
 * Devanagari.
 *
 * It is what IndicTransToolkit's processor makes of a sentence before SentencePiece, and of a
 * translation behind it, but for placeholders, which protected.h has.  What is known of scripts is
 * in language_data.h.
 */
#ifndef TR_UNIFIED_H
#define TR_UNIFIED_H

#include "base/buf.h"
#include "text/moses/cells.h"
#include "text/moses/moses.h"

typedef struct tr_unified {
    const tr_script *script; /* NULL: text is cut and joined as Moses does */
    tr_moses moses;
} tr_unified;

/* `code`: a language as models call it, hin_Deva. */
void tr_unified_init(tr_unified *u, const char *code);

/* Steps of *t: the text becomes words with one blank between two. */
void tr_unified_cut(const tr_unified *u, tr_cells *t);

/* Letters of text [len], valid UTF-8, become letters of the language's own script, which have as
 * many bytes. */
void tr_unified_respell(const tr_unified *u, char *text, size_t len);

/* Appends the text of words, valid UTF-8 with blanks between.  Sets out->failed out of memory. */
void tr_unified_join(const tr_unified *u, const char *words, size_t len, tr_buf *out);

#endif
