#include "document/markup/read_html.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/ascii.h"
#include "document/keys/key_patterns.h"
#include "document/markup/escapes.h"
#include "document/markup/html_attributes.h"
#include "document/markup/jsx.h"
#include "document/markup/language_code.h"
#include "document/markup/markup.h"
#include "document/markup/separators.h"
#include "document/markup/svg_texts.h"
#include "document/markup/unclosed.h"
#include "document/markup/vocabulary.h"
#include "document/markup/xml_check.h"
#include "text/placeables/template_tags.h"

static const tr_vocabulary *const html = &tr_vocabularies[TR_HTML];

typedef struct page {
    tr_content *content;
    tr_builder *b;
    tr_markup m;
    char parts[TR_MAX_MARK_DEPTH]
              [TR_NAME_SIZE]; /* [n_parts] open: of a sentence by what is beside */
    size_t n_parts;
    char blocks[16][TR_NAME_SIZE]; /* [n_blocks] open: the outermost, which tell where text is */
    size_t n_blocks;
    size_t link_end; /* after the last link: one that begins there is another item of a menu */
    tr_stays stays;
} page;

/* A formula in TeX, as pandoc and others mark it for scripts to draw. */
static bool is_formula(const tr_markup *m, const tr_markup_token *t, tr_span classes)
{
    if (tr_markup_has_class(m, classes, "arithmatex") || tr_markup_has_class(m, classes, "katex"))
        return true;
    return tr_markup_has_class(m, classes, "math") &&
           (!strcmp(t->name, "span") || tr_markup_has_class(m, classes, "display"));
}

/* True if text [s] of a document is what a note is told by: signs and digits without blanks, or one
 * letter. */
static bool is_note_sign(const char *text, tr_span s)
{
    enum { LONGEST = 12 };
    size_t n_letters = 0;

    for (size_t i = s.begin; i < s.end; i++) {
        if (tr_ascii_is_html_space(text[i]) || text[i] == '<' || text[i] == '&') return false;
        n_letters += tr_ascii_is_letter(text[i]) || (unsigned char)text[i] >= 0xC3;
    }
    return s.end > s.begin && s.end - s.begin <= LONGEST &&
           (!n_letters || s.end - s.begin == 1 || (unsigned char)text[s.begin] == 0xE2);
}

/* True if an element says that it refers to a note. */
static bool is_of_note(const tr_markup *m, const tr_markup_token *t)
{
    static const char *const words[] = {"note", "fn", "ref", "super"};
    static const char *const attributes[] = {"epub:type", "role", "class"};
    tr_span value;

    if (!strcmp(t->name, "a")) return true;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (tr_markup_find(m, t, attributes[i], &value) &&
                tr_markup_has_word(m, value, words[k]))
                return true;
    return false;
}

/* True if an element is the sign of a note that touches the word before. */
static bool is_note_reference(page *g, const tr_markup_token *t)
{
    const tr_events *const v = &g->b->events;
    const char *const text = g->m.text;
    const char *const end = memchr(text + t->raw.end, '<', g->m.size - t->raw.end);
    const tr_event *const last = v->n ? &v->list[v->n - 1] : NULL;

    if (!end || !last || !tr_markup_listed(html->inlines, t->name)) return false;
    const tr_span content = {t->raw.end, (size_t)(end - text)};
    tr_markup next = {.text = text, .size = g->m.size, .at = content.end, .xml = g->m.xml};
    tr_markup_token close;
    if (!is_note_sign(text, content) || !is_of_note(&g->m, t)) return false;
    if (!tr_markup_next(&next, &close) || close.kind != TR_MARKUP_END ||
        strcmp(close.name, t->name) != 0)
        return false;
    if (next.at < g->m.size && tr_byte_is_letter(text[next.at])) return false;
    return (last->kind == TR_EVENT_TEXT && !tr_ascii_is_html_space(text[t->raw.begin - 1])) ||
           last->kind == TR_EVENT_CLOSE;
}

/* True if it is an element without content that has an id: a script puts a word there. */
static bool is_filled_in(const tr_markup *m, const tr_markup_token *t)
{
    tr_span id;
    tr_markup next = *m;
    tr_markup_token end;

    return tr_markup_listed(html->filled, t->name) && tr_markup_find(m, t, "id", &id) &&
           tr_markup_next(&next, &end) && end.kind == TR_MARKUP_END && !strcmp(end.name, t->name);
}

/* translate="no", class="notranslate", and icons, which are drawn for their names. */
static bool is_untouched_element(const tr_markup *m, const tr_markup_token *t)
{
    tr_span value;
    if (tr_markup_is_untouched(m, t)) return true;
    return tr_markup_find(m, t, "class", &value) &&
           (tr_markup_has_word(m, value, "notranslate") ||
            tr_markup_has_word(m, value, "material-icons") ||
            tr_markup_has_word(m, value, "material-symbols") || is_formula(m, t, value));
}

/* True if an element is in another language than the page, which may say what it likes. */
static bool is_foreign(const page *g, const tr_markup_token *t)
{
    return !tr_markup_listed(" html head body ", t->name) &&
           tr_markup_is_foreign(&g->m, t, g->content->options->source_language);
}

/* A field to be filled in ends what its label says; a box to be ticked stands before it. */
static bool is_field(const tr_markup *m, const tr_markup_token *t)
{
    return tr_html_is_input(m, t,
                            " text search email password tel url number date time month week ");
}

/* ---- Elements ---- */

/* Text that comes now is in the element that begins; or in what is around the one that ends. */
static void set_where(page *g, const tr_markup_token *t)
{
    const size_t most = sizeof g->blocks / sizeof *g->blocks;
    size_t n = g->n_blocks;

    if (t->kind == TR_MARKUP_START && !tr_markup_listed(html->empties, t->name)) {
        tr_build_where(g->b, "%s", t->name);
        if (n < most && !(g->m.xml && t->closed)) strcpy(g->blocks[g->n_blocks++], t->name);
    } else if (t->kind == TR_MARKUP_END) {
        while (n > 0 && strcmp(g->blocks[n - 1], t->name) != 0)
            n--;
        if (n > 0) g->n_blocks = n - 1;
        if (n > 1) tr_build_where(g->b, "%s", g->blocks[n - 2]);
    }
}

/* A tag that ends a sentence; its attributes are segments. */
static void read_html_block(page *g, const tr_markup_token *t)
{
    tr_build_break(g->b, t->raw.begin);
    if (t->kind == TR_MARKUP_START) tr_html_read_attributes(g->b, &g->m, t);
    set_where(g, t);
    tr_build_break(g->b, t->raw.end);
}

/* ---- Text ---- */

static void build_html_run(page *g, size_t begin, size_t end)
{
    while (begin < end) {
        const tr_span padding = tr_next_padding(g->m.text, begin, end);
        const tr_span words = {begin, padding.begin};
        if (g->m.xml)
            tr_build_xml_words(g->b, words, true);
        else
            tr_build_html_text(g->b, words);
        if (padding.begin < padding.end) tr_build_fixed(g->b, padding);
        begin = padding.end;
    }
}

/* Text [begin, end), which bars part. */
static void build_html_parts(page *g, size_t begin, size_t end)
{
    const tr_document_options *const o = g->content->options;

    for (tr_span bar; (bar = tr_next_separator(g->m.text, begin, end, o)).begin < end;
         begin = bar.end) {
        build_html_run(g, begin, bar.begin);
        tr_build_fixed(g->b, bar);
    }
    build_html_run(g, begin, end);
}

/* Text whose lines are one each. */
static void build_html_lines(page *g, tr_span s)
{
    size_t begin = s.begin;

    for (size_t i = s.begin; i <= s.end; i++) {
        if (i < s.end && !tr_ascii_is_line_end(g->m.text[i])) continue;
        build_html_parts(g, begin, i);
        tr_build_break(g->b, i);
        begin = i;
    }
}

/* ---- Elements with content of their own ---- */

/* An element with content that is no markup: a title is text, and so are the lines of a field. */
static void read_raw(page *g, const tr_markup_token *t)
{
    read_html_block(g, t);
    const tr_span content = {g->m.at, tr_markup_skip_raw(&g->m, t->name)};
    if (!strcmp(t->name, "title"))
        tr_build_html_text(g->b, content);
    else if (!strcmp(t->name, "textarea") && !is_untouched_element(&g->m, t) && !is_foreign(g, t))
        build_html_lines(g, content);
    else
        tr_build_fixed(g->b, content);
    tr_build_break(g->b, content.end);
}

static void read_html_tokens(page *g, size_t end);

/* Elements within an atom of a sentence that say they are translated: texts of their own. */
static void read_translated(page *g, tr_span atom)
{
    const size_t n_parts = g->n_parts, n_blocks = g->n_blocks;
    tr_span element;

    while (tr_markup_next_translated(&g->m, atom.end, &element) &&
           tr_build_note_begin(g->b, element, g->b->writing, g->b->where)) {
        g->m.at = element.begin;
        read_html_tokens(g, element.end);
        tr_build_note_end(g->b);
        g->n_parts = n_parts;
        g->n_blocks = n_blocks;
        g->m.at = element.end;
    }
}

/* Content that stays as it is: false if the element does not end.  Where it says so of itself, what
 * says otherwise within is translated. */
static bool read_untouched(page *g, const tr_markup_token *t, bool is_block)
{
    const bool says = is_untouched_element(&g->m, t);
    const size_t end = tr_markup_end_of(&g->m, t);
    const tr_span raw = {t->raw.begin, end};

    if (!end) return false;
    if (says && (is_block || g->b->in_note) && tr_stays_enter(&g->stays, &g->m, t, end)) {
        tr_build_fixed(g->b, t->raw);
        return true;
    }
    if (is_block)
        tr_build_fixed(g->b, raw);
    else
        tr_build_atom(g->b, raw);
    if (says && !is_block) read_translated(g, raw);
    g->m.at = end;
    return true;
}

static bool has_text(const char *text, tr_span s)
{
    s.begin = tr_skip(text, s.begin, s.end, tr_ascii_is_html_space);
    return s.begin < s.end;
}

/* True if text of the same sentence comes before what is read next. */
static bool follows_text(const page *g)
{
    const tr_events *const v = &g->b->events;
    bool text = false;

    for (size_t i = v->n; i > 0 && !text && v->n - i < TR_MAX_MARK_DEPTH; i--)
        text = !tr_events_are_empty(v, i - 1, i);
    return text;
}

/* True if text comes right after an element. */
static bool precedes_text(page *g, const tr_markup_token *t)
{
    tr_markup next = g->m;
    tr_markup_token token;
    const size_t end = g->m.xml && t->closed ? t->raw.end : tr_markup_end_of(&g->m, t);

    if (!end) return false;
    next.at = end;
    return tr_markup_next(&next, &token) && token.kind == TR_MARKUP_TEXT &&
           has_text(g->m.text, token.raw);
}

/* True if an element is within a sentence, though its name does not tell: text is beside it. */
static bool is_in_sentence(page *g, const tr_markup_token *t)
{
    if (tr_markup_listed(html->blocks, t->name) || tr_markup_listed(html->raws, t->name) ||
        tr_markup_listed(html->fixed, t->name))
        return false;
    return follows_text(g) || precedes_text(g, t);
}

/* True if an element is within a sentence; its end tag is, too. */
static bool begins_inline(page *g, const tr_markup_token *t)
{
    if (tr_markup_listed(html->inlines, t->name)) return true;
    if (tr_markup_listed(html->atoms, t->name) || tr_markup_listed(html->voids, t->name) ||
        g->n_parts == TR_MAX_MARK_DEPTH || !is_in_sentence(g, t))
        return false;
    if (!(t->closed && (g->m.xml || g->m.jsx))) strcpy(g->parts[g->n_parts++], t->name);
    return true;
}

static bool ends_inline(page *g, const tr_markup_token *t)
{
    if (tr_markup_listed(html->inlines, t->name) || tr_markup_listed(html->atoms, t->name))
        return true;
    const bool ends = g->n_parts && !strcmp(g->parts[g->n_parts - 1], t->name);
    g->n_parts -= ends;
    return ends;
}

/* A picture or a film within a sentence is an atom, and its texts are segments of their own; a
 * picture of SVG beside all sentences has texts.  False if it is none, or an element as others. */
static bool read_medium(page *g, const tr_markup_token *t)
{
    const bool is_svg = !strcmp(t->name, "svg");
    const size_t end = !tr_markup_listed(html->media, t->name) || t->closed ||
                               is_untouched_element(&g->m, t) || is_foreign(g, t)
                           ? 0
                           : tr_markup_end_of(&g->m, t);
    const tr_span part = {t->raw.begin, end};

    if (!end) return false;
    if (follows_text(g) || precedes_text(g, t)) {
        tr_build_atom(g->b, part);
        tr_html_read_attributes(g->b, &g->m, t);
        tr_build_inner_texts(g->b, &g->m, part, is_svg ? " title desc text tspan textPath " : NULL,
                             NULL);
    } else if (is_svg) {
        tr_build_break(g->b, t->raw.begin);
        tr_build_svg(g->b, &g->m, part);
        tr_build_break(g->b, end);
    } else {
        return false;
    }
    g->m.at = end;
    return true;
}

static bool read_ruby(page *g, const tr_markup_token *t)
{
    return !strcmp(t->name, "ruby") && !is_untouched_element(&g->m, t) && !is_foreign(g, t) &&
           tr_build_ruby(g->b, &g->m, t);
}

/* MathML, which says in an attribute what it shows. */
static bool is_formula_element(const page *g, const tr_markup_token *t)
{
    return tr_markup_listed(html->formulas, t->name) && !is_untouched_element(&g->m, t) &&
           !is_foreign(g, t);
}

static void read_html_start(page *g, const tr_markup_token *t)
{
    if (read_medium(g, t) || read_ruby(g, t)) return;

    const bool is_inline = begins_inline(g, t);
    const bool is_atom = tr_markup_listed(html->atoms, t->name);
    const bool is_closed = (g->m.xml || g->m.jsx) && t->closed;
    const bool is_void =
        tr_markup_listed(html->voids, t->name) || (is_closed && (is_inline || is_atom));

    if (is_void && is_field(&g->m, t)) {
        tr_build_break(g->b, t->raw.begin);
        if (!is_untouched_element(&g->m, t)) tr_html_read_attributes(g->b, &g->m, t);
        tr_build_break(g->b, t->raw.end);
        return;
    }
    if (is_void) {
        tr_build_point(g->b, t->raw);
        if (!is_untouched_element(&g->m, t)) tr_html_read_attributes(g->b, &g->m, t);
        return;
    }
    if (tr_markup_listed(html->raws, t->name) && !is_closed) {
        read_raw(g, t);
        return;
    }
    const bool untouched = is_atom || tr_markup_listed(html->fixed, t->name) ||
                           is_untouched_element(&g->m, t) || is_foreign(g, t) ||
                           is_filled_in(&g->m, t) || is_note_reference(g, t);
    if (untouched && !is_closed && read_untouched(g, t, !is_inline && !is_atom)) {
        if (is_formula_element(g, t)) tr_html_read_attributes(g->b, &g->m, t);
        return;
    }
    if (!strcmp(t->name, "plaintext")) g->m.at = g->m.size;
    if (!is_inline && !is_atom) {
        read_html_block(g, t);
        return;
    }
    if (g->link_end == t->raw.begin && !strcmp(t->name, "a")) tr_build_break(g->b, t->raw.begin);
    tr_build_open(g->b, t->raw, t->name, strlen(t->name));
    tr_html_read_attributes(g->b, &g->m, t);
}

static void read_html_end(page *g, const tr_markup_token *t)
{
    if (!strcmp(t->name, "a")) g->link_end = t->raw.end;
    if (ends_inline(g, t))
        tr_build_close(g->b, t->raw, t->name, strlen(t->name));
    else
        read_html_block(g, t);
}

/* ---- Formulas and templates in text ---- */

/* The byte after a formula in TeX at `at`, "$$x$$", "\(x\)" or "\[x\]", that scripts draw; 0 if
 * there is none. */
static size_t behind_formula(const char *text, size_t at, size_t end)
{
    static const char *const pairs[][2] = {{"$$", "$$"}, {"\\(", "\\)"}, {"\\[", "\\]"}};
    enum { LONGEST = 2000 };
    const size_t most = end - at < LONGEST ? end : at + LONGEST;

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (end - at < 5 || memcmp(text + at, pairs[i][0], 2) != 0) continue;
        for (size_t k = at + 3; k + 2 <= most; k++)
            if (!memcmp(text + k, pairs[i][1], 2)) return k + 2;
    }
    return 0;
}

typedef void build_function(tr_builder *b, tr_span raw);

/* The byte after a template's tag at `at` that is not written as text is; 0 if there is none.  What
 * ends a sentence does so, and comments are points; others with signs of HTML, and Smarty's, are
 * atoms. */
static size_t behind_template(const char *text, size_t at, size_t end, build_function **build)
{
    bool parts;
    const size_t behind = tr_template_end(text, at, end, &parts);
    const bool comment = tr_template_is_comment(text, at, behind);

    *build = parts ? tr_build_fixed : comment ? tr_build_point : tr_build_atom;
    if (!behind || parts || comment || text[at + 1] == '$') return behind;
    for (size_t i = at; i < behind; i++)
        if (text[i] == '&' || text[i] == '<' || text[i] == '>') return behind;
    return 0;
}

static void read_html_text(page *g, tr_span raw)
{
    const char *const text = g->m.text;
    size_t begin = raw.begin;
    bool braces = g->m.jsx; /* they have ends */

    for (size_t i = raw.begin; i < raw.end; i++) {
        const bool may = text[i] == '$' || text[i] == '\\';
        size_t behind = may ? behind_formula(text, i, raw.end) : 0;
        build_function *build = tr_build_atom;
        if (braces && text[i] == '{') {
            behind = tr_jsx_expression_end(text, i, raw.end);
            braces = behind != 0;
        }
        if (!behind && !g->m.jsx && text[i] && strchr("{@*", text[i]))
            behind = behind_template(text, i, g->m.size, &build);
        if (!behind) continue;
        build_html_parts(g, begin, i);
        build(g->b, (tr_span){i, behind});
        begin = behind;
        i = behind - 1;
    }
    if (begin > raw.end)
        g->m.at = begin; /* a template's tag with signs of HTML in it */
    else
        build_html_parts(g, begin, raw.end);
}

/* Reads up to byte `end`. */
static void read_html_tokens(page *g, size_t end)
{
    tr_markup_token t;

    while (!g->b->failed && g->m.at < end && tr_markup_next(&g->m, &t)) {
        if (tr_stays_take(&g->stays, &g->m, &t)) {
            tr_build_fixed(g->b, t.raw);
            continue;
        }
        if (t.kind == TR_MARKUP_TEXT) read_html_text(g, t.raw);
        if (t.kind == TR_MARKUP_START) read_html_start(g, &t);
        if (t.kind == TR_MARKUP_END) read_html_end(g, &t);
        if (t.kind == TR_MARKUP_COMMENT) tr_build_point(g->b, t.raw);
        if (t.kind == TR_MARKUP_TEMPLATE || t.kind == TR_MARKUP_CDATA) tr_build_atom(g->b, t.raw);
        if (t.kind == TR_MARKUP_DECLARATION) tr_build_fixed(g->b, t.raw);
    }
}

static void build_page(tr_builder *b, tr_span part, bool xml, bool jsx)
{
    page g = {.content = b->content, .b = b};
    tr_unclosed unclosed = {0};

    g.m = (tr_markup){.text = b->content->bytes,
                      .size = part.end,
                      .at = part.begin,
                      .xml = xml,
                      .jsx = jsx,
                      .unclosed = &unclosed};
    read_html_tokens(&g, part.end);
    b->failed = b->failed || g.stays.ends.failed;
    tr_buf_free(&g.stays.ends);
    tr_unclosed_free(&unclosed);
}

static int read_page(tr_content *d, bool xml, tr_error *err)
{
    tr_builder b;

    tr_builder_init(&b, d, &tr_html_text);
    build_page(&b, (tr_span){d->begin, d->size}, xml, false);
    return tr_builder_end(&b, err);
}

void tr_build_html(tr_builder *b, tr_span part, bool jsx)
{
    b->writing = &tr_html_text;
    b->extra = NULL;
    tr_build_break(b, part.begin);
    build_page(b, part, false, jsx);
    tr_build_break(b, part.end);
}

void tr_build_html_attributes(tr_builder *b, const tr_markup *m, const tr_markup_token *t)
{
    if (!is_untouched_element(m, t)) tr_html_read_attributes(b, m, t);
}

enum tr_html_role tr_html_role(const char *name)
{
    if (tr_markup_listed(html->voids, name)) return TR_HTML_VOID;
    if (tr_markup_listed(html->atoms, name)) return TR_HTML_ATOM;
    if (tr_markup_listed(html->inlines, name) || tr_markup_listed(html->media, name))
        return TR_HTML_INLINE;
    return tr_markup_listed(html->blocks, name) ? TR_HTML_BLOCK : TR_HTML_OTHER;
}

int tr_read_html(tr_content *d, tr_error *err)
{
    return read_page(d, false, err);
}

int tr_read_xhtml(tr_content *d, tr_error *err)
{
    return read_page(d, tr_xml_check(d, NULL) == TR_OK, err);
}
