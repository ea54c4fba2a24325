#include "document/markdown/markdown_masks.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "base/utf8.h"
#include "document/markdown/markdown_width.h"

enum { FORMULA_LINES = 64, MAX_LABEL = 100, MAX_COMMENT = 2000 /* bytes */ };

typedef struct line {
    size_t begin, text, end, next; /* `text`: after blanks and ">" */
} line;

static line read_markdown_line(const char *t, size_t size, size_t begin)
{
    line l = {.begin = begin, .text = begin, .end = begin};
    while (l.end < size && t[l.end] != '\n' && t[l.end] != '\r')
        l.end++;
    l.next = l.end;
    if (l.next < size && t[l.next] == '\r') l.next++;
    if (l.next < size && t[l.next] == '\n' && (l.next == l.end || t[l.next - 1] == '\r')) l.next++;
    while (l.text < l.end && (tr_ascii_is_blank(t[l.text]) || t[l.text] == '>'))
        l.text++;
    while (l.end > l.text && tr_ascii_is_blank(t[l.end - 1]))
        l.end--;
    return l;
}

static bool is_word_at(const char *t, const line *l, const char *what)
{
    return l->end - l->text == strlen(what) && !memcmp(t + l->text, what, strlen(what));
}

static bool starts_with(const char *t, size_t at, size_t end, const char *what)
{
    const size_t n = strlen(what);
    return end - at >= n && !memcmp(t + at, what, n);
}

static bool append_mask(tr_masks *m, enum tr_mask_kind kind, size_t begin, size_t end)
{
    void *list = m->list;

    if (tr_reserve(&list, &m->capacity, m->n + 1, sizeof *m->list) < 0) return false;
    m->list = list;
    m->list[m->n++] = (tr_mask){kind, {begin, end}};
    return true;
}

/* Puts letters in the place of the mask, but for its first and last byte.  There brackets become
 * round ones and tildes letters, because md4c would read them. */
static bool add_mask(tr_masks *m, enum tr_mask_kind kind, size_t begin, size_t end)
{
    if (!append_mask(m, kind, begin, end)) return false;
    for (size_t i = begin + 1; i + 1 < end; i++)
        m->text[i] = 'x';
    if (m->text[begin] == '[') m->text[begin] = '(';
    if (m->text[end - 1] == ']') m->text[end - 1] = ')';
    if (m->text[begin] == '~') m->text[begin] = 'x';
    if (m->text[end - 1] == '~') m->text[end - 1] = 'x';
    return true;
}

/* ---- In a line ---- */

/* Returns the byte after `close`, for the `open` at `at`; 0 if the line has none.  *seen are bytes
 * without `close`, which are not searched twice. */
static size_t find_close(const char *t, size_t at, size_t end, const char *open, const char *close,
                         tr_span *seen)
{
    const size_t begin = at + strlen(open), n = strlen(close);

    if (!starts_with(t, at, end, open)) return 0;
    if (begin < seen->begin || begin > seen->end) *seen = (tr_span){begin, begin};
    while (seen->end + n <= end && t[seen->end] != '`' && memcmp(t + seen->end, close, n) != 0)
        seen->end++;
    return seen->end + n <= end && t[seen->end] != '`' ? seen->end + n : 0;
}

static bool is_name_byte(char c)
{
    return tr_ascii_is_alnum(c) || c == '-';
}

/* "$x$": no blank within the dollars, and no digit after them; "$5 or 10$" is none, and
 * "[$A]($B)" is a link. */
static size_t end_of_formula(const char *t, size_t at, size_t begin, size_t end)
{
    if (starts_with(t, at, end, "$$")) {
        tr_span seen = {0};
        return find_close(t, at, end, "$$", "$$", &seen);
    }
    if (at > begin && t[at - 1] == '\\') return 0;
    if (at + 2 >= end || tr_ascii_is_blank(t[at + 1])) return 0;
    for (size_t i = at + 2; i < end; i++) {
        if (t[i] == '`' || (tr_ascii_is_blank(t[i]) && tr_ascii_is_digit(t[at + 1]))) return 0;
        if (t[i] != '$' || t[i - 1] == '\\') continue;
        if (t[i - 1] == '(' && t[i - 2] == ']' && i + 1 < end && is_name_byte(t[i + 1])) return 0;
        return tr_ascii_is_blank(t[i - 1]) || (i + 1 < end && tr_ascii_is_digit(t[i + 1])) ? 0
                                                                                           : i + 1;
    }
    return 0;
}

/* "[^label]" */
static size_t end_of_note(const char *t, size_t at, size_t end)
{
    if (!starts_with(t, at, end, "[^")) return 0;
    for (size_t i = at + 2; i < end && i - at < MAX_LABEL; i++) {
        if (t[i] == ']') return i > at + 2 ? i + 1 : 0;
        if (tr_ascii_is_blank(t[i]) || t[i] == '[' || t[i] == '`') return 0;
    }
    return 0;
}

/* "{#name}", "{ .class }", "{: ...}", "{ width=300 }" */
static size_t end_of_attributes(const char *t, size_t at, size_t end, tr_span *seen)
{
    size_t i = at + 1, name;

    if (t[at] != '{') return 0;
    while (i < end && tr_ascii_is_blank(t[i]))
        i++;
    for (name = i; name < end && is_name_byte(t[name]); name++) {
    }
    const bool first = i < end && t[i] && strchr("#.:", t[i]) != NULL;
    if (!first && (name == i || name == end || t[name] != '=')) return 0;
    return find_close(t, at, end, "{", "}", seen);
}

/* "~2~" and "^n+1^" after a letter or a digit, as in "H~2~O": an index. */
static size_t end_of_index(const char *t, size_t at, size_t begin, size_t end)
{
    if (at == begin || !is_name_byte(t[at - 1]) || t[at - 1] == '-') return 0;
    for (size_t i = at + 1; i < end; i++) {
        if (t[i] == t[at]) return i > at + 1 ? i + 1 : 0;
        if (!is_name_byte(t[i]) && t[i] != '+' && t[i] != '=') return 0;
    }
    return 0;
}

/* "++ctrl+alt+del++": keys. */
static size_t end_of_keys(const char *t, size_t at, size_t end)
{
    if (!starts_with(t, at, end, "++")) return 0;
    for (size_t i = at + 2; i < end; i++) {
        if (starts_with(t, i, end, "++")) return i > at + 2 ? i + 2 : 0;
        if (!is_name_byte(t[i]) && t[i] != '+') return 0;
    }
    return 0;
}

static bool add_inline(tr_masks *m, const char *t, const line *l, size_t begin)
{
    tr_span values = {0}, tags = {0}, attributes = {0}; /* what was seen */

    for (size_t i = begin; i < l->end; i++) {
        enum tr_mask_kind kind = TR_MASK_ATOM;
        size_t end = 0;
        if (t[i] == '\\') i++;
        if (i >= l->end) break;
        if (t[i] == '$') end = end_of_formula(t, i, begin, l->end);
        if (t[i] == '[') end = end_of_note(t, i, l->end);
        if (t[i] == '~' || t[i] == '^') end = end_of_index(t, i, begin, l->end);
        if (t[i] == '+') end = end_of_keys(t, i, l->end);
        if (t[i] == '{') {
            end = find_close(t, i, l->end, "{{", "}}", &values);
            if (!end) end = find_close(t, i, l->end, "{%", "%}", &tags);
            if (!end && (end = end_of_attributes(t, i, l->end, &attributes))) kind = TR_MASK_POINT;
        }
        if (!end) continue;
        if (i == l->text && end == l->end) kind = TR_MASK_LINE;
        if (!add_mask(m, kind, i, end)) return false;
        i = end - 1;
    }
    return true;
}

/* ---- Lines ---- */

/* "> [!NOTE]", GitHub's alert.  Obsidian's callout may have a title after it, which stays. */
static size_t end_of_alert(const char *t, const line *l)
{
    size_t i = l->text + 2;

    if (!memchr(t + l->begin, '>', l->text - l->begin)) return 0;
    if (!starts_with(t, l->text, l->end, "[!")) return 0;
    while (i < l->end && is_name_byte(t[i]))
        i++;
    return i > l->text + 2 && i < l->end && t[i] == ']' ? l->end : 0;
}

/* "!!! note", "??? tip", "???+ tip": an admonition of Python-Markdown; `=== "Linux"`: a tab.  Their
 * titles are text.  Several kinds without a title are in small letters, for "!!! This is loud". */
static size_t end_of_admonition(const char *t, const line *l)
{
    const bool is_tab = starts_with(t, l->text, l->end, "===");
    size_t i = l->text + 3;
    bool capital = false, several = false;

    if (!is_tab && !starts_with(t, l->text, l->end, "!!!") &&
        !starts_with(t, l->text, l->end, "???"))
        return 0;
    while (i < l->end && (t[i] == '+' || (is_tab && t[i] == '!')))
        i++;
    if (i + 1 >= l->end || t[i] != ' ') return 0;
    for (i++; i < l->end && !is_tab && (is_name_byte(t[i]) || t[i] == '_' || t[i] == ' '); i++) {
        capital = capital || tr_ascii_is_upper(t[i]);
        several = several || t[i] == ' ';
    }
    if (i == l->end) return capital && several ? 0 : i;
    if (t[i] != '"' || t[l->end - 1] != '"' || l->end - i < 2) return 0;
    return i + 1;
}

/* "*[HTML]: ": an abbreviation, which what stands after it explains. */
static size_t end_of_abbreviation(const char *t, const line *l)
{
    if (!starts_with(t, l->text, l->end, "*[") || t[l->end - 1] == '*') return 0;
    for (size_t i = l->text + 2; i + 1 < l->end && t[i] != '['; i++)
        if (t[i] == ']') return i > l->text + 2 && t[i + 1] == ':' ? i + 2 : 0;
    return 0;
}

/* Bytes at the beginning of a line that are no text: a footnote's mark, or a definition's. */
static size_t prefix_of(const char *t, const line *l)
{
    const size_t alert = end_of_alert(t, l), admonition = end_of_admonition(t, l);
    const size_t abbreviation = end_of_abbreviation(t, l);
    size_t end = end_of_note(t, l->text, l->end);

    if (alert || admonition || abbreviation)
        end = alert ? alert : admonition ? admonition : abbreviation;
    else if (end && end < l->end && t[end] == ':')
        end++;
    else if (starts_with(t, l->text, l->end, ": ") || starts_with(t, l->text, l->end, ":\t"))
        end = l->text + 1;
    else
        return 0;
    return end - l->text;
}

/* A line with such a prefix begins a block, of which md4c has none.  What is indented below an
 * admonition or a tab is its content: md4c takes it for that of a list's item.  The title is a
 * heading there, so that the content may begin right below it.  An abbreviation is one, too. */
static void show_block(tr_masks *m, const char *t, const line *l)
{
    if (t[l->text] == '*') memcpy(m->text + l->text, "# ", 2);
    if (strchr("!?=", t[l->text])) memcpy(m->text + l->text, "* # ", 4);
}

/* "[label]: ": where it defines nothing, since it stands in a paragraph, it stays, too. */
static bool is_definition(const char *t, const line *l)
{
    size_t i = l->text + 1;

    if (i >= l->end || t[l->text] != '[' || t[i] == '^') return false;
    while (i < l->end && t[i] != ']' && t[i] != '[')
        i += t[i] == '\\' ? 2 : 1;
    return i + 1 < l->end && t[i] == ']' && t[i + 1] == ':';
}

/* Beginnings of formulas: "$$", or "\\begin{x}", whose `name` is "{x}". */
typedef struct opening {
    const char *name;
    size_t len;
    bool dollars;
} opening;

static bool find_opening(const char *t, const line *l, opening *o)
{
    static const char begin[] = "\\begin";
    size_t n = 1;

    *o = (opening){.dollars = starts_with(t, l->text, l->end, "$$")};
    if (o->dollars) return true;
    if (!starts_with(t, l->text, l->end, "\\begin{")) return false;
    o->name = t + l->text + strlen(begin);
    while (n < MAX_LABEL && o->name + n < t + l->end && o->name[n] != '}')
        n++;
    o->len = n + 1;
    return o->name + n < t + l->end && o->name[n] == '}';
}

/* Returns the byte after the end mark of a formula at byte `at`; 0 if there is none. */
static size_t end_of_end(const char *t, const opening *o, size_t at, size_t end)
{
    const size_t name = at + strlen("\\end");

    if (o->dollars) return starts_with(t, at, end, "$$") ? at + 2 : 0;
    if (!starts_with(t, at, end, "\\end") || end - name < o->len) return 0;
    return memcmp(t + name, o->name, o->len) ? 0 : name + o->len;
}

/* True if a line ends a formula from byte `begin` on: nothing follows but a sign or attributes.
 * *inside: it goes on. */
static bool ends_formula(const char *t, const opening *o, const line *l, size_t begin, bool *inside)
{
    size_t i, end = 0;
    for (i = begin; i < l->end && !end; i++)
        end = end_of_end(t, o, i, l->end);
    *inside = !end;
    for (i = end; i < l->end && strchr(".,;: ", t[i]); i++) {
    }
    return end && (i == l->end || t[i] == '{');
}

/* Returns the line after those of a formula; 0 if none begins here. */
static size_t end_of_formula_lines(const char *t, size_t size, const line *first)
{
    size_t at = first->next;
    bool inside;
    opening o;

    if (!find_opening(t, first, &o)) return 0;
    if (ends_formula(t, &o, first, first->text + 2, &inside)) return o.dollars ? 0 : at;
    for (int n = 0; inside && n < FORMULA_LINES && at < size; n++) {
        const line l = read_markdown_line(t, size, at);
        if (l.text == l.end) return 0;
        at = l.next;
        if (ends_formula(t, &o, &l, l.text, &inside)) return at;
    }
    return 0;
}

static bool add_formula_lines(tr_masks *m, const char *t, size_t size, size_t begin, size_t end)
{
    while (begin < end) {
        const line l = read_markdown_line(t, size, begin);
        if (!add_mask(m, TR_MASK_LINE, l.text, l.end)) return false;
        begin = l.next;
    }
    return true;
}

/* A comment that begins within a line and ends in another one is in one line: md4c does not find
 * all of them. */
static void join_comment(tr_masks *m, const char *t, size_t size, const line *first)
{
    size_t begin = first->text, at;

    for (; begin + 4 <= first->end && memcmp(t + begin, "<!--", 4) != 0; begin++) {
    }
    if (begin + 4 > first->end || begin == first->text) return;
    line l = *first;
    for (at = begin + 4; at < size; at++) {
        if (at == l.next) l = read_markdown_line(t, size, at);
        if (l.text == l.end || l.next - first->begin > MAX_COMMENT) return;
        if (t[at] == '>' && t[at - 1] == '-' && t[at - 2] == '-' && at >= begin + 6) break;
    }
    for (size_t i = begin + 4; i + 2 < at; i++)
        m->text[i] = 'x';
}

/* md4c takes "<Preview>" for "<pre>", and all after it for its content: it sees another name. */
static void rename_tags(tr_masks *m, const char *t, const line *l)
{
    static const char *const raw[] = {"pre", "script", "style", "textarea"};

    for (size_t at = l->text; at + 1 < l->end; at++) {
        if (t[at] != '<') continue;
        for (size_t i = 0; i < sizeof raw / sizeof *raw; i++) {
            const size_t end = at + 1 + strlen(raw[i]);
            if (end < l->end && is_name_byte(t[end]) &&
                !strncasecmp(t + at + 1, raw[i], end - at - 1))
                m->text[at + 1] = 'x';
        }
    }
}

/* ---- MDX ---- */

static bool holds_word(const char *t, const line *l, const char *what)
{
    for (size_t i = l->text; i < l->end; i++)
        if (starts_with(t, i, l->end, what)) return true;
    return false;
}

/* "import Tabs from '@theme/Tabs';", "export const x = {" */
static bool is_module(const char *t, const line *l)
{
    if (l->text != l->begin) return false;
    if (starts_with(t, l->text, l->end, "import "))
        return holds_word(t, l, " from '") || holds_word(t, l, " from \"") ||
               starts_with(t, l->text, l->end, "import '") ||
               starts_with(t, l->text, l->end, "import \"") || is_word_at(t, l, "import {");
    return starts_with(t, l->text, l->end, "export ") &&
           (holds_word(t, l, " = ") || holds_word(t, l, "{"));
}

/* The line after those of a module's code, which go on to an empty line; 0 if there are none. */
static size_t end_of_module(const char *t, size_t size, const line *first)
{
    size_t at = first->next;

    if (!is_module(t, first)) return 0;
    for (; at < size;) {
        const line l = read_markdown_line(t, size, at);
        if (l.text == l.end || starts_with(t, l.text, l.end, "```")) break;
        at = l.next;
    }
    return at;
}

/* A line that is a comment in braces. */
static bool is_comment(const char *t, const line *l)
{
    return starts_with(t, l->text, l->end, "{/*") && l->end - l->text >= 7 &&
           !memcmp(t + l->end - 3, "*/}", 3);
}

/* Lines that stay; md4c sees text in them. */
static bool add_code_lines(tr_masks *m, const char *t, size_t size, size_t begin, size_t end)
{
    while (begin < end) {
        const line l = read_markdown_line(t, size, begin);
        if (!append_mask(m, TR_MASK_LINE, l.text, l.end)) return false;
        memset(m->text + l.text, 'x', l.end - l.text);
        begin = l.next;
    }
    return true;
}

static bool mask_lines(tr_masks *m, const char *t, size_t size)
{
    bool empty = true; /* the line before */

    for (size_t at = m->begin; at < size;) {
        const line l = read_markdown_line(t, size, at);
        const size_t formula = end_of_formula_lines(t, size, &l), prefix = prefix_of(t, &l);
        const size_t module = empty ? end_of_module(t, size, &l) : 0;
        empty = l.text == l.end;
        at = l.next;
        join_comment(m, t, size, &l);
        rename_tags(m, t, &l);
        if (formula) {
            if (!add_formula_lines(m, t, size, l.begin, formula)) return false;
            at = formula;
        } else if (module || is_comment(t, &l)) {
            if (module) at = module;
            if (!add_code_lines(m, t, size, l.begin, at)) return false;
        } else if (starts_with(t, l.text, l.end, ":::")) {
            if (!add_mask(m, TR_MASK_LINE, l.text, l.end)) return false;
        } else if (is_definition(t, &l)) {
            if (!append_mask(m, TR_MASK_LINE, l.text, l.end)) return false;
        } else {
            if (prefix && !add_mask(m, TR_MASK_LINE, l.text, l.text + prefix)) return false;
            if (prefix) show_block(m, t, &l);
            if (!add_inline(m, t, &l, l.text + prefix)) return false;
            const bool quotes = prefix && t[l.text + prefix - 1] == '"';
            if (quotes && l.text + prefix < l.end && !add_mask(m, TR_MASK_LINE, l.end - 1, l.end))
                return false;
        }
    }
    return true;
}

/* Finds the front matter: its lines are between two of three signs each. */
static void find_front(tr_masks *m, const char *t, size_t size)
{
    const line first = read_markdown_line(t, size, m->begin);
    const bool yaml = is_word_at(t, &first, "---") && first.text == first.begin;

    if (!yaml && !(is_word_at(t, &first, "+++") && first.text == first.begin)) return;
    for (size_t at = first.next; at < size;) {
        const line l = read_markdown_line(t, size, at);
        if (l.text == l.begin &&
            (is_word_at(t, &l, yaml ? "---" : "+++") || (yaml && is_word_at(t, &l, "...")))) {
            if (yaml) m->front = (tr_span){first.next, l.begin};
            m->begin = l.next;
            return;
        }
        at = l.next;
    }
}

/* ---- Tables ---- */

enum { DASHES = 3 };

typedef struct tr_shift {
    size_t at, by; /* from byte `at` of the text on, it is `by` bytes ahead of the document */
} shift;

/* True if a line is a row of dashes and colons between bars, with too few dashes somewhere. */
static bool is_short_row(const char *t, const line *l)
{
    bool bar = false, is_short = false;

    for (size_t i = l->text; i < l->end;) {
        size_t n = 0;
        bar = bar || t[i] == '|' || t[i] == ':';
        while (i + n < l->end && t[i + n] == '-')
            n++;
        if (!n && !strchr("|: \t", t[i])) return false;
        is_short = is_short || (n && n < DASHES);
        i += n ? n : 1;
    }
    return bar && is_short;
}

static bool add_shift(tr_masks *m, size_t at, size_t by)
{
    void *shifts = m->shifts;
    if (tr_reserve(&shifts, &m->shifts_capacity, m->n_shifts + 1, sizeof *m->shifts) < 0)
        return false;
    m->shifts = shifts;
    m->shifts[m->n_shifts++] = (shift){at, by};
    return true;
}

/* Appends a row with dashes enough. */
static bool lengthen_row(tr_masks *m, const line *l, size_t *by, tr_buf *out)
{
    for (size_t i = l->text; i < l->end; i++) {
        const bool ends = m->text[i] == '-' && (i + 1 == l->end || m->text[i + 1] != '-');
        size_t n = 0;
        tr_buf_add(out, m->text + i, 1);
        while (ends && n < DASHES && i >= n && m->text[i - n] == '-')
            n++;
        if (!ends || n >= DASHES) continue;
        *by += DASHES - n;
        tr_buf_add(out, "--", DASHES - n);
        if (!add_shift(m, out->len, *by)) return false;
    }
    return true;
}

/* Appends, after a row of dashes, a head without text for the rows below, with `n` columns. */
static bool add_head(tr_masks *m, const line *l, size_t n, size_t *by, tr_buf *out)
{
    const char *const indent = m->text + l->begin;
    const int indent_len = (int)(l->text - l->begin);
    const size_t begin = out->len;

    tr_buf_printf(out, "\n%.*s\n%.*s|", indent_len, indent, indent_len, indent);
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(out, " |");
    tr_buf_printf(out, "\n%.*s|", indent_len, indent);
    for (size_t i = 0; i < n; i++)
        tr_buf_add_string(out, "---|");
    *by += out->len - begin;
    return add_shift(m, out->len, *by);
}

/* Lengthens rows of dashes that have a line before them, and gives narrow rows below them heads of
 * their own. */
static bool change_rows(tr_masks *m)
{
    tr_markdown_width width = {0};
    tr_buf out = {0};
    size_t copied = 0, by = 0;
    bool before = false, right = true;

    for (size_t at = m->begin; at < m->size && right;) {
        const line l = read_markdown_line(m->text, m->size, at);
        const size_t n_columns = tr_markdown_width_take(&width, m->text, m->size, at, l.next);
        at = l.next;
        if (before && is_short_row(m->text, &l)) {
            tr_buf_add(&out, m->text + copied, l.text - copied);
            right = lengthen_row(m, &l, &by, &out);
            copied = l.end;
        }
        if (before && n_columns && right) {
            tr_buf_add(&out, m->text + copied, l.end - copied);
            right = add_head(m, &l, n_columns, &by, &out);
            copied = l.end;
        }
        before = l.text < l.end;
    }
    if (copied) {
        tr_buf_add(&out, m->text + copied, m->size - copied);
        free(m->text);
        m->text = out.data;
        m->size = out.len;
    }
    m->cut = width.cut;
    return right && !out.failed;
}

size_t tr_masks_place(const tr_masks *m, size_t at)
{
    size_t lo = 0, hi = m->n_shifts;

    while (lo < hi) {
        const size_t mid = (lo + hi) / 2;
        if (m->shifts[mid].at <= at)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? at - m->shifts[lo - 1].by : at;
}

bool tr_masks_find(tr_masks *m, const char *document, size_t size, bool has_front)
{
    *m = (tr_masks){.text = malloc(size + 1), .size = size};
    if (!m->text) return false;
    memcpy(m->text, document, size);
    m->text[size] = '\0';
    m->begin = tr_utf8_mark(document, size);
    if (has_front) find_front(m, document, size);
    return mask_lines(m, document, size) && change_rows(m);
}

void tr_masks_free(tr_masks *m)
{
    free(m->list);
    free(m->shifts);
    free(m->text);
    *m = (tr_masks){0};
}
