#include "line/fidelity.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "language/language_data.h"
#include "setup/surface.h"
#include "text/facts.h"
#include "text/numbers/number_words.h"

enum { MOST_FACTS = TR_MOST_FACTS };

struct tr_fidelity {
    const tr_tokenizer *target;
    const tr_spelled_facts *spelled; /* of the translation's language; NULL: they are not known */
    const char *text;                /* [len], of the source */
    size_t len;
    int32_t eos;
    size_t n_hidden; /* ids of the search that no text shows */
    bool has_words;  /* the source, beside its facts */
    bool no_digits;  /* are in the source */
    size_t n;
    tr_fact facts[];
};

static bool is_spelled(const tr_fact *f)
{
    return f->digits[0] != '\0';
}

/* True if there are letters beside the facts of text [len]. */
static bool has_fact_words(const tr_fidelity *f, const char *text, size_t len)
{
    size_t at = 0;

    for (size_t i = 0; i < f->n && !is_spelled(&f->facts[i]); i++) {
        const size_t begin = (size_t)(f->facts[i].text - text);
        if (tr_has_letter(text, at, begin)) return true;
        at = begin + f->facts[i].len;
    }
    return tr_has_letter(text, at, len);
}

/* How many facts a translation lacks.  One of nothing but numbers lacks the words, too. */
static size_t count_lost(const tr_fidelity *f, const tr_surface *s, bool *lost)
{
    return tr_facts_lost(f->facts, f->n, f->spelled, s->text, s->len, lost) +
           (f->has_words && !tr_has_letter(s->text, 0, s->len));
}

static bool has_ascii_digit(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (tr_ascii_is_digit(text[i])) return true;
    return false;
}

/* True if a translation says a number in digits that the source does not say. */
static bool invents_number(const tr_fidelity *f, const tr_surface *s)
{
    const bool invents =
        f->no_digits ? has_ascii_digit(s->text, s->len)
                     : f->n < MOST_FACTS && tr_facts_made_up(f->facts, f->n, s->text, s->len);
    return invents && !tr_number_may_be_in_words(f->text, f->len);
}

/* Words count that it says too often, which no search rules out, and any that it makes up. */
static size_t count_damaged(const tr_fidelity *f, const tr_surface *s, bool *lost)
{
    const size_t n = count_lost(f, s, lost) + invents_number(f, s);
    return n + tr_facts_repeated(f->facts, f->n, s->text, s->len, lost);
}

/* True if a translation has to be looked at: facts that are kept in another way are not. */
static bool mark_kept(tr_fact *facts, size_t n, const char *text, const char *words)
{
    bool any = false;

    for (size_t i = 0; i < n; i++) {
        facts[i].kept = words[facts[i].text - text] == ' ';
        any = any || !facts[i].kept;
    }
    return any;
}

/* True if text [len] has a digit, or another sign that is a number, of any script. */
static bool has_number_sign(const char *text, size_t len)
{
    int32_t c;

    for (size_t at = 0; at < len;) {
        at += tr_utf8_decode(text + at, len - at, &c);
        if (tr_is_digit(c) || (c >= 0x80 && tr_is_sign(c))) return true;
    }
    return false;
}

int tr_fidelity_create(const tr_fidelity **fidelity, tr_region *region, const tr_setup *setup,
                       const char *text, size_t len, const char *words)
{
    tr_fact facts[MOST_FACTS];
    const tr_spelled_facts *const from = &tr_language_data(setup->special.source_language)->spelled,
                                  *const to =
                                      &tr_language_data(setup->special.target_language)->spelled;
    size_t n = tr_facts_find(text, len, facts, MOST_FACTS);
    tr_fidelity *f;

    *fidelity = NULL;
    if (!setup->tokenizers->target) return 0;
    const bool no_digits = !has_number_sign(text, len);
    if (tr_spelled_known(to)) n = tr_facts_add_spelled(from, text, len, facts, n, MOST_FACTS);
    if (!mark_kept(facts, n, text, words) && !no_digits) return 0;
    f = tr_region_take(region, 1, sizeof *f + n * sizeof *facts);
    if (!f) return -1;
    f->target = setup->tokenizers->target;
    f->spelled = tr_spelled_known(to) ? to : NULL;
    f->text = text;
    f->len = len;
    f->no_digits = no_digits;
    f->eos = setup->m->config.eos;
    f->n_hidden = setup->special.first >= 0;
    f->n = n;
    memcpy(f->facts, facts, n * sizeof *facts);
    f->has_words = has_fact_words(f, text, len);
    *fidelity = f;
    return 0;
}

/* How many of the facts that are lost are numbers in words. */
static size_t count_spelled(const tr_fidelity *f, const bool *lost)
{
    size_t n = 0;
    for (size_t i = 0; i < f->n; i++)
        n += lost[i] && is_spelled(&f->facts[i]);
    return n;
}

size_t tr_fidelity_lost(const tr_fidelity *f, const int32_t *ids, size_t n, size_t *n_spelled)
{
    bool lost[MOST_FACTS] = {0};
    tr_surface s;

    tr_surface_of_ids(&s, f->target, f->eos, ids, n);
    const size_t count = count_damaged(f, &s, lost);
    if (n_spelled) *n_spelled = count_spelled(f, lost);
    return count;
}

size_t tr_fidelity_lost_numbers(const tr_fidelity *f, const int32_t *ids, size_t n, tr_span *spans)
{
    bool lost[MOST_FACTS] = {0};
    size_t count = 0;
    tr_surface s;

    tr_surface_of_ids(&s, f->target, f->eos, ids, n);
    count_damaged(f, &s, lost);
    for (size_t i = 0; i < f->n; i++) {
        const size_t begin = (size_t)(f->facts[i].text - f->text);
        if (lost[i] && f->facts[i].kind == TR_FACT_NUMBER)
            spans[count++] = (tr_span){begin, begin + f->facts[i].len};
    }
    return count;
}

static tr_span place_of(const tr_fidelity *f, const tr_fact *fact)
{
    const size_t begin = (size_t)(fact->text - f->text);
    return (tr_span){begin, begin + fact->len};
}

/* Signs of currencies are counted all together: the first of them are named. */
static size_t name_currencies(const tr_fidelity *f, size_t n_lost, tr_fidelity_loss *losses)
{
    size_t count = 0;

    for (size_t i = 0; i < f->n && count < n_lost; i++)
        if (f->facts[i].kind == TR_FACT_CURRENCY && !f->facts[i].kept)
            losses[count++] = (tr_fidelity_loss){place_of(f, &f->facts[i]), "currency"};
    return count;
}

size_t tr_fidelity_losses(const tr_fidelity *f, const int32_t *ids, size_t n,
                          tr_fidelity_loss *losses)
{
    const tr_span all = {0, f->len};
    bool lost[MOST_FACTS] = {0};
    size_t count = 0;
    tr_surface s;

    tr_surface_of_ids(&s, f->target, f->eos, ids, n);
    const size_t n_facts = tr_facts_lost(f->facts, f->n, f->spelled, s.text, s.len, lost);
    size_t n_flags = 0;
    for (size_t i = 0; i < f->n; i++)
        n_flags += lost[i];
    tr_facts_repeated(f->facts, f->n, s.text, s.len, lost);
    for (size_t i = 0; i < f->n; i++)
        if (lost[i])
            losses[count++] = (tr_fidelity_loss){
                place_of(f, &f->facts[i]), f->facts[i].kind == TR_FACT_NUMBER ? "number" : "code"};
    count += name_currencies(f, n_facts - n_flags, losses + count);
    if (f->has_words && !tr_has_letter(s.text, 0, s.len))
        losses[count++] = (tr_fidelity_loss){all, "words"};
    if (invents_number(f, &s)) losses[count++] = (tr_fidelity_loss){all, "added"};
    return count;
}

void tr_fidelity_allow(const tr_fidelity *f, const int32_t *before, size_t n_before,
                       const int32_t *ids, size_t n, bool *may)
{
    const size_t first = f->n_hidden < n_before ? f->n_hidden : n_before;
    bool lost[MOST_FACTS] = {0};
    tr_facts_begun begun;
    tr_surface s;

    tr_surface_of_ids(&s, f->target, f->eos, before + first, n_before - first);
    const size_t len = s.len; /* allowed, when its pieces were */
    tr_facts_begin(&begun, f->facts, f->n, s.text, len);
    for (size_t i = 0; i < n; i++) {
        if (!may[i]) continue;
        s.len = len;
        if (ids[i] != f->eos) tr_surface_add(&s, f->target, ids[i]);
        if (ids[i] == f->eos)
            may[i] = count_lost(f, &s, lost) == count_spelled(f, lost);
        else if (f->n < MOST_FACTS) /* else there may be others */
            may[i] = tr_facts_allow(f->facts, f->n, s.text, s.len, &begun);
    }
}
