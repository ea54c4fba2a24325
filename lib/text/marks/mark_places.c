#include "text/marks/mark_places.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/error.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/marks/aligned_words.h"
#include "text/marks/amounts.h"
#include "text/marks/lost_mark.h"

/* Chosen on marks whose places people told (golden_marks.c).  A word belongs to a mark if at least
 * `least_look` of its attention goes to the mark's words.  Each word that the target has more or
 * less than the source in a mark costs `word_price`.  A mark has a place if some word looks at it
 * with `least_peak` or more. */
static const double least_look = 0.45, word_price = 0.15, least_peak = 0.15;

enum { LONG_WORD = 3 /* characters: no article, no preposition */ };

/* Where a mark is in the target. */
typedef struct place {
    size_t lo, hi;     /* a pair: its words */
    size_t begin, end; /* bytes; a point's and a key's are equal */
    double peak;
    bool lost;
} place;

typedef struct job {
    const tr_marked_text *source;
    const char *const *languages; /* [2] */
    tr_aligned_words words;
    place *places;   /* [n_marks] */
    int *holder;     /* [target.n]: the pair of the parent at hand that has the word, or -1 */
    int *atom_of;    /* [target.n]: the atom that the word is, or -1 */
    double *looks;   /* [target.n] scratch */
    size_t *order;   /* [n_marks] scratch */
    size_t ordinals; /* up to here the endings of ordinals have their places */
} job;

/* ---- Making ---- */

static bool make_places(job *j, const tr_translation *t, const tr_hypothesis *h)
{
    if (!tr_aligned_words_make(&j->words, j->source->text, j->source->len, t, h)) return false;
    const size_t n = j->words.target.n + 1, n_marks = j->source->n_marks + 1;
    j->places = calloc(n_marks, sizeof *j->places);
    j->holder = calloc(n, sizeof *j->holder);
    j->atom_of = calloc(n, sizeof *j->atom_of);
    j->looks = calloc(n, sizeof *j->looks);
    j->order = calloc(n_marks, sizeof *j->order);
    return j->places && j->holder && j->atom_of && j->looks && j->order;
}

static void free_places(job *j)
{
    tr_aligned_words_free(&j->words);
    free(j->places);
    free(j->holder);
    free(j->atom_of);
    free(j->looks);
    free(j->order);
}

/* The first atom that has no place yet and is spelled as a word of the target; n_marks if there is
 * none. */
static size_t find_atom(const job *j, const tr_word *w)
{
    const tr_marked_text *const p = j->source;
    const char *const word = j->words.h->text + w->begin;
    size_t k = 0;

    for (; k < p->n_marks; k++) {
        const tr_mark *const m = &p->marks[k];
        if (m->kind == TR_MARK_ATOM && !j->places[k].end &&
            m->end - m->begin == w->end - w->begin &&
            !memcmp(p->text + m->begin, word, w->end - w->begin))
            break;
    }
    return k;
}

/* Finds the atoms' words.  False if one is not there exactly once. */
static bool find_atoms(job *j)
{
    const tr_marked_text *const p = j->source;
    size_t n_found = 0, n_atoms = 0;

    for (size_t i = 0; i < j->words.target.n; i++) {
        const tr_word *const w = &j->words.target.list[i];
        j->atom_of[i] = -1;
        if (!w->copied) continue;
        const size_t k = find_atom(j, w);
        const int32_t c = tr_utf8_at(j->words.h->text, w->begin, w->end);
        if (k == p->n_marks && c >= TR_PRIVATE_FIRST && c <= TR_PRIVATE_LAST) return false;
        if (k == p->n_marks) continue;
        j->atom_of[i] = (int)k;
        j->places[k] = (place){i, i + 1, w->begin, w->end, 1, false};
        n_found++;
    }
    for (size_t k = 0; k < p->n_marks; k++)
        n_atoms += p->marks[k].kind == TR_MARK_ATOM;
    return n_found == n_atoms;
}

/* Fills `looks` for words [lo, hi); returns the one that looks most, among words that no pair has
 * and that have letters, if only they are asked for; hi if there is none. */
static size_t look(job *j, size_t lo, size_t hi, size_t begin, size_t end, bool only_free,
                   bool only_letters)
{
    size_t best = hi;

    for (size_t i = lo; i < hi; i++) {
        j->looks[i] = tr_aligned_words_look(&j->words, i, begin, end);
        if (only_free && j->holder[i] >= 0) continue;
        if (only_letters && !j->words.target.list[i].letters) continue;
        if (best == hi || j->looks[i] > j->looks[best]) best = i;
    }
    return best;
}

/* ---- Pairs ---- */

static bool is_within_pair(const tr_marked_text *p, int k, int pair)
{
    while (k >= 0 && k != pair)
        k = p->marks[k].parent;
    return k == pair;
}

/* Words of the source in the mark, and whether one of them says something. */
static size_t count_words(const job *j, const tr_mark *m, bool *telling)
{
    size_t n = 0;

    *telling = false;
    for (size_t i = 0; i < j->words.source.n; i++) {
        const tr_word *const w = &j->words.source.list[i];
        if (!w->letters || w->begin >= m->end || w->end <= m->begin) continue;
        *telling = *telling || w->end - w->begin > LONG_WORD;
        n++;
    }
    return n;
}

static bool is_barrier(const job *j, size_t i, int pair)
{
    return j->holder[i] >= 0 ||
           (j->atom_of[i] >= 0 && !is_within_pair(j->source, j->atom_of[i], pair));
}

/* Sums what words from the anchor on to word `at`, leftwards or rightwards, add to a run: how much
 * more than `least` they look at the mark, and how many have letters. */
typedef struct gain {
    double sum;
    size_t n;
} gain;

static gain add_projected_word(const job *j, gain g, size_t i)
{
    if (!j->words.target.list[i].letters) return g;
    return (gain){g.sum + j->looks[i] - least_look, g.n + 1};
}

/* Returns the cost of `n` words where the mark has `wanted`. */
static double worth(gain left, gain right, size_t wanted)
{
    const double n = (double)(left.n + right.n), off = n - (double)wanted;
    return left.sum + right.sum - word_price * (off < 0 ? -off : off);
}

/* The best stretch of words among [lo, hi) that has the anchor in it, for a mark of n words. */
static void find_stretch(const job *j, int pair, size_t anchor, size_t lo, size_t hi, size_t n,
                         place *s)
{
    const size_t reach = 3 * n + 12;
    gain left = add_projected_word(j, (gain){0, 0}, anchor);
    double best = worth(left, (gain){0, 0}, n);

    s->lo = anchor;
    s->hi = anchor + 1;
    for (size_t i = anchor; i + reach > anchor; i--) {
        gain right = {0, 0};
        if (i < anchor) left = add_projected_word(j, left, i);
        for (size_t k = anchor + 1; k <= hi && k <= anchor + reach; k++) {
            const double value = worth(left, right, n);
            if (value > best) {
                best = value;
                s->lo = i;
                s->hi = k;
            }
            if (k == hi || is_barrier(j, k, pair)) break;
            right = add_projected_word(j, right, k);
        }
        if (i == lo || is_barrier(j, i - 1, pair)) break;
    }
}

/* True if word `i` of the target is an atom that stands in the pair. */
static bool is_atom_within(const job *j, size_t i, int pair)
{
    return j->atom_of[i] >= 0 && is_within_pair(j->source, j->atom_of[i], pair);
}

/* Makes the pair hold the atoms that stand in it; false if something is in the way. */
static bool hold_atoms(const job *j, int pair, size_t lo, size_t hi, place *s)
{
    for (size_t i = lo; i < hi; i++) {
        if (!is_atom_within(j, i, pair)) continue;
        if (i < s->lo) s->lo = i;
        if (i >= s->hi) s->hi = i + 1;
    }
    for (size_t i = s->lo; i < s->hi; i++)
        if (is_barrier(j, i, pair)) return false;
    return true;
}

/* Where the words of a mark are in the source: their first, and the one after their last. */
static tr_span source_words(const job *j, size_t begin, size_t end)
{
    tr_span s = {j->words.source.n, 0};
    for (size_t i = 0; i < j->words.source.n; i++) {
        const tr_word *const w = &j->words.source.list[i];
        if (w->begin >= end || w->end <= begin) continue;
        if (i < s.begin) s.begin = i;
        s.end = i + 1;
    }
    return s;
}

/* Where the words are of the mark that a mark stands in, or of all the source. */
static tr_span words_around(const job *j, const tr_mark *m)
{
    const tr_mark *const parent = m->parent < 0 ? NULL : &j->source->marks[m->parent];
    return parent ? source_words(j, parent->begin, parent->end) : (tr_span){0, j->words.source.n};
}

/* A mark whose first or last word has letters does not begin or end with another sign. */
static void trim_signs(const job *j, int pair, size_t anchor, place *s)
{
    const tr_mark *const m = &j->source->marks[pair];
    const tr_span own = source_words(j, m->begin, m->end);

    if (own.begin >= own.end) return;
    while (j->words.source.list[own.end - 1].letters && s->hi - 1 > anchor &&
           !j->words.target.list[s->hi - 1].letters)
        s->hi--;
    while (j->words.source.list[own.begin].letters && s->lo < anchor &&
           !j->words.target.list[s->lo].letters)
        s->lo++;
}

/* A mark that held the sign at the edge of what it stands in goes on holding the sign there. */
static void reach_edges(const job *j, int pair, size_t lo, size_t hi, place *s)
{
    const tr_mark *const m = &j->source->marks[pair];
    const tr_span own = source_words(j, m->begin, m->end), all = words_around(j, m);

    if (own.begin >= own.end) return;
    if (own.end == all.end && !j->words.source.list[own.end - 1].letters && s->hi + 1 == hi &&
        !j->words.target.list[s->hi].letters && !is_barrier(j, s->hi, pair))
        s->hi++;
    if (own.begin == all.begin && !j->words.source.list[own.begin].letters && s->lo == lo + 1 &&
        !j->words.target.list[lo].letters && !is_barrier(j, lo, pair))
        s->lo--;
}

/* True if word `i` of the target is the sign that word `k` of the source is, and no pair has it. */
static bool is_same_sign(const job *j, size_t i, size_t k, int pair)
{
    const tr_word *const t = &j->words.target.list[i], *const s = &j->words.source.list[k];
    return !s->letters && !t->letters && t->end - t->begin == s->end - s->begin &&
           !memcmp(j->words.h->text + t->begin, j->source->text + s->begin, s->end - s->begin) &&
           !is_barrier(j, i, pair);
}

/* True if words [i, i + n) of the target, which touch each other and what is before them, are signs
 * [k, k + n) of the source. */
static bool are_same_signs(const job *j, size_t i, size_t k, size_t n, int pair)
{
    const tr_word *const words = j->words.target.list;

    for (size_t at = 0; at < n; at++)
        if (!is_same_sign(j, i + at, k + at, pair) ||
            (at > 0 && words[i + at].begin != words[i + at - 1].end))
            return false;
    return true;
}

/* A mark that began or ended with signs does so again where they touch it: "1.", "Export...". */
static void reach_signs(const job *j, int pair, size_t lo, size_t hi, place *s)
{
    enum { MOST = 4 };
    const tr_mark *const m = &j->source->marks[pair];
    const tr_span own = source_words(j, m->begin, m->end);
    const tr_word *const words = j->words.target.list;
    size_t n = own.begin < own.end ? own.end - own.begin : 0, behind = n < MOST ? n : MOST;

    for (n = behind; behind > 0; behind--)
        if (s->hi + behind <= hi && words[s->hi].begin == words[s->hi - 1].end &&
            are_same_signs(j, s->hi, own.end - behind, behind, pair))
            break;
    s->hi += behind;
    for (; n > 0; n--)
        if (s->lo >= lo + n && words[s->lo - 1].end == words[s->lo].begin &&
            are_same_signs(j, s->lo - n, own.begin, n, pair))
            break;
    s->lo -= n;
}

static bool is_unit(const job *j, size_t i)
{
    const tr_word *const w = &j->words.target.list[i];
    return tr_is_amount_unit(j->words.h->text + w->begin, w->end - w->begin);
}

/* True if words of the target begin with the sign of the number before them: of "20 $ 15 $", the
 * three in the middle do. */
static bool begins_with_other_sign(const job *j, const place *s)
{
    const tr_word *const words = j->words.target.list;
    const char *const text = j->words.h->text;

    return s->lo > 0 && s->hi > s->lo + 1 && is_unit(j, s->lo) &&
           tr_ascii_is_digit(text[words[s->lo - 1].begin]) &&
           tr_ascii_is_digit(text[words[s->lo + 1].begin]);
}

/* True if word i of the target is a unit that no pair has, and words [at.begin, at.end) have none.
 */
static bool is_missing_unit(const job *j, size_t i, int pair, const place *s)
{
    for (size_t k = s->lo; k < s->hi; k++)
        if (is_unit(j, k)) return false;
    return i < j->words.target.n && !is_barrier(j, i, pair) && is_unit(j, i);
}

/* A mark that had a number and its sign has both again: the sign or its word on either side. */
static void reach_amount(const job *j, int pair, size_t lo, size_t hi, place *s)
{
    const tr_mark *const m = &j->source->marks[pair];
    const tr_span own = source_words(j, m->begin, m->end);
    bool sign = false, number = false;

    for (size_t i = own.begin; i < own.end; i++) {
        const tr_word *const w = &j->words.source.list[i];
        const char *const text = j->source->text + w->begin;
        sign = sign || tr_is_amount_unit(text, w->end - w->begin);
        number = number || tr_ascii_is_digit(*text);
    }
    if (!sign || !number) return;
    if (begins_with_other_sign(j, s) && s->hi < hi && !is_barrier(j, s->hi, pair) &&
        is_unit(j, s->hi)) {
        s->lo++;
        s->hi++;
    }
    if (s->hi < hi && is_missing_unit(j, s->hi, pair, s)) s->hi++;
    if (s->lo > lo && is_missing_unit(j, s->lo - 1, pair, s)) s->lo--;
}

/* Raised letters behind a number, as in "21st", are behind it again, or nothing is: in German it
 * has a point.  Where the number became a word, nothing is behind the word. */
static bool place_ordinal(job *j, int pair, size_t lo, size_t hi)
{
    const tr_mark *const m = &j->source->marks[pair];
    const tr_marked_text *const p = j->source;
    tr_span at;

    if (lo == hi || !tr_is_ordinal_ending(p->text, p->len, (tr_span){m->begin, m->end}))
        return false;
    if (!tr_find_ordinal_ending(p->text, m->begin, j->words.h->text, j->words.h->text_len,
                                &j->ordinals, &at)) {
        const size_t best = look(j, lo, hi, m->begin - 1, m->end, false, false);
        at.begin = at.end = j->words.target.list[best].end;
    }
    j->places[pair] = (place){lo, lo, at.begin, at.end, 1, false};
    return true;
}

/* A first letter that is set apart from the rest of its word, as one that is three lines high. */
static bool is_initial(const tr_marked_text *p, tr_span at)
{
    size_t end = 0;

    return at.begin == 0 && at.end > 0 && at.end < p->len &&
           tr_is_letter(tr_utf8_next(p->text, &end, p->len)) && end == at.end &&
           tr_is_letter(tr_utf8_at(p->text, end, p->len));
}

/* The first letter of the translation, in the first of words [lo, hi) that has one; *word is the
 * word, or hi. */
static tr_span first_letter(const job *j, size_t lo, size_t hi, size_t *word)
{
    const tr_word *const words = j->words.target.list;

    while (lo < hi && !words[lo].letters)
        lo++;
    *word = lo;
    if (lo == hi) return (tr_span){0};
    tr_span letter = {words[lo].begin, words[lo].begin};
    tr_utf8_next(j->words.h->text, &letter.end, words[lo].end);
    return letter;
}

/* Such a letter is the first of the translation. */
static bool place_initial(job *j, int pair, size_t lo, size_t hi)
{
    const tr_mark *const m = &j->source->marks[pair];
    size_t word;

    if (!is_initial(j->source, (tr_span){m->begin, m->end})) return false;
    const tr_span at = first_letter(j, lo, hi, &word);
    if (word == hi || j->holder[word] >= 0 || j->atom_of[word] >= 0) return false;
    j->places[pair] = (place){word, word + 1, at.begin, at.end, 1, false};
    j->holder[word] = pair;
    return true;
}

/* The word among [lo, hi) that is spelled as the only word of the mark, a name or a number; hi if
 * there is none, or more than one. */
static size_t find_copy(const job *j, const tr_mark *m, size_t lo, size_t hi)
{
    size_t found = hi;

    for (size_t i = lo; i < hi; i++) {
        const tr_word *const s = tr_aligned_words_equal(&j->words, i);
        if (!s || j->holder[i] >= 0 || s->begin >= m->end || s->end <= m->begin) continue;
        if (found < hi) return hi;
        found = i;
    }
    return found;
}

/* True if words [lo, lo + n) of the target, which no pair has, are spelled as the text in the mark.
 */
static bool are_copies(const job *j, const tr_mark *m, int pair, size_t lo, size_t n)
{
    const tr_word *const words = j->words.target.list;
    const size_t len = m->end - m->begin;

    if (words[lo + n - 1].end - words[lo].begin != len ||
        memcmp(j->words.h->text + words[lo].begin, j->source->text + m->begin, len) != 0)
        return false;
    for (size_t i = lo; i < lo + n; i++)
        if (is_barrier(j, i, pair)) return false;
    return true;
}

/* Several words of the mark, with a digit among them, that are once among words [lo, hi) as they
 * are: false if they are not. */
static bool find_copies(const job *j, const tr_mark *m, int pair, size_t lo, size_t hi, place *s)
{
    const tr_span own = source_words(j, m->begin, m->end);
    const size_t n = own.end > own.begin ? own.end - own.begin : 0;
    size_t n_found = 0;

    if (n < 2 || n > hi - lo ||
        tr_utf8_find(j->source->text, m->begin, m->end, tr_is_digit) == m->end)
        return false;
    for (size_t i = lo; i + n <= hi; i++) {
        if (!are_copies(j, m, pair, i, n)) continue;
        s->lo = i;
        s->hi = i + n;
        n_found++;
    }
    return n_found == 1;
}

/* The end or the beginning of the word, among [lo, hi), that looks most at word k of the source. */
static size_t beside(job *j, size_t k, size_t lo, size_t hi, bool behind)
{
    const tr_word *const w = &j->words.source.list[k];
    const size_t best = look(j, lo, hi, w->begin, w->end, false, false);
    return behind ? j->words.target.list[best].end : j->words.target.list[best].begin;
}

/* Where the words of a mark would begin among words [lo, hi): behind what the word before it
 * became, and the blank there, or at the beginning. */
static size_t place_of_beginning(job *j, const tr_mark *m, size_t lo, size_t hi)
{
    const tr_span in = words_around(j, m);
    const char *const text = j->words.h->text;
    size_t next = in.begin;

    while (next < in.end && j->words.source.list[next].end <= m->begin)
        next++;
    if (next == in.begin) return j->words.target.list[lo].begin;
    const size_t at = beside(j, next - 1, lo, hi, true);
    return at < j->words.target.list[hi - 1].end && text[at] == ' ' ? at + 1 : at;
}

/* A pair whose words the translation does not say is empty, where they would begin. */
static bool place_lost(job *j, int pair, size_t at)
{
    j->places[pair] = (place){0, 0, at, at, 1, true};
    return true;
}

/* Finds a place for a pair among words [lo, hi); false if there is none. */
static bool place_pair(job *j, int pair, size_t lo, size_t hi)
{
    const tr_mark *const m = &j->source->marks[pair];
    place *const s = &j->places[pair];
    bool telling;
    if (m->parent >= 0 && j->places[m->parent].lost)
        return place_lost(j, pair, j->places[m->parent].begin);
    if (place_ordinal(j, pair, lo, hi) || place_initial(j, pair, lo, hi)) return true;
    const size_t n = count_words(j, m, &telling);
    size_t anchor = look(j, lo, hi, m->begin, m->end, true, n > 0);

    for (size_t i = lo; i < hi; i++)
        if (is_atom_within(j, i, pair)) anchor = i;
    if (anchor == hi || is_barrier(j, anchor, pair)) return false;
    s->peak = j->looks[anchor];
    if (s->peak < least_peak && telling) return false;
    const size_t copied = n == 1 ? find_copy(j, m, lo, hi) : hi;
    if (copied < hi) {
        anchor = s->lo = copied;
        s->hi = copied + 1;
    } else if (find_copies(j, m, pair, lo, hi, s)) {
        anchor = s->lo;
    } else {
        find_stretch(j, pair, anchor, lo, hi, n, s);
    }
    trim_signs(j, pair, anchor, s);
    if (!hold_atoms(j, pair, lo, hi, s)) return false;
    if (tr_mark_is_lost(&j->words, j->languages, (tr_span){m->begin, m->end},
                        (tr_span){s->lo, s->hi}, s->peak))
        return place_lost(j, pair, place_of_beginning(j, m, lo, hi));
    reach_signs(j, pair, lo, hi, s);
    reach_amount(j, pair, lo, hi, s);
    reach_edges(j, pair, lo, hi, s);
    s->begin = j->words.target.list[s->lo].begin;
    s->end = j->words.target.list[s->hi - 1].end;
    for (size_t i = s->lo; i < s->hi; i++)
        j->holder[i] = pair;
    return true;
}

static size_t gather_pairs(job *j, int parent)
{
    size_t n = 0;
    for (size_t k = 0; k < j->source->n_marks; k++)
        if (j->source->marks[k].kind == TR_MARK_PAIR && j->source->marks[k].parent == parent)
            j->order[n++] = k;
    return n;
}

/* Places the pairs that stand in `parent`: first the one that is looked at most. */
static bool place_pairs(job *j, int parent, size_t lo, size_t hi)
{
    const size_t n = gather_pairs(j, parent);

    for (size_t i = lo; i < hi; i++)
        j->holder[i] = -1;
    for (size_t i = 0; i < n; i++) {
        const tr_mark *const m = &j->source->marks[j->order[i]];
        const size_t best = look(j, lo, hi, m->begin, m->end, false, false);
        j->places[j->order[i]].peak = is_initial(j->source, (tr_span){m->begin, m->end}) ? 2
                                      : best < hi ? j->looks[best]
                                                  : 0;
    }
    for (size_t i = 0; i < n; i++) {
        size_t first = i;
        for (size_t k = i + 1; k < n; k++)
            if (j->places[j->order[k]].peak > j->places[j->order[first]].peak) first = k;
        const size_t pair = j->order[first];
        memmove(&j->order[i + 1], &j->order[i], (first - i) * sizeof *j->order);
        j->order[i] = pair;
        if (!place_pair(j, (int)pair, lo, hi)) return false;
    }
    return true;
}

/* ---- Points ---- */

static bool is_within(const tr_word *w, const tr_mark *m)
{
    return w->begin < m->begin && m->begin < w->end;
}

/* Where a point goes: one within a word begins what that word became, but for one behind a first
 * letter, as where that is a paragraph of its own. */
static size_t place_of_point(job *j, const tr_mark *m, size_t lo, size_t hi)
{
    const tr_span in = words_around(j, m);
    size_t next = in.begin;

    if (lo >= hi) return m->parent < 0 ? 0 : j->places[m->parent].begin;
    if (m->parent < 0 && is_initial(j->source, (tr_span){0, m->begin})) {
        const tr_span letter = first_letter(j, lo, hi, &next);
        if (next < hi) return letter.end;
        next = in.begin;
    }
    while (next < in.end && j->words.source.list[next].end <= m->begin)
        next++;
    if (next < in.end && is_within(&j->words.source.list[next], m))
        return beside(j, next, lo, hi, false);
    const bool before = next > in.begin, after = next < in.end;
    const bool touches_before = before && j->words.source.list[next - 1].end == m->begin;
    const bool touches_after = after && j->words.source.list[next].begin == m->begin;
    if (before && (touches_before || !touches_after)) return beside(j, next - 1, lo, hi, true);
    return after ? beside(j, next, lo, hi, false) : j->words.target.list[lo].begin;
}

/* A point does not stand in a pair that it did not stand in. */
static size_t out_of_pairs(const job *j, int parent, size_t at)
{
    for (size_t k = 0; k < j->source->n_marks; k++) {
        const tr_mark *const m = &j->source->marks[k];
        const place *const s = &j->places[k];
        if (m->kind == TR_MARK_PAIR && m->parent == parent && s->begin < at && at < s->end)
            return s->end;
    }
    return at;
}

/* A point that has words on bilingual sides does not come to stand at an end of the text, where it
 * would no longer be within it. */
static size_t within_text(const job *j, const tr_mark *m, size_t at)
{
    const tr_words *const source = &j->words.source, *const target = &j->words.target;
    bool in_word = false;
    for (size_t i = 0; i < source->n && !in_word; i++)
        in_word = is_within(&source->list[i], m);
    const bool inside = !in_word && source->n && target->n > 1 && source->list[0].end <= m->begin &&
                        m->begin <= source->list[source->n - 1].begin;

    if (!inside || m->parent >= 0) return at;
    if (at <= target->list[0].begin) return target->list[0].end;
    if (at < target->list[target->n - 1].end) return at;
    return target->list[target->n - 1].begin;
}

/* ---- Keys ---- */

static size_t place_of_key(const job *j, const tr_mark *m, size_t lo, size_t hi)
{
    const tr_words words = {.list = j->words.target.list + lo, .n = hi - lo};
    const int32_t letter = tr_utf8_at(j->source->text, m->begin, j->source->len);
    const size_t at = tr_words_key(&words, j->words.h->text, letter);

    return at < SIZE_MAX ? at : lo < hi ? words.list[0].begin : 0;
}

static bool place_all(job *j)
{
    const tr_marked_text *const p = j->source;

    if (!find_atoms(j) || !place_pairs(j, -1, 0, j->words.target.n)) return false;
    for (size_t k = 0; k < p->n_marks; k++)
        if (p->marks[k].kind == TR_MARK_PAIR &&
            !place_pairs(j, (int)k, j->places[k].lo, j->places[k].hi))
            return false;
    for (size_t k = 0; k < p->n_marks; k++) {
        const tr_mark *const m = &p->marks[k];
        if (m->kind != TR_MARK_POINT && m->kind != TR_MARK_KEY) continue;
        const place *const in = m->parent < 0 ? NULL : &j->places[m->parent];
        const size_t lo = in ? in->lo : 0, hi = in ? in->hi : j->words.target.n;
        if (m->kind == TR_MARK_KEY) {
            j->places[k].begin = j->places[k].end = place_of_key(j, m, lo, hi);
            continue;
        }
        const size_t at = place_of_point(j, m, lo, hi);
        j->places[k].begin = j->places[k].end = within_text(j, m, out_of_pairs(j, m->parent, at));
    }
    return true;
}

/* ---- All ---- */

int tr_marks_place(const tr_marked_text *source, const tr_translation *t, const tr_hypothesis *h,
                   const char *const languages[2], tr_mark_place *places, tr_error *err)
{
    job j = {.source = source, .languages = languages};
    int rc = make_places(&j, t, h) ? 0 : tr_fail_memory(err);

    if (rc == 0) rc = place_all(&j);
    for (size_t k = 0; rc == 1 && k < source->n_marks; k++)
        places[k] = (tr_mark_place){j.places[k].begin, j.places[k].end, j.places[k].lost};
    free_places(&j);
    return rc;
}

size_t tr_marks_lost(const tr_marked_text *source, const tr_mark_place *places)
{
    size_t n = 0;

    for (size_t k = 0; k < source->n_marks; k++) {
        const int parent = source->marks[k].parent;
        n += places[k].lost && (parent < 0 || !places[parent].lost);
    }
    return n;
}
