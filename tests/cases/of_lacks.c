/* of_lacks.c - adapters for numbers in words, what a translation lacks that is no fact, forms of
 * address, pronouns, and names of buttons. */
#include <stdlib.h>
#include <string.h>

#include "cases/case.h"
#include "language/language_data.h"
#include "text/lacks/label.h"
#include "text/lacks/lacking.h"
#include "text/lacks/negation.h"
#include "text/lacks/odd_word.h"
#include "text/lacks/stretch.h"
#include "text/numbers/spelled_numbers.h"
#include "text/words/address.h"
#include "text/words/control_names.h"
#include "text/words/pronouns.h"

static const tr_language *language_of(const case_input *in, const char *option)
{
    return tr_language_data(case_option_of(in, option, "en"));
}

/* ---- Numbers in words */

static void add_number(const tr_spelled_facts *f, const tr_spelled_number *n, tr_buf *out)
{
    char digits[TR_SPELLED_SIZE];

    tr_spelled_digits(f, n, digits);
    if (out->len) tr_buf_add_string(out, "|");
    tr_buf_add_string(out, digits);
}

static void spelled(const case_input *in, tr_buf *out)
{
    const tr_spelled_facts *const f = &language_of(in, "language")->spelled;
    tr_spelled_number n = {0};

    while (tr_spelled_next(f, case_text(in, 0), n.at.end, case_len(in, 0),
                           case_option_on(in, "inner"), &n))
        add_number(f, &n, out);
}

static void spelled_telling(const case_input *in, tr_buf *out)
{
    const tr_spelled_facts *const f = &language_of(in, "language")->spelled;
    tr_spelled_number n = {0};

    while (tr_spelled_next_telling(f, case_text(in, 0), n.at.end, case_len(in, 0), &n))
        add_number(f, &n, out);
}

/* ---- What is lacking */

static void odd_words(const case_input *in, tr_buf *out)
{
    static const char *const kinds[] = {
        [TR_WORD_NONE] = "",         [TR_WORD_PLAIN] = "plain",   [TR_WORD_ODD] = "odd",
        [TR_WORD_SIGN] = "sign",     [TR_WORD_NUMBER] = "number", [TR_WORD_CAPITALS] = "capitals",
        [TR_WORD_LETTER] = "letter", [TR_WORD_DASH] = "dash",     [TR_WORD_MARK] = "mark"};
    const char *const text = case_text(in, 0);
    tr_odd_word w = {0};

    while (tr_odd_word_next(language_of(in, "language"), text, w.whole.end, case_len(in, 0), true,
                            &w)) {
        if (out->len) tr_buf_add_string(out, " ");
        tr_buf_printf(out, "%.*s:%s", (int)(w.at.end - w.at.begin), text + w.at.begin,
                      kinds[w.kind]);
    }
}

/* Words without a vowel have a piece for each letter. */
static size_t count_pieces(const void *ctx, const char *word, size_t len)
{
    (void)ctx;
    for (size_t i = 0; i < len; i++)
        if (strchr("aeiouy", word[i])) return 1;
    return len;
}

static tr_two_texts texts_of(const case_input *in)
{
    return (tr_two_texts){.language = language_of(in, "language"),
                          .source = case_text(in, 0),
                          .n_source = case_len(in, 0),
                          .target = case_text(in, 1),
                          .n_target = case_len(in, 1),
                          .count_pieces = count_pieces};
}

static void stretches(const case_input *in, tr_buf *out)
{
    enum { MOST = 8 };
    const tr_two_texts texts = texts_of(in);
    tr_span list[MOST];

    const int n = tr_stretches_lacking(&texts, list, MOST);
    for (int i = 0; i < n; i++)
        tr_buf_printf(out, "%s%.*s", i ? "|" : "", (int)(list[i].end - list[i].begin),
                      texts.source + list[i].begin);
}

/* What stands between brackets is marked. */
static void control_names(const case_input *in, tr_buf *out)
{
    enum { MOST = 8 };
    tr_span marked[MOST], names[TR_MOST_CONTROL_NAMES];
    size_t n_marked = 0;
    tr_buf text = {0};

    for (const char *c = case_text(in, 0); *c; c++) {
        if (*c == '[') marked[n_marked].begin = text.len;
        if (*c == ']') marked[n_marked++].end = text.len;
        if (!strchr("[]", *c)) tr_buf_add(&text, c, 1);
    }
    const size_t n = tr_control_names_find(language_of(in, "language"), tr_buf_text(&text),
                                           (tr_span){0, text.len}, marked, n_marked, names);
    for (size_t i = 0; i < n; i++)
        tr_buf_printf(out, "%s%.*s", i ? "|" : "", (int)(names[i].end - names[i].begin),
                      tr_buf_text(&text) + names[i].begin);
    tr_buf_free(&text);
}

static void lacking(const case_input *in, tr_buf *out)
{
    enum { MOST = 32 };
    const tr_two_texts texts = texts_of(in);
    tr_lack list[MOST];

    const int n = tr_lacking_find(&texts, list, MOST);
    for (int i = 0; i < n; i++)
        tr_buf_printf(out, "%s%.*s", i ? "|" : "", (int)(list[i].at.end - list[i].at.begin),
                      texts.source + list[i].at.begin);
}

static void negation(const case_input *in, tr_buf *out)
{
    const tr_sentence_in source = {language_of(in, "language"), case_text(in, 0), case_len(in, 0)},
                         translation = {language_of(in, "target"), case_text(in, 1),
                                        case_len(in, 1)};
    tr_span at;

    if (tr_negation_lost(&source, &translation, &at))
        tr_buf_add(out, source.text + at.begin, at.end - at.begin);
}

static void labels(const case_input *in, tr_buf *out)
{
    const tr_sentence_in s = {language_of(in, "language"), case_text(in, 0), case_len(in, 0)};
    tr_span at = {0};

    while (tr_label_next(&s, at.end, &at)) {
        if (out->len) tr_buf_add_string(out, "|");
        tr_buf_add(out, s.text + at.begin, at.end - at.begin);
    }
}

/* ---- Forms of address */

static void address(const case_input *in, tr_buf *out)
{
    static const char *const names[] = {[TR_ADDRESS_NONE] = "none",
                                        [TR_ADDRESS_FORMAL] = "formal",
                                        [TR_ADDRESS_INFORMAL] = "informal",
                                        [TR_ADDRESS_MIXED] = "mixed"};
    const tr_addressee who =
        tr_addressee_of(language_of(in, "language"), case_text(in, 0), case_len(in, 0));
    tr_buf_add_string(
        out,
        names[tr_address_of(language_of(in, "target"), who, case_text(in, 1), case_len(in, 1))]);
}

/* ---- Pronouns */

/* All translations that there may be, or the sentence as it goes on behind a dash. */
static void pronouns(const case_input *in, tr_buf *out)
{
    const tr_string source = {case_text(in, 0), case_len(in, 0)};
    const tr_string translation = {case_text(in, 1), case_len(in, 1)};
    tr_pronouns p;

    const bool found = tr_pronouns_find(&p, language_of(in, "language"), language_of(in, "target"),
                                        source, translation);
    if (!found) tr_buf_add_string(out, "none");
    for (size_t i = 0; found && i < p.n_variants; i++) {
        if (i) tr_buf_add_string(out, "|");
        tr_pronouns_add(&p, &p.variants[i], translation.text, translation.len, out);
    }
}

static void pronouns_clause(const case_input *in, tr_buf *out)
{
    tr_pronouns_add_clause(language_of(in, "language"), case_text(in, 0), case_len(in, 0), out);
}

const case_module cases_of_lacks[] = {
    {"text/numbers/spelled_numbers", NULL, 1, spelled, "language inner "},
    {"text/numbers/spelled_numbers", "telling", 1, spelled_telling, "language "},
    {"text/lacks/odd_word", NULL, 1, odd_words, "language "},
    {"text/lacks/lacking", NULL, 2, lacking, "language "},
    {"text/lacks/stretch", NULL, 2, stretches, "language "},
    {"text/lacks/negation", NULL, 2, negation, "language target "},
    {"text/words/address", NULL, 2, address, "language target "},
    {"text/words/control_names", NULL, 1, control_names, "language "},
    {"text/words/pronouns", NULL, 2, pronouns, "language target "},
    {"text/words/pronouns", "clause", 1, pronouns_clause, "language "},
    {"text/lacks/label", NULL, 1, labels, "language "},
    {0},
};
