#include "text/facts.h"

#include <stdio.h>
#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/language_data.h"
#include "text/numbers/measures.h"
#include "text/numbers/number_words.h"
#include "text/numbers/numerals.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/placeables.h"

/* ---- Numbers ----
 * The search asks for them after each token, so they are taken without a scan for other kinds. */

static bool is_spelled(const tr_fact *f)
{
    return f->digits[0] != '\0';
}

/* The number that a fact is. */
static tr_numeral own_of(const tr_fact *f)
{
    if (is_spelled(f)) return tr_numeral_read(f->digits, (tr_span){0, strlen(f->digits)});
    return tr_numeral_read(f->text, (tr_span){0, f->len});
}

/* How many of facts [n] have that text. */
static size_t count_equal(const tr_fact *facts, size_t n, const char *text, size_t len)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += facts[i].len == len && !memcmp(facts[i].text, text, len);
    return count;
}

static bool is_wrong_date(const tr_numeral *number)
{
    return number->malformed && tr_numeral_are_date(number);
}

/* True if the number, as it is written, may be the other one, or a part of it.  Two parts of a date
 * are no date, and no day or year either. */
static bool may_be(const tr_numeral *number, const tr_numeral *own, bool whole)
{
    return tr_numeral_joined_alike(number, own) && !(is_wrong_date(number) && !own->malformed) &&
           !(whole && number->n == 2 && tr_numeral_are_date(own));
}

/* True if the fact has the number.  If it is not `whole`, more digits may come. */
static bool fact_has(const tr_fact *f, const tr_numeral *number, bool whole)
{
    const char *const text = is_spelled(f) ? f->digits : f->text;
    const size_t len = is_spelled(f) ? strlen(f->digits) : f->len;
    tr_span at = {0};

    while (tr_numeral_next(text, at.end, len, &at)) {
        const tr_numeral own = tr_numeral_read(text, at);
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

/* ---- Which numbers a translation says ----
 * Each numeral of the translation says one number of the source, but a date or a time may say
 * several: "June 30, 2025" is 30.06.2025. */

enum { MOST_NUMERALS = 64 };

typedef struct said_numeral {
    tr_numeral number;
    bool joined; /* a mark stands between it and digits before it: the 1991 of 10/1991 */
    bool taken;
} said_numeral;

/* The numerals of a translation, without numerals in codes, as in AB12. */
static size_t read_numerals(const char *text, size_t len, said_numeral *said)
{
    size_t n = 0;
    tr_span at = {0};

    while (n < MOST_NUMERALS && tr_numeral_next(text, at.end, len, &at))
        if (at.begin == 0 || !tr_ascii_is_letter(text[at.begin - 1]))
            said[n++] =
                (said_numeral){.number = tr_numeral_read(text, at),
                               .joined = at.begin > 1 && strchr("./-", text[at.begin - 1]) &&
                                         tr_ascii_is_digit(text[at.begin - 2])};
    return n;
}

/* True if a date or a time has the number as one of its parts.  A whole date is no part of another
 * one. */
static bool is_part_of(const tr_fact *f, const tr_numeral *own, const tr_numeral *number)
{
    if (tr_numeral_are_date(own) || !tr_numeral_within(own, number)) return false;
    return tr_numeral_are_date(number) || (number->joint == ':' && !f->range);
}

/* The parts of a date may stand in several numerals, each in another one, or all in a date that
 * says no other one, and its month may be a word, which stands between them then. */
static bool is_scattered(const tr_numeral *own, const said_numeral *said, size_t n)
{
    enum { MONTHS = 12 };
    bool used[MOST_NUMERALS] = {0}, joined = false;
    tr_numeral rest = {0};

    if (!tr_numeral_are_date(own)) return false;
    for (size_t i = 0; i < own->n; i++) {
        const tr_numeral part = {.n = 1, .part = {own->part[i]}};
        bool found = false;
        for (size_t k = 0; k < n && !found; k++) {
            const bool other = said[k].taken && tr_numeral_are_date(&said[k].number);
            if (used[k] || other || !may_be(&said[k].number, own, true)) continue;
            found = tr_numeral_within(&part, &said[k].number);
            used[k] = found && said[k].number.n == 1;
            joined = joined || (used[k] && said[k].joined);
        }
        if (!found) rest.part[rest.n++] = own->part[i];
    }
    if (rest.n > 1 || (rest.n == 1 && (joined || tr_numeral_value(&rest) > MONTHS))) return false;
    for (size_t k = 0; k < n; k++) /* no other number is left behind */
        if (!said[k].taken && !tr_numeral_within(&said[k].number, own)) return false;
    return true;
}

/* Has a numeral say the number exactly; numerals that do are taken. */
static bool take_same(const tr_fact *f, const tr_numeral *own, said_numeral *said, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (said[k].taken || (said[k].number.malformed && !own->malformed) ||
            !may_be(&said[k].number, own, true) || !tr_numeral_same(own, &said[k].number) ||
            (f->range && said[k].number.joint == ':'))
            continue;
        return said[k].taken = true;
    }
    return false;
}

/* Has a numeral say the number as the same time, or as a part of a date or of a time.  One that
 * says another number says no time beside it: 24:00 is not the 0:00 of "um 24:00 Uhr und um 0:00
 * Uhr". */
static bool take_part(const tr_fact *f, const tr_numeral *own, said_numeral *said, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (!may_be(&said[k].number, own, true)) continue;
        if (is_part_of(f, own, &said[k].number)) return true;
        if (!f->clock || said[k].taken || !tr_numeral_same_time(own, &said[k].number)) continue;
        return said[k].taken = true;
    }
    return false;
}

static bool may_be_spelled(const tr_fact *f, const tr_numeral *own)
{
    enum { SPELLED = 12 };
    return !f->measure && !f->range && tr_numeral_value(own) <= SPELLED;
}

/* True if the text says the number in another way than in digits alone. */
static bool says_otherwise(const tr_fact *f, const tr_numeral *own, const char *text, size_t len)
{
    return (!f->measure && !f->range && tr_number_is_roman_in(text, len, tr_numeral_value(own))) ||
           tr_number_is_scaled_in(own, tr_zeros_behind(f->text, f->len, f->len + f->behind), text,
                                  len);
}

/* True if the translation has the number of a rate without its currency: 9,99/Monat for
 * $9.99/month. */
static bool is_bare_rate(const tr_numeral *own, const char *text, size_t len)
{
    tr_span at = {0};
    bool money;

    while (tr_numeral_next(text, at.end, len, &at)) {
        const tr_numeral number = tr_numeral_read(text, at);
        if (tr_numeral_same(own, &number) && tr_is_rate(text, at, len, &money) && !money)
            return true;
    }
    return false;
}

/* True if the translation has the number, but nowhere with its unit: 300 m for 300ms. */
static bool lacks_unit(const tr_fact *f, const tr_numeral *own, const char *text, size_t len)
{
    tr_span at = {0};
    bool found = false;

    while (tr_numeral_next(text, at.end, len, &at)) {
        const tr_numeral number = tr_numeral_read(text, at);
        if (!tr_numeral_same(own, &number)) continue;
        if (tr_has_unit(text, at, len, f->text + f->len, f->unit)) return false;
        found = true;
    }
    return found;
}

/* Numbers that are kept in another way are said, too, by numerals that no other one is said by. */
static void take_kept(const tr_fact *facts, size_t n, said_numeral *said, size_t n_said)
{
    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_NUMBER || !facts[i].kept) continue;
        const tr_numeral own = own_of(&facts[i]);
        take_same(&facts[i], &own, said, n_said);
    }
}

/* Numbers in words are said by numbers in words, each by another one; clears lost [n] for them. */
static void take_spelled(const tr_fact *facts, size_t n, const tr_spelled_facts *language,
                         const char *text, size_t len, bool *lost)
{
    tr_spelled_number said = {0};

    while (tr_spelled_next(language, text, said.at.end, len, true, &said)) {
        for (size_t i = 0; i < n; i++) {
            if (!lost[i] || !is_spelled(&facts[i])) continue;
            if (said.ordinal && !facts[i].ordinal) continue;
            const tr_numeral own = own_of(&facts[i]);
            if (tr_numeral_value(&own) != said.value) continue;
            lost[i] = false;
            break;
        }
    }
}

/* Which of facts [n] are numbers that a translation lacks: sets lost [n], returns how many. */
static size_t find_lost_numbers(const tr_fact *facts, size_t n, const tr_spelled_facts *language,
                                const char *text, size_t len, bool *lost)
{
    said_numeral said[MOST_NUMERALS];
    const size_t n_said = read_numerals(text, len, said);
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        lost[i] = facts[i].kind == TR_FACT_NUMBER && !facts[i].kept;
        if (!lost[i]) continue;
        const tr_numeral own = own_of(&facts[i]);
        lost[i] = !take_same(&facts[i], &own, said, n_said);
    }
    take_kept(facts, n, said, n_said);
    if (language) take_spelled(facts, n, language, text, len, lost);
    for (size_t i = 0; i < n; i++) {
        if (!lost[i]) continue;
        const tr_numeral own = own_of(&facts[i]);
        lost[i] = !(may_be_spelled(&facts[i], &own) || is_scattered(&own, said, n_said) ||
                    says_otherwise(&facts[i], &own, text, len) ||
                    take_part(&facts[i], &own, said, n_said));
        count += lost[i];
    }
    for (size_t i = 0; i < n; i++) {
        if ((!facts[i].rate && !facts[i].unit) || facts[i].kept || lost[i]) continue;
        const tr_numeral own = own_of(&facts[i]);
        lost[i] = (facts[i].rate && is_bare_rate(&own, text, len)) ||
                  (facts[i].unit && lacks_unit(&facts[i], &own, text, len));
        count += lost[i];
    }
    return count;
}

/* True if one of facts [n] has the number as a part, or may say it in another way. */
static bool may_be_said_again(const tr_fact *facts, size_t n, const tr_numeral *number)
{
    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_NUMBER) continue;
        const tr_numeral own = own_of(&facts[i]);
        if (facts[i].kept || facts[i].clock) return true;
        if (tr_numeral_within(number, &own) && !tr_numeral_same(number, &own)) return true;
    }
    return false;
}

size_t tr_facts_repeated(const tr_fact *facts, size_t n, const char *text, size_t len, bool *lost)
{
    said_numeral said[MOST_NUMERALS];
    const size_t n_said = read_numerals(text, len, said);
    size_t count = 0;

    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_NUMBER || facts[i].kept) continue;
        const tr_numeral own = own_of(&facts[i]);
        if (!may_be_spelled(&facts[i], &own)) take_same(&facts[i], &own, said, n_said);
    }
    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_NUMBER || facts[i].kept || lost[i]) continue;
        const tr_numeral own = own_of(&facts[i]);
        if (is_spelled(&facts[i]) || may_be_spelled(&facts[i], &own)) continue;
        if (may_be_said_again(facts, n, &own)) continue;
        lost[i] = take_same(&facts[i], &own, said, n_said);
        count += lost[i];
    }
    return count;
}

/* True if one of facts [n] is a number before a word such as "million". */
static bool any_is_scaled(const tr_fact *facts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (facts[i].kind == TR_FACT_NUMBER &&
            tr_zeros_behind(facts[i].text, facts[i].len, facts[i].len + facts[i].behind))
            return true;
    return false;
}

bool tr_facts_made_up(const tr_fact *facts, size_t n, const char *text, size_t len)
{
    said_numeral said[MOST_NUMERALS];
    const size_t n_said = read_numerals(text, len, said);

    for (size_t k = 0; k < n_said; k++) {
        bool known = tr_numeral_are_date(&said[k].number);
        for (size_t i = 0; i < n && !known; i++)
            known = fact_has(&facts[i], &said[k].number, true);
        if (!known) return !any_is_scaled(facts, n);
    }
    return false;
}

/* ---- Names ---- */

static bool name_is_lost(const tr_fact *facts, size_t i, const char *text, size_t len)
{
    const tr_fact *const f = &facts[i];
    return tr_identifier_count(text, len, f->text, f->len) <=
           count_equal(facts, i, f->text, f->len);
}

/* How much of a name must stand somewhere before it is that name: up to its first mark or digit, or
 * what comes after the digits that it begins with. */
static size_t telling(const tr_fact *f)
{
    const bool is_number = tr_ascii_is_digit(f->text[0]);
    const size_t begun =
        tr_skip(f->text, 0, f->len, is_number ? tr_ascii_is_digit : tr_byte_is_letter);
    const size_t n = begun + (is_number || begun == 0 ? 2 : 1);
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

/* True if a word of the text begins as the name of a currency does in some language. */
static bool says_currency(const char *text, size_t len)
{
    const char *const names = tr_every_language()->measures.currencies;

    for (size_t at = 0; at < len; at++)
        if ((at == 0 || !tr_byte_is_word(text[at - 1])) &&
            tr_list_beginning(names, text + at, len - at))
            return true;
    return false;
}

/* How many signs of the facts became others, or nothing.  Signs that became words are no loss. */
static size_t signs_lost(const tr_fact *facts, size_t n, const char *text, size_t len)
{
    size_t wanted = 0, kept = 0;
    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_CURRENCY || facts[i].kept) continue;
        wanted++;
        kept += count_signs(text, len, true, &facts[i]) >
                count_equal(facts, i, facts[i].text, facts[i].len);
    }
    if (wanted == kept) return 0;
    if (!says_currency(text, len)) return wanted - kept;
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
        if (sign.len &&
            count_signs(text, len, false, &sign) > count_equal(facts, n, sign.text, sign.len))
            return false;
    }
    return true;
}

/* ---- All facts ---- */

/* Bytes of the dash at text [at, len), 0 if there is none. */
static size_t dash_at(const char *text, size_t at, size_t len)
{
    if (at < len && text[at] == '-') return 1;
    return len - at > 3 && !memcmp(text + at, "\xE2\x80\x93", 3) ? 3 : 0;
}

/* True if a dash alone stands between the number and another one: 7-9. */
static bool is_of_range(const char *text, tr_span number, size_t len)
{
    const size_t behind = number.end + dash_at(text, number.end, len);
    size_t before = number.begin;

    if (behind > number.end && behind < len && tr_ascii_is_digit(text[behind])) return true;
    if (before >= 2 && text[before - 1] == '-')
        before -= 1;
    else if (before >= 4 && dash_at(text, before - 3, before + 1) == 3)
        before -= 3;
    return before < number.begin && tr_ascii_is_digit(text[before - 1]);
}

size_t tr_facts_find(const char *text, size_t len, tr_fact *facts, size_t most)
{
    const unsigned wanted = TR_FIND_IDENTIFIERS | TR_FIND_PLACEHOLDERS | TR_FIND_NUMERALS |
                            TR_FIND_CURRENCIES | TR_FIND_MEASURES;
    tr_placeables scan;
    tr_placeable p;
    size_t n = 0;

    tr_placeables_start(&scan, text, 0, len, wanted, true);
    while (n < most && tr_placeables_next(&scan, &p)) {
        const bool is_number = p.kind == TR_PLACEABLE_NUMERAL;
        bool money = false;
        const bool is_rate = is_number && tr_is_rate(text, p.at, len, &money);
        facts[n++] = (tr_fact){.kind = is_number                         ? TR_FACT_NUMBER
                                       : p.kind == TR_PLACEABLE_CURRENCY ? TR_FACT_CURRENCY
                                                                         : TR_FACT_NAME,
                               .text = text + p.at.begin,
                               .len = p.at.end - p.at.begin,
                               .behind = len - p.at.end,
                               .clock = p.clock,
                               .measure = p.measure,
                               .unit = is_number ? tr_unit_touching(text, p.at, len) : 0,
                               .rate = is_rate && money,
                               .range = is_number && is_of_range(text, p.at, len)};
    }
    return n;
}

size_t tr_facts_add_spelled(const tr_spelled_facts *language, const char *text, size_t len,
                            tr_fact *facts, size_t n, size_t most)
{
    tr_spelled_number found = {0};

    while (n < most && tr_spelled_next_telling(language, text, found.at.end, len, &found)) {
        tr_fact *const f = &facts[n++];
        *f = (tr_fact){.kind = TR_FACT_NUMBER,
                       .text = text + found.at.begin,
                       .len = found.at.end - found.at.begin,
                       .behind = len - found.at.end,
                       .ordinal = found.ordinal};
        snprintf(f->digits, sizeof f->digits, "%u", (unsigned)found.value);
    }
    return n;
}

size_t tr_facts_lost(const tr_fact *facts, size_t n, const tr_spelled_facts *language,
                     const char *text, size_t len, bool *lost)
{
    size_t count = find_lost_numbers(facts, n, language, text, len, lost);
    for (size_t i = 0; i < n; i++) {
        if (facts[i].kind != TR_FACT_NAME || facts[i].kept) continue;
        lost[i] = name_is_lost(facts, i, text, len);
        count += lost[i];
    }
    return count + signs_lost(facts, n, text, len);
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
