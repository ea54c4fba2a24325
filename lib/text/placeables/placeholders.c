#include "text/placeables/placeholders.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "text/placeables/template_tags.h"

/* The longest placeholder, in bytes: what looks like a longer one is text. */
enum { LONGEST = 1000, LONGEST_NAME = 64 };
enum { ESCAPE = '\x1B' };

static bool is_placeholder_word(char c)
{
    return tr_ascii_is_digit(c) || tr_ascii_is_letter(c) || c == '_';
}

static bool is_one_of_bytes(char c, const char *set)
{
    return c && strchr(set, c);
}

/* The rest of a text from some byte on: a placeholder is looked for at its beginning. */
typedef struct rest {
    const char *text;
    size_t len;
} rest;

/* The byte at `i`, or NUL after the end. */
static char at(const rest *r, size_t i)
{
    return i < r->len ? r->text[i] : '\0';
}

static bool placeholder_starts(const rest *r, const char *with)
{
    const size_t n = strlen(with);
    return r->len >= n && !memcmp(r->text, with, n);
}

static size_t skip_conversion_digits(const rest *r, size_t i)
{
    while (tr_ascii_is_digit(at(r, i)))
        i++;
    return i;
}

/* The end of a name of letters, digits and `more` from i on; i if there is none. */
static size_t skip_name(const rest *r, size_t i, const char *more)
{
    const size_t begin = i;
    while (is_placeholder_word(at(r, i)) || is_one_of_bytes(at(r, i), more))
        i++;
    return i - begin <= LONGEST_NAME ? i : begin;
}

/* The length of `open` ... `close` on one line; 0 if it is not there.  A bracket that opens it does
 * not come again in it: so a row of them takes no time. */
static size_t enclosed(const rest *r, const char *open, const char *close)
{
    const size_t n = strlen(close), begin = strlen(open);
    const char bracket = is_one_of_bytes(open[begin - 1], "{[") ? open[begin - 1] : '\n';

    if (!placeholder_starts(r, open)) return 0;
    for (size_t i = begin; i + n <= r->len && i < LONGEST && r->text[i] != '\n'; i++) {
        if (!memcmp(r->text + i, close, n)) return i + n;
        if (i > begin && r->text[i] == bracket) return 0;
    }
    return 0;
}

/* ---- Conversions */

/* Flags, width, precision and length of a conversion of printf, from i on. */
static size_t skip_modifiers(const rest *r, size_t i)
{
    while (is_one_of_bytes(at(r, i), "#0-+'"))
        i++;
    i = at(r, i) == '*' ? i + 1 : skip_conversion_digits(r, i);
    if (at(r, i) == '.') i = at(r, i + 1) == '*' ? i + 2 : skip_conversion_digits(r, i + 1);
    if (is_one_of_bytes(at(r, i), "hl") && at(r, i + 1) == at(r, i)) return i + 2;
    return is_one_of_bytes(at(r, i), "hlLqjzt") ? i + 1 : i;
}

/* "%(name)s"; its name goes to i. */
static size_t named_conversion(const rest *r)
{
    size_t i = skip_name(r, 2, ".-");
    if (i == 2 || at(r, i) != ')') return 0;
    i = skip_modifiers(r, i + 1);
    return is_one_of_bytes(at(r, i), "diouxXeEfFgGcrsa") ? i + 1 : 0;
}

/* "%s", "%1$s", "%-5.2f", "%%"; "%a" as strftime has it, where no other letter touches it. */
static size_t conversion(const rest *r, bool after_digit)
{
    size_t i = 1;
    if (at(r, i) == '%') return 2;
    if (at(r, i) == '(') return named_conversion(r);
    const size_t digits = skip_conversion_digits(r, i);
    const bool numbered = digits > i && at(r, digits) == '$';
    if (numbered) i = digits + 1;
    i = skip_modifiers(r, i);
    const bool alone = !tr_ascii_is_letter(at(r, i + 1)) || (at(r, i + 1) < 'a' && numbered);
    if (is_one_of_bytes(at(r, i), after_digit ? "diouxXeEfFgGcsp@" : "diouxXeEfFgGaAcsp@") &&
        (numbered || alone))
        return i + 1;
    /* "%1", as Qt and KDE have it */
    if (!after_digit && digits > 1 && digits <= 3 && at(r, 1) != '0' &&
        !tr_ascii_is_letter(at(r, digits)))
        return digits;
    i = at(r, 1) == '-' ? 2 : 1;
    return !after_digit && tr_ascii_is_letter(at(r, i)) && !tr_ascii_is_letter(at(r, i + 1)) ? i + 1
                                                                                             : 0;
}

/* ---- Braces */

/* The length of balanced braces on one line. */
static size_t balanced(const rest *r)
{
    size_t depth = 0;
    for (size_t i = 0; i < r->len && i < LONGEST; i++) {
        if (r->text[i] == '{') depth++;
        if (r->text[i] == '}' && --depth == 0) return i + 1;
    }
    return 0;
}

/* "{name, plural, ...}" and the other messages of ICU: a name, a comma and a kind. */
static bool is_message(const rest *r)
{
    static const char *const kinds[] = {"plural",   "select",  "number",   "date",   "time",
                                        "spellout", "ordinal", "duration", "choice", "list"};
    size_t i = 1;
    while (at(r, i) == ' ')
        i++;
    const size_t name = i;
    i = skip_name(r, i, ".-");
    if (i == name || at(r, i) != ',') return false;
    while (at(r, ++i) == ' ') {
    }
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (placeholder_starts(&(rest){r->text + i, r->len - i}, kinds[k])) return true;
    return false;
}

/* The length of the letter that is not ASCII at byte i; 0 if there is none. */
static size_t foreign_letter(const rest *r, size_t i)
{
    int32_t c;
    if (i >= r->len || (unsigned char)r->text[i] < 0x80) return 0;
    const size_t n = tr_utf8_decode(r->text + i, r->len - i, &c);
    return tr_is_letter(c) ? n : 0;
}

/* "{names[0]}", "{total!r:>10}", "{price:,.2f}", "{0,-8:#,##0.00}": a field with a format, of
 * Python or .NET, without blanks. */
static size_t formatted(const rest *r)
{
    bool format = false;
    size_t n = 1;

    while (n < LONGEST_NAME && at(r, n) > ' ' && at(r, n) < 0x7F &&
           !is_one_of_bytes(at(r, n), "{}\""))
        format = is_one_of_bytes(at(r, n++), ":,[!") || format;
    return format && at(r, n) == '}' ? n + 1 : 0;
}

/* "{'@'}": text that vue-i18n takes as it is, without an apostrophe in it. */
static size_t literal(const rest *r)
{
    size_t n = 2;

    if (!placeholder_starts(r, "{'")) return 0;
    while (n < LONGEST_NAME && at(r, n) && !is_one_of_bytes(at(r, n), "'\n"))
        n++;
    return n > 2 && at(r, n) == '\'' && at(r, n + 1) == '}' ? n + 2 : 0;
}

static size_t braces(const rest *r)
{
    size_t length = literal(r);
    if (length) return length;
    size_t n = enclosed(r, "{{", "}}");
    if (!n) n = enclosed(r, "{%", "%}");
    if (!n && placeholder_starts(r, "{!!")) return enclosed(r, "{!!", "!!}");
    if (n) return n + (at(r, n) == '}');
    if (is_message(r)) return balanced(r);
    /* "{/link}" ends "{link}" */
    for (n = at(r, 1) == '/' && tr_ascii_is_letter(at(r, 2)) ? 2 : 1; length + 1 < LONGEST_NAME;
         length++) {
        const bool plain = is_placeholder_word(at(r, n)) || is_one_of_bytes(at(r, n), ".$@: -");
        const size_t letter = plain ? 1 : foreign_letter(r, n);
        if (!letter) break;
        n += letter;
    }
    return at(r, n) == '}' ? n + 1 : formatted(r);
}

static size_t dollar(const rest *r)
{
    if (at(r, 1) == '{') return enclosed(r, "${", "}");
    if (placeholder_starts(r, "$t(")) return enclosed(r, "$t(", ")");
    const size_t n = tr_ascii_is_digit(at(r, 1)) ? 1 : skip_name(r, 1, "");
    if (n > 1 && at(r, n) == '$') return n + 1;
    size_t capitals = 1;
    while (is_one_of_bytes(at(r, capitals), "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"))
        capitals++;
    return capitals > 2 && !is_placeholder_word(at(r, capitals)) ? capitals : 0;
}

/* ---- Others */

/* "[link]", where "[/link]" follows, and "[url=%s]": a tag of BBCode, or of a catalogue; and its
 * end.
 */
static size_t bracket_tag(const rest *r)
{
    enum { NAME = 24, REACH = 400 };
    const bool ends = at(r, 1) == '/';
    size_t n = 1 + ends, end;
    char close[NAME + 4] = "[/";

    while (n < NAME && (is_placeholder_word(at(r, n)) || (n > 1 && at(r, n) == '-')))
        n++;
    const size_t len = n - 1 - ends;
    if (!len || !tr_ascii_is_letter(at(r, 1 + ends))) return 0;
    if (ends) return at(r, n) == ']' ? n + 1 : 0;
    memcpy(close + 2, r->text + 1, len);
    memcpy(close + 2 + len, "]", 2);
    if (at(r, n) != ']' && at(r, n) != '=' && at(r, n) != ' ') return 0;
    while (n < REACH && at(r, n) && !is_one_of_bytes(at(r, n), "[]\n"))
        n++;
    if (at(r, n) != ']') return 0;
    for (end = n; end + len + 3 <= r->len && end < n + REACH && r->text[end] != '\n'; end++)
        if (!memcmp(r->text + end, close, len + 3)) return n + 1;
    return 0;
}

/* ":func:`open`" and ":ref:`text <label>`", a role of reStructuredText; "`text <address>`_", a
 * link.
 */
static size_t role(const rest *r)
{
    size_t n = 0;

    if (at(r, n) == ':')
        for (n++; is_placeholder_word(at(r, n)) || (n > 1 && is_one_of_bytes(at(r, n), ":+-"));)
            n++;
    if (at(r, n) != '`' || (n > 0 && (n < 3 || at(r, n - 1) != ':'))) return 0;
    const bool named = n > 0;
    for (n++; n < LONGEST && at(r, n) && !is_one_of_bytes(at(r, n), "`\n");)
        n++;
    if (at(r, n) != '`' || at(r, n - 1) == '`') return 0;
    if (!named && (at(r, n - 1) != '>' || at(r, n + 1) != '_')) return 0;
    for (n++; !named && at(r, n) == '_';)
        n++;
    return n;
}

/* "*|FNAME|*", "*|IF:PLAN=Free|*": a mailer's. */
static size_t merge_tag(const rest *r)
{
    enum { MOST = 80 };
    size_t n = 2;

    if (at(r, 1) != '|' || !tr_ascii_is_letter(at(r, n))) return 0;
    while (n < MOST && at(r, n) && !is_one_of_bytes(at(r, n), "|*<>\n"))
        n++;
    return at(r, n) == '|' && at(r, n + 1) == '*' ? n + 2 : 0;
}

/* "<0>", "</0>", "<0/>": where the catalogues of React have an element. */
static size_t numbered_tag(const rest *r, size_t i)
{
    while (tr_ascii_is_digit(at(r, i)))
        i++;
    i += at(r, i) == '/' && at(r, 1) != '/';
    return at(r, i) == '>' ? i + 1 : 0;
}

/* A start or end tag, on one line; a ">" within quotes does not end it. */
static size_t tag(const rest *r)
{
    size_t i = at(r, 1) == '/' ? 2 : 1;
    char quote = 0;
    if (at(r, 1) == '%') return enclosed(r, "<%", "%>");
    if (tr_ascii_is_digit(at(r, i))) return numbered_tag(r, i);
    if (!tr_ascii_is_letter(at(r, i))) return 0;
    for (; i < r->len && i < LONGEST && r->text[i] != '\n'; i++) {
        const char c = r->text[i];
        if (quote) {
            if (c == quote) quote = 0;
        } else if (is_one_of_bytes(c, "\"'") && r->text[i - 1] == '=') {
            quote = c;
        } else if (c == '>') {
            return i + 1;
        } else if (c == '<') {
            return 0;
        }
    }
    return 0;
}

static size_t emoji(const rest *r)
{
    const size_t n = skip_name(r, 1, "+-");
    bool letter = false;
    for (size_t i = 1; i < n; i++)
        letter = letter || tr_ascii_is_letter(r->text[i]);
    return n > 2 && letter && at(r, n) == ':' && !is_placeholder_word(at(r, n + 1)) ? n + 1 : 0;
}

/* "__name__"; "__Note__", a capital and small letters, is a word in bold letters. */
static size_t underscores(const rest *r)
{
    size_t n_small = 0;

    if (at(r, 1) != '_') return 0;
    for (size_t i = 3; i < r->len && i < LONGEST_NAME && is_placeholder_word(r->text[i]); i++) {
        n_small += tr_ascii_is_lower(r->text[i]);
        if (r->text[i] == '_' && r->text[i - 1] == '_' && i > 3 && at(r, i + 1) != '_')
            return n_small == i - 4 && n_small && tr_ascii_is_upper(r->text[2]) ? 0 : i + 1;
    }
    return 0;
}

static size_t private_character(const rest *r)
{
    int32_t c;
    const size_t n = tr_utf8_decode(r->text, r->len, &c);
    return c >= TR_PRIVATE_FIRST && c <= TR_PRIVATE_LAST ? n : 0;
}

/* The length of "{'key'}", "{key}" or "(key)" at the beginning of the rest. */
static size_t wrapped_key(const rest *r)
{
    const size_t n = literal(r), end = skip_name(r, 1, ".-");

    if (n || end == 1) return n;
    return (at(r, 0) == '{' && at(r, end) == '}') || (at(r, 0) == '(' && at(r, end) == ')')
               ? end + 1
               : 0;
}

/* "@:key", "@:{'key'}", "@.lower:key": links of vue-i18n.  A full stop behind a key is none of it.
 */
static size_t linked_key(const rest *r)
{
    size_t i = at(r, 1) == '.' ? skip_name(r, 2, "") : 1;

    if (at(r, i) != ':' || i == 2) return 0;
    const size_t begin = i + 1,
                 n = begin < r->len ? wrapped_key(&(rest){r->text + begin, r->len - begin}) : 0;
    if (n) return begin + n;
    size_t end = skip_name(r, begin, ".-");
    while (end > begin && is_one_of_bytes(at(r, end - 1), ".-"))
        end--;
    return end > begin ? end : 0;
}

/* Escape sequences of terminals: ESC [ 0;31 m, and ESC ] text up to BEL or ESC \ (ECMA-48). */
static size_t escape_sequence(const rest *r)
{
    size_t n = 2;

    if (at(r, 1) == ']') {
        while (n < r->len && n < LONGEST && r->text[n] != '\a' && r->text[n] != ESCAPE)
            n++;
        if (at(r, n) == '\a') return n + 1;
        return at(r, n) == ESCAPE && at(r, n + 1) == '\\' ? n + 2 : 0;
    }
    if (at(r, 1) != '[') return 0;
    while (n < LONGEST_NAME && at(r, n) >= ' ' && at(r, n) < '@')
        n++;
    return at(r, n) >= '@' && at(r, n) <= '~' ? n + 1 : 0;
}

/* "%#@files@", "%1$#@files@": a variable of Apple's plural rules. */
static size_t apple_variable(const rest *r)
{
    const size_t digits = skip_conversion_digits(r, 1);
    const size_t i = digits > 1 && at(r, digits) == '$' ? digits + 1 : 1;

    if (at(r, i) != '#' || at(r, i + 1) != '@') return 0;
    const size_t name = skip_name(r, i + 2, ".-");
    return name > i + 2 && at(r, name) == '@' ? name + 1 : 0;
}

/* The length of the placeholder at the beginning of the rest; 0 if there is none. */
static size_t recognise(const rest *r, char before)
{
    size_t n;

    switch (r->text[0]) {
    case '%':
        if (at(r, 1) == '{') return enclosed(r, "%{", "}");
        n = apple_variable(r);
        if (!n && placeholder_starts(r, "%#@")) return 0;
        return n ? n : conversion(r, tr_ascii_is_digit(before));
    case '{':
        return braces(r);
    case '$':
        return dollar(r);
    case '<':
        return tag(r);
    case '[':
        n = enclosed(r, "[[", "]]");
        return n ? n : bracket_tag(r);
    case ':':
        if (is_placeholder_word(before)) return 0;
        n = role(r);
        return n ? n : emoji(r);
    case '_':
        return is_placeholder_word(before) ? 0 : underscores(r);
    case '@':
        return linked_key(r);
    case '*':
        return merge_tag(r);
    case '`':
        return before == '`' ? 0 : role(r);
    case '\\':
        return is_one_of_bytes(at(r, 1), "nrt") && before != ':' ? 2 : 0;
    case ESCAPE:
        return escape_sequence(r);
    case (char)0xF3:
        return private_character(r);
    default:
        return 0;
    }
}

bool tr_placeholder_next(const char *text, size_t len, size_t from, tr_span *found)
{
    static const char first[] = "%{$<[:_@*`\\\x1B\xF3";

    for (size_t i = from; i < len; i++) {
        if (!is_one_of_bytes(text[i], first)) continue;
        const size_t n = recognise(&(rest){text + i, len - i}, i ? text[i - 1] : '\0');
        if (!n) continue;
        *found = (tr_span){i, i + n};
        return true;
    }
    return false;
}

bool tr_placeholder_holds(const char *text, size_t len, size_t from, tr_span word, tr_span *p)
{
    while (p->begin < len && (p->end <= word.begin || p->begin < from))
        if (!tr_placeholder_next(text, len, p->end > from ? p->end : from, p))
            *p = (tr_span){len, len};
    return p->begin <= word.begin && word.end <= p->end;
}

bool tr_placeholder_is_tag(const char *text, const tr_span *p)
{
    const char first = text[p->begin];
    return first == ESCAPE || (first == '<' && text[p->begin + 1] != '%') ||
           tr_template_parts(text, p->begin, p->end);
}

bool tr_placeholder_is_private(const char *text, const tr_span *p)
{
    return text[p->begin] == (char)0xF3;
}

/* ---- Comparing */

/* A placeholder and where it stands: before a blank, or a letter. */
typedef struct item {
    const char *text;
    size_t len;
    bool blank, letter;
} item;

/* "%s" and "%d" take arguments in order; "%%", "%1$s", "%1", "%(name)s" and "%{name}" do not. */
static bool is_ordered(const item *p)
{
    return p->text[0] == '%' && !is_one_of_bytes(p->text[1], "%({") &&
           !memchr(p->text, '$', p->len) && !tr_ascii_is_digit(p->text[p->len - 1]);
}

/* By kind, then by bytes; what is ordered keeps its order, for the sort is one of places, too. */
static int compare_placeholders(const void *left, const void *right)
{
    const item *const a = left, *const b = right;
    const bool a_ordered = is_ordered(a), b_ordered = is_ordered(b);
    if (a_ordered != b_ordered) return a_ordered ? -1 : 1;
    if (a_ordered) return a->text < b->text ? -1 : 1;
    const size_t len = a->len < b->len ? a->len : b->len;
    const int order = memcmp(a->text, b->text, len);
    if (order || a->len != b->len) return order ? order : a->len < b->len ? -1 : 1;
    return a->text < b->text ? -1 : a->text > b->text;
}

/* Of a role or a link with a text, only what stands behind that: "<label>`". */
static tr_span without_text(const char *text, tr_span p)
{
    size_t at = p.begin;

    if (text[at] != ':' && text[at] != '`') return p;
    while (at < p.end && text[at] != '<')
        at++;
    return at < p.end ? (tr_span){at, p.end} : p;
}

/* The placeholders of a text, sorted; false when out of memory. */
static bool list(const char *text, size_t len, item **items, size_t *n)
{
    size_t capacity = 0;
    tr_span p = {0};

    *items = NULL;
    *n = 0;
    while (tr_placeholder_next(text, len, p.end, &p)) {
        void *grown = *items;
        if (tr_reserve(&grown, &capacity, *n + 1, sizeof **items) < 0) return false;
        *items = grown;
        const bool mark = tr_placeholder_is_private(text, &p); /* it has its place */
        const char next = mark ? '.' : p.end < len ? text[p.end] : ' ';
        const tr_span own = without_text(text, p);
        (*items)[(*n)++] =
            (item){text + own.begin, own.end - own.begin, next == ' ', tr_ascii_is_letter(next)};
    }
    if (*n) qsort(*items, *n, sizeof **items, compare_placeholders);
    return true;
}

bool tr_placeholders_agree(const char *a, size_t a_len, const char *b, size_t b_len)
{
    item *left, *right = NULL;
    size_t n_left, n_right = 0;
    bool agree = list(a, a_len, &left, &n_left) && list(b, b_len, &right, &n_right);

    agree = agree && n_left == n_right;
    for (size_t i = 0; agree && i < n_left; i++)
        agree = left[i].len == right[i].len && !memcmp(left[i].text, right[i].text, left[i].len) &&
                !(left[i].blank && right[i].letter);
    free(left);
    free(right);
    return agree;
}
