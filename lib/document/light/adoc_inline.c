#include "document/light/adoc_inline.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "document/light/adoc_attributes.h"
#include "document/light/adoc_write.h"
#include "document/light/light_scan.h"

enum { LONGEST = 400 /* bytes of an address */ };

/* Names, with blanks around each. */
#include "document/light/adoc_inline.inc" /* of adoc_inline.rows */

static bool is_word_at(const tr_light_scan *s, size_t at)
{
    return at < s->n && (tr_byte_is_word(s->t[at]));
}

static bool is_space_at(const tr_light_scan *s, size_t at)
{
    return at >= s->n || tr_ascii_is_space(s->t[at]);
}

/* Where `close` stands behind byte `in`, not behind a blank; of a constrained mark no letter
 * follows.  0: there is none. */
static size_t find_close(tr_light_scan *s, size_t in, const char *close, bool constrained)
{
    const size_t n = strlen(close), limit = tr_light_limit(s);

    if (s->searched / 64 > s->n) return 0;
    for (size_t i = in + 1; i + n <= limit; i++) {
        if (s->t[i] != *close || memcmp(s->t + i, close, n) != 0) continue;
        if (constrained && (tr_ascii_is_space(s->t[i - 1]) || is_word_at(s, i + n))) continue;
        if (constrained && s->t[i - 1] == '\\') continue;
        return i;
    }
    s->searched += limit - in;
    return 0;
}

static size_t add_point(tr_light_scan *s, size_t begin, size_t end)
{
    tr_light_add(s->marks, TR_LIGHT_POINT, begin, end, NULL);
    return end;
}

/* ---- Quoted text ---- */

/* True if a constrained mark may begin at `at` with its content at `in`. */
static bool may_begin(const tr_light_scan *s, size_t at, size_t in, char sign)
{
    const char before = at > 0 ? s->t[at - 1] : ' ';
    if (tr_byte_is_word(before) || tr_ascii_is_one_of(before, ";:}")) return false;
    if (sign == '`' && tr_ascii_is_one_of(before, "\"'`")) return false;
    return !is_space_at(s, in) && s->t[in] != sign;
}

/* "*a*", "__a__", "`a`", "#a#", whose signs begin at `sign`; `at` is where their attributes do. */
static size_t scan_quoted(tr_light_scan *s, size_t at, size_t sign)
{
    static const char *const two[] = {"**", "__", "##", "``"}, *const one[] = {"*", "_", "#", "`"};
    const char c = s->t[sign];
    const size_t k = c == '*' ? 0 : c == '_' ? 1 : c == '#' ? 2 : 3;
    size_t in = sign + 2, close = 0;

    if (tr_starts_with(s->t, sign, s->n, two[k])) close = find_close(s, in, two[k], false);
    size_t end = close + 2;
    if (!close) {
        in = sign + 1;
        if (!may_begin(s, at, in, c)) return 0;
        close = find_close(s, in, one[k], true);
        end = close + 1;
    }
    if (!close) return 0;
    return c == '`' ? tr_light_atom(s, at, end) : tr_light_pair(s, at, in, close, end, one[k]);
}

/* "+a+", "++a++", "+++a+++": what is in it is no markup. */
static size_t scan_literal(tr_light_scan *s, size_t at)
{
    static const char *const signs[] = {"+++", "++", "+"};

    for (size_t k = 0; k < 3; k++) {
        const size_t n = 3 - k;
        if (!tr_starts_with(s->t, at, s->n, signs[k])) continue;
        if (n == 1 && !may_begin(s, at, at + 1, '+')) continue;
        const size_t close = find_close(s, at + n, signs[k], n == 1);
        if (close) return tr_light_atom(s, at, close + n);
    }
    return 0;
}

/* "^a^" and "~a~" without blanks. */
static size_t scan_index(tr_light_scan *s, size_t at)
{
    const size_t limit = tr_light_limit(s);

    for (size_t i = at + 1; i < limit && !tr_ascii_is_space(s->t[i]); i++)
        if (s->t[i] == s->t[at]) return i > at + 1 ? tr_light_atom(s, at, i + 1) : 0;
    return 0;
}

/* ---- Brackets ---- */

/* Opens the text in the brackets [in, close) of a link: it ends before attributes, "^", and what
 * else a mail begins with. */
static size_t open_link(tr_light_scan *s, size_t at, size_t in, size_t close)
{
    const bool named = tr_find_byte(s->t, in, close, '=') < close;
    const bool quoted = in < close && s->t[in] == '"';
    size_t end = close;

    if (quoted)
        end = tr_find_byte(s->t, ++in, close, '"');
    else if (named || tr_starts_with(s->t, at, in, "mailto:"))
        end = tr_find_byte(s->t, in, close, ',');
    else if (in < close && s->t[close - 1] == '^')
        end--;
    const bool is_name = named && !quoted && tr_find_byte(s->t, in, end, '=') < end;
    if (in >= end || is_name || (quoted && end == close)) return tr_light_atom(s, at, close + 1);
    return tr_light_pair(s, at, in, end, close + 1, "[");
}

/* A picture or a sign: what is in its brackets [in, close) and stands for it is text. */
static size_t add_picture(tr_light_scan *s, size_t at, size_t in, size_t close, bool is_sign)
{
    tr_adoc_attribute a = {0};

    if (is_sign)
        tr_light_atom(s, at, close + 1);
    else
        add_point(s, at, close + 1);
    for (size_t i = in; tr_adoc_attribute_next(s->t, &i, close, &a);)
        if (tr_adoc_attribute_text(s->t, &a, !is_sign))
            tr_light_hold(s->marks, a.value.begin, a.value.end,
                          tr_adoc_attribute_writing(&a, true));
    return close + 1;
}

/* "menu:File[Save as > Page]": each name is a text of its own, as a label is. */
static size_t add_menu(tr_light_scan *s, tr_span name, size_t bracket, size_t close)
{
    const char sign = tr_find_byte(s->t, bracket, close, '>') < close ? '>' : ',';
    size_t at = bracket + 1;

    tr_light_atom(s, name.begin, close + 1);
    tr_light_hold(s->marks, name.end + 1, bracket, &tr_adoc_menu);
    while (at < close) {
        const size_t end = tr_find_byte(s->t, at, close, sign);
        const tr_span item = tr_span_trimmed(s->t, at, end);
        if (item.begin < item.end) tr_light_hold(s->marks, item.begin, item.end, &tr_adoc_menu);
        at = end + 1;
    }
    return close + 1;
}

static size_t scan_mark(tr_light_scan *s, size_t at);

/* "footnote:[text]", "footnote:id[text]" and "footnoteref:[id,text]"; a note without text refers to
 * another one. */
static size_t add_note(tr_light_scan *s, tr_span name, size_t bracket, size_t close)
{
    const bool is_old = name.end - name.begin > 8; /* its id is in the brackets */
    const size_t comma = is_old ? tr_find_byte(s->t, bracket, close, ',') : bracket;
    const size_t in = comma < close ? tr_skip(s->t, comma + 1, close, tr_ascii_is_space) : close;

    if (in == close) return add_point(s, name.begin, close + 1);
    return tr_light_note(s, (tr_span){name.begin, close + 1}, (tr_span){in, close}, scan_mark,
                         &tr_adoc_note);
}

/* The text in a macro's brackets. */
static size_t take_macro(tr_light_scan *s, tr_span name, size_t bracket, size_t close)
{
    const char *const macro = s->t + name.begin;
    const size_t n = name.end - name.begin;

    if (tr_list_has(macro_text, macro, n)) return open_link(s, name.begin, bracket + 1, close);
    if (tr_list_has(macro_point, macro, n)) return add_point(s, name.begin, close + 1);
    if (tr_list_has(macro_note, macro, n)) return add_note(s, name, bracket, close);
    if (tr_list_has(macro_menu, macro, n)) return add_menu(s, name, bracket, close);
    const bool is_sign = tr_list_has(macro_sign, macro, n);
    return is_sign || tr_list_has(macro_picture, macro, n)
               ? add_picture(s, name.begin, bracket + 1, close, is_sign)
               : tr_light_atom(s, name.begin, close + 1);
}

/* Where the name of a note's macro begins that a word ends in; word.end if there is none. */
static size_t note_name(const tr_light_scan *s, tr_span word)
{
    static const char *const names[] = {"footnote", "footnoteref"};

    for (size_t i = 0; i < 2; i++) {
        const size_t n = strlen(names[i]);
        if (word.end - word.begin >= n && tr_starts_with(s->t, word.end - n, word.end, names[i]))
            return word.end - n;
    }
    return word.end;
}

/* The byte after a target at byte `at` that is written as it is, "pass:[a b]", "++a b++" and
 * "$$a b$$"; `at` if it is none. */
static size_t end_of_literal(const tr_light_scan *s, size_t at, size_t limit)
{
    static const char *const signs[][2] = {
        {"pass:[", "]"}, {"+++", "+++"}, {"++", "++"}, {"$$", "$$"}};

    for (size_t k = 0; k < sizeof signs / sizeof *signs; k++) {
        if (!tr_starts_with(s->t, at, limit, signs[k][0])) continue;
        size_t end = at + strlen(signs[k][0]);
        do
            end = tr_span_find(s->t, end, limit, signs[k][1]) + strlen(signs[k][1]);
        while (!k && end < limit && s->t[end - 2] == '\\');
        if (end < limit && s->t[end] == '[') return end;
    }
    return at;
}

/* "name:target[text]", and addresses without brackets. */
static size_t scan_macro(tr_light_scan *s, size_t at)
{
    const size_t all = tr_light_limit(s), limit = all - at > LONGEST ? at + LONGEST : all;
    size_t i = tr_skip(s->t, at, limit, tr_ascii_is_alnum);
    const tr_span name = {at, i};

    if (i == at || i == limit || s->t[i] != ':') return 0;
    const size_t note = note_name(s, name);
    if (note > at && note < i) return note; /* right behind a word */
    if (at > 0 && is_word_at(s, at - 1) && note != at) return 0;
    const bool is_address = tr_starts_with(s->t, i, limit, "://");
    if (!is_address && (i + 1 == limit || s->t[i + 1] == ':')) return 0;
    for (i = end_of_literal(s, i + 1, limit);
         i < limit && !tr_ascii_is_space(s->t[i]) && s->t[i] != '['; i++)
        if (tr_ascii_is_one_of(s->t[i], "<>\"`")) break;
    const bool is_note = tr_list_has(macro_note, s->t + at, name.end - at);
    const enum tr_light_nested nests = is_note ? TR_LIGHT_MACROS : TR_LIGHT_NONE;
    const size_t close = i < limit && s->t[i] == '[' ? tr_light_close_bracket(s, i + 1, nests) : 0;
    if (close) return take_macro(s, name, i, close);
    if (!is_address) return 0;
    while (i > at && tr_ascii_is_one_of(s->t[i - 1], ".,;:!?)*_'"))
        i--;
    return tr_light_atom(s, at, i);
}

/* "[[id]]", "[[[id]]]", and "[.role]#text#". */
static size_t scan_bracket(tr_light_scan *s, size_t at)
{
    const size_t limit = tr_light_limit(s);

    if (tr_starts_with(s->t, at, limit, "[[")) {
        const bool is_entry = tr_starts_with(s->t, at, limit, "[[["); /* of a bibliography */
        const size_t close = find_close(s, at + 2, is_entry ? "]]]" : "]]", false);
        return close ? add_point(s, at, close + 2 + is_entry) : 0;
    }
    const size_t close = tr_light_close_bracket(s, at + 1, TR_LIGHT_NONE);
    if (!close || close + 1 >= limit || !tr_ascii_is_one_of(s->t[close + 1], "#*_`")) return 0;
    return scan_quoted(s, at, close + 1);
}

/* "<<id>>", or "<<A title>>", which is what it shows: another text comes to stand behind it. */
static size_t add_reference(tr_light_scan *s, size_t at, size_t close)
{
    if (tr_word_end(s->t, at, close) == close || s->depth == TR_LIGHT_DEEPEST)
        return tr_light_atom(s, at, close + 2);
    tr_light_pair(s, at, at + 2, close, close + 2, "<");
    tr_light_set_means(s->marks, at + 2, at + 2);
    return at + 2;
}

/* "<<id,text>>", "<<id>>" and "<address>". */
static size_t scan_reference(tr_light_scan *s, size_t at)
{
    const size_t limit = tr_light_limit(s);

    if (!tr_starts_with(s->t, at, limit, "<<")) {
        const size_t most = limit - at > LONGEST ? at + LONGEST : limit;
        const size_t close = tr_word_end(s->t, at, most);
        const size_t end = tr_find_byte(s->t, at, close, '>');
        const bool is_address = tr_span_find(s->t, at, end, "://") < end;
        return end < close && is_address ? tr_light_atom(s, at, end + 1) : 0;
    }
    const size_t close = is_space_at(s, at + 2) ? 0 : find_close(s, at + 2, ">>", false);
    if (!close) return 0;
    size_t in = tr_find_byte(s->t, at, close, ',');
    if (in == close) return add_reference(s, at, close);
    in = tr_skip(s->t, in + 1, close, tr_ascii_is_space);
    if (in == close || s->depth == TR_LIGHT_DEEPEST) return tr_light_atom(s, at, close + 2);
    tr_light_pair(s, at, in, close, close + 2, "<");
    tr_light_set_means(s->marks, at + 2, in);
    return in;
}

/* "((term))" and "(((term, of it)))". */
static size_t scan_term(tr_light_scan *s, size_t at)
{
    const bool hidden = tr_starts_with(s->t, at, s->n, "(((");
    if (!tr_starts_with(s->t, at, s->n, "((")) return 0;
    const size_t close = find_close(s, at + 2, hidden ? ")))" : "))", false);
    if (!close) return 0;
    return hidden ? add_point(s, at, close + 3)
                  : tr_light_pair(s, at, at + 2, close, close + 2, "(");
}

/* "{name}", which stands for something, or "{name}/page[text]". */
static size_t scan_attribute(tr_light_scan *s, size_t at)
{
    size_t i = at + 1;

    while (i < s->n && (tr_byte_is_word(s->t[i]) || tr_ascii_is_one_of(s->t[i], "-:!@.")))
        i++;
    if (i == at + 1 || i >= s->n || s->t[i] != '}') return 0;
    const size_t end = i + 1,
                 limit = tr_light_limit(s) < end + LONGEST ? tr_light_limit(s) : end + LONGEST;
    for (i = end; i < limit && !tr_ascii_is_space(s->t[i]) && s->t[i] != '[';)
        i++;
    const bool is_address = i < limit && (i == end || s->t[end] == '/' || s->t[end] == ':');
    const size_t close =
        is_address && s->t[i] == '[' ? tr_light_close_bracket(s, i + 1, TR_LIGHT_NONE) : 0;
    return close ? open_link(s, at, i + 1, close) : tr_light_atom(s, at, end);
}

/* "&nbsp;" and "&#8203;". */
static size_t scan_entity(tr_light_scan *s, size_t at)
{
    size_t i = at + 1;

    i += i < s->n && s->t[i] == '#';
    const size_t name = i;
    i = tr_skip(s->t, i, s->n, tr_ascii_is_alnum);
    return i > name && i < s->n && s->t[i] == ';' ? tr_light_atom(s, at, i + 1) : 0;
}

/* Quotation marks that are bent: "`a`". */
static size_t scan_bent(tr_light_scan *s, size_t at)
{
    const char *const close = s->t[at] == '"' ? "`\"" : "`'";

    if (at + 2 >= s->n || s->t[at + 1] != '`' || is_space_at(s, at + 2)) return 0;
    if (at > 0 && is_word_at(s, at - 1)) return 0;
    const size_t end = find_close(s, at + 2, close, true);
    return end ? tr_light_pair(s, at, at + 2, end, end + 2, close) : 0;
}

/* " +" at the end of a line, which breaks it. */
static size_t scan_break(tr_light_scan *s, size_t at)
{
    if (at == 0 || s->t[at - 1] != ' ' || (at + 1 < s->n && s->t[at + 1] != '\n')) return 0;
    tr_light_add(s->marks, TR_LIGHT_FIXED, at, at + 1, NULL);
    return at + 1;
}

/* "it`'s": a bent apostrophe. */
static size_t scan_apostrophe(tr_light_scan *s, size_t at)
{
    if (!tr_starts_with(s->t, at, s->n, "`'") || at == 0 || !is_word_at(s, at - 1)) return 0;
    tr_light_add(s->marks, TR_LIGHT_ESCAPE, at, at + 2, NULL);
    tr_light_set_means(s->marks, at + 1, at + 2);
    return at + 2;
}

static size_t scan_escape(tr_light_scan *s, size_t at)
{
    const char *const signs = "]*_`#^~+{[<(&\"'";
    if (at + 1 >= s->n || !tr_ascii_is_one_of(s->t[at + 1], signs + !s->in_note)) return 0;
    tr_light_add(s->marks, TR_LIGHT_ESCAPE, at, at + 2, NULL);
    tr_light_set_means(s->marks, at + 1, at + 2);
    return at + 2;
}

/* The byte after the mark at `at`, or after what begins it; 0: there is none. */
static size_t scan_mark(tr_light_scan *s, size_t at)
{
    size_t end = 0;

    switch (s->t[at]) {
    case '*':
    case '_':
    case '#':
        return scan_quoted(s, at, at);
    case '`':
        end = scan_apostrophe(s, at);
        return end ? end : scan_quoted(s, at, at);
    case '+':
        end = scan_break(s, at);
        return end ? end : scan_literal(s, at);
    case '^':
    case '~':
        return scan_index(s, at);
    case '[':
        return scan_bracket(s, at);
    case '<':
        return scan_reference(s, at);
    case '(':
        return scan_term(s, at);
    case '{':
        return scan_attribute(s, at);
    case '&':
        return scan_entity(s, at);
    case '"':
    case '\'':
        return scan_bent(s, at);
    case '\\':
        return scan_escape(s, at);
    default:
        return tr_ascii_is_letter(s->t[at]) ? scan_macro(s, at) : 0;
    }
}

void tr_adoc_scan(const char *text, size_t len, const void *context, tr_light_marks *marks)
{
    tr_light_scan s = {.t = text, .n = len, .marks = marks};

    (void)context;
    tr_light_scan_all(&s, scan_mark);
}
