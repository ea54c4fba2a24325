/* of_placeables.c - adapters for what of a text is no prose: numbers, names, placeholders. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/case.h"
#include "syntax/syntax.h"
#include "text/numbers/clock.h"
#include "text/numbers/measures.h"
#include "text/numbers/number_words.h"
#include "text/numbers/numerals.h"
#include "text/placeables/code_groups.h"
#include "text/placeables/code_runs.h"
#include "text/placeables/embracing.h"
#include "text/placeables/identifiers.h"
#include "text/placeables/kept.h"
#include "text/placeables/placeables.h"
#include "text/placeables/placeholders.h"
#include "text/placeables/sign_words.h"
#include "translate.h"

static const char digits[] = "0123456789";

static void add_span(tr_buf *out, const char *between, const case_input *in, tr_span at)
{
    case_add_part(out, between, case_text(in, 0) + at.begin, at.end - at.begin);
}

static void times(const case_input *in, tr_buf *out)
{
    char time[TR_CLOCK_SIZE];
    tr_span at = {0};

    while (tr_clock_next(case_text(in, 0), at.end, case_len(in, 0), &at, time)) {
        add_span(out, "|", in, at);
        tr_buf_printf(out, "=%s", time);
    }
}

static void embracing(const case_input *in, tr_buf *out)
{
    enum { MOST = 8 };
    tr_emphasis marks[MOST];
    const char *const text = case_text(in, 0);
    size_t at = 0;

    const size_t n = tr_embracing_find(text, (tr_span){0, case_len(in, 0)}, true, marks, MOST);
    if (n == SIZE_MAX) {
        tr_buf_add_string(out, "too many");
        return;
    }
    for (size_t i = 0; i < n; i++) {
        tr_buf_add(out, text + at, marks[i].at.begin - at);
        tr_buf_add(out, marks[i].opens ? "<" : ">", 1);
        at = marks[i].at.end;
    }
    tr_buf_add_string(out, text + at);
}

static void identifiers(const case_input *in, tr_buf *out)
{
    tr_span name = {0};
    while (tr_identifier_next(case_text(in, 0), case_len(in, 0), name.end, &name))
        add_span(out, "|", in, name);
}

static void code_groups(const case_input *in, tr_buf *out)
{
    tr_span group = {0};
    while (tr_code_group_next(case_text(in, 0), case_len(in, 0), group.end, &group))
        add_span(out, "|", in, group);
}

static void code_runs(const case_input *in, tr_buf *out)
{
    tr_span run = {0};
    while (tr_code_run_next(case_text(in, 0), case_len(in, 0), run.end, &run))
        add_span(out, "|", in, run);
}

static void sign_words(const case_input *in, tr_buf *out)
{
    tr_span word = {0};
    while (tr_sign_word_next(case_text(in, 0), case_len(in, 0), word.end, &word))
        add_span(out, "|", in, word);
}

static void signs_alone(const case_input *in, tr_buf *out)
{
    tr_span word = {0, case_len(in, 0)};
    if (tr_sign_word_is(case_text(in, 0), &word)) add_span(out, "|", in, word);
}

static void identifier_count(const case_input *in, tr_buf *out)
{
    tr_buf_printf(
        out, "%zu",
        tr_identifier_count(case_text(in, 0), case_len(in, 0), case_text(in, 1), case_len(in, 1)));
}

static void kept(const case_input *in, tr_buf *out)
{
    tr_span word = {0};
    while (tr_kept_next(case_text(in, 0), case_len(in, 0), word.end, case_option_on(in, "blanks"),
                        &word))
        add_span(out, "|", in, word);
}

static void marked_codes(const case_input *in, tr_buf *out)
{
    tr_span code = {0};
    while (tr_syntax_next(TR_SYNTAX_IS(TR_SYNTAX_CODE), case_text(in, 0), case_len(in, 0), code.end,
                          &code))
        add_span(out, "/", in, code);
}

/* The first number of the text: digits, and points where `fraction`. */
static tr_span first_number(const case_input *in)
{
    const char *const text = case_text(in, 0);
    const size_t begin = strcspn(text, digits);
    return (tr_span){begin, begin + strspn(text + begin, "0123456789.")};
}

static void feet(const case_input *in, tr_buf *out)
{
    const char *const text = case_text(in, 0);
    const size_t begin = strcspn(text, digits);
    tr_buf_add(out, text + begin, tr_feet_end(text, begin, case_len(in, 0)) - begin);
}

static void rate(const case_input *in, tr_buf *out)
{
    bool money = false;
    const bool is_rate = tr_is_rate(case_text(in, 0), first_number(in), case_len(in, 0), &money);
    tr_buf_add_string(out, !is_rate ? "none" : money ? "money" : "number");
}

static void unit(const case_input *in, tr_buf *out)
{
    tr_buf_printf(out, "%zu",
                  tr_unit_touching(case_text(in, 0), first_number(in), case_len(in, 0)));
}

static void number_words(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_number_may_be_in_words(case_text(in, 0), case_len(in, 0)));
}

/* ---- Numerals */

static void numerals(const case_input *in, tr_buf *out)
{
    tr_span at = {0};

    while (tr_numeral_next(case_text(in, 0), at.end, case_len(in, 0), &at)) {
        const tr_numeral number = tr_numeral_read(case_text(in, 0), at);
        if (out->len) tr_buf_add_string(out, " ");
        for (size_t i = 0; i < number.n; i++) {
            if (i) tr_buf_add_string(out, "|");
            tr_buf_add(out, number.part[i].digit, number.part[i].n);
        }
    }
}

static tr_numeral read_numeral(const case_input *in, size_t i)
{
    tr_span at = {0};
    tr_numeral_next(case_text(in, i), 0, case_len(in, i), &at);
    return tr_numeral_read(case_text(in, i), at);
}

/* Adds what two numbers are to each other; it has to be the same the other way round. */
static void add_relation(const case_input *in, bool (*is)(const tr_numeral *, const tr_numeral *),
                         tr_buf *out)
{
    const tr_numeral a = read_numeral(in, 0), b = read_numeral(in, 1);
    case_add_bool(out, is(&a, &b));
    if (is(&a, &b) != is(&b, &a)) tr_buf_add_string(out, ", the other way round not");
}

static void numerals_same(const case_input *in, tr_buf *out)
{
    add_relation(in, tr_numeral_same, out);
}

static void numerals_same_time(const case_input *in, tr_buf *out)
{
    add_relation(in, tr_numeral_same_time, out);
}

static void numerals_joined(const case_input *in, tr_buf *out)
{
    const tr_numeral a = read_numeral(in, 0), b = read_numeral(in, 1);
    case_add_bool(out, tr_numeral_joined_alike(&a, &b));
}

static void numerals_within(const case_input *in, tr_buf *out)
{
    const tr_numeral a = read_numeral(in, 0), b = read_numeral(in, 1);
    case_add_bool(out, tr_numeral_within(&a, &b));
}

static void numerals_begin(const case_input *in, tr_buf *out)
{
    const tr_numeral a = read_numeral(in, 0), b = read_numeral(in, 1);
    case_add_bool(out, tr_numeral_begin(&a, &b, case_option_on(in, "clock")));
}

/* ---- All kinds */

static const struct {
    const char *name;
    unsigned flag;
} kinds[] = {
    {"addresses", TR_FIND_KEPT},          {"tags", TR_FIND_TAGS},
    {"identifiers", TR_FIND_IDENTIFIERS}, {"placeholders", TR_FIND_PLACEHOLDERS},
    {"numbers", TR_FIND_NUMERALS},        {"currencies", TR_FIND_CURRENCIES},
    {"measures", TR_FIND_MEASURES},
};

static unsigned wanted_kinds(const case_input *in)
{
    const char *const wanted = case_option_of(in, "find", "all");
    unsigned flags = 0;

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(wanted, "all") || strstr(wanted, kinds[i].name)) flags |= kinds[i].flag;
    return flags;
}

static void placeables(const case_input *in, tr_buf *out)
{
    static const char letters[] = "ATXPIN$";
    tr_placeables scan;
    tr_placeable p;

    tr_placeables_start(&scan, case_text(in, 0), 0, case_len(in, 0), wanted_kinds(in), true);
    while (tr_placeables_next(&scan, &p))
        tr_buf_printf(out, "%c%s%s %.*s|", letters[p.kind], p.clock ? "c" : "",
                      p.measure ? "m" : "", (int)(p.at.end - p.at.begin),
                      case_text(in, 0) + p.at.begin);
}

static void placeholders(const case_input *in, tr_buf *out)
{
    tr_span p = {0};
    while (tr_placeholder_next(case_text(in, 0), case_len(in, 0), p.end, &p))
        add_span(out, "|", in, p);
}

static void placeholders_agree(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_placeholders_agree(case_text(in, 0), case_len(in, 0), case_text(in, 1),
                                             case_len(in, 1)));
}

static void prose(const case_input *in, tr_buf *out)
{
    char *const copy = malloc(case_len(in, 0) + 1);
    if (copy) tr_buf_add(out, copy, tr_copy_prose(case_text(in, 0), case_len(in, 0), copy));
    free(copy);
}

static void section(const case_input *in, tr_buf *out)
{
    size_t end = 0;

    tr_syntax_group_at(TR_SYNTAX_IS(TR_SYNTAX_SECTION), case_text(in, 0), case_len(in, 0), 0, &end);
    tr_buf_add(out, case_text(in, 0), end);
}

const case_module cases_of_placeables[] = {
    {"text/numbers/clock", NULL, 1, times, ""},
    {"text/placeables/code_groups", NULL, 1, code_groups, ""},
    {"text/placeables/code_runs", NULL, 1, code_runs, ""},
    {"text/placeables/embracing", NULL, 1, embracing, ""},
    {"text/placeables/identifiers", NULL, 1, identifiers, ""},
    {"text/placeables/identifiers", "count", 2, identifier_count, ""},
    {"text/placeables/kept", NULL, 1, kept, "blanks "},
    {"syntax/codes", NULL, 1, marked_codes, ""},
    {"text/numbers/measures", "feet", 1, feet, ""},
    {"text/numbers/measures", "rate", 1, rate, ""},
    {"text/numbers/measures", "unit", 1, unit, ""},
    {"text/numbers/number_words", NULL, 1, number_words, ""},
    {"text/numbers/numerals", NULL, 1, numerals, ""},
    {"text/numbers/numerals", "same", 2, numerals_same, ""},
    {"text/numbers/numerals", "same-time", 2, numerals_same_time, ""},
    {"text/numbers/numerals", "joined", 2, numerals_joined, ""},
    {"text/numbers/numerals", "within", 2, numerals_within, ""},
    {"text/numbers/numerals", "begin", 2, numerals_begin, "clock "},
    {"text/placeables/placeables", NULL, 1, placeables, "find "},
    {"text/placeables/placeholders", NULL, 1, placeholders, ""},
    {"text/placeables/placeholders", "agree", 2, placeholders_agree, ""},
    {"text/placeables/sign_words", NULL, 1, sign_words, ""},
    {"text/placeables/sign_words", "signs", 1, signs_alone, ""},
    {"text/placeables/prose", NULL, 1, prose, ""},
    {"syntax/sections", NULL, 1, section, ""},
    {0},
};
