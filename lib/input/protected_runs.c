#include "input/protected_runs.h"

#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/language_data.h"

/* ---- Words that are none ---- */

static bool is_vowel(char c)
{
    return tr_ascii_is_one_of(c, "aeiouy");
}

/* True if a word of small letters is none of a language: short, and of several pieces, or without a
 * vowel. */
static int is_odd(const tr_finding *f, tr_span word, bool *odd)
{
    enum { SHORTEST = 2, LONGEST = 3, LONGEST_MUTE = 8, FEWEST_PIECES = 2 };
    const size_t len = word.end - word.begin;
    size_t vowels = 0, n;

    *odd = false;
    if (len < SHORTEST || len > LONGEST_MUTE) return 0;
    for (size_t i = word.begin; i < word.end; i++)
        vowels += is_vowel(f->text[i]);
    if (len > LONGEST && vowels > 0) return 0;
    const int rc = tr_tokenizer_encode(f->chunks->tokenizer, f->text + word.begin, len,
                                       &f->chunks->ids, &f->chunks->ids_capacity, &n, f->err);
    *odd = rc == 0 && n >= FEWEST_PIECES;
    return rc;
}

/* True for a short word that is no article, preposition or the like. */
static bool may_be_command(const char *text, tr_span word)
{
    enum { SHORTEST = 2, LONGEST = 4 };
    const size_t len = word.end - word.begin;
    const tr_language *const all = tr_every_language();

    return len >= SHORTEST && len <= LONGEST &&
           !tr_list_has(all->words.function, text + word.begin, len) &&
           !tr_list_has(all->line_breaks.before, text + word.begin, len);
}

/* ---- What belongs to a code ---- */

/* True if a code has a mark that words with digits, as MP3 and A-320, have not. */
static bool has_mark(const char *text, tr_span code)
{
    for (size_t i = code.begin; i < code.end; i++)
        if (tr_ascii_is_one_of(text[i], "[]{}()$%\\_=<>@#*|&^~") ||
            (i == code.begin && tr_ascii_is_one_of(text[i], ".-/:")))
            return true;
    return false;
}

/* The word of small letters before text [at], with a blank, or a comma and a blank, between; empty
 * if there is none. */
static tr_span small_word_before(const char *text, size_t from, size_t at)
{
    const tr_span none = {at, at};

    if (at < from + 2 || text[at - 1] != ' ') return none;
    const size_t end = at - 1 - (text[at - 2] == ','),
                 begin = tr_skip_back(text, from, end, tr_ascii_is_lower);
    const bool is_free = begin == from || tr_ascii_is_one_of(text[begin - 1], " (\"");
    return is_free && begin < end ? (tr_span){begin, end} : none;
}

/* Takes in the words before a code: one that is none, or several, and a short one before them. */
static int take_words_before(const tr_finding *f, size_t from, tr_span *code)
{
    enum { MOST = 4 };
    size_t n = 0;
    bool odd = true;
    tr_span word;
    int rc = 0;

    while (rc == 0 && odd && n < MOST) {
        word = small_word_before(f->text, from, code->begin);
        if (word.begin == word.end) return 0;
        rc = is_odd(f, word, &odd);
        if (rc < 0 || !odd) break;
        code->begin = word.begin;
        n++;
    }
    if (rc == 0 && n && !odd && word.end + 1 == code->begin && may_be_command(f->text, word))
        code->begin = word.begin;
    return rc;
}

/* True if a code is a number of a register: digits and capitals, in one word or several. */
static bool is_serial(const char *text, tr_span code)
{
    enum { FEWEST = 8 };
    size_t digits = 0, capitals = 0;

    for (size_t i = code.begin; i < code.end; i++) {
        digits += tr_ascii_is_digit(text[i]);
        capitals += tr_ascii_is_upper(text[i]) || text[i] == ' ';
    }
    return digits + capitals == code.end - code.begin && digits + capitals >= FEWEST &&
           capitals > 1;
}

/* Takes in the name of the register before a code: LEI: 5493000IBP32UQZ0KL24. */
static void take_register(const char *text, size_t from, tr_span *code)
{
    enum { SHORTEST = 2, LONGEST = 4 };
    const size_t at = code->begin;

    if (at < from + SHORTEST + 2 || text[at - 1] != ' ' || text[at - 2] != ':' ||
        !is_serial(text, *code))
        return;
    const size_t begin = tr_skip_back(text, from, at - 2, tr_ascii_is_upper), n = at - 2 - begin;
    const bool is_free = begin == from || tr_ascii_is_one_of(text[begin - 1], " (\"");
    if (is_free && n >= SHORTEST && n <= LONGEST) code->begin = begin;
}

/* Takes in a word behind a code that begins as an option does: -O4 -Wall. */
static void take_option_behind(const char *text, size_t end, tr_span *code)
{
    const size_t at = code->end;

    if (end - at < 4 || text[at] != ' ' || text[at + 1] != '-' || !tr_ascii_is_letter(text[at + 2]))
        return;
    const size_t stop = tr_skip(text, at + 2, end, tr_byte_is_word);
    if (stop == end || tr_ascii_is_one_of(text[stop], " .,;:!?)\"")) code->end = stop;
}

/* ---- All ---- */

/* True if two codes touch each other, or a blank parts them, or a comma and a blank before a
 * bracket: ldr r1, [sp, #4]. */
static bool is_joined(const tr_protected_text *a, const tr_protected_text *b, const char *text)
{
    const size_t at = a->at.end, n = b->at.begin - at;

    if (!a->is_code || !b->is_code) return false;
    return (n == 0 && text[at] != '&') || (n == 1 && text[at] == ' ') ||
           (n == 2 && text[at] == ',' && text[at + 1] == ' ' && text[b->at.begin] == '[');
}

/* Makes one of codes that a blank parts. */
void tr_protected_join_neighbours(tr_protected *h, const char *text)
{
    size_t n = 0;

    for (size_t i = 0; i < h->n; i++) {
        if (n && is_joined(&h->list[n - 1], &h->list[i], text)) {
            h->list[n - 1].at.end = h->list[i].at.end;
            h->list[n - 1].by = TR_PROTECTED_BY_STAND_IN;
        } else {
            h->list[n++] = h->list[i];
        }
    }
    h->n = n;
}

int tr_protected_join(tr_protected *h, const tr_finding *f)
{
    int rc = 0;

    tr_protected_join_neighbours(h, f->text);
    for (size_t i = 0; rc == 0 && i < h->n; i++) {
        tr_protected_text *const code = &h->list[i];
        const size_t from = i ? h->list[i - 1].at.end + 1 : f->passage.begin,
                     end = i + 1 < h->n ? h->list[i + 1].at.begin : f->passage.end;
        const tr_span was = code->at;
        if (!code->is_code) continue;
        if (has_mark(f->text, was)) rc = take_words_before(f, from, &code->at);
        take_register(f->text, from, &code->at);
        take_option_behind(f->text, end, &code->at);
        if (code->at.begin < was.begin || code->at.end > was.end)
            code->by = TR_PROTECTED_BY_STAND_IN;
    }
    tr_protected_join_neighbours(h, f->text);
    return rc;
}

/* ---- Words with characters that are not seen ---- */

static bool is_of_split_word(int32_t c)
{
    return (c < 0x80 && c > 0 && tr_ascii_is_letter((char)c)) ||
           (tr_is_unseen(c) && c != 0xAD && c < 0x2066);
}

/* True if letters of text `word`, without what is not seen, are none of a language. */
static int is_no_word(const tr_finding *f, tr_span word, bool *is)
{
    enum { LONGEST = 40, FEWEST_PIECES = 3 };
    char letters[LONGEST];
    size_t len = 0, n = 0;
    int rc = 0;

    for (size_t i = word.begin; i < word.end && len < LONGEST; i++)
        if (tr_ascii_is_letter(f->text[i])) letters[len++] = f->text[i];
    if (len < LONGEST)
        rc = tr_tokenizer_encode(f->chunks->tokenizer, letters, len, &f->chunks->ids,
                                 &f->chunks->ids_capacity, &n, f->err);
    *is = rc == 0 && n >= FEWEST_PIECES && 2 * len < 5 * n + 2;
    return rc;
}

int tr_find_split_words(tr_protected *h, const tr_finding *f, tr_span gap)
{
    int rc = 0;

    for (size_t at = gap.begin, next; rc == 0 && at < gap.end; at = next) {
        next = at + 1;
        if ((unsigned char)f->text[at] < 0xE2) continue;
        const int32_t c = tr_utf8_at(f->text, at, gap.end);
        if (!tr_is_unseen(c) || !is_of_split_word(c)) continue;
        const tr_span word = {tr_utf8_skip_back(f->text, gap.begin, at, is_of_split_word),
                              tr_utf8_skip(f->text, at, gap.end, is_of_split_word)};
        bool is = false;
        next = word.end;
        if (tr_ascii_is_letter(f->text[word.begin]) && tr_ascii_is_letter(f->text[word.end - 1]))
            rc = is_no_word(f, word, &is);
        if (rc == 0 && is) rc = tr_protected_add(h, word, TR_PROTECTED_BY_STAND_IN, f->err);
    }
    return rc;
}
