#include "document/markdown/markdown_write.h"

#include <string.h>

#include "base/ascii.h"
#include "config.h"
#include "document/markup/escapes.h"
#include "document/masks/markdown_inline.h"
#include "document/masks/mask_markdown.h"

#ifdef HAVE_MD4C
#include <md4c.h>
#endif

static bool is_word_byte(char c)
{
    return tr_ascii_is_digit(c) || tr_byte_is_letter(c);
}

static bool is_escapable(char c)
{
    return c > ' ' && c < 0x7F && !is_word_byte(c);
}

static bool is_edge(char c)
{
    return c == '\0' || c == ' ';
}

/* Signs of ASCII in the source, by the way that it writes them. */
typedef struct source_signs {
    bool plain[128];   /* the sign stands in its text, and never after a backslash or as "&lt;" */
    bool named[128];   /* it stands there as "&lt;" */
    bool escaped[128]; /* it stands there after a backslash */
    bool is_cell, is_jsx;
} source_signs;

/* The sign of ASCII that the reference at the beginning of text [len] means, 0 if it is none. */
static int named_sign(const char *text, size_t len)
{
    tr_buf means = {0};
    const bool one = tr_html_reference(text, len, &means) && means.len == 1;
    const int c = one ? tr_buf_text(&means)[0] : 0;
    tr_buf_free(&means);
    return c > 0 ? c : 0;
}

static void find_source_signs(const tr_text_place *to, source_signs *m)
{
    static const char signs[] = "*~_`[]<";
    const tr_content *const d = to->content;
    const tr_segment *const p = to->segment;
    const tr_md_place_of_text *const place = p->extra;

    *m = (source_signs){.is_cell = place->is_cell, .is_jsx = place->is_jsx};
    for (const char *c = signs; *c; c++)
        m->plain[(unsigned char)*c] = memchr(p->text, *c, p->len) != NULL;
    for (size_t i = p->at.begin; i + 1 < p->at.end; i++) {
        const unsigned char next = (unsigned char)d->bytes[i + 1];
        if (d->bytes[i] == '\\' && next < 128) {
            m->plain[next] = false;
            m->escaped[next] = true;
        }
        const int named = d->bytes[i] == '&' ? named_sign(d->bytes + i, p->at.end - i) : 0;
        if (named) m->plain[named] = false;
        m->named[named] = named;
    }
}

/* True if text [len] would be an entity. */
static bool is_entity(const char *text, size_t len)
{
    size_t i = 1;
    while (i < len && (tr_ascii_is_digit(text[i]) || text[i] == '#' ||
                       ((unsigned char)text[i] < 0x80 && tr_byte_is_letter(text[i]))))
        i++;
    return i > 1 && i < len && text[i] == ';';
}

/* Returns the reference for byte `i` of text [len], such as "&lt;"; NULL if it needs none.  A
 * backslash does not do for "<", because Python-Markdown does not read it as an escape. */
static const char *reference_for(const source_signs *m, const char *text, size_t len, size_t i)
{
    switch (text[i]) {
    case '<':
        return m->named['<'] ? "&lt;" : NULL;
    case '>':
        return m->named['>'] ? "&gt;" : NULL;
    case '&':
        return m->named['&'] || is_entity(text + i, len - i) ? "&amp;" : NULL;
    case '{':
        return m->named['{'] ? "&#123;" : NULL;
    case '}':
        return m->named['}'] ? "&#125;" : NULL;
    default:
        return NULL;
    }
}

/* True if the word at the beginning of text [len] would begin another block at the beginning of a
 * line. */
static bool begins_block(const char *text, size_t len)
{
    size_t i = 0;

    if (!len) return false;
    i = tr_skip(text, i, len, tr_ascii_is_digit);
    if (i) return i < len && (text[i] == '.' || text[i] == ')') && is_edge(text[i + 1]);
    while (i < len && text[i] == text[0])
        i++;
    if (text[0] == '=') return i == len || is_edge(text[i]);
    if (text[0] == '-') return i > 1 || i == len || is_edge(text[i]);
    if (strchr("+*", text[0])) return i == len || text[i] == ' ';
    if (text[0] == '#') return i == len || text[i] == ' ';
    return text[0] == '>' || (strchr(":~", text[0]) && (i > 2 || i == len || text[i] == ' '));
}

/* True if byte `i` of text [len] needs a backslash. */
static bool needs_backslash(const source_signs *m, const char *text, size_t len, size_t i)
{
    const char c = text[i], before = i ? text[i - 1] : '\0', after = i + 1 < len ? text[i + 1] : 0;

    switch (c) {
    case '\\':
        return !after || is_escapable(after);
    case '*':
    case '~':
        if (before == ' ' && after == ' ') return false;
        return !m->plain[(unsigned char)c];
    case '_':
        if ((is_word_byte(before) && is_word_byte(after)) || (before == ' ' && after == ' '))
            return false;
        return !m->plain[(unsigned char)c];
    case '`':
    case '[':
    case ']':
        return !m->plain[(unsigned char)c];
    case '<':
        if (m->is_jsx && m->escaped['<']) return true;
        return after && (tr_byte_is_letter(after) || strchr("/!?", after)) &&
               !m->plain[(unsigned char)c];
    case '{':
    case '}':
        return m->is_jsx && m->escaped[(unsigned char)c];
    case '|':
        return m->is_cell;
    case '$':
        return m->escaped['$'];
    default:
        return false;
    }
}

/* True if byte `at` stands after a heading's sign or a cell's bar, where no block begins. */
static bool follows_block_sign(const tr_content *d, size_t at)
{
    at = tr_skip_back(d->bytes, 0, at, tr_ascii_is_blank);
    return at > 0 && (d->bytes[at - 1] == '#' || d->bytes[at - 1] == '|');
}

/* Puts a backslash before the sign of a first word that would begin a block; returns its bytes. */
static size_t encode_first_word(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    size_t i = 0;

    if (!begins_block(text, len) || follows_block_sign(to->content, to->segment->at.begin))
        return 0;
    while (tr_ascii_is_digit(text[i]))
        i++;
    tr_buf_add(out, text, i);
    tr_buf_add(out, "\\", 1);
    tr_buf_add(out, text + i, 1);
    return i + 1;
}

static void encode_markdown(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const bool named = memchr(to->segment->text, 0xC2, to->segment->len) != NULL;
    source_signs m;

    find_source_signs(to, &m);
    for (size_t i = out->len ? 0 : encode_first_word(to, text, len, out); i < len; i++) {
        const char c = text[i];
        if (c == ' ') {
            const bool may_break = !begins_block(text + i + 1, len - i - 1);
            const char blank = may_break ? TR_WRAP_BLANK : ' ';
            tr_buf_add(out, &blank, 1);
            continue;
        }
        const char *const reference = reference_for(&m, text, len, i);
        if (reference) {
            tr_buf_add_string(out, reference);
            continue;
        }
        if (named && c == (char)0xC2 && i + 1 < len && text[i + 1] == (char)0xA0) {
            tr_encode_html(to, text + i, 2, out);
            i++;
            continue;
        }
        if (needs_backslash(&m, text, len, i)) tr_buf_add(out, "\\", 1);
        tr_buf_add(out, &c, 1);
    }
}

/* Emphasis, strong emphasis and strikethrough in a line. */
typedef struct mark_counts {
    size_t emphasis, strong, struck;
} mark_counts;

#ifdef HAVE_MD4C

static int ignore_block(MD_BLOCKTYPE type, void *detail, void *ctx)
{
    (void)type;
    (void)detail;
    (void)ctx;
    return 0;
}

static int ignore_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *ctx)
{
    (void)type;
    (void)text;
    (void)size;
    (void)ctx;
    return 0;
}

static int ignore_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    (void)type;
    (void)detail;
    (void)ctx;
    return 0;
}

static int count_span(MD_SPANTYPE type, void *detail, void *ctx)
{
    mark_counts *const counts = ctx;
    (void)detail;
    counts->emphasis += type == MD_SPAN_EM;
    counts->strong += type == MD_SPAN_STRONG;
    counts->struck += type == MD_SPAN_DEL;
    return 0;
}

/* Counts them in text [len].  False when out of memory, and in a build without md4c. */
static bool count_emphasis(const char *text, size_t len, mark_counts *counts)
{
    const MD_PARSER parser = {.flags = MD_FLAG_STRIKETHROUGH,
                              .enter_block = ignore_block,
                              .leave_block = ignore_block,
                              .enter_span = count_span,
                              .leave_span = ignore_span,
                              .text = ignore_text};
    tr_masks masks = {0};

    *counts = (mark_counts){0};
    bool right = tr_mask_markdown(&masks, text, len, false);
    if (right) right = md_parse(masks.text, (MD_SIZE)masks.size, &parser, counts) == 0;
    tr_masks_free(&masks);
    return right;
}

#else

static bool count_emphasis(const char *text, size_t len, mark_counts *counts)
{
    (void)text;
    (void)len;
    *counts = (mark_counts){0};
    return false;
}

#endif

/* Adds the emphasis in bytes `raw` of a mark, such as a note; false as count_emphasis() is. */
static bool add_emphasis(const char *t, tr_span raw, mark_counts *counts)
{
    mark_counts in = {0};
    size_t sign = raw.begin;

    while (sign < raw.end && !tr_ascii_is_one_of(t[sign], "*_~"))
        sign++;
    if (sign == raw.end) return true;
    if (!count_emphasis(t + raw.begin, raw.end - raw.begin, &in)) return false;
    counts->emphasis += in.emphasis;
    counts->strong += in.strong;
    counts->struck += in.struck;
    return true;
}

/* True if the signs of emphasis, which mean something only where no blank follows or precedes them
 * and so on, are still read as such. */
static bool keeps_emphasis(const tr_text_place *to, const char *text, size_t len)
{
    const tr_segment *const p = to->segment;
    mark_counts wanted = {0}, found;

    for (size_t i = 0; i < p->n_marks; i++) {
        const tr_span open = p->marks[i].open;
        const char sign = to->content->bytes[open.begin];
        if (p->marks[i].kind != TR_MARK_PAIR) {
            if (!add_emphasis(to->content->bytes, open, &wanted)) return false;
            continue;
        }
        wanted.emphasis += (sign == '*' || sign == '_') && open.end - open.begin == 1;
        wanted.strong += (sign == '*' || sign == '_') && open.end - open.begin == 2;
        wanted.struck += sign == '~';
    }
    if (!wanted.emphasis && !wanted.strong && !wanted.struck) return true;
    return count_emphasis(text, len, &found) && found.emphasis == wanted.emphasis &&
           found.strong == wanted.strong && found.struck == wanted.struck;
}

static void replace_byte(char *text, size_t len, char from, char to)
{
    for (char *at = text; (at = memchr(at, from, len - (size_t)(at - text))); at++)
        *at = to;
}

/* Breaks lines, but not within marks; appends nothing if its emphasis would be read otherwise. */
static void finish_markdown(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf line = {0};

    tr_buf_add(&line, text, len);
    if (line.len) {
        replace_byte(line.data, len, TR_WRAP_BLANK, ' ');
        if (keeps_emphasis(to, line.data, len)) tr_wrap_finish_marked(to, text, len, out);
    }
    out->failed = out->failed || line.failed;
    tr_buf_free(&line);
}

/* A note appends nothing, too, if a bracket would end it elsewhere. */
static void finish_note(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    tr_buf note = {0};
    size_t stop;

    tr_buf_add_string(&note, "^[");
    tr_buf_add(&note, text, len);
    tr_buf_add_string(&note, "]");
    const bool is_whole =
        tr_md_end_of_text_note(tr_buf_text(&note), 0, note.len, &stop) == note.len;
    if (is_whole) finish_markdown(to, text, len, out);
    out->failed = out->failed || note.failed;
    tr_buf_free(&note);
}

/* ---- Links whose text is their label ---- */

/* A label in one line, without the signs of quotations before its lines. */
static void add_label(const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0; i < len; i++) {
        if (!tr_ascii_is_line_end(text[i])) {
            tr_buf_add(out, text + i, 1);
            continue;
        }
        while (i + 1 < len && (tr_ascii_is_space(text[i + 1]) || text[i + 1] == '>'))
            i++;
        tr_buf_add(out, " ", 1);
    }
}

static bool is_label(const char *label, size_t n, const char *text, size_t len)
{
    for (size_t i = 0; i < n && n == len; i++)
        if (label[i] != (text[i] == TR_WRAP_BLANK ? ' ' : text[i])) return false;
    return n == len;
}

/* "[label]" becomes "[translation][label]", because its address is told by the label. */
static void close_markdown(const tr_content *d, const tr_mark *pair, size_t begin, tr_buf *out)
{
    const char *const raw = d->bytes + pair->close.begin;
    const size_t n = pair->close.end - pair->close.begin;
    const bool by_text = d->bytes[pair->open.begin] == '[' &&
                         ((n == 1 && *raw == ']') || (n == 3 && !memcmp(raw, "][]", 3)));
    tr_buf label = {0};

    if (by_text) add_label(d->bytes + pair->open.end, pair->close.begin - pair->open.end, &label);
    if (!by_text ||
        is_label(tr_buf_text(&label), label.len, tr_buf_text(out) + begin, out->len - begin)) {
        tr_buf_add(out, raw, n);
    } else {
        tr_buf_add_string(out, "][");
        tr_buf_add(out, tr_buf_text(&label), label.len);
        tr_buf_add_string(out, "]");
    }
    out->failed = out->failed || label.failed;
    tr_buf_free(&label);
}

/* ---- Between quotes, and within brackets ---- */

/* A bar would end the cell of a table, for many readers also there. */
static void encode_between(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const tr_md_place_of_text *const place = to->segment->extra;

    for (size_t i = 0; i < len; i++) {
        const bool stray = text[i] == '\\' && (i + 1 == len || is_escapable(text[i + 1]));
        if (text[i] == '&' && is_entity(text + i, len - i)) {
            tr_buf_add_string(out, "&amp;");
            continue;
        }
        const bool ends_cell = text[i] == '|' && place->is_cell;
        if (stray || ends_cell || strchr(to->writing->signs, text[i])) tr_buf_add(out, "\\", 1);
        tr_buf_add(out, text + i, 1);
    }
}

void tr_markdown_decode(const char *text, size_t len, tr_buf *out)
{
    for (size_t i = 0, n; i < len; i += n) {
        const bool escape = text[i] == '\\' && i + 1 < len && is_escapable(text[i + 1]);
        i += escape;
        n = 1;
        if (escape || text[i] != '&' || !is_entity(text + i, len - i)) {
            tr_buf_add(out, text + i, 1);
            continue;
        }
        n = (size_t)((const char *)memchr(text + i, ';', len - i) - text) + 1 - i;
        tr_html_decode(text + i, n, false, out);
    }
}

const tr_writing tr_markdown_text = {.encode = encode_markdown,
                                     .finish = finish_markdown,
                                     .close = close_markdown,
                                     .reference = "&#%d;"};
const tr_writing tr_markdown_note = {.encode = encode_markdown,
                                     .finish = finish_note,
                                     .close = close_markdown,
                                     .reference = "&#%d;"};
const tr_writing tr_markdown_label = {
    .encode = encode_between, .signs = "[]*_`<~", .reference = "&#%d;"};
const tr_writing tr_markdown_double = {
    .encode = encode_between, .signs = "\"", .reference = "&#%d;"};
const tr_writing tr_markdown_single = {
    .encode = encode_between, .signs = "'", .reference = "&#%d;"};
const tr_writing tr_markdown_round = {
    .encode = encode_between, .signs = "()", .reference = "&#%d;"};
