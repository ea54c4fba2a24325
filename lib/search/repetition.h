/*
 * repetition.h - translations that say the same again and again.
 *
 * A token repeats when it belongs to a stretch that is the same as the stretch right before it:
 * "a b c a b c" has three such tokens, "a a a" has two.  People seldom write such text, unless the
 * source repeats as many words.  Networks that lost the thread write little else.
 *
 * What counts as a token's worth of text is `grain` tokens (tr_tokenizer_grain()): letters repeat
 * in any word.
 */
#ifndef TR_REPETITION_H
#define TR_REPETITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of tokens of ids [n] that repeat.  One token said twice, as in "die die" or in the
 * digits of 100, is what people write, too: it counts only if `all` is set. */
size_t tr_repeated(const int32_t *ids, size_t n, bool all, size_t grain);

/* True if ids [n] end in a loop: a few tokens that are said again and again.  The source repeats
 * `source_repeated` of its tokens (with `all`): the more it repeats, the longer a loop must be. */
bool tr_loops(const int32_t *ids, size_t n, size_t source_repeated, size_t grain);

/* True if `id`, after ids [n], would repeat, or complete a group of tokens that was there before.
 */
bool tr_says_again(const int32_t *ids, size_t n, int32_t id, size_t grain);

/* True if `id`, after ids [n], would complete a group of `size` >= 1 tokens that was there before.
 */
bool tr_repeats_group(const int32_t *ids, size_t n, int32_t id, size_t size);

#endif
