#include "text/facts.h"

#include <string.h>

#include "base/ascii.h"
#include "text/placeables/numerals.h"
#include "text/placeables/measures.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeholders.h"

/* ---- Numbers ---- */

/* True if the number, as it is written, may be the other one, or a part of it.  Two parts of a date
 * are no date, and no day or year either. */
static bool may_be(const tr_numeral *number, const tr_numeral *own, bool whole)
{
    return tr_numeral_joined_alike(number, own) &&
           !(whole && number->n == 2 && tr_numeral_are_date(own));
}

/* True if the fact has the number.  If it is not `whole`, more digits may come. */
static bool fact_has(const tr_fact *f, const tr_numeral *number, bool whole)
{
    tr_span at = {0};
    while (tr_numeral_next(f->text, at.end, f->len, &at)) {
        const tr_numeral own = tr_numeral_read(f->text, at);
        if (!may_be(number, &own, whole)) continue;
        if (tr_numeral_same(number, &own) || tr_numeral_within(number, &own) ||
            (f->clock && tr_numeral_same_time(number, &own)) ||
            (!whole && tr_numeral_begin(number, &own, f->clock)))
            return true;
    }
    return false;
}

/* True if the number of text [len] is one of the facts [n], or may become one. */
static bool number_is_known(const tr_fact *facts, size_t n, const char *text, size_t len,
                            tr_span at)
{
    const tr_numeral number = tr_numeral_read(text, at);
    const bool goes_on = at.end == len || (at.end + 1 == len && !tr_byte_is_word(text[at.end]));
    for (size_t i = 0; i < n; i++)
        if (fact_has(&facts[i], &number, !goes_on)) return true;
    return false;
}

static bool number_is_lost(const tr_fact *f, const char *text, size_t len)
{
    enum { SPELLED = 12 };
    const tr_numeral own = tr_numeral_read(f->text, (tr_span){0, f->len});
    tr_numeral rest = {0};
    tr_span at = {0};

    if (!f->measure && tr_numeral_value(&own) <= SPELLED) return false;
    for (size_t i = 0; i < own.n; i++)
        rest.part[rest.n++] = own.part[i];
    while (tr_numeral_next(text, at.end, len, &at)) {
        const tr_numeral number = tr_numeral_read(text, at);
        if (!may_be(&number, &own, true)) continue;
        if (tr_numeral_same(&own, &number) || tr_numeral_within(&own, &number) ||
            (f->clock && tr_numeral_same_time(&own, &number)))
            return false;
        for (size_t i = 0; i < rest.n; i++) {
            const tr_numeral part = {.n = 1, .part = {rest.part[i]}};
            if (tr_numeral_within(&part, &number)) rest.part[i--] = rest.part[--rest.n];
        }
    }
    if (tr_numeral_are_date(&own) && rest.n == 1) /* the month may be a word */
        return tr_numeral_value(&rest) > SPELLED;
    return own.n < 2 || rest.n > 0;
}

/* ---- Names ---- */

static bool name_is_lost(const tr_fact *facts, size_t i, const char *text, size_t len)
{
    size_t wanted = 1;
    for (size_t k = 0; k < i; k++)
        wanted +=
            facts[k].len == facts[i].len && !memcmp(facts[k].text, facts[i].text, facts[i].len);
    return tr_identifier_count(text, len, facts[i].text, facts[i].len) < wanted;
}

/* How much of a name must stand somewhere before it is that name: up to its first mark or digit, or
 * what comes after the digits that it begins with. */
static size_t telling(const tr_fact *f)
{
    size_t n = 0;
    while (n < f->len && tr_ascii_is_digit(f->text[n]))
        n++;
    if (n == 0)
        while (n < f->len && tr_byte_is_letter(f->text[n]))
            n++;
    n += tr_ascii_is_digit(f->text[0]) || n == 0 ? 2 : 1;
    return n < f->len ? n : f->len;
}

static size_t same_from(const char *text, size_t at, size_t len, const tr_fact *f)
{
    size_t n = 0;
    while (n < f->len && at + n < len && text[at + n] == f->text[n])
        n++;
    return n;
}

/* True if a name begins at text [at], and none goes on as it began. */
static bool is_misspelled(const tr_fact *facts, size_t n, const char *text, size_t at, size_t len)
{
    bool begun = false;
    for (size_t i = 0; i < n; i++) {
        const tr_fact *f = &facts[i];
        if (f->kind != TR_FACT_NAME) continue;
        const size_t same = same_from(text, at, len, f);
        if (same == f->len || at + same == len) return false;
        begun |= same >= telling(f);
    }
    return begun;
}

/* ---- Currencies ---- */

static size_t count_signs(const char *text, size_t len, bool whole, const tr_fact *f)
{
    size_t count = 0;
    for (size_t at = 0; at < len; at++) {
        const size_t n = tr_currency_at(text, at, len, whole);
        count += n > 0 && (!f || (n == f->len && !memcmp(text + at, f->text, n)));
    }
    return count;
}

/* How many signs of the facts became others.  Those that became words are no loss. */
static size_t signs_lost(const tr_fact *facts, size_t n, const char *text, size_t len)
{
    size_t wanted = 0, kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_CURRENCY) continue;
        wanted++;
        size_t number = 1; /* of those that are the same */
        for (size_t k = 0; k < i; k++)
            number += facts[k].len == facts[i].len && facts[k].kind == TR_FACT_CURRENCY &&
                      !memcmp(facts[k].text, facts[i].text, facts[i].len);
        kept += count_signs(text, len, true, &facts[i]) >= number;
    }
    if (wanted == kept) return 0;
    const size_t others = count_signs(text, len, true, NULL) - kept;
    return others < wanted - kept ? others : wanted - kept;
}

/* True if text [len], which may go on, has no sign more often than the facts.  What comes before
 * byte `known` was looked at. */
static bool signs_are_known(const tr_fact *facts, size_t n, const char *text, size_t len,
                            size_t known)
{
    size_t currencies = 0;
    for (size_t i = 0; i < n; i++)
        currencies += facts[i].kind == TR_FACT_CURRENCY;
    for (size_t at = known > 3 ? known - 3 : 0; currencies && at < len; at++) {
        const tr_fact sign = {.text = text + at, .len = tr_currency_at(text, at, len, false)};
        size_t count = 0;
        if (!sign.len) continue;
        for (size_t i = 0; i < n; i++)
            count += facts[i].kind == TR_FACT_CURRENCY && facts[i].len == sign.len &&
                     !memcmp(facts[i].text, sign.text, sign.len);
        if (count_signs(text, len, false, &sign) > count) return false;
    }
    return true;
}

/* ---- All facts ---- */

/* True if a word of a clock's time comes after the number. */
static bool before_clock(const char *text, size_t at, size_t end)
{
    static const char *const words[] = {"am",  "a.m", "AM",  "A.M", "pm",
                                        "p.m", "PM",  "P.M", "Uhr", "o'clock"};
    while (at < end && tr_ascii_is_space(text[at]))
        at++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t n = strlen(words[i]);
        if (end - at >= n && !memcmp(text + at, words[i], n) &&
            (at + n == end || !tr_byte_is_word(text[at + n])))
            return true;
    }
    return false;
}

typedef struct list {
    tr_fact *facts;
    size_t n, most;
} list;

static void add_fact(list *l, const char *text, tr_span at, tr_fact fact)
{
    fact.text = text + at.begin;
    fact.len = at.end - at.begin;
    if (l->n < l->most) l->facts[l->n++] = fact;
}

static void add_signs(list *l, const char *text, size_t begin, size_t end, size_t len)
{
    for (tr_span sign = {.end = begin}; tr_currency_next(text, sign.end, end, len, &sign);)
        add_fact(l, text, sign, (tr_fact){.kind = TR_FACT_CURRENCY});
}

static void add_numbers(list *l, const char *text, size_t begin, size_t end, size_t len)
{
    size_t done = begin;
    for (tr_span number; tr_numeral_next(text, done, end, &number); done = number.end) {
        add_signs(l, text, done, number.begin, len);
        add_fact(l, text, number,
                 (tr_fact){.kind = TR_FACT_NUMBER,
                           .clock = before_clock(text, number.end, len),
                           .measure = tr_is_measure(text, number, len)});
    }
    add_signs(l, text, done, end, len);
}

/* The facts of text [begin, end), which has no name: placeholders, and the numbers between. */
static void add_placeholder_facts(list *l, const char *text, size_t begin, size_t end, size_t len)
{
    tr_span p;
    for (; tr_placeholder_next(text, end, begin, &p); begin = p.end) {
        add_numbers(l, text, begin, p.begin, len);
        add_fact(l, text, p, (tr_fact){.kind = TR_FACT_NAME});
    }
    add_numbers(l, text, begin, end, len);
}

size_t tr_facts_find(const char *text, size_t len, tr_fact *facts, size_t most)
{
    list l = {facts, 0, most};
    size_t done = 0;
    tr_span around = {0};

    for (tr_span name; tr_identifier_next(text, len, done, &name); done = name.end) {
        if (tr_placeholder_holds(text, len, done, name, &around)) name = around;
        add_placeholder_facts(&l, text, done, name.begin, len);
        add_fact(&l, text, name, (tr_fact){.kind = TR_FACT_NAME});
    }
    add_placeholder_facts(&l, text, done, len, len);
    return l.n;
}

size_t tr_facts_lost(const tr_fact *facts, size_t n, const char *text, size_t len)
{
    size_t lost = signs_lost(facts, n, text, len);
    for (size_t i = 0; i < n; i++)
        lost += (facts[i].kind == TR_FACT_NUMBER && number_is_lost(&facts[i], text, len)) ||
                (facts[i].kind == TR_FACT_NAME && name_is_lost(facts, i, text, len));
    return lost;
}

static size_t longest_name(const tr_fact *facts, size_t n)
{
    size_t longest = 0;
    for (size_t i = 0; i < n; i++)
        if (facts[i].kind == TR_FACT_NAME && facts[i].len > longest) longest = facts[i].len;
    return longest;
}

/* After the last number of text [len] that no more text changes.  What joins its parts is a mark
 * or a blank of up to three bytes, and as many digits, which a fourth may follow; what makes a date
 * of it is up to eight bytes, of which a mark and a digit after them make none again. */
static size_t settled_numbers(const char *text, size_t len)
{
    enum { JOINT = 8 + 2 };
    size_t settled = 0;
    tr_span number = {0};

    while (tr_numeral_next(text, number.end, len, &number) && number.end + JOINT < len)
        settled = number.end;
    return settled;
}

void tr_facts_begin(tr_facts_begun *begun, const tr_fact *facts, size_t n, const char *text,
                    size_t allowed)
{
    const size_t longest = longest_name(facts, n);

    *begun = (tr_facts_begun){.allowed = allowed,
                              .name = allowed > longest ? allowed - longest : 0,
                              .number = settled_numbers(text, allowed)};
    for (size_t i = 0; i < n; i++)
        if (facts[i].kind == TR_FACT_NAME) begun->first[(unsigned char)facts[i].text[0]] = true;
}

bool tr_facts_allow(const tr_fact *facts, size_t n, const char *text, size_t len,
                    const tr_facts_begun *begun)
{
    tr_span number = {.end = begun->number};

    /* Names first: where one has begun, they rule out most. */
    for (size_t at = begun->name; at < len; at++)
        if (begun->first[(unsigned char)text[at]] && is_misspelled(facts, n, text, at, len))
            return false;
    while (tr_numeral_next(text, number.end, len, &number))
        if (number.end + 1 >= begun->allowed && !number_is_known(facts, n, text, len, number))
            return false;
    return signs_are_known(facts, n, text, len, begun->allowed);
}
