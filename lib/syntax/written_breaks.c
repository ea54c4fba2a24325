#include "syntax/written_breaks.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"
#include "base/unicode.h"
#include "base/utf8.h"

enum { FAR = 256 /* bytes: no path is longer, nor is looked at on one side */ };

static bool is_among(char c, const char *set)
{
    return c && strchr(set, c);
}

/* Bytes of one at text [at, len): \n, or \\n as a string in a string has it. */
static size_t unit_length(const char *text, size_t at, size_t len)
{
    const size_t n = text[at] == '\\' ? tr_run_length(text, at, len) : 0;
    return n > 0 && n <= 2 && at + n < len && is_among(text[at + n], "nrt") ? n + 1 : 0;
}

/* A break at hand, and what is around it. */
typedef struct place {
    const char *text;
    size_t len;
    tr_span at;
    tr_span word; /* the stretch without blanks around it, but for what is far */
    char before;  /* a blank at the beginning */
    int32_t next; /* the character behind, a blank at the end */
} place;

static place place_at(const char *text, size_t len, size_t at, size_t end)
{
    place p = {.text = text, .len = len, .at = {at, end}, .word = {at, end}};

    while (p.word.begin > 0 && at - p.word.begin < FAR &&
           !tr_ascii_is_blank(text[p.word.begin - 1]))
        p.word.begin--;
    while (p.word.end < len && p.word.end - end < FAR && !tr_ascii_is_blank(text[p.word.end]))
        p.word.end++;
    p.before = at > 0 ? text[at - 1] : ' ';
    p.next = end < len ? tr_utf8_at(text, end, len) : ' ';
    return p;
}

static bool ends_sentence(char c)
{
    return is_among(c, ".!?:;,)\"'") || (unsigned char)c >= 0x80;
}

/* True for a mention of it: within quotation marks or brackets, or behind a blank and before a mark
 * or more of its sentence; and for a part of a regular expression. */
static bool is_mention(const place *p)
{
    const char next = p->next < 0x80 ? (char)p->next : 'x';

    if (is_among(p->before, "\"'`([{") && is_among(next, "\"'`)]}")) return true;
    if (p->before == '[' || is_among(next, "+*?{]^$|")) return true;
    if (p->before != ' ' || p->at.begin == 0 || p->at.end == p->len) return false;
    if (is_among(next, ".,;:!?)")) return true;
    if (next != ' ') return false;
    const size_t last = tr_skip_back(p->text, 0, p->at.begin, tr_ascii_is_blank),
                 first = tr_skip(p->text, p->at.end, p->len, tr_ascii_is_blank);
    if (last == 0 || first == p->len || ends_sentence(p->text[last - 1])) return false;
    return tr_is_lower(tr_utf8_at(p->text, first, p->len));
}

/* True if a path may begin at byte `at` of the word: C:\, \\server, .\, ..\, ~\, %NAME%\ */
static bool begins_path(const place *p, size_t at)
{
    const char *const text = p->text;
    const size_t end = p->word.end;

    if (at + 2 < end && tr_ascii_is_letter(text[at]) && text[at + 1] == ':' && text[at + 2] == '\\')
        return true;
    if (at + 2 < end && text[at] == '\\' && text[at + 1] == '\\')
        return !is_among(text[at + 2], "nrt") || (at + 3 < end && tr_ascii_is_lower(text[at + 3]));
    if (at < end && is_among(text[at], "~%."))
        at += text[at] == '%' ? tr_find_byte(text, at + 1, end, '%') - at + 1
                              : tr_run_length(text, at, end);
    else
        return false;
    return at < end && text[at] == '\\';
}

/* True if the word has a backslash before what no string of programs has: \Users, \s, \lib. */
static bool has_other_name(const place *p)
{
    for (size_t i = p->word.begin; i + 1 < p->word.end; i++) {
        if (p->text[i] != '\\') continue;
        const char c = p->text[i + 1];
        const bool is_escape = is_among(c, "nrtux\\\"'/0") || !tr_ascii_is_alnum(c);
        if (!is_escape) return true;
        i++;
    }
    return false;
}

/* True if a name of a file's kind ends the word: new\readme.txt */
static bool ends_in_file(const place *p)
{
    enum { LONGEST = 4 };
    size_t end = p->word.end;

    while (end > p->at.end && is_among(p->text[end - 1], ".,;:!?)\"'"))
        end--;
    const size_t point = tr_skip_back(p->text, p->at.end, end, tr_ascii_is_alnum);
    if (point == p->at.end || p->text[point - 1] != '.' || end == point || end - point > LONGEST)
        return false;
    for (size_t i = p->at.end; i + 1 < point; i++)
        if (!tr_byte_is_word(p->text[i]) && !is_among(p->text[i], "-.\\")) return false;
    return tr_ascii_is_lower(p->text[point]);
}

/* True if small letters follow on both of \n and \t in the word: src\new\table */
static bool are_mixed(const place *p)
{
    bool line = false, tab = false, small = true;
    size_t n;

    for (size_t i = p->word.begin; i < p->word.end; i += n ? n : 1) {
        n = unit_length(p->text, i, p->word.end);
        if (!n) continue;
        line = line || p->text[i + n - 1] != 't';
        tab = tab || p->text[i + n - 1] == 't';
        small = small && i > p->word.begin && tr_byte_is_word(p->text[i - 1]) &&
                i + n < p->word.end && tr_ascii_is_lower(p->text[i + n]);
    }
    return small && line && tab;
}

static bool is_in_path(const place *p)
{
    size_t begin = p->word.begin;

    while (begin < p->at.begin && is_among(p->text[begin], "\"'(<["))
        begin++;
    return begins_path(p, begin) || has_other_name(p) || are_mixed(p) ||
           (tr_is_lower(p->next) && tr_byte_is_word(p->before) && ends_in_file(p));
}

/* True if a command of TeX begins with it: \nabla, \times{x} */
static bool is_command(const place *p)
{
    const bool apart = tr_ascii_is_blank(p->before) || is_among(p->before, "({[$_^=");
    const size_t end = tr_skip(p->text, p->at.end, p->len, tr_ascii_is_letter);

    if (!tr_is_lower(p->next)) return false;
    return apart || (end < p->len && p->text[end] == '{');
}

size_t tr_written_break(const char *text, size_t len, size_t at)
{
    size_t end = at;

    if (at > 1 && is_among(text[at - 1], "nrt") && text[at - 2] == '\\')
        return 0; /* the first tells */
    for (size_t n; end < len && (n = unit_length(text, end, len)) > 0;)
        end += n;
    if (end == at) return 0;
    const place p = place_at(text, len, at, end);
    if (is_mention(&p) || is_command(&p)) return 0;
    if (!is_in_path(&p)) return end - at;
    const bool opens = tr_is_upper(p.next) || tr_is_space(p.next) || p.next == '-';
    const bool is_drive = p.before == ':' && at == p.word.begin + 2;
    return ends_sentence(p.before) && opens && !is_drive ? end - at : 0;
}
