#include "input/statement_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "text/placeables/keywords.h"

/* ---- Words by their letters ---- */

int tr_statement_is_unknown(const tr_finding *f, tr_span word, bool *is)
{
    enum { SHORTEST = 2, LONGEST = 24, FEWEST_PIECES = 2, FEWEST_OF_NAME = 3 };
    const size_t len = word.end - word.begin;
    size_t n;

    *is = false;
    if (len < SHORTEST || len > LONGEST) return 0;
    const int rc = tr_tokenizer_encode(f->chunks->tokenizer, f->text + word.begin, len,
                                       &f->chunks->ids, &f->chunks->ids_capacity, &n, f->err);
    const size_t fewest = tr_ascii_is_upper(f->text[word.begin]) ? FEWEST_OF_NAME : FEWEST_PIECES;
    *is = rc == 0 && n >= fewest && 2 * len + 2 <= 5 * n;
    return rc;
}

static bool is_small_word(const tr_language *language, const char *text, tr_span word)
{
    const size_t len = word.end - word.begin;

    return language &&
           (tr_list_has_any_case(language->words.function, text + word.begin, len) ||
            tr_list_has_any_case(language->line_breaks.before, text + word.begin, len) ||
            tr_list_has_any_case(language->stops.articles, text + word.begin, len));
}

/* The kind of a word of ASCII letters. */
static int kind_of_letters(const tr_protected *h, const tr_finding *f, tr_span word,
                           enum tr_statement_kind *kind)
{
    const char *const text = f->text;
    const size_t len = word.end - word.begin,
                 capitals = tr_skip(text, word.begin, word.end, tr_ascii_is_upper) - word.begin;
    bool is_unknown;

    *kind = TR_STATEMENT_PROSE;
    if (tr_keyword_is("(?&keyword)", text, word))
        *kind = TR_STATEMENT_KEYWORD;
    else if (tr_keyword_is("(?&tool)", text, word))
        *kind = TR_STATEMENT_TOOL;
    else if (tr_keyword_is("(?&keyword-verb)", text, word))
        *kind = TR_STATEMENT_VERB;
    else if (tr_keyword_is("(?&keyword-noun)", text, word))
        *kind = TR_STATEMENT_NOUN;
    else if (is_small_word(h->language, text, word))
        *kind = TR_STATEMENT_SMALL;
    else if (len == 1)
        *kind = TR_STATEMENT_LETTER;
    else if (capitals == len && len <= 6)
        *kind = TR_STATEMENT_CAPITALS;
    if (*kind != TR_STATEMENT_PROSE) return 0;
    const int rc = tr_statement_is_unknown(f, word, &is_unknown);
    if (rc == 0 && is_unknown) *kind = TR_STATEMENT_UNKNOWN;
    return rc;
}

/* ---- Signs ---- */

/* A character of operators and brackets. */
static bool is_sign_byte(char c)
{
    return tr_ascii_is_one_of(c, "=+-*/<>!&|^~%:?.#@$\\;,{}[]()'\"`");
}

/* The kind of a word of nothing but signs. */
static enum tr_statement_kind kind_of_signs(const char *text, tr_span word)
{
    static const char *const prose[] = {"-", "--", "---", "&",  "/", "...", "..", "!",
                                        "?", "!!", "?!",  "??", ".", ",",   "'",  "\"",
                                        "(", ")",  "~",   "#",  "%", "$",   "@"},
                             *const joints[] = {"=", "|", "->", "=>", ">>", "<<", "-->", "+",
                                                "*", "<", ">",  ":",  ";",  "*/", "/*",  "\\",
                                                "^", "[", "]",  "<=", ">=", "//", "**",  "::"};
    const size_t len = word.end - word.begin;

    for (size_t i = 0; i < sizeof prose / sizeof *prose; i++)
        if (len == strlen(prose[i]) && !memcmp(text + word.begin, prose[i], len))
            return TR_STATEMENT_BREAK;
    for (size_t i = 0; i < sizeof joints / sizeof *joints; i++)
        if (len == strlen(joints[i]) && !memcmp(text + word.begin, joints[i], len))
            return TR_STATEMENT_JOINT;
    return TR_STATEMENT_SIGN;
}

/* ---- Words with signs ---- */

static bool is_quote(char c)
{
    return tr_ascii_is_one_of(c, "\"'`");
}

/* True if a word has a mark that only codes have within words: no $5, 5%, _so_, a@b.org, [so]. */
static bool has_code_mark(const char *text, tr_span word)
{
    size_t digits = 0, letters = 0, marks = 0, edges = 0;

    for (size_t i = word.begin; i < word.end; i++) {
        const bool is_edge = i == word.begin || i + 1 == word.end;
        const bool is_money =
            text[i] == '$' && (i + 1 == word.end || !(tr_byte_is_letter(text[i + 1]) ||
                                                      tr_ascii_is_one_of(text[i + 1], "_{(")));
        const bool is = tr_ascii_is_one_of(text[i], "{}[]<>=|\\^~$@_") && !is_money;
        if ((unsigned char)text[i] >= 0x80) return false;
        if (text[i] == '\\' && i + 1 < word.end && is_quote(text[i + 1])) return false;
        digits += tr_ascii_is_digit(text[i]);
        letters += tr_ascii_is_letter(text[i]);
        marks += is;
        edges += is && is_edge && tr_ascii_is_one_of(text[i], "[]<>_~^|=");
    }
    if (memchr(text + word.begin, '@', word.end - word.begin) && text[word.begin] != '@')
        return false;
    const bool is_amount = letters == 0 && marks == 1 && digits > 0;
    return marks > edges && !is_amount;
}

/* True if a code has a mark that words with digits, as MP3 and A-320, have not, or a blank. */
static bool is_hard_code(const char *text, tr_span code)
{
    for (size_t i = code.begin; i < code.end; i++)
        if (tr_ascii_is_one_of(text[i], "[]{}()$%\\_=<>@#*|&^~ ") ||
            (i == code.begin && tr_ascii_is_one_of(text[i], ".-/:")))
            return true;
    return false;
}

/* Takes the marks of a sentence off the word. */
static void trim_word(const char *text, tr_statement_word *w)
{
    tr_span *const at = &w->at;
    const size_t len = at->end - at->begin;

    w->tail = '\0';
    w->opened = len > 1 && text[at->begin] == '(' && text[at->end - 1] == ')';
    if (len > 2 && is_quote(text[at->begin]) && text[at->end - 1] == text[at->begin]) return;
    for (; at->end > at->begin + 1; at->end--) {
        const char c = text[at->end - 1], open = c == ')' ? '(' : '\0';
        if (!tr_ascii_is_one_of(c, ".,;:!?\"')") ||
            (open && memchr(text + at->begin, open, at->end - at->begin)))
            break;
        w->tail = c;
    }
    while (at->begin + 1 < at->end && tr_ascii_is_one_of(text[at->begin], "\"'(") &&
           !(text[at->begin] == '(' && memchr(text + at->begin, ')', at->end - at->begin))) {
        at->begin++;
        w->opened = true;
    }
}

/* The kind of a word in which nothing is protected. */
static int kind_of_word(const tr_protected *h, const tr_finding *f, tr_statement_word *w)
{
    const char *const text = f->text;
    const tr_span all = w->all, at = w->at;
    const size_t letters = tr_skip(text, at.begin, at.end, tr_ascii_is_letter),
                 digits = tr_skip(text, at.begin, at.end, tr_ascii_is_digit);

    w->kind = TR_STATEMENT_PROSE;
    if (tr_skip(text, all.begin, all.end, is_sign_byte) == all.end) {
        w->at = all;
        w->tail = '\0';
        w->kind = kind_of_signs(text, all);
        return 0;
    }
    if (letters == at.end) return kind_of_letters(h, f, at, &w->kind);
    if (digits == at.end)
        w->kind = TR_STATEMENT_NUMBER;
    else if (at.end - at.begin > 2 && is_quote(text[at.begin]) &&
             text[at.end - 1] == text[at.begin])
        w->kind = TR_STATEMENT_LITERAL;
    else if (has_code_mark(text, at))
        w->kind = TR_STATEMENT_HARD;
    else if (w->tail == ':' && tr_keyword_is("[a-z]+(-[a-z]+)+", text, at))
        w->kind = TR_STATEMENT_UNKNOWN; /* timeout-minutes: 5 */
    else if (at.end == at.begin + 3 && (unsigned char)text[at.begin] >= 0xE2 &&
             tr_is_sign(tr_utf8_at(text, at.begin, at.end)))
        w->kind = TR_STATEMENT_JOINT;
    return 0;
}

/* ---- All ---- */

/* The kind of a word that something protected overlaps. */
static enum tr_statement_kind kind_of_protected(const char *text, const tr_protected_text *p,
                                                bool has_end_tags)
{
    if (text[p->at.begin] == '&' && text[p->at.end - 1] == ';') return TR_STATEMENT_BREAK;
    if (!p->is_code)
        return text[p->at.begin] == '<' && has_end_tags ? TR_STATEMENT_BREAK : TR_STATEMENT_SOFT;
    return is_hard_code(text, p->at) ? TR_STATEMENT_HARD : TR_STATEMENT_SOFT;
}

/* True if anything in the passage may be code. */
static bool may_have_code(const tr_protected *h, const tr_finding *f)
{
    for (size_t i = 0; i < h->n; i++)
        if (h->list[i].is_code) return true;
    for (size_t i = f->passage.begin; i < f->passage.end; i++)
        if (tr_ascii_is_one_of(f->text[i], "{}[]<>=|\\^~$@_")) return true;
    return false;
}

static bool has_end_tag(const tr_finding *f)
{
    for (size_t i = f->passage.begin; i + 1 < f->passage.end; i++)
        if (f->text[i] == '<' && f->text[i + 1] == '/') return true;
    return false;
}

/* The next word from `at` on: what is protected belongs to it with its blanks.  The list before *k
 * is done with. */
static int read_word(const tr_protected *h, const tr_finding *f, size_t at, size_t *k,
                     bool has_end_tags, tr_statement_word *w)
{
    const size_t end = f->passage.end;
    bool is_held = false;

    *w = (tr_statement_word){.all = {at, tr_find_byte(f->text, at, end, ' ')}};
    w->at = w->all;
    trim_word(f->text, w);
    while (*k < h->n && h->list[*k].at.end <= at)
        ++*k;
    for (size_t i = *k; i < h->n && h->list[i].at.begin < w->all.end; i++) {
        const tr_protected_text *const p = &h->list[i];
        const enum tr_statement_kind kind = kind_of_protected(f->text, p, has_end_tags);
        if (!is_held || kind > w->kind) w->kind = kind;
        if (p->at.end >= w->all.end) {
            w->all.end = tr_find_byte(f->text, p->at.end, end, ' ');
            w->at.end = w->all.end;
            trim_word(f->text, w);
            if (w->at.end < p->at.end) w->at.end = p->at.end;
            w->tail = w->at.end < w->all.end ? f->text[w->at.end] : '\0';
        }
        if (!is_held && p->at.begin < w->at.begin) w->at.begin = p->at.begin;
        is_held = true;
    }
    return is_held ? 0 : kind_of_word(h, f, w);
}

int tr_statement_words(const tr_protected *h, const tr_finding *f, tr_statement_word **words,
                       size_t *n)
{
    void *list = NULL;
    size_t capacity = 0, k = 0;
    int rc = 0;

    *n = 0;
    *words = NULL;
    if (!may_have_code(h, f)) return 0;
    const bool has_end_tags = has_end_tag(f);
    const size_t first = f->passage.begin;
    for (size_t at = f->passage.begin; rc == 0 && at < f->passage.end;) {
        at = tr_skip(f->text, at, f->passage.end, tr_ascii_is_blank);
        if (at == f->passage.end) break;
        if (tr_reserve(&list, &capacity, *n + 1, sizeof **words) < 0) {
            *words = list;
            return tr_fail_memory(f->err);
        }
        *words = list;
        rc = read_word(h, f, at, &k, has_end_tags, &(*words)[*n]);
        at = (*words)[(*n)++].all.end;
    }
    if (*n && (*words)[0].kind == TR_STATEMENT_UNKNOWN && tr_ascii_is_upper(f->text[first]))
        (*words)[0].kind = TR_STATEMENT_PROSE; /* the first word of a sentence */
    return rc;
}
