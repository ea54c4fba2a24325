/* of_input.c - adapters for what a model reads; and for scores and searches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cases/case.h"
#include "input/capitals.h"
#include "input/model_input.h"
#include "input/months.h"
#include "input/stress.h"
#include "input/uncovered.h"
#include "metrics/lowercase.h"
#include "metrics/ter.h"
#include "search/repetition.h"
#include "unit/tokenized.h"

/* A tokenizer of a small vocabulary, and what asks it. */
typedef struct vocabulary {
    tr_buf model;
    tr_tokenizer *tokenizer;
    tr_chunks chunks;
    tr_coverage coverage;
} vocabulary;

static void open_vocabulary(vocabulary *v, const char *const *pieces, size_t n, bool bytes)
{
    *v = (vocabulary){0};
    v->tokenizer = bytes ? open_unigram(&v->model, pieces, n)
                         : open_unigram_without_bytes(&v->model, pieces, n);
    v->chunks = (tr_chunks){.tokenizer = v->tokenizer, .max_tokens = 100};
}

static void close_vocabulary(vocabulary *v)
{
    tr_chunks_free(&v->chunks);
    tr_tokenizer_free(v->tokenizer);
    tr_buf_free(&v->model);
}

#define PIECES(list) list, sizeof(list) / sizeof *(list)

/* Adds a text of the case, to be changed in its place. */
static void copy_text(const case_input *in, size_t i, tr_buf *out)
{
    tr_buf_reserve(out, 1);
    tr_buf_add(out, case_text(in, i), case_len(in, i));
}

static void tell_failure(int rc, const tr_error *err, tr_buf *out)
{
    if (rc) tr_buf_printf(out, " (%s)", err->msg);
}

/* ---- Months and capitals */

static void months(const case_input *in, tr_buf *out)
{
    copy_text(in, 0, out);
    tr_months_write(&tr_language_data(case_option_of(in, "language", ""))->stops, case_text(in, 0),
                    out->data, out->len);
}

static void capitals_are(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_capitals_are(case_text(in, 0), case_len(in, 0)));
}

static void capitals_raise(const case_input *in, tr_buf *out)
{
    copy_text(in, 0, out);
    tr_capitals_raise(out->data, out->len);
}

static void capitals_suit(const case_input *in, tr_buf *out)
{
    case_add_bool(out, tr_capitals_suit(case_text(in, 0)));
}

static void capitals_lower(const case_input *in, tr_buf *out)
{
    static const char *const pieces[] = {"\u2581love", "\u2581Love",   "\u2581USA",  "\u2581I",
                                         "\u2581i",    "\u2581Berlin", "\u2581don",  "'",
                                         "\u2581the",  "\u2581AB",     "\u2581Nord", "-",
                                         "Süd"};
    vocabulary v;
    bool changed = false;
    tr_error err = {0};

    open_vocabulary(&v, PIECES(pieces), true);
    copy_text(in, 0, out);
    const int rc = tr_capitals_lower(&v.chunks, out->data, out->len, &changed, &err);
    if (changed != (strcmp(out->data, case_text(in, 0)) != 0))
        tr_buf_add_string(out, " (which the function denies)");
    tell_failure(rc, &err, out);
    close_vocabulary(&v);
}

/* ---- Stress */

static const char articles[] = " the a an ";

/* Words are pieces, of which the last one is rare; others are made of parts, letters and bytes. */
static void open_words(vocabulary *v)
{
    enum { N = 200, SPELLING = 16 };
    static const char *const known[] = {"\u2581not", "\u2581open", "\u2581who", "\u2581the",
                                        "\u2581USA", "\u2581un",   "der",       "stand",
                                        "ing",       "\u2581über", "\u2581não", "\u2581índia",
                                        "Ü",         "ôm",         "ega"};
    const char *pieces[N];
    char fillers[N][SPELLING];
    size_t n = 0;

    for (; n < sizeof known / sizeof *known; n++)
        pieces[n] = known[n];
    for (; n < N - 1; n++) {
        snprintf(fillers[n], SPELLING, "%zu", n);
        pieces[n] = fillers[n];
    }
    pieces[n] = "\u2581rare";
    open_vocabulary(v, pieces, N, true);
}

static void stress_words(const case_input *in, tr_buf *out)
{
    tr_span word = {0};
    while (tr_capital_word_next(case_text(in, 0), case_len(in, 0), word.end, &word))
        case_add_part(out, "|", case_text(in, 0) + word.begin, word.end - word.begin);
}

static void stress_lower(const case_input *in, tr_buf *out)
{
    vocabulary v;
    tr_error err = {0};

    open_words(&v);
    copy_text(in, 0, out);
    tell_failure(tr_stress_lower(&v.chunks, articles, out->data, out->len, &err), &err, out);
    close_vocabulary(&v);
}

static void stress_judge(const case_input *in, tr_buf *out)
{
    static const char *const names[] = {
        [TR_CAPITALS_STRESS] = "stress", [TR_CAPITALS_STAY] = "stays", [TR_CAPITALS_CODE] = "code"};
    vocabulary v;
    enum tr_capital_word is = TR_CAPITALS_STAY;
    tr_error err = {0};

    open_words(&v);
    const int rc =
        tr_capital_word_judge(&v.chunks, articles, case_option_on(in, "amid-capitals"),
                              case_text(in, 0), (tr_span){0, case_len(in, 0)}, &is, &err);
    tr_buf_add_string(out, names[is]);
    tell_failure(rc, &err, out);
    close_vocabulary(&v);
}

static void stress_known(const case_input *in, tr_buf *out)
{
    vocabulary v;
    bool known = false;
    tr_error err = {0};

    open_words(&v);
    const int rc = tr_small_form_is_known(&v.chunks, case_text(in, 0),
                                          (tr_span){0, case_len(in, 0)}, &known, &err);
    case_add_bool(out, known);
    tell_failure(rc, &err, out);
    close_vocabulary(&v);
}

static void stress_lower_lacking(const case_input *in, tr_buf *out)
{
    vocabulary v;
    tr_error err = {0};

    open_words(&v);
    copy_text(in, 0, out);
    tell_failure(tr_lacking_capitals_lower(&v.coverage, &v.chunks, out->data, out->len, &err), &err,
                 out);
    close_vocabulary(&v);
}

static void stress_raise(const case_input *in, tr_buf *out)
{
    copy_text(in, 1, out);
    tr_lacking_capitals_raise(case_text(in, 0), case_len(in, 0), out->data, out->len);
}

/* ---- What a vocabulary lacks */

static void uncovered(const case_input *in, tr_buf *out)
{
    static const char *const words[] = {"\u2581Käse", "ä", "\u2581дом", "д", "о",
                                        "м",          "€", "\u2581não", "ã"};
    static const char *const marks[] = {",", ".", ";", "1",  "2", "3", "4",
                                        "5", "(", ")", "\"", "%", "¿"};
    const char *const text = case_text(in, 0);
    vocabulary v;
    tr_uncovered s;
    tr_span found = {0};
    tr_error err = {0};
    int rc;

    if (case_option_on(in, "bytes"))
        open_vocabulary(&v, PIECES(words), true);
    else
        open_vocabulary(&v, PIECES(marks), false);
    tr_uncovered_begin(&s, &v.coverage, &v.chunks, text, (tr_span){0, case_len(in, 0)});
    for (size_t last = 0; !(rc = tr_uncovered_next(&s, &found, &err)); last = found.end) {
        if (found.begin == found.end) break;
        if (found.begin < last) tr_buf_add_string(out, " (again)");
        case_add_part(out, "|", text + found.begin, found.end - found.begin);
    }
    tell_failure(rc, &err, out);
    close_vocabulary(&v);
}

/* ---- Inputs of a model */

static const char *const ways[] = {[TR_KEEP_NOTHING] = "nothing",
                                   [TR_KEEP_COPIES] = "copies",
                                   [TR_KEEP_STAND_INS] = "stand-ins",
                                   [TR_KEEP_OTHERS] = "others",
                                   [TR_KEEP_BETWEEN] = "between"};

/* Makes the inputs in the way of the option "way". */
static int make_inputs(const case_input *in, tr_model_inputs *s, tr_region *region,
                       tr_model_input **list, tr_error *err)
{
    const char *const way = case_option_of(in, "way", "first"), *const text = case_text(in, 0);
    const tr_span all = {0, case_len(in, 0)};
    enum tr_keep keep = TR_KEEP_NOTHING;

    if (!strcmp(way, "plain")) return tr_model_inputs_plain(text, all, region, list, err);
    if (!strcmp(way, "first")) return tr_model_inputs_first(s, text, all, region, list, err);
    while (keep < TR_KEEP_BETWEEN && strcmp(way, ways[keep]) != 0)
        keep++;
    const tr_lost_numbers numbers = {.all = keep > TR_KEEP_STAND_INS};
    return tr_model_inputs_again(s, text, all, keep, &numbers, region, list, err);
}

static void model_input(const case_input *in, tr_buf *out)
{
    static const char *const pieces[] = {"\u2581press", "\u2581the", "\u2581button"};
    vocabulary v;
    tr_region region = {0};
    tr_model_input *list = NULL;
    tr_error err = {0};

    open_vocabulary(&v, PIECES(pieces), case_option_on(in, "bytes"));
    tr_model_inputs s = {
        .chunks = &v.chunks,
        .lowers = true,
        .protected = {.spaces = true,
                      .stops = &tr_language_data("en")->stops,
                      .target = &tr_language_data(case_option_of(in, "target", "de"))->stops}};
    const int rc = make_inputs(in, &s, &region, &list, &err);
    for (const tr_model_input *one = rc ? NULL : list; one; one = one->next)
        tr_buf_printf(out, "%zu:%.*s%s", one->begin, (int)one->len, one->text,
                      one->next ? "|" : "");
    tr_buf_printf(out, " (%s)", ways[list ? list->keep : TR_KEEP_NOTHING]);
    tell_failure(rc, &err, out);
    tr_model_inputs_free(&s);
    tr_region_free(&region);
    close_vocabulary(&v);
}

/* ---- Scores and searches */

static tr_symbols symbols_of(const case_input *in, size_t i)
{
    tr_symbols s = {0};
    int32_t c;

    for (size_t at = 0; at < case_len(in, i);) {
        at += tr_utf8_decode(case_text(in, i) + at, case_len(in, i) - at, &c);
        tr_symbols_add(&s, (uint32_t)c);
    }
    return s;
}

static void ter(const case_input *in, tr_buf *out)
{
    tr_ter w = {0};
    tr_symbols line = symbols_of(in, 0), reference = symbols_of(in, 1);

    tr_buf_printf(out, "%zu", tr_ter_edits(&w, &line, &reference));
    tr_symbols_free(&line);
    tr_symbols_free(&reference);
    tr_ter_free(&w);
}

static void lowercase(const case_input *in, tr_buf *out)
{
    tr_symbols text = symbols_of(in, 0), lower = {0};
    char c[4];

    tr_lowercase(text.at, text.n, &lower);
    for (size_t i = 0; i < lower.n; i++)
        tr_buf_add(out, c, tr_utf8_encode((int32_t)lower.at[i], c));
    tr_symbols_free(&text);
    tr_symbols_free(&lower);
}

enum { LONGEST_SEQUENCE = 600 };

/* The letters of the first text, a token each. */
static size_t read_sequence(const case_input *in, int32_t *ids)
{
    size_t n = 0;
    for (; n < case_len(in, 0) && n < LONGEST_SEQUENCE; n++)
        ids[n] = case_text(in, 0)[n];
    return n;
}

static void repeated(const case_input *in, tr_buf *out)
{
    int32_t ids[LONGEST_SEQUENCE];
    const size_t n = read_sequence(in, ids);
    tr_buf_printf(out, "%zu", tr_repeated(ids, n, case_option_on(in, "all"), 1));
}

static void loops(const case_input *in, tr_buf *out)
{
    int32_t ids[LONGEST_SEQUENCE];
    const size_t n = read_sequence(in, ids);
    case_add_bool(out, tr_loops(ids, n, strtoul(case_text(in, 1), NULL, 10), 1));
}

static void says_again(const case_input *in, tr_buf *out)
{
    int32_t ids[LONGEST_SEQUENCE];
    const size_t n = read_sequence(in, ids);
    case_add_bool(out, tr_says_again(ids, n, *case_text(in, 1), 1));
}

static void repeats_group(const case_input *in, tr_buf *out)
{
    int32_t ids[LONGEST_SEQUENCE];
    const size_t n = read_sequence(in, ids);
    case_add_bool(out,
                  tr_repeats_group(ids, n, *case_text(in, 1), strtoul(case_text(in, 2), NULL, 10)));
}

const case_module cases_of_input[] = {
    {"input/months", NULL, 1, months, "language "},
    {"input/capitals", "are", 1, capitals_are, ""},
    {"input/capitals", "raise", 1, capitals_raise, ""},
    {"input/capitals", "suit", 1, capitals_suit, ""},
    {"input/capitals", "lower", 1, capitals_lower, ""},
    {"input/stress", "words", 1, stress_words, ""},
    {"input/stress", "lower", 1, stress_lower, ""},
    {"input/stress", "judge", 1, stress_judge, "amid-capitals "},
    {"input/stress", "known", 1, stress_known, ""},
    {"input/stress", "lower-lacking", 1, stress_lower_lacking, ""},
    {"input/stress", "raise", 2, stress_raise, ""},
    {"input/uncovered", NULL, 1, uncovered, "bytes "},
    {"input/model_input", NULL, 1, model_input, "way bytes target "},
    {"metrics/ter", NULL, 2, ter, ""},
    {"metrics/lowercase", NULL, 1, lowercase, ""},
    {"search/repetition", "repeated", 1, repeated, "all "},
    {"search/repetition", "loops", 2, loops, ""},
    {"search/repetition", "again", 2, says_again, ""},
    {"search/repetition", "group", 3, repeats_group, ""},
    {0},
};
