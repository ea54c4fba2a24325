#include "metrics/words.h"

#include <assert.h>
#include <string.h>

#include <utf8proc.h>

#include "metrics/cjk.h"

bool tr_ends_words(uint32_t c)
{
    if (c < 0x80) return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

/* ---- Classes of characters --------------------------------------------------------------- */

static bool is_any(uint32_t c)
{
    (void)c;
    return true;
}

static bool is_digit(uint32_t c)
{
    return c >= '0' && c <= '9';
}

static bool is_no_digit(uint32_t c)
{
    return !is_digit(c);
}

static bool is_point(uint32_t c)
{
    return c == '.' || c == ',';
}

static bool is_hyphen(uint32_t c)
{
    return c == '-';
}

/* The characters that 13a always sets apart: ASCII punctuation but ' , - . */
static bool is_apart(uint32_t c)
{
    return (c >= ' ' && c <= '&') || (c >= '(' && c <= '+') || c == '/' || (c >= ':' && c <= '@') ||
           (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

static bool is_ascii_punctuation(uint32_t c)
{
    return c > ' ' && (is_apart(c) || c == '\'' || is_hyphen(c) || is_point(c));
}

static bool is_category(uint32_t c, utf8proc_category_t first, utf8proc_category_t last)
{
    const utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category >= first && category <= last;
}

static bool is_no_number(uint32_t c)
{
    return !is_category(c, UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}

static bool is_punctuation(uint32_t c)
{
    return is_category(c, UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

static bool is_symbol(uint32_t c)
{
    return is_category(c, UTF8PROC_CATEGORY_SM, UTF8PROC_CATEGORY_SO);
}

/* ---- Substitutions ----------------------------------------------------------------------- */

/* mteval substitutes over the whole line, one rule after the other: a character of the class
 * `first` and one of `second` after it (or one of `second` alone) become what `by` says, where 1
 * and 2 stand for them.  Pairs do not overlap. */
typedef struct substitution {
    bool (*first)(uint32_t c), (*second)(uint32_t c);
    const char *by;
} substitution;

static const substitution rules_13a[] = {
    {NULL, is_apart, " 2 "},
    {is_no_digit, is_point, "1 2 "},
    {is_point, is_no_digit, " 1 2"},
    {is_digit, is_hyphen, "1 2 "},
    {0},
};

static const substitution rules_zh[] = {
    {NULL, tr_cjk_is_apart, " 2 "},  {NULL, is_apart, " 2 "},       {is_no_digit, is_point, "1 2 "},
    {is_point, is_no_digit, " 1 2"}, {is_digit, is_hyphen, "1 2 "}, {0},
};

static const substitution rules_ter_asian[] = {
    {NULL, is_apart, " 2 "},
    {is_no_digit, is_point, "1 2 "},
    {is_point, is_no_digit, " 1 2"},
    {is_digit, is_hyphen, "1 2 "},
    {NULL, tr_cjk_is_apart_ter, " 2 "},
    {0},
};

static const substitution rules_intl[] = {
    {is_no_number, is_punctuation, "1 2 "},
    {is_punctuation, is_no_number, " 1 2"},
    {NULL, is_symbol, " 2 "},
    {0},
};

static const substitution rules_char[] = {{NULL, is_any, " 2 "}, {0}};

static const substitution rules_none[] = {{0}};

enum { MAX_RULES = 5, NOTHING = UINT32_MAX };

/* The rules as a chain: each takes characters one by one and hands on what it makes of them; the
 * last one's go into words. */
typedef struct chain {
    const substitution *rules;
    uint32_t held[MAX_RULES]; /* the character that each waits with for its next, or NOTHING */
    uint32_t word;            /* the trie's node of the word so far */
    tr_trie *words;           /* NULL: words are written out */
    tr_symbols *out;
} chain;

static void end_word(chain *s)
{
    if (!s->words && s->out->n && s->out->at[s->out->n - 1] != ' ') tr_symbols_add(s->out, ' ');
    if (s->word != TR_TRIE_ROOT) tr_symbols_add(s->out, s->word);
    s->word = TR_TRIE_ROOT;
}

static void take(chain *s, size_t i, uint32_t c);

static void substitute(chain *s, size_t i, uint32_t first, uint32_t second)
{
    for (const char *by = s->rules[i].by; *by; by++)
        take(s, i + 1, *by == ' ' ? ' ' : *by == '1' ? first : second);
}

/* Rule i's next character. */
static void take(chain *s, size_t i, uint32_t c)
{
    const substitution *const r = &s->rules[i];

    if (!r->by) {
        if (tr_ends_words(c))
            end_word(s);
        else if (!s->words)
            tr_symbols_add(s->out, c);
        else
            s->word = tr_trie_child(s->words, s->word, c);
    } else if (!r->first) {
        if (r->second(c))
            substitute(s, i, NOTHING, c);
        else
            take(s, i + 1, c);
    } else if (s->held[i] != NOTHING && r->first(s->held[i]) && r->second(c)) {
        substitute(s, i, s->held[i], c);
        s->held[i] = NOTHING;
    } else {
        if (s->held[i] != NOTHING) take(s, i + 1, s->held[i]);
        s->held[i] = c;
    }
}

static void finish(chain *s)
{
    for (size_t i = 0; s->rules[i].by; i++)
        if (s->held[i] != NOTHING) take(s, i + 1, s->held[i]);
    end_word(s);
}

/* ---- What rules do first ------------------------------------------------------------------ */

/* Replaces every `what` by the character `by`, or by nothing if that is 0. */
static void replace(tr_symbols *line, const char *what, uint32_t by)
{
    const size_t len = strlen(what);
    size_t n = 0, same;

    for (size_t i = 0; i < line->n;) {
        for (same = 0; same < len && i + same < line->n; same++)
            if (line->at[i + same] != (unsigned char)what[same]) break;
        if (same < len)
            line->at[n++] = line->at[i++];
        else
            i += len;
        if (same == len && by) line->at[n++] = by;
    }
    line->n = n;
}

static void unescape(tr_symbols *line)
{
    replace(line, "&quot;", '"');
    replace(line, "&amp;", '&');
    replace(line, "&lt;", '<');
    replace(line, "&gt;", '>');
}

/* tercom's possessives: "'s" before a blank, which marks set apart have, too. */
static bool is_possessive(const tr_symbols *line, size_t i)
{
    return i + 1 < line->n && line->at[i] == '\'' && line->at[i + 1] == 's' &&
           (i + 2 == line->n || is_apart(line->at[i + 2]));
}

/* What a rule hands to the chain before line[i]. */
static void take_before(chain *s, int rule, const tr_symbols *line, size_t i)
{
    const bool is_ter = rule == TR_WORDS_TER || rule == TR_WORDS_TER_ASIAN;
    if (is_ter && is_possessive(line, i)) take(s, 0, ' ');
}

/* White space before a Chinese line does not count, and is no character before a point. */
static size_t first_character(int rule, const tr_symbols *line)
{
    size_t i = 0;

    while (rule == TR_WORDS_ZH && i < line->n && tr_ends_words(line->at[i]))
        i++;
    return i;
}

/* ---- chrF++'s ---------------------------------------------------------------------------- */

static void add_word(const uint32_t *code, size_t n, tr_trie *words, tr_symbols *out)
{
    uint32_t word = TR_TRIE_ROOT;

    for (size_t i = 0; i < n; i++)
        word = tr_trie_child(words, word, code[i]);
    if (n) tr_symbols_add(out, word);
}

/* One mark is set apart: "(hi)" becomes "(hi" and ")". */
static void split_chrf(const tr_symbols *line, tr_trie *words, tr_symbols *out)
{
    for (size_t begin = 0, end; begin < line->n; begin = end + 1) {
        const uint32_t *const code = line->at + begin;
        for (end = begin; end < line->n && !tr_ends_words(line->at[end]);)
            end++;
        const size_t n = end - begin;
        size_t cut = n;
        if (n > 1 && is_ascii_punctuation(code[n - 1]))
            cut = n - 1;
        else if (n > 1 && is_ascii_punctuation(code[0]))
            cut = 1;
        add_word(code, cut, words, out);
        add_word(code + cut, n - cut, words, out);
    }
}

/* ------------------------------------------------------------------------------------------ */

/* `words` NULL: as a line. */
static void run_chain(int rule, tr_symbols *line, tr_trie *words, tr_symbols *out)
{
    static const substitution *const rules[] = {rules_13a, rules_intl, rules_char,     rules_none,
                                                rules_zh,  rules_13a,  rules_ter_asian};
    const bool is_padded =
        rule == TR_WORDS_13A || rule == TR_WORDS_TER || rule == TR_WORDS_TER_ASIAN;
    chain s = {.rules = rules[rule], .words = words, .out = out};
    for (size_t i = 0; i < MAX_RULES; i++)
        s.held[i] = NOTHING;
    if (rule == TR_WORDS_13A) replace(line, "<skipped>", 0);
    if (is_padded) unescape(line);
    if (is_padded) take(&s, 0, ' ');
    for (size_t i = first_character(rule, line); i < line->n; i++) {
        take_before(&s, rule, line, i);
        take(&s, 0, line->at[i]);
    }
    if (is_padded) take(&s, 0, ' ');
    finish(&s);
}

void tr_words_split(int rule, tr_symbols *line, tr_trie *words, tr_symbols *out)
{
    if (rule == TR_WORDS_CHRF)
        split_chrf(line, words, out);
    else
        run_chain(rule, line, words, out);
}

void tr_words_write(int rule, tr_symbols *line, tr_symbols *text)
{
    assert(rule != TR_WORDS_CHRF);
    run_chain(rule, line, NULL, text);
}
