#include "document/typeset/latex_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/markup/markup.h"

/* Names, with blanks around each. */
#include "document/typeset/latex_scan.inc" /* of latex_scan.rows */

enum { MOST_SEARCHES = 16 /* of all bytes */ };

size_t tr_latex_name(const tr_latex_text *x, size_t at, size_t end, char name[TR_LATEX_NAME_SIZE])
{
    size_t i = at + 1, n = 0;

    while (i < end && (tr_ascii_is_letter(x->t[i]) || x->t[i] == '@'))
        i++;
    if (i - at - 1 < TR_LATEX_NAME_SIZE)
        for (n = 0; n < i - at - 1; n++)
            name[n] = x->t[at + 1 + n];
    name[n] = '\0';
    if (i == at + 1 && i < end) i += x->t[i] == '\\' ? 1 : 0;
    if (i == at + 1) return i < end ? i + 1 : end;
    return i + (i < end && x->t[i] == '*');
}

size_t tr_latex_end_of_overlay(const char *t, size_t at, size_t end)
{
    enum { LONGEST = 60 };
    const size_t near = end - at > LONGEST ? at + LONGEST : end;
    bool any = false;

    if (at == end || t[at] != '<') return at;
    for (size_t i = at + 1; i < near; i++) {
        if (t[i] == '>') return any ? i + 1 : at;
        any = any || tr_ascii_is_digit(t[i]) || t[i] == '+';
        if (!tr_ascii_is_alnum(t[i]) && !tr_ascii_is_one_of(t[i], "+-.,:|@() ")) return at;
    }
    return at;
}

static size_t not_found(tr_latex_text *x, size_t at, size_t end)
{
    x->searched += end - at;
    return 0;
}

static bool has_searched_enough(const tr_latex_text *x)
{
    return x->searched / MOST_SEARCHES > x->size;
}

size_t tr_latex_end_of_group(tr_latex_text *x, size_t at, size_t end)
{
    const char close = x->t[at] == '[' ? ']' : '}';
    size_t depth = 0;

    if (has_searched_enough(x)) return 0;
    for (size_t i = at + 1; i < end; i++) {
        const char c = x->t[i];
        if (c == close && !depth) return i + 1;
        if (c == '\\')
            i++;
        else if (c == '%')
            i = tr_line_end(x->t, i, end);
        else if (c == '{')
            depth++;
        else if (c == '}' && !depth--)
            return not_found(x, at, i);
    }
    return not_found(x, at, end);
}

size_t tr_latex_end_of_arguments(tr_latex_text *x, size_t at, size_t end, size_t n)
{
    while (at < end && (x->t[at] == '[' || (x->t[at] == '{' && n))) {
        const size_t behind = tr_latex_end_of_group(x, at, end);
        if (!behind) break;
        n -= x->t[at] == '{';
        at = behind;
    }
    return at;
}

size_t tr_latex_end_of_environment(tr_latex_text *x, size_t at, size_t end, const char *name)
{
    const size_t n = strlen(name);

    if (has_searched_enough(x)) return 0;
    for (size_t i = at; (i = tr_span_find(x->t, i, end, "\\end{")) < end; i++) {
        const size_t begin = i + 5;
        if (tr_starts_with(x->t, begin, end, name) && begin + n < end && x->t[begin + n] == '}')
            return begin + n + 1;
    }
    return not_found(x, at, end);
}

size_t tr_latex_end_of_condition(tr_latex_text *x, size_t at, size_t end)
{
    static const char fi[] = "\\fi";
    const size_t found = has_searched_enough(x) ? end : tr_span_find(x->t, at, end, fi);
    return found < end ? found + strlen(fi) : not_found(x, at, end);
}

size_t tr_latex_end_of_formula(tr_latex_text *x, size_t at, size_t end, bool *is_display)
{
    const char *const t = x->t;
    const bool dollars = tr_starts_with(t, at, end, "$$");
    const char *const close = dollars                             ? "$$"
                              : t[at] == '$'                      ? "$"
                              : tr_starts_with(t, at, end, "\\(") ? "\\)"
                              : tr_starts_with(t, at, end, "\\[") ? "\\]"
                                                                  : NULL;
    *is_display = dollars || (close && close[1] == ']');
    if (!close || has_searched_enough(x)) return 0;
    for (size_t i = at + (t[at] == '$' && !dollars ? 1 : 2); i < end; i++) {
        if (tr_starts_with(t, i, end, close)) return i + strlen(close);
        if (t[i] == '\\') i++;
        if (i + 1 < end && t[i] == '\n' && t[i + 1] == '\n') return not_found(x, at, i);
    }
    return not_found(x, at, end);
}

/* The byte behind the value of an option at byte `at`: a group, or what stands before a comma. */
static size_t end_of_value(tr_latex_text *x, size_t at, size_t end)
{
    const size_t group = at < end && x->t[at] == '{' ? tr_latex_end_of_group(x, at, end) : 0;
    size_t depth = 0;

    if (group) return group;
    for (; at < end && (depth || x->t[at] != ','); at++) {
        if (x->t[at] == '{') depth++;
        if (x->t[at] == '}' && depth) depth--;
        if (x->t[at] == '\\' && at + 1 < end) at++;
    }
    return at;
}

bool tr_latex_next_option(tr_latex_text *x, size_t *at, size_t end, tr_span *name, tr_span *value)
{
    size_t sign = *at;

    if (*at >= end) return false;
    while (sign < end && !tr_ascii_is_one_of(x->t[sign], "=,"))
        sign++;
    *name = tr_skip_around(x->t, (tr_span){*at, sign}, tr_ascii_is_space);
    *value = (tr_span){sign, sign};
    if (sign < end && x->t[sign] == '=') {
        const size_t begin = tr_skip(x->t, sign + 1, end, tr_ascii_is_space);
        sign = end_of_value(x, begin, end);
        *value = tr_skip_around(x->t, (tr_span){begin, sign}, tr_ascii_is_space);
    }
    *at = sign < end ? sign + 1 : end;
    return true;
}

/* ---- Macros ---- */

enum tr_latex_kind tr_latex_kind_of(const char *name, size_t *n)
{
    static const struct {
        enum tr_latex_kind kind;
        size_t n;
        const char *names;
    } rows[] = {
        {TR_LATEX_MARK, 0, macro_mark},           {TR_LATEX_MARK, 1, macro_mark_after_1},
        {TR_LATEX_MARK, 2, macro_mark_after_2},   {TR_LATEX_BLOCK, 0, macro_block},
        {TR_LATEX_BLOCK, 1, macro_block_after_1}, {TR_LATEX_BLOCK, 2, macro_block_after_2},
        {TR_LATEX_NOTE, 0, macro_note},           {TR_LATEX_POINT, 0, macro_point},
        {TR_LATEX_BREAK, 0, macro_break},         {TR_LATEX_LINE, 0, macro_line},
        {TR_LATEX_VERBATIM, 0, macro_verbatim},   {TR_LATEX_VERBATIM, 1, macro_verbatim_after_1},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        *n = rows[i].n;
        if (*name && tr_markup_listed(rows[i].names, name)) return rows[i].kind;
    }
    *n = 0;
    return TR_LATEX_CODE;
}

bool tr_latex_is_name(const char *macro)
{
    return strstr(macro, "cite") || strstr(macro, "ref") || tr_markup_listed(argument_name, macro);
}

bool tr_latex_is_code(const char *environment)
{
    /* Packages and papers define environments of code, and call them so. */
    static const char *const parts[] = {"listing", "code", "verb", "Verb", "minted"};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strstr(environment, parts[i])) return true;
    return tr_markup_listed(environment_code, environment);
}

bool tr_latex_is_table(const char *environment)
{
    return tr_markup_listed(environment_table, environment);
}

bool tr_latex_is_plain(const char *environment)
{
    return tr_markup_listed(arguments_none, environment);
}

size_t tr_latex_titles(const char *environment)
{
    if (tr_markup_listed(titles_two, environment)) return 2;
    return tr_markup_listed(titles_one, environment);
}

bool tr_latex_is_theorem(const char *environment)
{
    return tr_markup_listed(bracket_title, environment);
}

const char *tr_latex_text_in(const char *environment)
{
    if (tr_markup_listed(content_captions, environment)) return "\\caption{";
    return tr_markup_listed(content_lines, environment) ? "\\intertext{" : NULL;
}

bool tr_latex_has_short(const char *macro)
{
    return !tr_markup_listed(short_none, macro);
}

bool tr_latex_is_preamble_text(const char *macro)
{
    return tr_markup_listed(preamble_text, macro);
}

bool tr_latex_takes_options(const char *macro)
{
    return tr_markup_listed(braces_options, macro);
}

bool tr_latex_is_caption(const char *t, tr_span name)
{
    return tr_list_has(option_text, t + name.begin, name.end - name.begin);
}

/* ---- Signs ---- */

/* Letters with an accent: each of `letters`, and its character at the same place of `means`. */
static const struct {
    char accent;
    const char *letters, *means;
} accents[] = {
    {'"', "aouAOUeiyEI", "äöüÄÖÜëïÿËÏ"},
    {'\'', "aeiouyAEIOUYcnszCNSZlr", "áéíóúýÁÉÍÓÚÝćńśźĆŃŚŹĺŕ"},
    {'`', "aeiouAEIOU", "àèìòùÀÈÌÒÙ"},
    {'^', "aeiouAEIOUcghjsw", "âêîôûÂÊÎÔÛĉĝĥĵŝŵ"},
    {'~', "nNaoAOiu", "ñÑãõÃÕĩũ"},
    {'.', "zZIeEc", "żŻİėĖċ"},
    {'=', "aeiouAEIOU", "āēīōūĀĒĪŌŪ"},
    {'c', "cCsStT", "çÇşŞţŢ"},
    {'v', "cCsSzZrReEnNdDgt", "čČšŠžŽřŘěĚňŇďĎǧť"},
    {'H', "oOuU", "őŐűŰ"},
    {'k', "aAeEiu", "ąĄęĘįų"},
    {'r', "aAuU", "åÅůŮ"},
    {'u', "aAgG", "ăĂğĞ"},
};

/* An accent before a letter, "\'e", "\'{e}", "\'{\i}"; one that is a letter itself has braces. */
static size_t decode_accent(const char *t, size_t at, size_t end, tr_buf *out)
{
    const char accent = t[at + 1];
    const bool dotless = tr_starts_with(t, at + 2, end, "{\\i}");
    const bool grouped = at + 4 < end && t[at + 2] == '{' && t[at + 4] == '}';
    const char letter = dotless ? 'i' : grouped ? t[at + 3] : at + 2 < end ? t[at + 2] : '\0';

    if (tr_ascii_is_letter(accent) && !grouped) return 0;
    for (size_t i = 0; i < sizeof accents / sizeof *accents; i++) {
        const char *const found =
            accents[i].accent == accent && letter ? strchr(accents[i].letters, letter) : NULL;
        if (!found) continue;
        enum { BYTES = 2 }; /* of each such letter */
        tr_buf_add(out, accents[i].means + BYTES * (found - accents[i].letters), BYTES);
        return dotless ? 6 : grouped ? 5 : 3;
    }
    return 0;
}

/* "\o", "\ss{}": a character, with braces or the blanks that end its name. */
static size_t decode_named(const char *t, size_t at, size_t end, tr_buf *out)
{
    static const struct {
        const char *name, *means;
    } rows[] = {{"o", "ø"},
                {"O", "Ø"},
                {"l", "ł"},
                {"L", "Ł"},
                {"ae", "æ"},
                {"AE", "Æ"},
                {"oe", "œ"},
                {"OE", "Œ"},
                {"aa", "å"},
                {"AA", "Å"},
                {"ss", "ß"},
                {"i", "ı"},
                {"dh", "ð"},
                {"th", "þ"},
                {"textquotesingle", "'"},
                {"textquoteleft", "‘"},
                {"textquoteright", "’"},
                {"textquotedblleft", "“"},
                {"textquotedblright", "”"},
                {"textquotedbl", "\""},
                {"textendash", "–"},
                {"textemdash", "—"}};
    const size_t name = at + 1, behind = tr_skip(t, name, end, tr_ascii_is_letter);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strlen(rows[i].name) != behind - name || !tr_starts_with(t, name, end, rows[i].name))
            continue;
        tr_buf_add_string(out, rows[i].means);
        if (tr_starts_with(t, behind, end, "{}")) return behind + 2 - at;
        return tr_skip(t, behind, end, tr_ascii_is_blank) - at;
    }
    return 0;
}

size_t tr_latex_decode(const char *t, size_t at, size_t end, tr_buf *out)
{
    static const struct {
        const char *written, *means;
    } rows[] = {
        {"---", "—"},
        {"--", "–"},
        {"``", "“"},
        {"''", "”"},
        {"`", "‘"},
        {"~", "\xC2\xA0"},
        {"\\%", "%"},
        {"\\&", "&"},
        {"\\#", "#"},
        {"\\_", "_"},
        {"\\$", "$"},
        {"\\{", "{"},
        {"\\}", "}"},
        {"\\,", "\xE2\x80\xAF"},
        {"\\-", ""},
        {"\\/", ""},
        {"\\@", ""},
        {"\\ ", " "},
        {"\\\"s", "ß"},
        {"\\textbackslash{}", "\\"},
        {"\\textasciitilde{}", "~"},
        {"\\textasciicircum{}", "^"},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (!tr_starts_with(t, at, end, rows[i].written)) continue;
        tr_buf_add_string(out, rows[i].means);
        return strlen(rows[i].written);
    }
    if (t[at] != '\\' || at + 1 == end) return 0;
    const size_t n = decode_accent(t, at, end, out);
    return n ? n : decode_named(t, at, end, out);
}

bool tr_latex_decode_all(const char *t, tr_span at, tr_buf *out)
{
    for (size_t n; at.begin < at.end; at.begin += n) {
        n = tr_ascii_is_one_of(t[at.begin], "\\~`'-") ? tr_latex_decode(t, at.begin, at.end, out)
                                                      : 0;
        if (n) continue;
        if (tr_ascii_is_one_of(t[at.begin], "\\{}$%&#^_")) return false;
        n = tr_skip(t, at.begin, at.end, tr_ascii_is_space) - at.begin;
        tr_buf_add(out, n ? " " : t + at.begin, 1);
        n += !n;
    }
    return true;
}
