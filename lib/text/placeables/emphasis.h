/*
 * emphasis.h - marks around words of plain text: of emphasis, as Markdown has them (**bold**,
 * *italic*, __bold__, ~~struck~~) and MediaWiki ('''bold''', ''italic''), and marks around the
 * label of a link, [label](address), or what stands for a picture, ![text](address); ||hidden||
 * words of chats, and brackets of other scripts (far_brackets.h) that part a text: around all of
 * it, before a capital at its beginning, behind its last sentence, and where they touch a word
 * outside.
 */
#ifndef TR_EMPHASIS_H
#define TR_EMPHASIS_H

#include <stdbool.h>

#include "base/span.h"

/* One of a pair of marks. */
typedef struct tr_emphasis {
    tr_span at;
    tr_span first; /* that which opens the pair */
    bool opens;
    bool parts; /* no translation goes across it */
} tr_emphasis;

/* Finds the marks of valid UTF-8 text [part], in order, that are paired and nested; returns how
 * many there are, SIZE_MAX if that is more than `most`.  The first one touches what is behind it,
 * and no word before it; the second one the other way round.  There are letters between them, in
 * brackets and hidden text two in a row. Brackets of other scripts are none in a language without
 * blanks between words. Marks of codes, addresses and placeholders, as in *.c and __name__, are
 * none.  `spaces`: as tr_kept_next() has it. */
size_t tr_emphasis_find(const char *text, tr_span part, bool spaces, tr_emphasis *marks,
                        size_t most);

/* False if text [len] surely has none; it takes a moment to see. */
bool tr_emphasis_may_be(const char *text, size_t len);

#endif
