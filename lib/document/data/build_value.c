#include "document/data/build_value.h"

#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "base/unicode.h"
#include "base/utf8.h"
#include "document/keys/value_kinds.h"
#include "document/markup/escapes.h"
#include "document/markup/icu_message.h"
#include "document/markup/icu_plurals.h"
#include "document/markup/markup.h"
#include "document/markup/read_html.h"
#include "document/markup/separators.h"
#include "text/placeables/key_sign.h"
#include "text/placeables/placeables.h"
#include "text/placeables/placeholders.h"

/* The name in a tag. */
static tr_span tag_name(const char *text, const tr_span *tag)
{
    size_t begin = tag->begin + 1 + (text[tag->begin + 1] == '/'), end = begin;
    while (end < tag->end && !tr_ascii_is_html_space(text[end]) && text[end] != '>' &&
           text[end] != '/')
        end++;
    return (tr_span){begin, end};
}

/* Where bytes [begin, end) of a value are written. */
static tr_span written_at(const tr_decoded *v, size_t begin, size_t end)
{
    return (tr_span){tr_decoded_where(v, begin), tr_decoded_where(v, end)};
}

/* True for a tag whose element ends a sentence, as HTML has it.  "link" is a name that messages
 * give to the words of a link. */
static bool is_block(enum tr_html_role role, const char *name)
{
    return role == TR_HTML_BLOCK && strcmp(name, "link") != 0;
}

/* What parts text: a gap of a value that is one segment, else a break. */
static void part_value(tr_builder *b, tr_span raw, bool whole)
{
    (whole ? tr_build_gap : tr_build_fixed)(b, raw);
}

static void build_value_tag(tr_builder *b, const tr_decoded *v, const tr_span *tag, bool whole)
{
    const char *const text = tr_buf_text(&v->text);
    const tr_span raw = written_at(v, tag->begin, tag->end), at = tag_name(text, tag);
    const size_t len = at.end - at.begin;
    char name[TR_NAME_SIZE] = "";

    for (size_t i = 0; i < len && len < sizeof name; i++)
        name[i] = tr_ascii_lower(text[at.begin + i]);
    const enum tr_html_role role = tr_html_role(name);
    if (text[tag->begin] == '{') /* a template's tag */
        tr_build_fixed(b, raw);
    else if (is_block(role, name))
        part_value(b, raw, whole);
    else if (text[tag->end - 2] == '/' || role == TR_HTML_VOID)
        tr_build_point(b, raw);
    else if (text[tag->begin + 1] == '/')
        tr_build_close(b, raw, text + at.begin, len);
    else
        tr_build_open(b, raw, text + at.begin, len);
}

/* Returns the writing of a text [len] that has references of HTML, such as "&nbsp;" or "&#8217;":
 * quotes become "&quot;" if it has this reference.  NULL if it has no reference. */
static const tr_writing *html_of(const char *text, size_t len)
{
    static const char quote[] = "&quot;";
    const tr_writing *html = NULL;
    const char *const end = text + len;
    tr_buf means = {0};

    for (const char *at = text; at < end && (at = memchr(at, '&', (size_t)(end - at))); at++) {
        const size_t n = tr_html_reference(at, (size_t)(end - at), &means);
        if (n && !html) html = &tr_html_text;
        if (n == strlen(quote) && !memcmp(at, quote, n)) html = &tr_html_double;
    }
    tr_buf_free(&means);
    return html;
}

static void build_value_words(tr_builder *b, const tr_decoded *v, size_t begin, size_t end)
{
    const char *text = tr_buf_text(&v->text) + begin;
    size_t len = end - begin;
    tr_buf means = {0};

    if (!len) return;

    if (b->html == &tr_icu_text)
        tr_icu_decode(text, len, &means);
    else if (b->html)
        tr_html_decode(text, len, false, &means);
    b->failed = b->failed || means.failed;
    if (b->html) {
        text = tr_buf_text(&means);
        len = means.len;
    }
    tr_build_text(b, written_at(v, begin, end), text, len);
    tr_buf_free(&means);
}

/* Tags that are written with references are atoms. */
static void build_value_text(tr_builder *b, const tr_decoded *v, size_t begin, size_t end)
{
    const char *const text = tr_buf_text(&v->text);
    size_t at = begin;

    while (b->html && b->html != &tr_icu_text) {
        const tr_span tag = tr_next_written_tag(text, (tr_span){begin, end}, at, false);
        if (tag.begin == tag.end) break;
        build_value_words(b, v, at, tag.begin);
        tr_build_atom(b, written_at(v, tag.begin, tag.end));
        at = tag.end;
    }
    build_value_words(b, v, at, end);
}

/* Builds a line of text [begin, end), with the sign of a key in it.  `menu`: it may well have one.
 */
static void build_value_line(tr_builder *b, const tr_decoded *v, size_t begin, size_t end,
                             bool menu)
{
    const char *const text = tr_buf_text(&v->text) + begin;
    const size_t i = begin + tr_key_sign_find(text, end - begin, menu);

    build_value_text(b, v, begin, i);
    if (i == end) return;
    tr_build_key(b, written_at(v, i, i + 1));
    build_value_text(b, v, i + 1, end);
}

static size_t skip_value_blanks(const char *text, size_t i, size_t end)
{
    while (i < end && text[i] == ' ')
        i++;
    return i;
}

/* Where the next three blanks or more of text [i, end) begin; end if there are none that text
 * follows. */
static size_t next_column_gap(const char *text, size_t i, size_t end)
{
    enum { GAP = 3 };
    while (i < end) {
        const size_t after = skip_value_blanks(text, i, end);
        if (after >= i + GAP && after < end) return i;
        i = after > i ? after : i + 1;
    }
    return end;
}

/* Builds a line in columns: what is between columns is a gap, and so are two blanks or more at the
 * beginning of the line. */
static void build_value_columns(tr_builder *b, const tr_decoded *v, size_t begin, size_t end)
{
    enum { INDENT = 2 };
    const char *const text = tr_buf_text(&v->text);
    size_t gap = begin, column = skip_value_blanks(text, begin, end);

    if (column < begin + INDENT) column = begin;
    while (column < end) {
        if (column > gap) tr_build_gap(b, written_at(v, gap, column));
        gap = next_column_gap(text, column, end);
        build_value_line(b, v, column, gap, true);
        column = skip_value_blanks(text, gap, end);
    }
}

/* The next sign from byte `at` on that parts text [begin, end); none does within a placeholder. */
static tr_span next_sign(const tr_builder *b, const char *text, size_t begin, size_t at, size_t end,
                         tr_span *holder)
{
    tr_span sign = tr_next_separator(text, at, end, b->content->options);

    while (sign.begin < end && tr_placeholder_holds(text, end, begin, sign, holder))
        sign = tr_next_separator(text, sign.end, end, b->content->options);
    return sign;
}

static void build_value_lines(tr_builder *b, const tr_decoded *v, size_t begin, size_t end,
                              bool whole)
{
    const char *const text = tr_buf_text(&v->text);
    tr_span holder = {0}; /* a placeholder, which may have a bar in it */
    tr_span sign = next_sign(b, text, begin, begin, end, &holder);
    const bool columns = whole && memchr(text + begin, '\n', end - begin);
    while (begin < end) {
        size_t line = begin;
        while (line < end && (unsigned char)text[line] >= ' ' && line != sign.begin)
            line++;
        if (columns)
            build_value_columns(b, v, begin, line);
        else
            build_value_line(b, v, begin, line, whole);
        if (line == end) return;
        const bool is_sign = line == sign.begin;
        const size_t next = is_sign ? sign.end : line + 1;
        if (is_sign) sign = next_sign(b, text, next, next, end, &holder);
        part_value(b, written_at(v, line, next), whole);
        begin = next;
    }
}

/* The byte after the element that begins with a tag and whose content is code, in text [.., end); 0
 * if it is none, or does not end near. */
static size_t behind_code(const char *text, const tr_span *tag, size_t end)
{
    enum { LONGEST = 4000 };
    const tr_span at = tag_name(text, tag);
    const size_t len = at.end - at.begin;
    char name[TR_NAME_SIZE] = "";

    if (text[tag->begin] != '<' || text[tag->begin + 1] == '/' || text[tag->end - 2] == '/' ||
        len >= sizeof name)
        return 0;
    for (size_t i = 0; i < len; i++)
        name[i] = tr_ascii_lower(text[at.begin + i]);
    if (tr_html_role(name) != TR_HTML_ATOM && strcmp(name, "pre") != 0) return 0;
    if (end - tag->end > LONGEST) end = tag->end + LONGEST;
    for (size_t i = tag->end; (i = tr_span_find(text, i, end, "</")) < end; i += 2) {
        const size_t name_end = i + 2 + len;
        if (name_end < end && !strncasecmp(text + i + 2, name, len) && text[name_end] == '>')
            return name_end + 1;
    }
    return 0;
}

/* Builds a tag, or an element that is code, which stays.  Returns the byte after it. */
static size_t build_value_element(tr_builder *b, const tr_decoded *v, const tr_span *tag,
                                  size_t end, bool whole)
{
    const char *const text = tr_buf_text(&v->text);
    const size_t behind = behind_code(text, tag, end);

    if (!behind) {
        build_value_tag(b, v, tag, whole);
        return tag->end;
    }
    if (!strncasecmp(text + tag->begin, "<pre", 4))
        part_value(b, written_at(v, tag->begin, behind), whole);
    else
        tr_build_atom(b, written_at(v, tag->begin, behind));
    return behind;
}

/* Builds text [at, end) of a value with its tags. */
static void build_value_part(tr_builder *b, const tr_decoded *v, size_t at, size_t end, bool tags,
                             bool whole)
{
    const char *const text = tr_buf_text(&v->text);
    tr_placeables scan;
    tr_placeable tag;

    tr_placeables_start(&scan, text, at, end, TR_FIND_TAGS, true);
    while (tags && tr_placeables_next(&scan, &tag)) {
        if (tag.at.begin < at) continue;
        build_value_lines(b, v, at, tag.at.begin, whole);
        at = build_value_element(b, v, &tag.at, end, whole);
    }
    build_value_lines(b, v, at, end, whole);
}

/* ---- Lists of forms, and of names ---- */

/* Behind the numbers that a form is for, at byte `at`, and the blanks behind them, as Laravel and
 * Symfony have it: "{0} ", "[1,19] ", "]1,Inf] "; `at` if there are none. */
static size_t form_numbers_end(const char *text, size_t at, size_t end)
{
    static const char opens[] = "{[]", of_numbers[] = "0123456789*,.-+ Inf";
    const char *const bracket = at < end && text[at] ? strchr(opens, text[at]) : NULL;
    size_t i = at + 1;
    bool any = false;

    if (!bracket) return at;
    for (; i < end && tr_ascii_is_one_of(text[i], of_numbers); i++)
        any = any || tr_ascii_is_digit(text[i]) || text[i] == '*';
    const bool closes = i < end && any && tr_ascii_is_one_of(text[i], *bracket == '{' ? "}" : "][");
    return closes ? skip_value_blanks(text, i + 1, end) : at;
}

/* Behind the brackets that open at byte `at`, which a bar does not part; `at` if none do. */
static size_t brackets_end(const char *text, size_t at, size_t end)
{
    static const char opens[] = "([{", closes[] = ")]}";
    const char *const bracket = text[at] ? strchr(opens, text[at]) : NULL;
    const size_t close = bracket ? tr_find_byte(text, at, end, closes[bracket - opens]) : end;
    return close < end ? close + 1 : at;
}

/* The bar that ends the form at byte `at`, or the end. */
static size_t form_end(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != '|') {
        const size_t behind = brackets_end(text, at, end);
        at = behind > at ? behind : at + 1;
    }
    return at;
}

bool tr_value_is_forms(const char *text, size_t len, tr_value_forms *forms)
{
    enum { MOST = 8 };
    size_t n = 0, n_numbers = 0, n_several = 0;

    for (size_t at = 0, end; at <= len; at = end + 1, n++) {
        const size_t begin = form_numbers_end(text, at, len);
        end = form_end(text, begin, len);
        const size_t words = skip_value_blanks(text, begin, end);
        if (n == MOST || (begin == at && !tr_has_letter(text, words, end))) return false;
        n_numbers += begin > at;
        forms->last = at;
        n_several += tr_find_byte(text, words, tr_skip_back(text, words, end, tr_ascii_is_space),
                                  ' ') < tr_skip_back(text, words, end, tr_ascii_is_space);
        const bool spaced = words > begin || (end > begin && text[end - 1] == ' ');
        if (spaced && begin == at) return false; /* a bar between blanks is a separator */
    }
    forms->n = n;
    forms->n_numbers = n_numbers;
    return n > 1 && (n_numbers || n_several == n);
}

/* Builds each form by itself; what parts them, and their numbers, stay. */
static void build_forms(tr_builder *b, const tr_decoded *v, bool tags)
{
    const char *const text = tr_buf_text(&v->text);
    const size_t len = v->text.len;
    size_t fixed = 0;

    for (size_t at = 0, end; at <= len; fixed = end, at = end + 1) {
        const size_t begin = form_numbers_end(text, at, len);
        end = form_end(text, begin, len);
        if (begin > fixed) tr_build_fixed(b, written_at(v, fixed, begin));
        build_value_part(b, v, begin, end, tags, false);
    }
}

/* Builds each name of a list by itself. */
static void build_names(tr_builder *b, const tr_decoded *v)
{
    const char *const text = tr_buf_text(&v->text);
    const size_t len = v->text.len;

    for (size_t at = 0, end; at < len; at = end + 1) {
        end = tr_find_byte(text, at, len, '_');
        build_value_text(b, v, at, end);
        if (end < len) tr_build_fixed(b, written_at(v, end, end + 1));
    }
}

/* The next line of text [at, end) that begins with a fence of Markdown of one of the signs, with
 * its line end; empty, at the end, if there is none. */
static tr_span next_fence(const char *text, size_t at, size_t end, const char *signs)
{
    enum { LENGTH = 3 };

    while (at < end) {
        const size_t next = tr_span_next_line(text, at, end);
        const size_t begin = skip_value_blanks(text, at, next);
        const char sign[] = {begin < next ? text[begin] : ' ', '\0'};
        if (strchr(signs, *sign) && strspn(text + begin, sign) >= LENGTH)
            return (tr_span){at, next};
        at = next;
    }
    return (tr_span){end, end};
}

/* Code between two fences stays, with them. */
static void build_value(tr_builder *b, const tr_decoded *v, bool tags, bool whole)
{
    const char *const text = tr_buf_text(&v->text);
    const size_t len = v->text.len;
    tr_value_forms forms;
    size_t at = 0;

    tr_build_break(b, tr_decoded_where(v, 0));
    b->html = html_of(text, len);
    if (!whole && tr_value_is_name_list(text, len, true)) {
        build_names(b, v);
        at = len;
    } else if (!whole && tr_value_is_forms(text, len, &forms)) {
        build_forms(b, v, tags);
        at = len;
    }
    while (!whole && at < len) {
        const tr_span first = next_fence(text, at, len, "`~");
        const char sign[] = {text[skip_value_blanks(text, first.begin, len)], '\0'};
        const tr_span last = next_fence(text, first.end, len, sign);
        if (last.begin == last.end) break;
        build_value_part(b, v, at, first.begin, tags, whole);
        tr_build_fixed(b, written_at(v, first.begin, last.end));
        at = last.end;
    }
    build_value_part(b, v, at, len, tags, whole);
    tr_build_break(b, tr_decoded_where(v, len));
    b->html = NULL;
}

/* ---- Messages of ICU ---- */

/* Builds text of a message without tags. */
static void build_message_text(tr_builder *b, const tr_decoded *v, size_t begin, size_t end,
                               bool is_plural)
{
    const char *const text = tr_buf_text(&v->text);
    size_t at = begin;

    for (size_t i = begin, n; i < end; i += n ? n : 1) {
        n = tr_icu_code_at(text, i, end, is_plural);
        if (!n && text[i] == '\'' && i + 1 < end && text[i + 1] == '\'') {
            i++;
            continue;
        }
        if (!n) continue;
        build_value_text(b, v, at, i);
        tr_build_atom(b, written_at(v, i, i + n));
        at = i + n;
    }
    build_value_text(b, v, at, end);
}

/* Builds a message, or a branch of one, as a segment. */
static void build_message(tr_builder *b, const tr_decoded *v, tr_span message, bool tags,
                          bool is_plural)
{
    const char *const text = tr_buf_text(&v->text);
    size_t at = message.begin;
    tr_placeables scan;
    tr_placeable tag;

    tr_build_break(b, tr_decoded_where(v, at));
    b->html = &tr_icu_text;
    tr_placeables_start(&scan, text, at, message.end, TR_FIND_TAGS, true);
    while (tags && tr_placeables_next(&scan, &tag)) {
        if (tag.at.begin < at) continue;
        build_message_text(b, v, at, tag.at.begin, is_plural);
        at = build_value_element(b, v, &tag.at, message.end, false);
    }
    build_message_text(b, v, at, message.end, is_plural);
    tr_build_break(b, tr_decoded_where(v, message.end));
    b->html = NULL;
}

/* A value that may be a message, with tags or without. */
typedef struct value_message {
    const tr_decoded *value;
    bool tags;
} value_message;

static void build_branch(tr_builder *b, const void *ctx, tr_span branch, bool is_plural)
{
    const value_message *const m = ctx;
    build_message(b, m->value, branch, m->tags, is_plural);
}

void tr_build_value(tr_builder *b, const tr_decoded *v, bool tags)
{
    const char *const text = tr_buf_text(&v->text);
    const tr_span all = {0, v->text.len};
    const value_message message = {v, tags};
    const tr_icu_branches m = {text, v, build_branch, &message};

    if (tr_icu_build_branches(b, &m, all)) return;
    if (tr_icu_has_quotes(text, 0, all.end))
        build_message(b, v, all, tags, false);
    else
        build_value(b, v, tags, false);
}

void tr_build_plain_value(tr_builder *b, const tr_decoded *v, bool tags)
{
    build_value(b, v, tags, false);
}

void tr_build_lines(tr_builder *b, const tr_decoded *v, bool tags)
{
    build_value(b, v, tags, true);
}
