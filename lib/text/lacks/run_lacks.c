#include "text/lacks/run_lacks.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"

/* ---- Neighbours ---- */

/* What stands between a word and the next one. */
typedef enum joint { JOINT_NONE, JOINT_BLANK, JOINT_BRACKETS, JOINT_MARK } joint;

static joint joint_behind(const tr_lack_job *j, size_t i)
{
    enum { LONGEST = 5 };
    joint found = JOINT_BLANK;
    size_t blanks = 0;

    if (i + 1 >= j->n) return JOINT_NONE;
    const size_t begin = j->list[i].at.end, end = j->list[i + 1].at.begin;
    if (end <= begin || end - begin > LONGEST) return JOINT_NONE;
    for (size_t k = begin; k < end; k++) {
        const char c = j->texts->source[k];
        const bool prime = c == '\'' && j->list[i].kind == TR_WORD_LETTER && k == begin;
        blanks += c == ' ';
        if (tr_ascii_is_one_of(c, ",;:"))
            found = JOINT_MARK;
        else if (tr_ascii_is_one_of(c, "()[]{}") || prime)
            found = found == JOINT_MARK ? found : JOINT_BRACKETS;
        else if (c != ' ')
            return JOINT_NONE;
    }
    return blanks == 1 ? found : JOINT_NONE;
}

static joint joint_before(const tr_lack_job *j, size_t i)
{
    return i ? joint_behind(j, i - 1) : JOINT_NONE;
}

/* True if the word is strict, and no number with a sign: 500+, ~70. */
static bool is_code(const tr_lack_job *j, size_t i)
{
    if (!tr_lack_is_strict(j, i) || tr_lack_is_placeholder(j, i)) return false;
    return j->list[i].kind == TR_WORD_SIGN ||
           tr_has_letter(j->texts->source, j->list[i].at.begin, j->list[i].at.end);
}

/* M-x: a key of editors. */
static bool is_key(const tr_lack_job *j, size_t i)
{
    const char *const word = tr_lack_text(j, j->list[i].at);
    return j->list[i].at.end - j->list[i].at.begin == 3 && word[1] == '-' &&
           tr_ascii_is_letter(word[0]) && tr_ascii_is_letter(word[2]);
}

/* True if an odd word has a sign that names of things, as M16 and SpaceX, have not. */
static bool is_of_program(const tr_lack_job *j, size_t i)
{
    if (!tr_lack_is_kind(j, i, TR_WORD_ODD) || tr_lack_is_placeholder(j, i)) return false;
    for (size_t k = j->list[i].at.begin; k < j->list[i].at.end; k++)
        if (tr_ascii_is_one_of(j->texts->source[k], "|\\=[]{}<>()$_/#@~^*&:.") ||
            (k == j->list[i].at.begin && j->texts->source[k] == '-'))
            return true;
    return j->texts->source[j->list[i].at.begin - (j->list[i].at.begin > 0)] == '[' || is_key(j, i);
}

/* True if a sign that joins the words of a program stands alone: | && ?? := */
static bool joins_code(const tr_lack_job *j, size_t i)
{
    if (!tr_lack_is_kind(j, i, TR_WORD_SIGN)) return false;
    const tr_span at = j->list[i].at;
    const char *const sign = tr_lack_text(j, at);
    if (at.end - at.begin == 1) return *sign == '|';
    return at.end - at.begin == 2 && tr_ascii_is_one_of(sign[0], "&|?:!=") &&
           tr_ascii_is_one_of(sign[1], "&|?=:");
}

/* True for && and || between small words. */
static bool joins_words(const tr_lack_job *j, size_t i)
{
    return joins_code(j, i) && tr_ascii_is_one_of(*tr_lack_text(j, j->list[i].at), "&|") &&
           j->list[i].at.end - j->list[i].at.begin == 2 && i > 0 && i + 1 < j->n &&
           tr_lack_is_small(j, j->list[i - 1].at) && tr_lack_is_small(j, j->list[i + 1].at) &&
           !tr_lack_is_function(j, j->list[i - 1].at) && !tr_lack_is_function(j, j->list[i + 1].at);
}

static bool is_code_word(const tr_lack_job *j, size_t i)
{
    return i < j->n && (j->in_code[i] || j->list[i].kind == TR_WORD_ODD);
}

/* ---- Plain words of code ---- */

/* 1px: a number with letters. */
static bool is_with_unit(const tr_lack_job *j, size_t i)
{
    return tr_lack_is_kind(j, i, TR_WORD_NUMBER) &&
           tr_ascii_is_letter(j->texts->source[j->list[i].at.end - 1]);
}

static bool is_grammar(const tr_lack_job *j, size_t i)
{
    return tr_lack_is_kind(j, i, TR_WORD_PLAIN) && tr_lack_is_function(j, j->list[i].at);
}

/* True if odd words stand on both sides of a word, one of them at once, and the other behind one
 * more word at most. */
static bool is_amid(const tr_lack_job *j, size_t i)
{
    const bool before = i > 0 && is_code(j, i - 1), behind = is_code(j, i + 1);
    if (i > 0 && behind && is_with_unit(j, i - 1) && *tr_lack_text(j, j->list[i + 1].at) == '#')
        return true;
    const bool between = before && behind && (is_of_program(j, i - 1) || is_of_program(j, i + 1)),
               first = before && is_code(j, i + 2) && !is_grammar(j, i + 1) &&
                       (is_of_program(j, i - 1) || is_of_program(j, i + 2)),
               second = behind && i > 1 && is_code(j, i - 2) && !is_grammar(j, i - 1) &&
                        (is_of_program(j, i - 2) || is_of_program(j, i + 1));
    return between || first || second;
}

/* The word that a number or an odd word is set equal to: "rate := 3", "data = x.y". */
static bool is_set(const tr_lack_job *j, size_t i)
{
    enum { SHORTEST = 3 };

    if (!tr_lack_is_kind(j, i + 1, TR_WORD_SIGN) || i + 2 >= j->n) return false;
    if (j->list[i].at.end - j->list[i].at.begin < SHORTEST) return false;
    const char *const sign = tr_lack_text(j, j->list[i + 1].at);
    const size_t n = j->list[i + 1].at.end - j->list[i + 1].at.begin;
    const enum tr_odd_kind value = j->list[i + 2].kind;
    return (value == TR_WORD_NUMBER || value == TR_WORD_ODD || value == TR_WORD_LETTER) &&
           ((n == 1 && *sign == '=') ||
            (n == 2 && tr_ascii_is_one_of(*sign, ":+-*/|?") && sign[1] == '='));
}

static bool is_in_code(const tr_lack_job *j, size_t i)
{
    return i < j->n && (j->in_code[i] || is_code(j, i));
}

/* A sign of programs parts the word from one of code: "x[8] ?? null", "data | sort -n". */
static bool is_beside_sign(const tr_lack_job *j, size_t i)
{
    const bool behind = i >= 2 && joins_code(j, i - 1) && joint_before(j, i) == JOINT_BLANK,
               before = joins_code(j, i + 1) && joint_behind(j, i) == JOINT_BLANK;
    return (behind && (is_code_word(j, i - 2) || joins_words(j, i - 1))) ||
           (before && (is_code_word(j, i + 2) || joins_words(j, i + 1))) ||
           (i >= 3 && joins_words(j, i - 2) && joint_before(j, i) == JOINT_BLANK);
}

/* A small word of the grammar in capitals, beside code: the AS of "FROM x:7 AS line". */
static bool is_keyword(const tr_lack_job *j, size_t i)
{
    return tr_lack_is_kind(j, i, TR_WORD_CAPITALS) && tr_lack_is_function(j, j->list[i].at) &&
           ((is_code(j, i + 1) && joint_behind(j, i) == JOINT_BLANK) ||
            (i > 0 && is_code(j, i - 1) && joint_before(j, i) == JOINT_BLANK));
}

/* True if it is code of a program, and not of a name, or a word that belongs to it. */
static bool is_in_program(const tr_lack_job *j, size_t i)
{
    return i < j->n && (j->in_code[i] || is_of_program(j, i));
}

/* A short word that the vocabulary has not: jne. */
static bool is_short_unknown(const tr_lack_job *j, tr_span at)
{
    enum { SHORTEST = 3, LONGEST = 4 };
    const size_t len = at.end - at.begin;

    return j->texts->count_pieces && len >= SHORTEST && len <= LONGEST &&
           tr_skip(j->texts->source, at.begin, at.end, tr_ascii_is_lower) == at.end &&
           j->texts->count_pieces(j->texts->ctx, tr_lack_text(j, at), len) > 1;
}

/* A word like none of its language, beside code. */
static bool is_rare_beside_code(const tr_lack_job *j, size_t i)
{
    const joint before = joint_before(j, i), behind = joint_behind(j, i);
    const bool close = (before == JOINT_BLANK && is_in_program(j, i - 1)) ||
                       (behind == JOINT_BLANK && is_in_program(j, i + 1)),
               listed = behind == JOINT_MARK && is_in_program(j, i + 1) &&
                        j->texts->source[j->list[i].at.end] == ',';
    const tr_span at = j->list[i].at;

    const bool named = behind == JOINT_MARK && is_in_program(j, i + 1) &&
                       j->texts->source[j->list[i].at.end] == ':';

    return ((close || named) && at.end - at.begin < 9 && tr_is_rare_word(j->texts, at)) ||
           ((close || listed) && is_short_unknown(j, at));
}

/* An option behind code: "-O9 -Wall". */
static bool is_option(const tr_lack_job *j, size_t i)
{
    return i > 0 &&
           (tr_lack_is_kind(j, i, TR_WORD_PLAIN) || tr_lack_is_kind(j, i, TR_WORD_CAPITALS)) &&
           *tr_lack_text(j, j->list[i].at) == '-' && joint_before(j, i) == JOINT_BLANK &&
           (is_code(j, i - 1) || tr_lack_is_kind(j, i - 1, TR_WORD_NUMBER));
}

static bool begins_with(const tr_lack_job *j, size_t i, const char *text)
{
    const size_t n = strlen(text);
    return i < j->n && j->list[i].whole.end - j->list[i].whole.begin >= n &&
           !memcmp(tr_lack_text(j, j->list[i].whole), text, n);
}

/* True if a part of a path stands on both sides: "C:\\My Files (x86)\\a". */
static bool is_in_path(const tr_lack_job *j, size_t i)
{
    return i > 0 && tr_lack_is_kind(j, i, TR_WORD_PLAIN) && is_of_program(j, i - 1) &&
           is_of_program(j, i + 1) &&
           memchr(tr_lack_text(j, j->list[i - 1].at), '\\',
                  j->list[i + 1].at.end - j->list[i - 1].at.begin) &&
           joint_before(j, i) == JOINT_BLANK;
}

/* A line of a tree, or a sign that chooses between words of a program, stands before it: "├── x",
 * "|| exit 2", ":set x". */
static bool is_behind_command(const tr_lack_job *j, size_t i)
{
    static const char lines[] = "\xE2\x94"; /* U+2500 to U+253F */

    if (i == 0 || joint_before(j, i) != JOINT_BLANK) return false;
    if (tr_lack_is_kind(j, i - 1, TR_WORD_SIGN))
        return begins_with(j, i - 1, lines) || begins_with(j, i - 1, "==>") ||
               ((begins_with(j, i - 1, "||") || begins_with(j, i - 1, "&&")) &&
                tr_lack_is_kind(j, i + 1, TR_WORD_NUMBER));
    return tr_lack_is_kind(j, i - 1, TR_WORD_ODD) && begins_with(j, i - 1, ":") &&
           tr_skip(j->texts->source, j->list[i - 1].at.begin + 1, j->list[i - 1].at.end,
                   tr_ascii_is_lower) == j->list[i - 1].at.end;
}

/* Between an anchor and code: the key of "&x key: *y"; before a type in brackets: "void (*)(int)".
 */
static bool is_declared(const tr_lack_job *j, size_t i)
{
    return (i > 0 && begins_with(j, i - 1, "&") && begins_with(j, i + 1, "*")) ||
           (begins_with(j, i + 1, "(*)") && joint_behind(j, i) != JOINT_MARK);
}

static bool is_program_of(const tr_lack_job *j, size_t i, const char *joint_text)
{
    const tr_span at = j->list[i].at;
    const size_t n = strlen(joint_text);

    if (!tr_lack_is_kind(j, i, TR_WORD_ODD)) return false;
    for (size_t k = at.begin; k + n <= at.end; k++)
        if (!memcmp(j->texts->source + k, joint_text, n)) return true;
    return false;
}

/* Beside a part of a program: "x" of "x | sort -n", "install" of "make && make install"; or before
 * a keyword: "x IN (3, 4)". */
static bool is_beside_program(const tr_lack_job *j, size_t i)
{
    if (joint_behind(j, i) == JOINT_BLANK && begins_with(j, i + 1, "| ")) return true;
    if (joint_before(j, i) == JOINT_BLANK && is_program_of(j, i - 1, " && ")) return true;
    return tr_lack_is_kind(j, i + 1, TR_WORD_CAPITALS) && !j->shouted[i + 1] &&
           tr_lack_is_function(j, j->list[i + 1].at) && begins_with(j, i + 2, "(") &&
           joint_behind(j, i) == JOINT_BLANK;
}

static bool belongs_to_code(const tr_lack_job *j, size_t i)
{
    if (is_option(j, i) || is_in_path(j, i)) return true;
    if (!tr_lack_is_kind(j, i, TR_WORD_PLAIN) || !tr_lack_is_small(j, j->list[i].at)) return false;
    if (is_set(j, i)) return true;
    if (tr_lack_is_function(j, j->list[i].at)) return false;
    return is_amid(j, i) || is_behind_command(j, i) || is_beside_program(j, i) ||
           is_declared(j, i) || is_beside_sign(j, i) || is_rare_beside_code(j, i) ||
           (i > 0 && is_keyword(j, i - 1) && joint_before(j, i) == JOINT_BLANK);
}

void tr_lack_mark_code(tr_lack_job *j)
{
    if (!j->texts->language->words.function) return;
    for (size_t i = 0; i < j->n; i++)
        j->in_code[i] = belongs_to_code(j, i);
    for (size_t i = j->n; i-- > 0;)
        j->in_code[i] = j->in_code[i] || belongs_to_code(j, i);
}

/* ---- Rows ---- */

static bool is_capital_letter(const tr_lack_job *j, size_t i)
{
    const char c = *tr_lack_text(j, j->list[i].at);
    return tr_ascii_is_upper(c) && c != 'I';
}

/* True if the word may stand in a row. */
static bool may_be_in_row(const tr_lack_job *j, size_t i)
{
    const tr_odd_word *const w = &j->list[i];

    switch (w->kind) {
    case TR_WORD_LETTER:
        return !tr_lack_is_function(j, w->at) ||
               ((i > 0 || tr_lack_is_kind(j, i + 1, TR_WORD_SIGN)) && is_capital_letter(j, i));
    case TR_WORD_ODD:
    case TR_WORD_SIGN:
    case TR_WORD_NUMBER:
        return true;
    case TR_WORD_CAPITALS:
        return !j->shouted[i];
    default:
        return j->in_code[i];
    }
}

/* A Roman numeral. */
static bool is_numeral(const tr_lack_job *j, size_t i)
{
    return tr_lack_is_kind(j, i, TR_WORD_CAPITALS) && tr_lack_is_roman(j, j->list[i].at);
}

/* True if a mark of a list does not end a row: odd words stand beside it, or "p = 3" goes on. */
static bool goes_on_behind_mark(const tr_lack_job *j, size_t i)
{
    const enum tr_odd_kind kind = j->list[i].kind, next = j->list[i + 1].kind;
    const char mark = j->texts->source[j->list[i].whole.end - 1];

    if (tr_lack_is_placeholder(j, i) || tr_lack_is_placeholder(j, i + 1))
        return mark == ',' && kind == TR_WORD_ODD && next == TR_WORD_ODD &&
               j->list[i].at.end - j->list[i].at.begin == 2;
    if (mark == ',' && next == TR_WORD_NUMBER)
        return is_numeral(j, i) ||
               (kind == TR_WORD_NUMBER && i > 0 && tr_lack_is_kind(j, i - 1, TR_WORD_SIGN));
    if (next == TR_WORD_LETTER)
        return kind == TR_WORD_ODD || tr_lack_is_kind(j, i + 2, TR_WORD_SIGN);
    if (mark == ':' && next == TR_WORD_NUMBER) return is_of_program(j, i);
    return (is_in_code(j, i + 1) && kind != TR_WORD_NUMBER) ||
           (is_in_code(j, i) && next != TR_WORD_NUMBER && next != TR_WORD_CAPITALS) ||
           (kind == TR_WORD_LETTER && next == TR_WORD_LETTER);
}

/* True if a row goes on behind word i. */
static bool goes_on(const tr_lack_job *j, size_t i)
{
    const joint behind = joint_behind(j, i);

    if (behind == JOINT_NONE || !may_be_in_row(j, i + 1)) return false;
    return behind != JOINT_MARK || goes_on_behind_mark(j, i);
}

/* What a row is made of. */
typedef struct row_makeup {
    size_t n, odd, capitals, numbers, numerals, bracketed;
    bool programs, parted; /* parted by brackets or marks */
} row_makeup;

static void add_to_row(const tr_lack_job *j, size_t i, row_makeup *m)
{
    m->n++;
    m->numerals += is_numeral(j, i);
    m->bracketed += j->texts->source[j->list[i].whole.begin] == '[';
    m->odd += tr_lack_is_strict(j, i) && !tr_lack_is_placeholder(j, i);
    m->capitals += j->list[i].kind == TR_WORD_CAPITALS;
    m->numbers += j->list[i].kind == TR_WORD_NUMBER;
    m->programs = m->programs || j->in_code[i] || is_of_program(j, i);
}

/* True if the words of a row hardly stand in prose so that a translation may part them. */
static bool is_firm(const row_makeup *m)
{
    enum { CAPITALS = 3 };

    if (m->n < 2) return false;
    if (m->odd && (m->n - m->numbers > 1 || m->programs)) return true;
    if ((m->numerals && m->numbers) || (m->bracketed > 1 && m->n > 2)) return true;
    if (m->parted) return false;
    return m->capitals >= CAPITALS || (m->capitals && m->numbers && m->n > 2);
}

size_t tr_lack_check_row(tr_lack_job *j, size_t i)
{
    row_makeup m = {0};
    size_t last = i;

    if (!may_be_in_row(j, i)) return i;
    for (add_to_row(j, i, &m); goes_on(j, last); add_to_row(j, last, &m)) {
        m.parted = m.parted || joint_behind(j, last) != JOINT_BLANK;
        last++;
    }
    if (!is_firm(&m)) return last;
    for (size_t k = i; k <= last; k++) {
        const tr_span core = tr_odd_word_core(j->texts->source, j->list[k].at);
        if (core.end - core.begin < j->list[k].at.end - j->list[k].at.begin) return last;
    }
    const tr_span row = {j->list[i].at.begin, j->list[last].at.end};
    if (!tr_lack_count(j, row, true)) tr_lack_add(j, row, TR_LACKS_CODE);
    return last;
}
