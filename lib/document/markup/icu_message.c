#include "document/markup/icu_message.h"

#include <string.h>

#include "base/ascii.h"
#include "document/segment/content.h"

/* True if an apostrophe at `at` begins text in quotes. */
static bool begins_quotes(const char *text, size_t at, size_t end, bool is_plural)
{
    if (text[at] != '\'' || at + 1 >= end) return false;
    const char next = text[at + 1];
    return next == '{' || next == '}' || next == '|' || (is_plural && next == '#');
}

/* The byte after text in quotes at `at`; two apostrophes do not end it. */
static size_t quotes_end(const char *text, size_t at, size_t end)
{
    for (size_t i = at + 1; i < end; i++) {
        if (text[i] != '\'') continue;
        if (i + 1 == end || text[i + 1] != '\'') return i + 1;
        i++;
    }
    return end;
}

/* The byte after text that vue-i18n takes as it is, such as "{'@'}", at `at`; `at` if there is
 * none: its apostrophes are no quotes. */
static size_t literal_end(const char *text, size_t at, size_t end)
{
    size_t i = at + 2;

    if (i >= end || text[at] != '{' || text[at + 1] != '\'') return at;
    i = tr_find_byte(text, i, end, '\'');
    return i > at + 2 && i + 1 < end && text[i + 1] == '}' ? i + 2 : at;
}

/* The byte after the brace that closes the one at `at`; 0 if there is none. */
static size_t braces_end(const char *text, size_t at, size_t end)
{
    size_t depth = 0;

    for (size_t i = at; i < end; i++) {
        if (begins_quotes(text, i, end, false)) {
            i = quotes_end(text, i, end) - 1;
            continue;
        }
        const size_t literal = i > at ? literal_end(text, i, end) : i;
        if (literal > i) {
            i = literal - 1;
            continue;
        }
        depth += text[i] == '{';
        if (text[i] == '}' && --depth == 0) return i + 1;
    }
    return 0;
}

static bool has_word(const char *text, size_t at, size_t end, const char *word)
{
    return tr_starts_with(text, tr_skip(text, at, end, tr_ascii_is_html_space), end, word);
}

/* Reads the head of a choice behind its brace: a name and a kind, each with a comma, then what is
 * no branch, such as "offset:1".  False if it is none. */
static bool read_head(const char *text, size_t end, tr_icu_choice *choice)
{
    size_t commas = 0, i = choice->all.begin + 1;

    for (; i < end && text[i] != '{' && text[i] != '}'; i++) {
        if (text[i] != ',' || ++commas > 2) continue;
        if (commas == 1) choice->is_ordinal = has_word(text, i + 1, end, "selectordinal");
        if (commas == 1)
            choice->is_plural = choice->is_ordinal || has_word(text, i + 1, end, "plural");
        if (commas == 1) choice->is_format = has_word(text, i + 1, end, "choice");
        if (commas == 2) choice->branches = i + 1;
        if (commas == 2 && choice->is_format) return true;
    }
    return commas >= 2 && i < end && text[i] == '{';
}

bool tr_icu_next_choice(const char *text, size_t at, size_t end, tr_icu_choice *choice)
{
    for (; at < end; at++) {
        if (begins_quotes(text, at, end, false)) {
            at = quotes_end(text, at, end) - 1;
            continue;
        }
        if (text[at] != '{' || literal_end(text, at, end) > at) continue;
        *choice = (tr_icu_choice){.all = {at, end}};
        if (!read_head(text, end, choice)) continue;
        choice->all.end = braces_end(text, at, end);
        if (!choice->all.end) return false;
        return true;
    }
    return false;
}

bool tr_icu_is_choice(const char *text, tr_span all)
{
    const tr_span in = tr_span_trimmed(text, all.begin, all.end);
    tr_icu_choice choice;

    for (size_t i = in.begin; i + 1 < in.end; i++)
        if (text[i] == '\'' && strchr("'{}#|", text[i + 1])) return false;
    return in.begin < in.end && text[in.begin] == '{' &&
           tr_icu_next_choice(text, in.begin, in.end, &choice) && !choice.is_format &&
           choice.all.begin == in.begin && choice.all.end == in.end;
}

bool tr_icu_next_branch(const char *text, const tr_icu_choice *choice, size_t *at, tr_span *branch)
{
    const size_t end = choice->all.end - 1;

    while (*at < end && text[*at] != '{')
        ++*at;
    const size_t stop = *at < end ? braces_end(text, *at, end) : 0;
    if (!stop) return false;
    *branch = (tr_span){*at + 1, stop - 1};
    *at = stop;
    return true;
}

tr_span tr_icu_selector(const char *text, const tr_icu_choice *choice, tr_span branch)
{
    tr_span word = {branch.begin - 1, branch.begin - 1};

    word.end = tr_skip_back(text, choice->branches, word.end, tr_ascii_is_html_space);
    word.begin = word.end;
    while (word.begin > choice->branches && !tr_ascii_is_html_space(text[word.begin - 1]) &&
           text[word.begin - 1] != '}')
        word.begin--;
    return word;
}

bool tr_icu_is_other(const char *text, const tr_icu_choice *choice, tr_span branch)
{
    const tr_span name = tr_icu_selector(text, choice, branch);
    return choice->is_plural && name.end - name.begin == 5 &&
           !memcmp(text + name.begin, "other", 5);
}

bool tr_icu_has_quotes(const char *text, size_t at, size_t end)
{
    while (at + 1 < end) {
        if (text[at] == '\'' && (text[at + 1] == '{' || text[at + 1] == '}')) return true;
        const size_t literal = literal_end(text, at, end);
        at = literal > at ? literal : at + 1;
    }
    return false;
}

size_t tr_icu_code_at(const char *text, size_t at, size_t end, bool is_plural)
{
    const size_t literal = literal_end(text, at, end);

    if (is_plural && text[at] == '#') return 1;
    if (literal > at) return literal - at;
    return begins_quotes(text, at, end, is_plural) ? quotes_end(text, at, end) - at : 0;
}

void tr_icu_decode(const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        tr_buf_add(out, text + i, 1);
        i += text[i] == '\'' && i + 1 < len && text[i + 1] == '\'';
    }
}

/* Apostrophes are two where one would begin quotes: before a brace, at an end, beside another. */
static void encode_message(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    for (size_t i = 0; i < len; i++) {
        const bool edge = i + 1 == len || i == 0 || strchr("{}#|'", text[i + 1]);
        tr_buf_add(out, text + i, 1);
        if (text[i] == '\'' && edge) tr_buf_add(out, "'", 1);
    }
}

const tr_writing tr_icu_text = {.encode = encode_message};

/* True if mark k is the number of a plural, before a blank. */
static bool is_number_before_blank(const tr_content *d, const tr_segment *p, size_t k)
{
    const tr_mark *const m = &p->marks[k];

    return m->kind == TR_MARK_ATOM && d->bytes[m->open.begin] == '#' && m->end < p->len &&
           p->text[m->end] == ' ';
}

void tr_icu_part_numbers(const tr_content *d, const tr_segment *p, tr_buf *tagged)
{
    if (p->html != &tr_icu_text) return;
    for (size_t at = 0; at + 4 < tagged->len; at++) {
        char *const text = tagged->data;
        size_t k = 0, i = at + 1;
        if (text[at] != '<') continue;
        while (i < tagged->len && tr_ascii_is_digit(text[i]) && k <= p->n_marks)
            k = 10 * k + (size_t)(text[i++] - '0');
        if (!k || k > p->n_marks || i + 3 >= tagged->len || memcmp(text + i, "/>-", 3) != 0)
            continue;
        if (tr_byte_is_letter(text[i + 3]) && is_number_before_blank(d, p, k - 1))
            text[i + 2] = ' ';
    }
}
