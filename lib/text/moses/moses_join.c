#include "text/moses/moses_join.h"

#include <stdlib.h>
#include <string.h>

#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "translate.h"

/* ---- Marks that are spelled ---- */

/* Bytes of the name at text [len], or 0; *c is what it stands for. */
static size_t mark_name(const char *text, size_t len, char *c)
{
    static const struct {
        const char *name;
        char c;
    } names[] = {{"&amp;", '&'}, {"&#124;", '|'}, {"&bar;", '|'},   {"&lt;", '<'},
                 {"&gt;", '>'},  {"&quot;", '"'}, {"&apos;", '\''}, {"&#91;", '['},
                 {"&bra;", '['}, {"&#93;", ']'},  {"&ket;", ']'}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t n = strlen(names[i].name);
        *c = names[i].c;
        if (n <= len && !memcmp(text, names[i].name, n)) return n;
    }
    return 0;
}

size_t tr_moses_unescape(char *text, size_t len)
{
    size_t to = 0;
    for (size_t at = 0, n; at < len; at += n) {
        char c = '\0';
        n = text[at] == '&' ? mark_name(text + at, len - at, &c) : 0;
        text[to++] = n ? c : text[at];
        if (!n) n = 1;
    }
    return to;
}

/* "well @-@ known" is "well-known". */
static size_t join_hyphens(char *text, size_t len)
{
    static const char hyphen[] = "@-@";
    const size_t n = strlen(hyphen);
    size_t to = 0;
    for (size_t at = 0; at < len;) {
        const bool is = (at == 0 || text[at - 1] == ' ') && tr_starts_with(text, at, len, hyphen) &&
                        (at + n == len || text[at + n] == ' ');
        if (!is) {
            text[to++] = text[at++];
            continue;
        }
        while (to > 0 && text[to - 1] == ' ')
            to--;
        text[to++] = '-';
        at = tr_span_skip(text, at + n, len, " ");
    }
    return to;
}

/* ---- Words ---- */

typedef tr_string word;

enum { KINDS = 8 };

typedef struct joiner {
    const tr_moses_rules *rules;
    const word *words; /* [n] */
    size_t n;
    tr_buf *out;
    bool blank;          /* stands before the next word */
    word quotes[KINDS];  /* [n_quotes] that were there, */
    bool is_open[KINDS]; /*   and which are open */
    size_t n_quotes;
} joiner;

static bool is_word(word w, const char *text)
{
    return w.len == strlen(text) && !memcmp(w.text, text, w.len);
}

static int32_t last_of(word w)
{
    return tr_utf8_before(w.text, 0, w.len);
}

/* The word `back` words before the one at `i`, or an empty one. */
static word before(const joiner *j, size_t i, size_t back)
{
    return i >= back ? j->words[i - back] : (word){"", 0};
}

static word behind(const joiner *j, size_t i, size_t ahead)
{
    return i + ahead < j->n ? j->words[i + ahead] : (word){"", 0};
}

static bool all_are(word w, bool (*is)(int32_t c))
{
    return w.len > 0 && tr_utf8_skip(w.text, 0, w.len, is) == w.len;
}

static bool is_opener(int32_t c)
{
    return c == '(' || c == '[' || c == '{' || c == 0xBF || c == 0xA1 ||
           (c >= 0 && tr_is_currency(c));
}

static bool is_among(int32_t c, const char *marks)
{
    return c > 0 && c < 0x80 && strchr(marks, (int)c);
}

static bool is_closer(int32_t c)
{
    return is_among(c, ",.?!:;\\%}])");
}

static bool is_low_or_high_quote(int32_t c)
{
    return c == 0x201E || c == 0x201C;
}

static bool is_quote(int32_t c)
{
    return is_among(c, "'\"`") || is_low_or_high_quote(c);
}

/* Scripts of East Asia that are written without blanks, and Hangul. */
static bool is_cjk(int32_t c)
{
    static const int32_t ranges[][2] = {{0x1100, 0x11FF}, {0x2E80, 0xA4CF},  {0xA840, 0xA87F},
                                        {0xAC00, 0xD7AF}, {0xF900, 0xFAFF},  {0xFE30, 0xFE4F},
                                        {0xFF65, 0xFFDC}, {0x20000, 0x2FFFF}};
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (c >= ranges[i][0] && c <= ranges[i][1]) return true;
    return false;
}

/* ---- Joining ---- */

/* Puts a word out: `apart`, where the word before lets it be; and a blank may stand behind it. */
static void put_word(joiner *j, word w, bool apart, bool blank)
{
    if (apart && j->blank && j->out->len) tr_buf_add(j->out, " ", 1);
    tr_buf_add(j->out, w.text, w.len);
    j->blank = blank;
}

/* "'s" of English, behind a word. */
static bool is_contraction(const joiner *j, size_t i)
{
    const word w = j->words[i];
    return j->rules->apostrophe_before && tr_utf8_first(w.text, w.len) == '\'' &&
           tr_moses_is_alpha(tr_utf8_at(w.text, 1, w.len)) &&
           tr_moses_is_alnum(last_of(before(j, i, 1)));
}

/* "l'" of French and Italian, before a word. */
static bool is_elision(const joiner *j, size_t i)
{
    const word w = j->words[i], next = behind(j, i, 1);
    if (!j->rules->elision) return false;
    return last_of(w) == '\'' && w.len > 1 &&
           tr_moses_is_alpha(last_of((word){w.text, w.len - 1})) &&
           tr_moses_is_alpha(tr_utf8_first(next.text, next.len));
}

/* The last part of "3 , 5", as Czech has it joined. */
static bool ends_joined_number(const joiner *j, size_t i)
{
    const word mark = before(j, i, 1);
    return j->rules->joins_numbers && all_are(j->words[i], tr_is_ascii_digit) &&
           (is_word(mark, ",") || is_word(mark, ".")) &&
           all_are(before(j, i, 2), tr_is_ascii_digit);
}

/* True if a list has the word, or the beginning of it: "mail*". */
static bool is_listed(const char *list, word w)
{
    for (size_t n; *list; list += n) {
        list += strspn(list, " ");
        n = strcspn(list, " ");
        const bool begins = n && list[n - 1] == '*';
        const size_t len = n - begins;
        if (len && (begins ? len <= w.len : len == w.len) && !memcmp(list, w.text, len))
            return true;
    }
    return false;
}

/* "je - li" and "e - mail" of Czech. */
static bool begins_joined_dash(const joiner *j, size_t i)
{
    const char *const list = j->rules->behind_dash;
    const word dash = behind(j, i, 1);
    if (!list || i + 3 >= j->n || !tr_moses_is_alpha(last_of(j->words[i]))) return false;
    return (is_word(dash, "-") || is_word(dash, "–")) && is_listed(list, behind(j, i, 2));
}

/* A case ending behind "EU :", as Finnish has it. */
static bool is_ending(const joiner *j, size_t i)
{
    return last_of(before(j, i, 1)) == ':' &&
           tr_list_has(j->rules->endings, j->words[i].text, j->words[i].len);
}

/* The place of a quotation mark among the marks that were there; curved ones count as straight. */
static size_t find_quote(joiner *j, word w)
{
    size_t i = 0;
    if (all_are(w, is_low_or_high_quote)) w = (word){"\"", 1};
    while (i < j->n_quotes &&
           (w.len != j->quotes[i].len || memcmp(w.text, j->quotes[i].text, w.len) != 0))
        i++;
    if (i == KINDS) return KINDS - 1;
    if (i == j->n_quotes) j->quotes[j->n_quotes++] = w;
    return i;
}

static void put_quote(joiner *j, size_t i)
{
    const word w = j->words[i];
    const size_t at = find_quote(j, w);
    if (j->rules->quotes_by_shape && is_low_or_high_quote(tr_utf8_first(w.text, w.len)) &&
        w.len == 3)
        j->is_open[at] = tr_utf8_first(w.text, w.len) == 0x201C;
    if (j->is_open[at]) {
        put_word(j, w, false, true);
        j->is_open[at] = false;
    } else if (j->rules->apostrophe_before && is_word(w, "'") && last_of(before(j, i, 1)) == 's') {
        put_word(j, w, false, true); /* the boys' */
    } else {
        put_word(j, w, true, false);
        j->is_open[at] = true;
    }
}

static void put_closer(joiner *j, word w)
{
    const char *const marks = j->rules->spaced_marks;
    const bool blank = marks && w.len == 1 && is_among(w.text[0], marks);
    if (blank && j->out->len) tr_buf_add(j->out, " ", 1);
    put_word(j, w, false, true);
}

/* Returns how many words it put out. */
static size_t put_next(joiner *j, size_t i)
{
    const word w = j->words[i];
    if (is_cjk(tr_utf8_first(w.text, w.len))) {
        put_word(j, w, j->rules->spaced_characters || !is_cjk(last_of(before(j, i, 1))), true);
    } else if (all_are(w, is_opener) || is_elision(j, i)) {
        put_word(j, w, true, false);
    } else if (all_are(w, is_closer)) {
        put_closer(j, w);
    } else if (is_contraction(j, i) || ends_joined_number(j, i) || is_ending(j, i)) {
        put_word(j, w, false, true);
    } else if (begins_joined_dash(j, i)) {
        put_word(j, w, true, false);
        put_word(j, j->words[i + 1], false, false);
        return 2;
    } else if (all_are(w, is_quote)) {
        put_quote(j, i);
    } else {
        put_word(j, w, true, true);
    }
    return 1;
}

/* The words between blanks; false out of memory. */
static bool list_words(const char *text, size_t len, word **words, size_t *n)
{
    size_t capacity = 0;
    for (size_t begin = 0, end; begin < len; begin = end + 1) {
        void *p = *words;
        end = tr_find_byte(text, begin, len, ' ');
        if (end == begin) continue;
        if (tr_reserve(&p, &capacity, *n + 1, sizeof **words) < 0) return false;
        *words = p;
        (*words)[(*n)++] = (word){text + begin, end - begin};
    }
    return true;
}

void tr_moses_join(const tr_moses *m, tr_buf *words, tr_buf *out)
{
    word *list = NULL;
    tr_buf text = {0};
    joiner j = {.rules = m->rules, .out = &text, .blank = true};

    if (!words->len || words->failed) return;
    words->len = join_hyphens(words->data, words->len);
    words->len = tr_moses_unescape(words->data, words->len);
    if (!list_words(words->data, words->len, &list, &j.n)) text.failed = true;
    j.words = list;
    for (size_t i = 0; i < j.n && !text.failed;)
        i += put_next(&j, i);
    tr_buf_add(out, tr_buf_text(&text), text.len);
    out->failed = out->failed || text.failed;
    tr_buf_free(&text);
    free(list);
}
