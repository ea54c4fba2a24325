#include "document/typeset/wiki_inline.h"

#include <string.h>

#include "base/ascii.h"
#include "document/markup/escapes.h"
#include "document/markup/read_html.h"
#include "document/segment/decoded.h"
#include "document/typeset/wiki_write.h"

/* Names, with blanks around each. */
#include "document/typeset/wiki_inline.inc" /* of wiki_inline.rows */

/* Signs that something else than plain text may begin with. */
static const char signs[] = "\n\r'[]{<&_~|!:-hfigmn";

/* ---- Text and code ---- */

static void build_text(tr_wiki *w, tr_span at)
{
    if (at.begin < at.end) tr_build_raw_text(&w->b, at);
}

static bool ends_block(const tr_wiki *w, size_t at, size_t end)
{
    at = tr_skip(w->text.t, at, end, tr_ascii_is_blank);
    return at == end || tr_ascii_is_line_end(w->text.t[at]);
}

/* True if nothing stands before or after the bytes on their lines. */
static bool is_alone(const tr_wiki *w, tr_span at, size_t end)
{
    return !w->is_inner && ends_block(w, at.end, end) &&
           tr_skip(w->text.t, w->line, at.begin, tr_ascii_is_blank) == at.begin;
}

/* Builds what stays: it parts text where it is alone on its lines. */
static void build_code(tr_wiki *w, tr_span at, size_t end, bool is_point)
{
    if (is_alone(w, at, end))
        tr_build_fixed(&w->b, at);
    else if (is_point)
        tr_build_point(&w->b, at);
    else
        tr_build_atom(&w->b, at);
    w->at = at.end;
}

/* ---- Quotes ---- */

static void toggle(tr_wiki *w, size_t at, bool bold)
{
    const tr_span raw = {at, at + (bold ? 3 : 2)};
    const char *const name = bold ? "'''" : "''";
    bool *const is_open = bold ? &w->bold : &w->italic;

    if (*is_open)
        tr_build_close(&w->b, raw, name, strlen(name));
    else
        tr_build_open(&w->b, raw, name, strlen(name));
    *is_open = !*is_open;
    if (*is_open && (bold ? !w->italic : w->bold)) w->bold_first = true;
    if (*is_open && (bold ? w->italic : !w->bold)) w->bold_first = false;
}

/* How many quotes stand together next on the line, 0 if none do. */
static size_t next_quotes(const tr_wiki *w, size_t at, size_t end)
{
    while (at < end && !tr_ascii_is_line_end(w->text.t[at])) {
        const size_t n = tr_run_length(w->text.t, at, end);
        if (w->text.t[at] == '\'' && n > 1) return n;
        at += n;
    }
    return 0;
}

/* Two quotes are for italics, three are bold, five are both; others are text. */
static void build_quotes(tr_wiki *w, size_t end)
{
    const size_t n = tr_run_length(w->text.t, w->at, end);
    const size_t n_marks = n > 5 ? 5 : n == 4 ? 3 : n, begin = w->at + n - n_marks;
    bool bold = n_marks == 3;

    build_text(w, (tr_span){w->at, begin});
    w->at = begin + n_marks;
    if (n_marks < 5) {
        toggle(w, begin, bold);
        return;
    }
    if (w->bold && w->italic)
        bold = !w->bold_first;
    else if (w->bold || w->italic)
        bold = w->bold;
    else
        bold = next_quotes(w, w->at, end) == 2; /* what closes first was opened last */
    toggle(w, begin, bold);
    toggle(w, begin + (bold ? 3 : 2), !bold);
}

void tr_wiki_end_quotes(tr_wiki *w)
{
    w->bold = w->italic = w->bold_first = false;
}

/* ---- What stands in a mark ---- */

/* Builds [at] as a text of its own, whose lines are one; the builder is at a break. */
static void build_inner(tr_wiki *w, tr_span at, const char *where)
{
    tr_wiki inner = *w;

    tr_build_break(&inner.b, at.begin);
    inner.b.where = where;
    inner.at = inner.line = at.begin;
    inner.link_end = inner.address_end = 0;
    inner.is_inner = true;
    inner.part = TR_WIKI_WHOLE;
    tr_wiki_end_quotes(&inner);
    while (inner.at < at.end && !inner.b.failed)
        tr_wiki_build(&inner, at.end);
    tr_build_break(&inner.b, at.end);
    w->b = inner.b;
    w->text = inner.text;
    w->markup = inner.markup;
}

/* Builds text [at] of the mark before it, which stands behind the sentence. */
static void build_behind(tr_wiki *w, tr_span at, const char *where)
{
    if (!tr_build_note_begin(&w->b, at, &tr_wiki_writing, where)) return;
    build_inner(w, at, where);
    tr_build_note_end(&w->b);
}

static bool has(const tr_wiki *w, tr_span at, const char *what)
{
    return tr_span_find(w->text.t, at.begin, at.end, what) < at.end;
}

/* True if a note tells where something comes from, not what it is about. */
static bool is_citation(const tr_wiki *w, tr_span at)
{
    static const char *const words[] = {"{{", "http", "ISBN", "doi", "pp. ", " p. ", "arXiv"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (has(w, at, words[i])) return true;
    const bool has_year =
        has(w, at, " 19") || has(w, at, " 20") || has(w, at, "(19") || has(w, at, "(20");
    return has_year && (has(w, at, "''") || has(w, at, "(19") || has(w, at, "(20"));
}

/* True if a sentence ends before byte `at`, and another one may begin at byte `behind`. */
static bool is_between_sentences(const tr_wiki *w, size_t at, size_t behind, size_t end)
{
    const char *const t = w->text.t;

    at = tr_skip_back(t, w->line, at, tr_ascii_is_blank);
    const bool ends = at == w->line || tr_ascii_is_one_of(t[at - 1], ".!?:;>");
    return ends && (behind == end || tr_ascii_is_space(t[behind]) || t[behind] == '<');
}

/* The byte after the end tag of the element that a start tag begins, whose content is not looked
 * at; *close is where the end tag begins.  0: it has none. */
static size_t end_of_element(tr_wiki *w, const tr_markup_token *tag, size_t end, size_t *close)
{
    tr_markup m = w->markup;

    *close = tag->raw.end;
    if (tag->closed) return tag->raw.end;
    if (tr_wiki_has_searched_enough(&w->text)) return 0;
    m.at = tag->raw.end;
    m.size = end;
    *close = tr_markup_skip_raw(&m, tag->name);
    const size_t behind = tr_find_byte(w->text.t, *close, end, '>');
    if (behind < end) return behind + 1;
    w->text.searched += end - tag->raw.end;
    return 0;
}

/* A note "<ref>...</ref>": a text of its own, behind its sentence where it would part it. */
static void build_note(tr_wiki *w, const tr_markup_token *tag, size_t end)
{
    const char *const where = w->b.where;
    size_t close;

    const size_t behind = end_of_element(w, tag, end, &close);
    const tr_span note = {tag->raw.end, close};
    if (!behind) {
        tr_build_fixed(&w->b, tag->raw);
        w->at = tag->raw.end;
        return;
    }
    const bool is_whole = is_between_sentences(w, tag->raw.begin, behind, end);
    if (tag->closed || w->is_inner || is_citation(w, note)) {
        build_code(w, (tr_span){tag->raw.begin, behind}, end, true);
    } else if (!is_whole) {
        build_code(w, (tr_span){tag->raw.begin, behind}, end, true);
        build_behind(w, note, "ref");
    } else {
        tr_build_fixed(&w->b, tag->raw);
        build_inner(w, note, "ref");
        tr_build_fixed(&w->b, (tr_span){close, behind});
        w->b.where = where;
        w->at = behind;
    }
}

/* ---- Tags ---- */

bool tr_wiki_is_block(const char *name)
{
    return tr_html_role(name) == TR_HTML_BLOCK || tr_markup_listed(element_part, name);
}

/* An element whose content is code.  One that has no end is its start tag. */
static void build_code_element(tr_wiki *w, const tr_markup_token *tag, size_t end)
{
    size_t close;
    const size_t behind = end_of_element(w, tag, end, &close);

    if (behind)
        build_code(w, (tr_span){tag->raw.begin, behind}, end, tag->closed);
    else
        tr_build_fixed(&w->b, tag->raw);
}

/* A tag that no sentence goes across; the lines of a poem are texts. */
static void build_block_tag(tr_wiki *w, const tr_markup_token *tag)
{
    tr_span caption;

    tr_build_break(&w->b, tag->raw.begin);
    if (tag->kind == TR_MARKUP_START) tr_build_html_attributes(&w->b, &w->markup, tag);
    if (tag->kind == TR_MARKUP_START && !strcmp(tag->name, "gallery") &&
        tr_markup_find(&w->markup, tag, "caption", &caption))
        tr_build_html_attribute(&w->b, caption, w->text.t[caption.begin - 1], "caption");
    tr_build_break(&w->b, tag->raw.end);
    if (!strcmp(tag->name, "poem")) w->in_poem = tag->kind == TR_MARKUP_START && !tag->closed;
}

static void build_tag(tr_wiki *w, size_t end)
{
    tr_markup_token tag;
    const char *const name = tag.name;

    w->markup.at = w->at;
    w->markup.size = end;
    if (!tr_markup_next(&w->markup, &tag) || tag.kind == TR_MARKUP_TEXT || tag.raw.end > end) {
        build_text(w, (tr_span){w->at, w->at + 1});
        w->at++;
        return;
    }
    const enum tr_html_role role = tr_html_role(name);
    const bool is_start = tag.kind == TR_MARKUP_START;
    if (is_start && !strcmp(name, "ref")) {
        build_note(w, &tag, end);
    } else if (is_start && tr_markup_listed(element_code, name)) {
        build_code_element(w, &tag, end);
    } else if (!is_start && tag.kind != TR_MARKUP_END) {
        build_code(w, tag.raw, end, true); /* a comment */
    } else if (tr_wiki_is_block(name)) {
        build_block_tag(w, &tag);
    } else if (role == TR_HTML_VOID || tag.closed) {
        tr_build_point(&w->b, tag.raw);
    } else if (is_start) {
        tr_build_open(&w->b, tag.raw, name, strlen(name));
        tr_build_html_attributes(&w->b, &w->markup, &tag);
    } else {
        tr_build_close(&w->b, tag.raw, name, strlen(name));
    }
    if (w->at < tag.raw.end) w->at = tag.raw.end;
}

/* ---- Links ---- */

/* Builds a text of a link that is a mark, in the same way. */
static void build_held(tr_wiki *w, tr_span at)
{
    const char *const t = w->text.t;

    at = tr_skip_around(t, at, tr_ascii_is_blank);
    for (size_t i = at.begin; i < at.end; i++) {
        if (!tr_ascii_is_one_of(t[i], "'[]{}<&\n\r")) continue;
        build_behind(w, at, "caption");
        return;
    }
    const size_t len = at.end - at.begin;
    const bool is_text = w->b.content->again || tr_decoded_is_text(t + at.begin, len);
    tr_build_attribute(&w->b, at, t + at.begin, is_text ? len : 0, &tr_wiki_writing, "caption");
}

static void build_small_file(tr_wiki *w, tr_span link, size_t bar, tr_span caption, size_t end)
{
    tr_span text;

    build_code(w, link, end, false);
    while (tr_wiki_next_text(&w->text, &bar, link.end - 2, caption, &text))
        build_held(w, text);
}

/* A file's link: its caption and what stands for it are texts. */
static void build_file(tr_wiki *w, tr_span link, size_t end)
{
    const char *const where = w->b.where;
    const size_t stop = link.end - 2;
    size_t from = link.begin, bar = tr_find_byte(w->text.t, link.begin, stop, '|');
    const tr_span caption = tr_wiki_caption(&w->text, bar, stop);
    tr_span text;

    if (w->is_inner || !(is_alone(w, link, end) || w->line == link.begin) ||
        !tr_wiki_next_text(&w->text, &bar, stop, caption, &text)) {
        build_small_file(w, link, bar, caption, end);
        return;
    }
    do {
        tr_build_fixed(&w->b, (tr_span){from, text.begin});
        build_inner(w, text, text.begin == caption.begin ? "caption" : "alt");
        from = text.end;
    } while (tr_wiki_next_text(&w->text, &bar, stop, caption, &text));
    tr_build_fixed(&w->b, (tr_span){from, link.end});
    w->b.where = where;
    w->at = link.end;
}

/* Opens a link whose text begins at byte `text`.  What stands before it is not compared: a link
 * gets its page there when it gets a text. */
static void open_link(tr_wiki *w, size_t text, size_t close)
{
    const size_t page = w->at + 2;

    tr_build_open(&w->b, (tr_span){w->at, text}, "[[", 2);
    tr_build_attribute(&w->b, (tr_span){page, text}, "", 0, &tr_wiki_writing, "page");
    w->link_end = close;
    w->at = text;
}

static void build_link(tr_wiki *w, size_t end)
{
    const size_t close = tr_wiki_end_of_link(&w->text, w->at, end);
    const size_t target = w->at + 2, bar = tr_find_byte(w->text.t, target, close, '|');

    if (!close || target == close) {
        build_text(w, (tr_span){w->at, target});
        w->at = target;
        return;
    }
    const tr_span link = {w->at, close + 2};
    const enum tr_wiki_link kind = tr_wiki_link_kind(&w->text, (tr_span){target, bar});
    const bool has_text = bar + 1 < close;
    if (kind == TR_WIKI_FILE)
        build_file(w, link, end);
    else if (kind == TR_WIKI_CATEGORY || (kind == TR_WIKI_LANGUAGE && bar == close))
        build_code(w, link, end, true);
    else if (bar == close && kind == TR_WIKI_PAGE && !w->link_end)
        open_link(w, target, close);
    else if (has_text && !w->link_end)
        open_link(w, bar + 1, close);
    else
        build_code(w, link, end, false);
}

/* Where the bracket stands that closes a link to an address, whose text begins at byte `at`, on its
 * line; 0 if none does. */
static size_t end_of_address_link(tr_wiki *w, size_t at, size_t end)
{
    size_t i = at;

    if (tr_wiki_has_searched_enough(&w->text)) return 0;
    while (i < end && w->text.t[i] != ']' && !tr_ascii_is_line_end(w->text.t[i]))
        i++;
    if (i < end && w->text.t[i] == ']') return i;
    w->text.searched += i - at;
    return 0;
}

/* "[https://example.org text]": within another one it is text. */
static void build_address_link(tr_wiki *w, size_t end)
{
    const char *const t = w->text.t;
    const size_t begin = w->at, address = tr_wiki_end_of_address(&w->text, begin + 1, end, true);
    const bool searches = address && !w->address_end;
    const size_t close = searches ? end_of_address_link(w, address, end) : 0;

    if (!close) {
        build_text(w, (tr_span){begin, begin + 1});
        w->at = begin + 1;
        return;
    }
    const size_t text = tr_skip(t, address, close, tr_ascii_is_blank);
    if (text == close || t[address] == '[') {
        build_code(w, (tr_span){begin, close + 1}, end, false);
        return;
    }
    tr_build_open(&w->b, (tr_span){begin, text}, "[", 1);
    w->address_end = close;
    w->at = text;
}

/* ---- Cells ---- */

size_t tr_wiki_end_of_attributes(tr_wiki *w, size_t at)
{
    const char *const t = w->text.t;
    size_t i = at;

    while (i < w->text.size && !tr_ascii_is_line_end(t[i]) && t[i] != '<' && t[i] != '[') {
        if (t[i] == '|') return i + 1 < w->text.size && t[i + 1] == '|' ? at : i + 1;
        if (t[i] == '!' && w->part == TR_WIKI_HEADINGS && tr_starts_with(t, i, w->text.size, "!!"))
            return at;
        const bool is_template = tr_starts_with(t, i, w->text.size, "{{");
        const size_t behind = is_template ? tr_wiki_end_of_template(&w->text, i, w->text.size) : 0;
        i = behind ? behind : i + 1;
    }
    return at;
}

/* The sign between two cells, or between a term and what it is. */
static bool build_separator(tr_wiki *w, size_t end)
{
    const char *const t = w->text.t;
    const char c = t[w->at];
    const bool is_twice = w->at + 1 < end && t[w->at + 1] == c;

    if (w->is_inner) return false;
    if (w->part == TR_WIKI_TERM && c == ':' && !w->link_end && !w->address_end) {
        tr_build_fixed(&w->b, (tr_span){w->at, w->at + 1});
        w->b.where = "dd";
        w->part = TR_WIKI_WHOLE;
        w->line = ++w->at;
        return true;
    }
    if (w->part < TR_WIKI_CELLS || !is_twice || (c == '!' && w->part == TR_WIKI_CELLS) || c == ':')
        return false;
    const size_t text = tr_wiki_end_of_attributes(w, w->at + 2);
    tr_build_fixed(&w->b, (tr_span){w->at, text});
    tr_wiki_end_quotes(w);
    w->at = w->line = text;
    return true;
}

/* ---- All ---- */

static bool build_entity(tr_wiki *w, size_t end)
{
    tr_buf means = {0};
    const size_t n = tr_html_reference(w->text.t + w->at, end - w->at, &means);

    if (n) tr_build_text(&w->b, (tr_span){w->at, w->at + n}, tr_buf_text(&means), means.len);
    w->at += n;
    w->b.failed = w->b.failed || means.failed;
    tr_buf_free(&means);
    return n > 0;
}

/* Builds code without a bracket or a tag: an address, a magic word, a signature, variants. */
static bool build_bare_code(tr_wiki *w, size_t end)
{
    const char *const t = w->text.t;
    const bool in_word = w->at > 0 && tr_byte_is_word(t[w->at - 1]);
    size_t behind = 0;

    if (t[w->at] == '_') behind = tr_wiki_end_of_magic(&w->text, w->at, end);
    if (t[w->at] == '~' && tr_run_length(t, w->at, end) > 2)
        behind = w->at + tr_run_length(t, w->at, end);
    if (t[w->at] == '-') behind = tr_wiki_end_of_variants(&w->text, w->at, end);
    if (!behind && tr_ascii_is_lower(t[w->at]) && !in_word)
        behind = tr_wiki_end_of_address(&w->text, w->at, end, false);
    if (!behind) return false;
    build_code(w, (tr_span){w->at, behind}, end, t[w->at] == '_');
    return true;
}

static bool build_template(tr_wiki *w, size_t end)
{
    const size_t behind = tr_wiki_end_of_template(&w->text, w->at, end);
    if (behind) build_code(w, (tr_span){w->at, behind}, end, false);
    return behind > 0;
}

/* A line end within a note: a list and an empty line have a place there, too. */
static void build_line_end(tr_wiki *w, size_t end)
{
    const char *const t = w->text.t;
    const size_t next = tr_after_line_end(t, w->at, end);
    const size_t text = tr_span_skip(t, next, end, "*#:;=|!\r\n");

    if (text > next || w->in_poem)
        tr_build_fixed(&w->b, (tr_span){w->at, text});
    else
        build_text(w, (tr_span){w->at, text});
    tr_wiki_end_quotes(w);
    w->at = w->line = text;
}

/* Builds what begins at w->at, and goes behind it; false if it is plain text. */
static bool build_next(tr_wiki *w, size_t end)
{
    const char *const t = w->text.t;
    const size_t at = w->at;

    if (tr_ascii_is_line_end(t[at])) {
        build_line_end(w, end);
    } else if (at == w->link_end && w->link_end) {
        tr_build_close(&w->b, (tr_span){at, at + 2}, "[[", 2);
        w->link_end = 0;
        w->at = at + 2;
    } else if (at == w->address_end && w->address_end) {
        tr_build_close(&w->b, (tr_span){at, at + 1}, "[", 1);
        w->address_end = 0;
        w->at = at + 1;
    } else if (tr_starts_with(t, at, end, "''")) {
        build_quotes(w, end);
    } else if (tr_starts_with(t, at, end, "[[")) {
        build_link(w, end);
    } else if (t[at] == '[') {
        build_address_link(w, end);
    } else if (t[at] == '<') {
        build_tag(w, end);
    } else if (tr_starts_with(t, at, end, "{{")) {
        return build_template(w, end);
    } else if (t[at] == '&') {
        return build_entity(w, end);
    } else if (tr_ascii_is_one_of(t[at], "|!:")) {
        return build_separator(w, end);
    } else {
        return build_bare_code(w, end);
    }
    return true;
}

void tr_wiki_build(tr_wiki *w, size_t end)
{
    const char *const t = w->text.t;
    size_t from = w->at;

    while (w->at < end && !w->b.failed) {
        if (tr_ascii_is_line_end(t[w->at]) && !w->is_inner) break;
        if (!tr_ascii_is_one_of(t[w->at], signs)) {
            w->at++;
            continue;
        }
        build_text(w, (tr_span){from, w->at});
        from = w->at;
        if (build_next(w, end))
            from = w->at;
        else
            w->at++;
    }
    build_text(w, (tr_span){from, w->at});
}
