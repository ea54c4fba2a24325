#include "document/line_syntax.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"

#define TAKEN_AS_TEXT ", which is not read: --format lines takes it as text"
static const char is_program[] = "has the lines of a program" TAKEN_AS_TEXT;
static const char is_bbcode[] = "is BBCode" TAKEN_AS_TEXT;
static const char is_records[] = "is records of keys and values" TAKEN_AS_TEXT;

/* ---- Lines ---------------------------------------------------------------------------------- */

enum { MOST_LINES = 512 };

/* A line that is not blank, without white space around it. */
typedef struct text_line {
    const char *at;
    size_t n, indent;
    bool after_blank; /* a blank line, or nothing, is above it */
    bool is_comment;
    bool is_strong; /* it is a statement by itself, or begins or ends a block */
    bool is_within; /* it stands in a block */
} text_line;

typedef struct text_lines {
    text_line list[MOST_LINES];
    size_t n;
} text_lines;

static bool begins(const text_line *l, const char *with)
{
    return tr_starts_with(l->at, 0, l->n, with);
}

static bool ends(const text_line *l, const char *with)
{
    const size_t n = strlen(with);
    return l->n >= n && !memcmp(l->at + l->n - n, with, n);
}

static bool is_blank_at(const text_line *l, size_t i)
{
    return i >= l->n || tr_ascii_is_space(l->at[i]);
}

static void cut_lines(text_lines *t, const char *bytes, size_t size)
{
    bool after_blank = true;

    t->n = 0;
    for (size_t at = 0, end; at < size && t->n < MOST_LINES; at = end) {
        text_line l = {.after_blank = after_blank};
        end = tr_span_next_line(bytes, at, size);
        const size_t begin = tr_skip(bytes, at, end, tr_ascii_is_space);
        l.at = bytes + begin;
        l.n = tr_skip_back(bytes, begin, end, tr_ascii_is_space) - begin;
        l.indent = begin - at;
        l.is_comment = begins(&l, "#") || begins(&l, "--") || begins(&l, "//") || begins(&l, "/*");
        after_blank = l.n == 0;
        if (l.n) t->list[t->n++] = l;
    }
}

static size_t word_len(const text_line *l)
{
    return tr_skip(l->at, 0, l->n, tr_byte_is_word);
}

/* True if letters in [n] are capitals, and there is one. */
static bool is_capitals(const char *s, size_t n)
{
    bool has_letter = false;
    for (size_t i = 0; i < n; i++) {
        if (tr_byte_is_letter(s[i]) && !tr_ascii_is_upper(s[i])) return false;
        has_letter = has_letter || tr_ascii_is_upper(s[i]);
    }
    return has_letter;
}

static bool begins_low(const text_line *l)
{
    return tr_ascii_is_lower(*l->at) || *l->at == '"' || *l->at == '_';
}

/* ---- Tags with levels ----------------------------------------------------------------------- */

/* The level that a line begins with, with a tag in capitals behind it, maybe behind "@name@"; -1:
 * it has none. */
static int tag_level(const text_line *l)
{
    enum { MOST_DIGITS = 2, LEAST_TAG = 3 };
    size_t i = 0, begin;
    int level = 0;

    for (; i < l->n && i < MOST_DIGITS && tr_ascii_is_digit(l->at[i]); i++)
        level = 10 * level + (l->at[i] - '0');
    if (!i || i == l->n || l->at[i++] != ' ') return -1;
    if (i < l->n && l->at[i] == '@') {
        while (i < l->n && l->at[i] != ' ')
            i++;
        i += i < l->n;
    }
    for (begin = i; i < l->n && (tr_ascii_is_upper(l->at[i]) || l->at[i] == '_');)
        i++;
    return i - begin >= LEAST_TAG && is_blank_at(l, i) ? level : -1;
}

/* True if each line has a level, none is skipped on the way down, and they go up again: numbered
 * headings only grow. */
static bool has_levels(const text_lines *t)
{
    enum { LEAST = 4 };
    bool goes_up = false;
    int before = -1;

    for (size_t i = 0; i < t->n; i++) {
        const int level = tag_level(&t->list[i]);
        if (level < 0 || level > before + 1) return false;
        goes_up = goes_up || level <= before;
        before = level;
    }
    return t->n >= LEAST && goes_up;
}

/* ---- Records -------------------------------------------------------------------------------- */

/* The length of "Key" in "Key: value", a name of words with hyphens, the first with a capital; 0:
 * the line has none. */
static size_t key_len(const text_line *l)
{
    size_t i = 0;
    while (i < l->n && (tr_byte_is_word(l->at[i]) || l->at[i] == '-') && (l->at[i] & 0x80) == 0)
        i++;
    const bool is_key = i && i < l->n && l->at[i] == ':' && is_blank_at(l, i + 1);
    return is_key && tr_ascii_is_upper(*l->at) ? i : 0;
}

/* "Build-Depends", but not "E-Mail". */
static bool is_joined_key(const char *key, size_t n)
{
    for (size_t i = 2; i + 2 < n; i++)
        if (key[i] == '-' && tr_ascii_is_upper(key[i + 1])) return true;
    return false;
}

static bool is_same_key(const text_line *a, const text_line *b, size_t len)
{
    return key_len(b) == len && !memcmp(a->at, b->at, len);
}

/* What is known of the lines of keys. */
typedef struct key_counts {
    size_t n_records, n_keys, most_keys; /* most: of a record */
    size_t n_again, n_joined;            /* keys that a record above has; with a hyphen */
} key_counts;

/* Counts the key of line i, whose record begins with line `first`; false if the record has it
 * already, as speakers of a play come again. */
static bool count_key(key_counts *c, const text_lines *t, size_t i, size_t first)
{
    const size_t len = key_len(&t->list[i]);
    bool is_again = false;

    for (size_t k = 0; k < i; k++) {
        if (t->list[k].indent || !is_same_key(&t->list[i], &t->list[k], len)) continue;
        if (k >= first) return false;
        is_again = true;
    }
    c->n_keys++;
    c->n_again += is_again;
    c->n_joined += is_joined_key(t->list[i].at, len);
    return true;
}

/* True if all lines are keys with values, and indented lines below them, in records that have keys
 * in common or keys of several words. */
static bool has_records(const text_lines *t)
{
    enum { LEAST_KEYS = 3 };
    key_counts c = {0};
    size_t first = 0, in_record = 0;

    for (size_t i = 0; i < t->n; i++) {
        const text_line *const l = &t->list[i];
        if (l->after_blank || !i) {
            c.n_records++;
            first = i;
            in_record = 0;
        }
        if (l->is_comment || (l->indent && in_record)) continue;
        if (l->indent || !key_len(l) || !count_key(&c, t, i, first)) return false;
        if (++in_record > c.most_keys) c.most_keys = in_record;
    }
    if (c.most_keys < LEAST_KEYS) return false;
    return c.n_joined || (c.n_records > 1 && 3 * c.n_again >= c.n_keys);
}

/* ---- Programs in capitals ------------------------------------------------------------------- */

/* True if the letters of a line outside of quotation marks are capitals; *quotes: some within are
 * small. */
static bool is_capital_line(const text_line *l, bool *quotes)
{
    bool is_quoted = false;
    for (size_t i = 0; i < l->n; i++) {
        const char c = l->at[i];
        if (c == '"')
            is_quoted = !is_quoted;
        else if (tr_byte_is_letter(c) && !tr_ascii_is_upper(c)) {
            if (!is_quoted) return false;
            *quotes = true;
        }
    }
    return true;
}

static bool has_capitals(const text_lines *t)
{
    enum { LEAST = 4 };
    bool quotes = false;
    size_t n = 0;

    for (size_t i = 0; i < t->n; i++) {
        if (t->list[i].is_comment) continue;
        if (!is_capital_line(&t->list[i], &quotes)) return false;
        n++;
    }
    return n >= LEAST && quotes;
}

/* ---- Statements and blocks ------------------------------------------------------------------ */

/* "INSERT INTO posts". */
static bool begins_with_capitals(const text_line *l)
{
    const size_t n = word_len(l);
    const size_t end = tr_skip(l->at, n + 1, l->n, tr_byte_is_word);

    return n > 1 && end < l->n && end > n + 2 && l->at[n] == ' ' && is_capitals(l->at, end);
}

/* A list in brackets that ends a statement, and begins with a value: "(1, 'rain');". */
static bool ends_with_values(const text_line *l)
{
    if (!ends(l, ");")) return false;
    for (size_t i = 0; i + 1 < l->n; i++)
        if (l->at[i] == '(' && strchr("'\"$&)", l->at[i + 1])) return true;
    return false;
}

/* "name = value", "define name = value". */
static bool is_assignment(const text_line *l)
{
    const size_t equals = tr_span_find(l->at, 0, l->n, " = ");
    size_t n_words = 1;

    if (equals >= l->n || !begins_low(l)) return false;
    for (size_t i = 0; i < equals; i++) {
        if (!tr_byte_is_word(l->at[i]) && !strchr(" .$[]", l->at[i])) return false;
        n_words += l->at[i] == ' ';
    }
    return n_words <= 2;
}

/* Words of a program, and a string at the end: 'display dialog "It rains."'. */
static bool ends_with_string(const text_line *l)
{
    size_t at = 0;

    if (!ends(l, "\"") || *l->at == '"') return false;
    if (!begins_low(l) && !is_capitals(l->at, word_len(l))) return false;
    while (at < l->n && l->at[at] != '"')
        at++;
    return at > 1 && at + 1 < l->n && l->at[at - 1] == ' ' && tr_byte_is_word(l->at[at - 2]);
}

static bool has_call(const text_line *l)
{
    for (size_t i = 1; i + 1 < l->n; i++)
        if (l->at[i] == '(' && tr_byte_is_word(l->at[i - 1]) && strchr("\"'()$&", l->at[i + 1]))
            return true;
    return false;
}

static bool is_statement(const text_line *l)
{
    return (ends(l, ";") && begins_with_capitals(l)) || ends_with_values(l) || is_assignment(l) ||
           ends_with_string(l) || (has_call(l) && begins_low(l));
}

/* Marks a block from line `first` to `last`, which begin and end it. */
static void mark_block(text_lines *t, size_t first, size_t last)
{
    t->list[first].is_strong = t->list[last].is_strong = true;
    for (size_t i = first + 1; i < last; i++)
        t->list[i].is_within = true;
}

/* The last line above `end` that is indented as it is, with deeper ones between; `end`: there is
 * none. */
static size_t opener_of(const text_lines *t, size_t end)
{
    size_t i = end;
    while (i && t->list[i - 1].indent > t->list[end].indent)
        i--;
    return i && t->list[i - 1].indent == t->list[end].indent ? i - 1 : end;
}

/* True if `close` ends what `open` begins: "end tell" and "tell application", "END" and "BEGIN",
 * a bracket and one at the end of a line. */
static bool is_pair(const text_line *open, const text_line *close)
{
    static const char brackets[] = "(){}[]";
    const char *const sign = strchr(brackets, *close->at);

    if (sign && (sign - brackets) % 2 == 1) return open->at[open->n - 1] == sign[-1];
    if (!begins(close, "end") && !begins(close, "END") && !begins(close, "End")) return false;
    if (close->n == 3)
        return *close->at == 'E' ? begins(open, "BEGIN") && open->n == 5 : begins_low(open);
    const size_t word = 3 + (strchr(" -", close->at[3]) != NULL), n = close->n - word;
    return n && n <= open->n && !memcmp(close->at + word, open->at, n) && is_blank_at(open, n);
}

static void mark_pairs(text_lines *t)
{
    for (size_t i = 1; i < t->n; i++) {
        const size_t open = opener_of(t, i);
        if (open < i && is_pair(&t->list[open], &t->list[i])) mark_block(t, open, i);
    }
}

/* True if line i begins a block by a colon, as "label start:" does, with deeper lines below. */
static bool opens_by_colon(const text_lines *t, size_t i)
{
    return i + 1 < t->n && ends(&t->list[i], ":") && begins_low(&t->list[i]) &&
           t->list[i + 1].indent > t->list[i].indent;
}

/* Blocks by colons, if one stands in another: a list has a colon above it, too. */
static void mark_colons(text_lines *t)
{
    for (size_t i = 0; i < t->n; i++) {
        size_t end = i + 1;
        bool has_inner = false;
        if (!opens_by_colon(t, i)) continue;
        for (; end < t->n && t->list[end].indent > t->list[i].indent; end++)
            has_inner = has_inner || opens_by_colon(t, end);
        if (!has_inner && !t->list[i].is_within) continue;
        mark_block(t, i, end - 1);
        t->list[end - 1].is_strong = false;
        t->list[end - 1].is_within = true;
    }
}

/* True if two lines of three are statements or stand in blocks, and one of three is a statement or
 * begins or ends a block. */
static bool has_statements(text_lines *t)
{
    size_t n = 0, n_strong = 0, n_all = 0;

    mark_pairs(t);
    mark_colons(t);
    for (size_t i = 0; i < t->n; i++) {
        const text_line *const l = &t->list[i];
        const bool is_strong = l->is_strong || is_statement(l);
        if (l->is_comment) continue;
        n++;
        n_strong += is_strong;
        n_all += is_strong || l->is_within;
    }
    return n_strong > 1 && 3 * n_strong >= n && 3 * n_all >= 2 * n;
}

/* ---- Tags in square brackets ---------------------------------------------------------------- */

enum { MOST_TAGS = 16, LONGEST_TAG = 12 };

/* Names of tags that have begun. */
typedef struct begun_tags {
    tr_span names[MOST_TAGS];
    size_t n;
} begun_tags;

static bool has_begun(const begun_tags *b, const char *bytes, tr_span name)
{
    const size_t len = name.end - name.begin;
    for (size_t i = 0; i < b->n; i++)
        if (b->names[i].end - b->names[i].begin == len &&
            !memcmp(bytes + b->names[i].begin, bytes + name.begin, len))
            return true;
    return false;
}

/* True if two tags of BBCode have an end, "[b]rain[/b]", and so has one for a few lines: a text may
 * tell of them. */
static bool has_bracket_tags(const char *bytes, size_t n, const text_lines *t)
{
    enum { LEAST = 2, MOST_LINES_OF_ONE = 8 };
    begun_tags begun = {0};
    size_t n_ended = 0;

    for (size_t at = 0; (at = tr_find_byte(bytes, at, n, '[')) < n; at++) {
        const bool ends = at + 1 < n && bytes[at + 1] == '/';
        tr_span name = {at + 1 + ends, at + 1 + ends};
        while (name.end < n && name.end - name.begin < LONGEST_TAG &&
               tr_ascii_is_letter(bytes[name.end]))
            name.end++;
        if (name.end == name.begin || name.end == n) continue;
        if (ends)
            n_ended += bytes[name.end] == ']' && has_begun(&begun, bytes, name);
        else if (begun.n < MOST_TAGS && tr_ascii_is_one_of(bytes[name.end], "]=") &&
                 !has_begun(&begun, bytes, name))
            begun.names[begun.n++] = name;
    }
    return n_ended >= LEAST && MOST_LINES_OF_ONE * n_ended >= t->n;
}

const char *tr_line_syntax(const char *bytes, size_t n)
{
    text_lines t;

    cut_lines(&t, bytes, n);
    if (has_bracket_tags(bytes, n, &t)) return is_bbcode;
    if (has_levels(&t) || has_records(&t)) return is_records;
    return has_capitals(&t) || has_statements(&t) ? is_program : NULL;
}
