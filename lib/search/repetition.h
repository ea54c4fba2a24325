/*
 * repetition.h - translations that say the same again and again, or run on.
 *
 * A token repeats when it belongs to a stretch that says once more what stands right before it:
 * "a b c a b c" has three such tokens, "a a a" two.  People hardly write such text but for words
 * of which the source has as many; networks that lost the thread write little else.
 */
#ifndef TR_REPETITION_H
#define TR_REPETITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Tokens of ids [n] that repeat.  What people write, too, does not count unless `all` is set: one
 * token said twice, as in "die die" or in the digits of 100. */
size_t tr_repeated(const int32_t *ids, size_t n, bool all);

/* How much ids [n] need to repeat at their end to be called a loop, for a source that repeats
 * `source_repeated` of its tokens, of which all count. */
bool tr_loops(const int32_t *ids, size_t n, size_t source_repeated);

/* Whether `id` behind ids [n] would repeat, or end a group of tokens that was there before. */
bool tr_says_again(const int32_t *ids, size_t n, int32_t id);

#endif
