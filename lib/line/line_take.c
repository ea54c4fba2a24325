#include "line/line_take.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "line/addressing.h"
#include "line/fidelity.h"
#include "line/sentence_text.h"
#include "line/source_words.h"
#include "line/term_search.h"
#include "search/repetition.h"
#include "text/lacks/stretch.h"

/* Keeps hypotheses that have the placeholders of the sentence, at most `wanted`; all if none
 * has. */
static void keep_faithful(tr_sentence *s, const tr_setup *setup, size_t wanted)
{
    tr_buf text = {0};
    size_t n = 0;

    for (size_t i = 0; i < s->n_hypotheses && n < wanted; i++) {
        if (tr_sentence_keeps(s, &s->hypotheses[i], setup, &text))
            s->hypotheses[n++] = s->hypotheses[i];
    }
    tr_buf_free(&text);
    s->lost = n == 0;
    if (n) s->n_hypotheses = n;
    if (s->n_hypotheses > wanted) s->n_hypotheses = wanted;
}

/* Copies the n-best hypotheses: done [chosen] first, the others in their order.  A sentence with
 * terms has the choice among all. */
static void keep_better(tr_sentence *s, const tr_setup *setup, const tr_batch *batch,
                        const tr_beam *beam, size_t chosen)
{
    const size_t wanted = s->terms ? beam->n_done : s->line->options.n_best,
                 n = beam->n_done < wanted || tr_sentence_holds(s) ? beam->n_done : wanted;
    tr_sentence_hypothesis *h = TR_REGION_TAKE(&s->region, tr_sentence_hypothesis, n);
    size_t copied = 0;

    for (size_t i = 0; h && copied < n; copied++) {
        if (copied > 0 && i == chosen) i++;
        const tr_path *from = &beam->done[copied == 0 ? chosen : i++];
        if (!tr_hypothesis_copy(s, &setup->special, &batch->cache, from, &h[copied])) break;
    }
    s->hypotheses = h;
    s->n_hypotheses = copied == n ? n : 0; /* 0: out of memory */
    if (tr_sentence_holds(s) && s->n_hypotheses) keep_faithful(s, setup, wanted);
}

/* ---- A second search ---- */

enum { LONG_SOURCE = 12 }; /* tokens: its translation has a third as many at least */

static size_t excess(size_t n, size_t most)
{
    return n > most ? n - most : 0;
}

/* A translation hardly comes near the limit; a second one may not. */
static size_t tighter(size_t limit)
{
    return limit - limit / 4;
}

/* Tokens of the translation that are too many or too few; 0 for one that looks like one.  What
 * does not end is worse than anything that does, however soon it was cut off. */
static size_t count_flaws(const tr_sentence *s, const tr_search *search, const tr_path *p)
{
    const size_t limit = s->task.goal.limit;
    const bool ended = p->n && p->ids[p->n - 1] == search->eos;
    const size_t n = p->n - (ended ? 1 : 0);
    const size_t repeated = tr_repeated(p->ids, n, false, s->task.goal.grain);
    const size_t least = s->n_tokens < LONG_SOURCE ? 0 : s->n_tokens / 3;

    return excess(repeated, 2 * s->task.goal.source_repeated) + excess(least, n) +
           (ended ? excess(p->length, s->retried ? limit : tighter(limit)) : search->max_steps);
}

/* Faults of a hypothesis: the first count most. */
typedef struct faults {
    size_t n_flaws;   /* tokens too many or too few */
    size_t n_lost;    /* facts of the source that it lacks, */
    size_t n_spelled; /* numbers in words among those facts */
    enum tr_addressing addressing;
} faults;

static bool fewer(faults a, faults b)
{
    if (a.n_flaws != b.n_flaws) return a.n_flaws < b.n_flaws;
    return a.n_lost != b.n_lost ? a.n_lost < b.n_lost : a.addressing < b.addressing;
}

/* A number in words that is lost is read in digits instead of a second search (line_prepare.h). */
static bool calls_for_search(faults f)
{
    return f.n_flaws || f.n_lost > f.n_spelled || f.addressing == TR_ADDRESSES_OTHERWISE;
}

static faults find_faults(const tr_sentence *s, const tr_setup *setup, const tr_search *search,
                          const tr_path *p)
{
    faults f = {.n_flaws = count_flaws(s, search, p), .addressing = tr_addressing_of(s, setup, p)};
    if (s->fidelity) f.n_lost = tr_fidelity_lost(s->fidelity, p->ids, p->n, &f.n_spelled);
    return f;
}

/* True if another hypothesis may be better than one with these faults.  What addresses nobody is
 * left for a formal command alone, in the first search. */
static bool may_be_bettered(const tr_sentence *s, faults f, bool *for_command)
{
    *for_command = !f.n_lost && f.addressing == TR_ADDRESSES_NOBODY && !s->retried;
    return f.n_flaws == 0 && (f.n_lost || f.addressing != TR_ADDRESSES_AS_WANTED);
}

/* The hypothesis with the fewest faults; the first one of equals. */
static size_t choose_hypotheses(const tr_sentence *s, const tr_setup *setup,
                                const tr_search *search, const tr_beam *beam, faults *f)
{
    size_t chosen = 0;
    bool for_command;
    *f = find_faults(s, setup, search, &beam->done[0]);
    for (size_t i = 1; i < beam->n_done && may_be_bettered(s, *f, &for_command); i++) {
        const tr_path *const p = &beam->done[i];
        const faults of_i = find_faults(s, setup, search, p);
        if (!fewer(of_i, *f) || (for_command && !tr_addressing_commands(s, setup, p))) continue;
        *f = of_i;
        chosen = i;
    }
    return chosen;
}

/* Facts that were lost take few tokens: a longer translation makes something up around them. */
static size_t hardly_longer(size_t length)
{
    return length + length / 4 + 8;
}

/* The next search rules out what was wrong with the last one, whose best has `length`. */
static void ask_again(tr_sentence *s, const tr_setup *setup, faults f, size_t length)
{
    tr_goal *goal = &s->task.goal;
    const size_t most = f.n_flaws ? tighter(goal->limit) : hardly_longer(length);
    s->retried = true;
    if (goal->limit > most) goal->limit = most;
    goal->second = true;
    goal->no_repetition = f.n_flaws > 0;
    if (f.n_lost > f.n_spelled) s->allowed.fidelity = s->fidelity;
    if (f.addressing == TR_ADDRESSES_OTHERWISE) tr_addressing_rule_out(s, setup);
    if (s->allowed.fidelity || s->allowed.address) {
        goal->may_follow = tr_allowed_tokens_mark;
        goal->may_follow_ctx = &s->allowed;
    }
}

/* True if there is to be a second search. */
static bool take_hypotheses(tr_sentence *s, const tr_setup *setup, const tr_batch *batch,
                            const tr_beam *beam)
{
    if (beam->failure && !s->retried) s->failure = beam->failure;
    if (beam->failure) return false;

    faults found = {0};
    const size_t chosen =
        s->may_retry ? choose_hypotheses(s, setup, &batch->search, beam, &found) : 0;
    const faults before = {.n_flaws = s->n_flaws, .n_lost = s->n_lost, .addressing = s->addressing};
    if (s->retried && !fewer(found, before)) return false;
    keep_better(s, setup, batch, beam, chosen);
    /* Another one may be the first that has the placeholders. */
    if (s->fidelity && tr_sentence_holds(s) && s->n_hypotheses)
        found.n_lost = tr_fidelity_lost(s->fidelity, s->hypotheses[0].ids, s->hypotheses[0].n,
                                        &found.n_spelled);
    s->n_flaws = found.n_flaws;
    s->n_lost = found.n_lost;
    s->addressing = found.addressing;
    s->improved = s->retried;
    if (s->retried || !s->may_retry || !calls_for_search(found)) return false;
    ask_again(s, setup, found, beam->done[chosen].length);
    return true;
}

/* ---- Things that are lost ---- */

/* True if the character hardly stands in prose behind the one before. */
static bool is_of_things(int32_t before, int32_t c)
{
    if (c >= 0x80) return tr_is_sign(c);
    return tr_ascii_is_digit((char)c) || tr_ascii_is_one_of((char)c, "<>{}[]|\\/_@#$^&*=+~`") ||
           (c == '-' && (before == '-' || before == '.')) ||
           (before < 0x80 && tr_ascii_is_lower((char)before) && tr_ascii_is_upper((char)c));
}

/* True if there may be something in text [len] that is no prose: a quick look. */
static bool may_have_things(const char *text, size_t len)
{
    int32_t c, before = ' ';

    for (size_t at = 0; at < len; before = c) {
        at += tr_utf8_decode(text + at, len - at, &c);
        if (is_of_things(before, c)) return true;
    }
    return false;
}

static bool can_look_for_things(const tr_sentence *s, const tr_setup *setup)
{
    return s->may_keep && s->n_hypotheses && !s->known.text && !s->terms &&
           tr_sentence_way(s) != TR_KEEP_BETWEEN && setup->options.output == TR_TEXT &&
           setup->special.source_spaces && setup->special.target_spaces;
}

/* Adds the places of things to what earlier searches lost. */
static bool add_things(tr_sentence *s, const tr_span *found, size_t n)
{
    tr_span *const all = TR_REGION_TAKE(&s->region, tr_span, s->n_things + n);

    if (!all) return false;
    for (size_t i = 0; i < s->n_things; i++)
        all[i] = s->things[i];
    for (size_t i = 0; i < n; i++)
        all[s->n_things + i] = (tr_span){s->begin + found[i].begin, s->begin + found[i].end};
    s->things = all;
    s->n_things += n;
    return true;
}

/* Takes out the places that share bytes with a name, which is translated; how many are left. */
static size_t without_names(const tr_sentence *s, tr_span *list, int n)
{
    size_t left = 0;

    for (int i = 0; i < n; i++) {
        const tr_span at = {s->begin + list[i].begin, s->begin + list[i].end};
        if (!tr_line_names_within(s->line, at)) list[left++] = list[i];
    }
    return left;
}

/* Looks for what is no prose in the source, and not in the translation, whatever it is: it is to be
 * protected.  Out of memory nothing is lost. */
static void find_lost_things(tr_sentence *s, const tr_setup *setup)
{
    enum { MOST = 8, LONGEST = 1 << 14 };
    const char *const source = s->line->result.source + s->begin;
    const size_t n_source = s->end - s->begin;
    tr_span found[MOST];
    tr_buf text = {0};

    if (n_source > LONGEST || !can_look_for_things(s, setup) || !may_have_things(source, n_source))
        return;
    if (tr_sentence_text(s, s->hypotheses, setup, &text, NULL, NULL) == 0) {
        const tr_two_texts texts = {.language = tr_language_data(setup->special.source_language),
                                    .source = source,
                                    .target = tr_buf_text(&text),
                                    .n_source = n_source,
                                    .n_target = text.len,
                                    .count_pieces = tr_count_pieces,
                                    .ctx = setup->tokenizers->source};
        const int n = tr_stretches_lacking(&texts, found, MOST);
        const size_t n_lost = without_names(s, found, n);
        if (n_lost && add_things(s, found, n_lost)) s->lost = true;
    }
    tr_buf_free(&text);
}

bool tr_line_take(tr_sentence *s, const tr_setup *setup, const tr_batch *batch, const tr_beam *beam)
{
    bool again = false;

    if (s->task.goal.choice || s->task.goal.phrases)
        tr_term_search_take(s, setup, batch, beam);
    else
        again = take_hypotheses(s, setup, batch, beam);
    if (!again && s->terms && s->n_hypotheses) again = tr_term_search_next(s, setup, batch);
    s->taken = !again;
    if (s->taken && s->may_keep && s->n_lost && tr_sentence_way(s) != TR_KEEP_BETWEEN)
        s->lost = true;
    if (s->taken && !s->lost) find_lost_things(s, setup);
    return again;
}
