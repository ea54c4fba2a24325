/*
 * pattern.h - a pattern of text: a part of Perl's regular expressions, which cannot go back.
 *
 * Each item takes as many bytes as it can, and no shorter way is tried afterwards, as if all
 * repeats were Perl's possessive ones and all groups its atomic ones.
 *
 *   x \x            the byte x; \ takes the meaning of \ . [ ( ) | ? * + {
 *   .               any byte but a line feed
 *   \d \w \s        a digit; a digit, an ASCII letter or _; a blank, tab or end of a line
 *   \n \r \t \e \a \xHH   bytes that have no sign
 *   [..] [^..]      one byte of a set, or one of no such; x-y: all from x to y
 *   ? * + {m} {m,} {m,n}  the item before comes so often
 *   *? +? {m,n}?    as few of the item before as let the item after come
 *   (..|..)         the first way that is there, of a group alone; \1 is what the first group took
 *   (?=..) (?!..)   it follows, it does not follow; nothing is taken
 *   (?<=x) (?<!x)   the byte or set x is before, or is not; nothing is taken
 *   (?&name)        what `name` defines, or what a function of functions.h takes
 *
 * What a pattern takes has at most TR_PATTERN_LONGEST bytes (functions.h), and looking for it takes
 * no more than some steps for each byte: a text takes linear time, whatever the pattern.
 */
#ifndef TR_PATTERN_H
#define TR_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

typedef struct tr_definition {
    const char *name, *pattern;
} tr_definition;

/* Definitions [n], and `others` that they may name; NULL: none. */
typedef struct tr_definitions {
    const tr_definition *list;
    size_t n;
    const struct tr_definitions *others;
} tr_definitions;

/* The pattern that `name` [n] defines; NULL if none has that name. */
const char *tr_definition_of(const tr_definitions *defined, const char *name, size_t n);

/* Bytes that the pattern, in which pattern_check.h finds no fault, takes of text [len] from byte
 * `at` on; 0 if it is not there.  The text before may be looked at, too. */
size_t tr_pattern_match(const char *pattern, const tr_definitions *defined, const char *text,
                        size_t len, size_t at);

/* Writes the text of an example and a NUL to `text`: the example without its escapes, which are as
 * in patterns, and without « and »; a \ of no whole escape stays.  *taken: what stands between «
 * and », or all.  Returns the text's bytes, at most the example's. */
size_t tr_pattern_example(const char *example, char *text, tr_span *taken);

#endif
