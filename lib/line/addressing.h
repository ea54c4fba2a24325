/* addressing.h - how translations address their reader: what is wanted, and what a hypothesis does.
 */
#ifndef TR_ADDRESSING_H
#define TR_ADDRESSING_H

#include "line/line.h"
#include "setup/setup.h"

/* A hypothesis beside what the line's options want; the least is the best. */
enum tr_addressing {
    TR_ADDRESSES_AS_WANTED,
    TR_ADDRESSES_NOBODY,   /* no word tells the way */
    TR_ADDRESSES_OTHERWISE /* in the other way, or in both at once */
};

/* TR_ADDRESSES_AS_WANTED for all hypotheses in a language with one way. */
enum tr_addressing tr_addressing_of(const tr_sentence *s, const tr_setup *setup,
                                    const tr_path *hypothesis);

/* True if the hypothesis is a formal command, "Öffnen Sie", and such ones are wanted. */
bool tr_addressing_commands(const tr_sentence *s, const tr_setup *setup, const tr_path *hypothesis);

/* Lets the sentence's next search rule out the words of the way that is not wanted; where both
 * would do, the words of "du". */
void tr_addressing_rule_out(tr_sentence *s, const tr_setup *setup);

#endif
