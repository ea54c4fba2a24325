/*
 * mark.h - a text and the marks in it, which stand in it and are not translated.
 *
 * A mark is a pair of tags around some of the text, a point such as a line break or a comment, or
 * an atom, content that stays as it is (code, an image).  An atom has characters of the text, which
 * the engine keeps, so that it has a place: one of the private use area, as a rule, U+F0000 and the
 * mark's number (placeholders.h).  A key is the sign before the letter of a menu's key
 * (key_sign.h): it comes to stand before a letter.  A pair, a point and a key take no room.
 */
#ifndef TR_MARK_H
#define TR_MARK_H

#include <stddef.h>

#include "base/span.h"

enum tr_mark_kind { TR_MARK_PAIR, TR_MARK_POINT, TR_MARK_ATOM, TR_MARK_KEY };

enum { TR_MAX_MARKS = 500, TR_MAX_MARK_DEPTH = 64 };

typedef struct tr_mark {
    enum tr_mark_kind kind;
    int parent;          /* the pair that it stands in, or -1 */
    size_t begin, end;   /* in the plain text; equal but for a pair's and an atom's */
    tr_span open, close; /* bytes of the document or the line to copy; close is empty but for a
                            pair */
} tr_mark;

typedef struct tr_marked_text {
    const char *text; /* [len], valid UTF-8 */
    size_t len;
    const tr_mark
        *marks; /* [n_marks], by where they begin; a pair comes before what stands in it */
    size_t n_marks;
} tr_marked_text;

#endif
