#include "terms/term_places.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "text/terms/function_words.h"
#include "text/terms/verb.h"
#include "text/terms/word_class.h"

/* Shares of a word's attention, measured on 140 sentences en-de and 70 en-pt. */
static const float LEAST_OF_TERM = 0.25f, LEAST_OF_PIECE = 0.5f, LEAST_SURE = 0.5f,
                   LEAST_WITHIN = 0.2f, MOST_ELSEWHERE = 0.35f;

enum { MOST_RUNS = 6, LONG_WORD = 4 /* letters */ };

/* Words of the translation that follow each other. */
typedef struct run {
    tr_span words;
    bool says; /* it is the term, in some form */
} run;

typedef struct finding {
    const tr_terms *t;
    const tr_term_target *target;
    tr_term_places *p;
    const tr_target_words *w;
    tr_span place[TR_MOST_TERMS]; /* the words of terms that are in a place */
} finding;

/* ---- The runs of a term ---- */

/* True if a word of the source belongs to an occurrence of the term. */
static bool is_of_term(const tr_terms *t, size_t same, size_t word)
{
    for (size_t i = same; i < t->n; i++)
        if (t->list[i].same == same && tr_span_has(t->list[i].words, word)) return true;
    return false;
}

/* True if a word comes from the term, wherever that occurs, rather than from another word. */
static bool comes_from(const finding *f, size_t w, size_t same)
{
    const float *const row = f->w->weight + w * f->t->n_words;
    float of_term = 0, other = 0;

    for (size_t k = 0; k < f->t->n_words; k++)
        if (is_of_term(f->t, same, k))
            of_term += row[k];
        else if (row[k] > other)
            other = row[k];
    return of_term >= other && of_term > LEAST_OF_TERM;
}

static bool is_small(const finding *f, size_t w)
{
    const tr_span at = f->w->list[w];
    const char *const word = f->w->text.text + at.begin;
    for (size_t i = 0; i < at.end - at.begin; i++) /* a number is a fact */
        if (tr_ascii_is_digit(word[i])) return true;
    return tr_is_function_word(f->t->target_language, word, at.end - at.begin);
}

/* The words that bytes of the text have a part of. */
static tr_span words_at(const finding *f, tr_span bytes)
{
    tr_span at = {0, 0};
    while (at.begin < f->w->n && f->w->list[at.begin].end <= bytes.begin)
        at.begin++;
    at.end = at.begin;
    while (at.end < f->w->n && f->w->list[at.end].begin < bytes.end)
        at.end++;
    return at;
}

static bool is_taken(const run *runs, size_t n, size_t w)
{
    for (size_t i = 0; i < n; i++)
        if (tr_span_has(runs[i].words, w)) return true;
    return false;
}

/* True if a word of the translation is the one for a word of the source beside the terms, as "alt"
 * is for "old" although it looks more at "house". */
static bool is_for_another(const finding *f, size_t w)
{
    const size_t n = f->t->n_words;

    for (size_t k = 0; k < n; k++) {
        const tr_span at = f->t->words[k];
        bool best =
            f->w->weight[w * n + k] >= LEAST_WITHIN &&
            !tr_is_function_word(f->t->source_language, f->t->text + at.begin, at.end - at.begin);
        for (size_t i = 0; i < f->t->n && best; i++)
            best = !tr_span_has(f->t->list[i].words, k);
        for (size_t i = 0; i < f->w->n && best; i++)
            best = i == w || f->w->weight[i * n + k] < f->w->weight[w * n + k];
        if (best) return true;
    }
    return false;
}

/* Takes words that are for other words of the source off the ends of a run. */
static run trim_run(const finding *f, run r)
{
    while (r.words.end - r.words.begin > 1 && is_for_another(f, r.words.begin))
        r.words.begin++;
    while (r.words.end - r.words.begin > 1 && is_for_another(f, r.words.end - 1))
        r.words.end--;
    return r;
}

/* The runs that come from a term: runs that say it, and others, with small words within if the term
 * has several words. */
static size_t find_runs(const finding *f, size_t same, const tr_span *said, size_t n_said,
                        run runs[MOST_RUNS])
{
    const tr_span source = f->t->list[same].words;
    const bool several = source.end - source.begin > 1;
    size_t n = 0;

    for (; n < n_said && n < MOST_RUNS; n++)
        runs[n] = (run){words_at(f, said[n]), true};
    for (size_t w = 0; w < f->w->n && n < MOST_RUNS; w++) {
        size_t end = w;
        while (end < f->w->n && comes_from(f, end, same) && !is_taken(runs, n, end) &&
               (!is_small(f, end) || (several && end > w)))
            end++;
        while (end > w && is_small(f, end - 1))
            end--;
        if (end > w) runs[n++] = trim_run(f, (run){{w, end}, false});
        if (end > w) w = end - 1;
    }
    return n;
}

/* The most that a word of a run comes from an occurrence. */
static float share_of(const finding *f, const run *r, const tr_sentence_term *x)
{
    float best = 0;
    for (size_t w = r->words.begin; w < r->words.end; w++) {
        float sum = 0;
        for (size_t k = x->words.begin; k < x->words.end; k++)
            sum += f->w->weight[w * f->t->n_words + k];
        if (sum > best) best = sum;
    }
    return best;
}

/* Runs dealt out to the occurrences of a term, so that the sum of their shares is largest. */
typedef struct deal {
    const finding *f;
    const run *runs;
    size_t n_runs;
    size_t of[MOST_RUNS]; /* [n] occurrences: at most as many as runs can be dealt out to */
    size_t n;
    size_t run[MOST_RUNS], best[MOST_RUNS]; /* of each occurrence; n_runs: none */
    float best_sum;
} deal;

static void deal_from(deal *d, size_t i, unsigned taken, float sum)
{
    if (i == d->n) {
        if (sum > d->best_sum) memcpy(d->best, d->run, sizeof d->best);
        if (sum > d->best_sum) d->best_sum = sum;
        return;
    }
    for (size_t r = 0; r < d->n_runs; r++) {
        if (taken >> r & 1) continue;
        d->run[i] = r;
        /* One more run is worth more than any share. */
        deal_from(d, i + 1, taken | 1u << r,
                  sum + 10 + share_of(d->f, &d->runs[r], &d->f->t->list[d->of[i]]));
    }
    d->run[i] = d->n_runs;
    deal_from(d, i + 1, taken, sum);
}

static void set_place(finding *f, size_t i, const run *r)
{
    tr_term_place *const place = &f->p->list[i];

    *place = (tr_term_place){.state = r->says ? TR_TERM_SAID : TR_TERM_OTHER};
    f->place[i] = r->words;
    if (r->words.begin < r->words.end)
        place->at = (tr_span){f->w->list[r->words.begin].begin, f->w->list[r->words.end - 1].end};
}

static void place_term(finding *f, size_t same, const tr_span *said, size_t n_said)
{
    run runs[MOST_RUNS];
    deal d = {.f = f, .runs = runs, .best_sum = -1};

    d.n_runs = find_runs(f, same, said, n_said, runs);
    for (size_t i = same; i < f->t->n && d.n < MOST_RUNS; i++)
        if (f->t->list[i].same == same) d.of[d.n++] = i;
    deal_from(&d, 0, 0, 0);
    for (size_t i = 0; i < d.n; i++)
        if (d.best[i] < d.n_runs) {
            const run *const r = &runs[d.best[i]];
            set_place(f, d.of[i], r);
            f->p->list[d.of[i]].sure =
                d.n_runs == n_said && share_of(f, r, &f->t->list[d.of[i]]) >= LEAST_SURE;
        }
}

/* ---- Words that say more than one thing ---- */

static bool is_long_word(const tr_terms *t, size_t word)
{
    const tr_span at = t->words[word];
    if (tr_utf8_count(t->text + at.begin, at.end - at.begin) < LONG_WORD ||
        tr_is_function_word(t->source_language, t->text + at.begin, at.end - at.begin))
        return false;
    for (size_t i = 0; i < t->n; i++)
        if (tr_span_has(t->list[i].words, word)) return false;
    return true;
}

/* True if a word of the source is said within the place alone: it would be lost. */
static bool is_only_within(const finding *f, size_t word, tr_span place)
{
    float within = 0, elsewhere = 0;
    for (size_t w = 0; w < f->w->n; w++) {
        const float share = f->w->weight[w * f->t->n_words + word];
        float *const most = tr_span_has(place, w) ? &within : &elsewhere;
        if (share > *most) *most = share;
    }
    return within >= LEAST_WITHIN && within > elsewhere && elsewhere < MOST_ELSEWHERE;
}

/* True if the place is one word that ends as the term does, as "Sicherheitsfirma" ends in "Firma".
 */
static bool ends_in_term(const finding *f, size_t i)
{
    const tr_term_words *const term = &f->t->list[i].term.target_words;
    const tr_span at = f->p->list[i].at;
    const char *const end = term->n == 1 ? term->list->folded : "";
    const size_t len = strlen(end);
    tr_term_scan s = {
        .language = f->t->target_language, .text = f->w->text.text, .len = f->w->text.len};
    bool found = false;

    if (len < LONG_WORD || f->place[i].end - f->place[i].begin > 1) return false;
    const size_t n = tr_term_scan_stems(&s, at) ? s.n.all : 0;
    const char *stem = tr_buf_text(&s.stems);
    for (size_t k = 0; k < n; k++, stem += strlen(stem) + 1)
        found = found || (strlen(stem) > len + 2 && tr_ends_in(stem, end));
    tr_term_scan_free(&s);
    return found;
}

/* The part of a compound that a term is, beside another word of the source: languages with
 * compounds put them in the order of English. */
static enum tr_term_state part_beside(const finding *f, size_t i, size_t word)
{
    const tr_span term = f->t->list[i].words, place = f->place[i];
    const bool is_one = place.end - place.begin == 1;

    if (!is_one || !tr_language_data(f->t->target_language)->nouns.compounds) return TR_TERM_WITHIN;
    return word == term.end         ? TR_TERM_FIRST
           : word + 1 == term.begin ? TR_TERM_LAST
                                    : TR_TERM_WITHIN;
}

/* True if a token of a word comes from an occurrence, whatever the word as a whole comes from. */
static bool has_piece_of(const finding *f, size_t w, size_t i)
{
    const tr_span words = f->t->list[i].words;

    for (size_t k = 0; k < f->target->n; k++) {
        const tr_span token = {k ? f->w->ends[k - 1] : 0, f->w->ends[k]};
        const float *const attention = f->target->alignment + k * (f->t->n_tokens + 1);
        float sum = 0;
        if (!tr_spans_overlap(token, f->w->list[w])) continue;
        for (size_t s = 0; s < f->t->n_tokens; s++)
            if (f->t->word_of[s] >= (int32_t)words.begin && f->t->word_of[s] < (int32_t)words.end)
                sum += attention[s];
        if (sum >= LEAST_OF_PIECE) return true;
    }
    return false;
}

/* Finds a compound of which an occurrence that has no word is a part: its other part is the word
 * that stands beside it in the source. */
static void find_part(finding *f, size_t i)
{
    const tr_span term = f->t->list[i].words;

    for (size_t w = 0; w < f->w->n; w++) {
        const tr_span word = {w, w + 1};
        if (is_small(f, w) || !has_piece_of(f, w, i)) continue;
        const bool is_first = term.end < f->t->n_words && is_long_word(f->t, term.end) &&
                              is_only_within(f, term.end, word),
                   is_last = term.begin > 0 && is_long_word(f->t, term.begin - 1) &&
                             is_only_within(f, term.begin - 1, word);
        if (is_first == is_last) continue;
        set_place(f, i, &(run){word, false});
        f->p->list[i].state = part_beside(f, i, is_first ? term.end : term.begin - 1);
        return;
    }
}

/* True for a word of the source that a place of term i has to say, too: of no term, or of one that
 * has no other place. */
static bool is_other_word(const finding *f, size_t i, size_t word)
{
    const tr_terms *const t = f->t;

    if (is_long_word(t, word)) return true;
    if (tr_span_has(t->list[i].words, word)) return false;
    for (size_t k = 0; k < t->n; k++) {
        const tr_term_place *const other = &f->p->list[k];
        if (!tr_span_has(t->list[k].words, word)) continue;
        return other->state == TR_TERM_NOWHERE ||
               (other->state != TR_TERM_SAID && f->place[k].begin == f->place[i].begin &&
                f->place[k].end == f->place[i].end);
    }
    return false;
}

static void find_compounds(finding *f)
{
    for (size_t i = 0; i < f->t->n && f->target->alignment; i++)
        if (f->p->list[i].state == TR_TERM_NOWHERE) find_part(f, i);
    for (size_t i = 0; i < f->t->n; i++) {
        tr_term_place *const place = &f->p->list[i];
        if (place->state != TR_TERM_OTHER) continue;
        for (size_t word = 0; word < f->t->n_words && place->state != TR_TERM_WITHIN; word++)
            if (is_other_word(f, i, word) && is_only_within(f, word, f->place[i]))
                place->state =
                    place->state == TR_TERM_OTHER ? part_beside(f, i, word) : TR_TERM_WITHIN;
        if (place->state != TR_TERM_OTHER && ends_in_term(f, i)) place->state = TR_TERM_SAID;
        for (size_t k = 0; k < f->t->n; k++) { /* of two terms, the longer one has the place */
            const tr_span a = f->t->list[i].words, b = f->t->list[k].words;
            const bool is_longer =
                b.end - b.begin > a.end - a.begin || (b.end - b.begin == a.end - a.begin && k < i);
            if (k != i && f->p->list[k].state <= TR_TERM_LAST &&
                tr_spans_overlap(f->place[i], f->place[k]) &&
                (is_longer || f->p->list[k].state == TR_TERM_SAID))
                place->state = TR_TERM_WITHIN;
        }
    }
}

/* The word of the translation that looks most at a word of the source. */
static size_t word_for(const finding *f, size_t word)
{
    size_t best = 0;
    for (size_t w = 1; w < f->w->n; w++)
        if (f->w->weight[w * f->t->n_words + word] > f->w->weight[best * f->t->n_words + word])
            best = w;
    return best;
}

/* True if the term is a noun, and the place an attribute that stands behind the word which the term
 * stands before: "light green", "verde claro".  A noun would have a small word between. */
static bool is_attribute(const finding *f, size_t i)
{
    const tr_sentence_term *const x = &f->t->list[i];
    const size_t next = x->words.end, first = f->place[i].begin;

    return (x->term.gender || x->term.plural) &&
           tr_language_data(f->t->target_language)->agreement.determiners && first > 0 &&
           f->place[i].end > first && next < f->t->n_words &&
           f->t->words[next].begin == f->t->words[next - 1].end + 1 && is_long_word(f->t, next) &&
           word_for(f, next) == first - 1 && !is_small(f, first - 1) &&
           f->w->list[first].begin == f->w->list[first - 1].end + 1;
}

/* True if the term is a noun in the plural, and its place, behind no small word, no plural: "the
 * bus stops here" has a verb there. */
static bool is_of_other_number(const finding *f, size_t i)
{
    const tr_sentence_term *const x = &f->t->list[i];
    const tr_span place = f->place[i];
    tr_term_scan s = {
        .language = f->t->target_language, .text = f->w->text.text, .len = f->w->text.len};

    if (!x->noun.is_plural || !(x->term.gender || x->term.plural) || place.begin >= place.end ||
        !tr_language_data(f->t->target_language)->agreement.determiners || place.begin == 0 ||
        is_small(f, place.begin - 1))
        return false;
    bool plural = !tr_term_scan_stems(&s, f->w->list[place.end - 1]) || s.n.plural > 0;
    if (place.end - place.begin > 1)
        plural = plural || !tr_term_scan_stems(&s, f->w->list[place.begin]) || s.n.plural > 0;
    tr_term_scan_free(&s);
    return !plural;
}

/* Finds words that are another part of speech than the term, as "hellgrün" where that is "Leuchte":
 * nothing takes their places. */
static void find_other_classes(finding *f)
{
    for (size_t i = 0; i < f->t->n; i++) {
        tr_term_place *const place = &f->p->list[i];
        if (place->state == TR_TERM_SAID || place->state > TR_TERM_LAST) continue;
        if ((f->target->alignment && is_attribute(f, i)) || is_of_other_number(f, i) ||
            !(f->t->list[i].classes &
              tr_class_in_translation(f->t->target_language, f->w->text.text, place->at)))
            place->state = TR_TERM_WITHIN;
    }
}

/* ---- All ---- */

static size_t count_same(const tr_terms *t, size_t same)
{
    size_t n = 0;
    for (size_t i = same; i < t->n; i++)
        n += t->list[i].same == same;
    return n;
}

/* Where the translation says a term: said [TR_MOST_TERMS].  Returns how often, or -1 out of memory.
 */
static ptrdiff_t find_said(const finding *f, const tr_sentence_term *x, tr_span *said)
{
    const char *const text = f->w->text.text, *const language = f->t->target_language;
    const size_t len = f->w->text.len;

    if (x->noun.is_verb && !strchr(x->term.target, ' '))
        return tr_verb_find(language, x->term.target, text, len, said, TR_MOST_TERMS);
    return tr_term_find_target(&x->term, language, text, len, said, TR_MOST_TERMS);
}

/* False: out of memory. */
static bool find_term(finding *f, size_t same)
{
    const tr_terms *const t = f->t;
    const size_t n = count_same(t, same);
    tr_span said[TR_MOST_TERMS];
    const ptrdiff_t n_said = find_said(f, &t->list[same], said);

    for (size_t i = same; i < t->n; i++)
        if (t->list[i].same == same) f->p->list[i].state = TR_TERM_NOWHERE;
    if (n_said >= 0 && f->target->alignment) place_term(f, same, said, (size_t)n_said);
    for (size_t i = same; n_said >= (ptrdiff_t)n && i < t->n; i++)
        if (t->list[i].same == same) f->p->list[i].state = TR_TERM_SAID;
    return n_said >= 0;
}

const tr_term_places *tr_term_places_find(const tr_terms *t, const tr_term_target *target,
                                          tr_region *region)
{
    tr_term_places *const p = TR_REGION_TAKE(region, tr_term_places, 1);
    finding f = {.t = t, .target = target, .p = p};

    if (!p || !tr_target_words_make(&p->words, t, target, region)) return NULL;
    f.w = &p->words;
    for (size_t i = 0; i < t->n; i++)
        if (t->list[i].same == i && !find_term(&f, i)) return NULL;
    find_compounds(&f);
    find_other_classes(&f);
    for (size_t i = 0; i < t->n; i++) {
        p->n_missing += p->list[i].state != TR_TERM_SAID;
        p->n_nowhere += p->list[i].state == TR_TERM_NOWHERE;
        p->n_other += p->list[i].state != TR_TERM_SAID && p->list[i].state <= TR_TERM_LAST;
    }
    return p;
}
