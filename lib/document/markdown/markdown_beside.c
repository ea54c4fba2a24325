#include "document/markdown/markdown_beside.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/bilingual/beside_copy.h"
#include "document/bilingual/beside_html.h"
#include "document/bilingual/sentence_places.h"
#include "document/markdown/markdown_outline.h"
#include "document/markdown/read_markdown.h"
#include "document/masks/markdown_inline.h"
#include "document/masks/markdown_line.h"
#include "document/masks/markdown_prefix.h"

/* Where a translation stands. */
enum place {
    NOWHERE,
    IN_LINE,        /* at the end of a cell, or of a term that is defined below it */
    IN_BLOCK,       /* in a line of its own, after a line end */
    BEHIND_HEADING, /* in the next line, with a blank one behind it */
    BEHIND          /* behind a blank line */
};

typedef struct half {
    const tr_content *content;
    tr_md_outline outline;
    tr_sentences sentences;
} half;

/* A leaf that is to be found in what is made. */
typedef struct wanted {
    enum tr_md_leaf_kind kind;
    size_t number; /* of the source's leaf */
} wanted;

typedef struct both {
    half source, now;
    bool *stays;    /* [source.outline.n] leaves that get no translation */
    size_t copied;  /* bytes of the source */
    wanted *wanted; /* [n_wanted] */
    size_t n_wanted;
    tr_buf *out;
} both;

static tr_md_line line_of(const tr_content *d, size_t at)
{
    while (at > 0 && !tr_ascii_is_line_end(d->bytes[at - 1]))
        at--;
    return tr_md_line_read(d->bytes, d->size, at);
}

static bool is_blank_line(const tr_content *d, size_t begin)
{
    if (begin >= d->size) return true;
    const tr_md_line l = tr_md_line_read(d->bytes, d->size, begin);
    return l.text == l.end;
}

static bool is_underline(const tr_content *d, size_t begin)
{
    const tr_md_line l = tr_md_line_read(d->bytes, d->size, begin);
    return l.text < l.end && strchr("=-", d->bytes[l.text]) &&
           tr_run_length(d->bytes, l.text, l.end) == l.end - l.text;
}

/* A footnote or a definition goes on in the next line; other blocks with a mark of their own have a
 * title in their line, or none that may go on. */
static enum place place_behind_mark(const tr_content *d, const tr_md_line *l,
                                    const tr_md_leaf *leaf)
{
    const bool goes_on =
        tr_starts_with(d->bytes, l->text, l->end, "[^") || d->bytes[l->text] == ':';
    return goes_on && leaf->kind != TR_MD_HEADING && !tr_md_is_container(d->bytes, l) ? IN_BLOCK
                                                                                      : NOWHERE;
}

/* True if the lines from byte `at` on begin with a definition, behind blank ones: what is before
 * them is its term, and nothing may come between. */
static bool begins_definition(const tr_content *d, size_t at)
{
    enum { MOST_BLANK = 8 };
    tr_md_line l;

    for (int n = 0; n < MOST_BLANK && at < d->size && is_blank_line(d, at); n++)
        at = tr_md_line_read(d->bytes, d->size, at).next;
    if (at >= d->size) return false;
    l = tr_md_line_read(d->bytes, d->size, at);
    return l.text + 1 < l.end && d->bytes[l.text] == ':' && tr_ascii_is_blank(d->bytes[l.text + 1]);
}

/* *last: the line after which it comes. */
static enum place place_of(const tr_content *d, const tr_md_leaf *leaf, tr_md_line *last)
{
    const tr_md_line first = line_of(d, leaf->text.begin);

    *last = line_of(d, leaf->text.end);
    if (!leaf->has_words) return NOWHERE;
    if (leaf->kind == TR_MD_CELL) return IN_LINE;
    if (tr_md_prefix(d->bytes, &first)) return place_behind_mark(d, &first, leaf);
    if (leaf->kind == TR_MD_PARAGRAPH && begins_definition(d, last->next)) return IN_LINE;
    if (leaf->kind == TR_MD_ITEM) return IN_BLOCK;
    if (leaf->kind == TR_MD_HEADING && d->bytes[first.text] != '#' && is_underline(d, last->next))
        *last = tr_md_line_read(d->bytes, d->size, last->next);
    if (is_blank_line(d, last->next)) return BEHIND;
    return leaf->kind == TR_MD_HEADING ? BEHIND_HEADING : IN_BLOCK;
}

/* ---- The beginnings of lines ---- */

/* The bytes of the mark of an item at byte `at`; 0: there is none. */
static size_t item_mark(const char *text, size_t at, size_t end)
{
    size_t n = 0;

    while (n < 9 && at + n < end && tr_ascii_is_digit(text[at + n]))
        n++;
    const bool ends = at + n < end && strchr(n ? ".)" : "-+*", text[at + n]);
    return ends && at + n + 1 < end && tr_ascii_is_blank(text[at + n + 1]) ? n + 1 : 0;
}

/* What a line begins with that goes on with the block which line `l` begins. */
static void write_margin(const tr_content *d, const tr_md_line *l, size_t n_items, tr_buf *out)
{
    size_t at = l->begin, mark;

    for (; at < l->end; at++) {
        if (d->bytes[at] == '>' || tr_ascii_is_blank(d->bytes[at])) {
            tr_buf_add(out, d->bytes + at, 1);
        } else if (n_items && (mark = item_mark(d->bytes, at, l->end))) {
            tr_buf_printf(out, "%*s", (int)mark, "");
            at += mark - 1;
            n_items--;
        } else {
            break;
        }
    }
    if (tr_md_prefix(d->bytes, l)) tr_buf_add_string(out, "    ");
}

/* ---- Translations ---- */

static size_t count_backticks(const char *text, tr_span at)
{
    size_t n = 0;
    for (size_t i = at.begin; i < at.end; i++)
        n += text[i] == '`';
    return n;
}

/* Copies a translation without ids in its tags, which the source has. */
static void copy_without_ids(const tr_content *d, tr_span all, tr_buf *out)
{
    tr_markup m = {.text = d->bytes, .size = all.end, .at = all.begin};
    tr_markup_token t;
    size_t copied = all.begin, backticks = 0;

    while (tr_markup_next(&m, &t)) {
        const bool in_code = backticks % 2;
        backticks += count_backticks(d->bytes, t.raw);
        if (t.kind != TR_MARKUP_START || in_code) continue;
        tr_content_copy(d, (tr_span){copied, t.raw.begin}, out);
        tr_beside_copy_tag(&m, &t, " id name ", out);
        copied = t.raw.end;
    }
    tr_content_copy(d, (tr_span){copied, all.end}, out);
}

/* Ends a note within a line, "^[A note.]", whose last sentence the span ends with. */
static void end_note(const char *text, tr_span all, tr_buf *out)
{
    size_t depth = 0;

    for (size_t i = all.begin; i < all.end; i++) {
        if (text[i] == '[' && (depth || (i > all.begin && text[i - 1] == '^'))) depth++;
        if (text[i] == ']' && depth) depth--;
    }
    while (depth--)
        tr_buf_add(out, "]", 1);
}

static void write_span(both *b, tr_span translation)
{
    const bool jsx = b->source.outline.masks.jsx;

    tr_buf_add_string(b->out, "<span");
    tr_beside_html_language(b->source.content->options, "lang", b->out);
    tr_buf_printf(b->out, " %s=\"translation\">", jsx ? "className" : "class");
    copy_without_ids(b->now.content, translation, b->out);
    end_note(b->now.content->bytes, translation, b->out);
    tr_buf_add_string(b->out, "</span>");
}

static void copy_source(both *b, size_t end)
{
    tr_content_copy(b->source.content, (tr_span){b->copied, end}, b->out);
    b->copied = end;
}

static void put_in_cell(both *b, size_t from, tr_span translation)
{
    const tr_content *const d = b->source.content;
    const tr_md_line l = line_of(d, from);
    size_t end = from;

    while (end < l.end && (d->bytes[end] != '|' || d->bytes[end - 1] == '\\'))
        end++;
    copy_source(b, tr_skip_back(d->bytes, from, end, tr_ascii_is_blank));
    tr_buf_add_string(b->out, "<br/>");
    write_span(b, translation);
}

/* Without the blanks at its end, as a blank line has it. */
static void write_blank_line(const tr_buf *margin, const char *end, tr_buf *out)
{
    const char *const text = tr_buf_text(margin);

    tr_buf_add_string(out, end);
    tr_buf_add(out, text, tr_skip_back(text, 0, margin->len, tr_ascii_is_blank));
}

static void put_below(both *b, const tr_md_leaf *leaf, const tr_md_line *last, enum place place,
                      tr_span translation)
{
    const tr_content *const d = b->source.content;
    const char *const end = tr_content_line_end(d);
    const tr_md_line first = line_of(d, leaf->text.begin);
    tr_buf margin = {0};
    size_t behind = last->end;

    while (behind < last->next && !tr_ascii_is_line_end(d->bytes[behind]))
        behind++;
    copy_source(b, behind);
    write_margin(d, &first, leaf->n_items, &margin);
    if (place == BEHIND) write_blank_line(&margin, end, b->out);
    tr_buf_printf(b->out, "%s%s%s", end, tr_buf_text(&margin), place == IN_BLOCK ? "<br/>" : "");
    write_span(b, translation);
    if (place == BEHIND_HEADING) write_blank_line(&margin, end, b->out);
    b->out->failed = b->out->failed || margin.failed;
    tr_buf_free(&margin);
}

/* A sentence with the notes right behind it. */
static tr_span with_notes(const tr_content *d, tr_span sentence)
{
    size_t stop;

    for (size_t end; (end = tr_md_end_of_text_note(d->bytes, sentence.end, d->size, &stop)) > 0;)
        sentence.end = end;
    return sentence;
}

static bool is_same_text(const both *b, tr_span at, tr_span then)
{
    return at.end - at.begin == then.end - then.begin &&
           !memcmp(b->source.content->bytes + at.begin, b->now.content->bytes + then.begin,
                   at.end - at.begin);
}

/* A block of HTML. */
static void put_html(both *b, tr_span at, tr_span then)
{
    if (b->source.outline.masks.jsx || is_same_text(b, at, then)) return;
    copy_source(b, at.begin);
    const size_t copied = b->out->len;
    tr_beside_html_part(b->source.content, at, b->now.content, then, b->out);
    if (b->out->len > copied) b->copied = at.end;
}

static void put_leaf(both *b, size_t i)
{
    const tr_md_leaf *const leaf = &b->source.outline.list[i];
    const tr_md_leaf *const now = &b->now.outline.list[i];
    tr_md_line last;

    if (leaf->kind == TR_MD_HTML) {
        put_html(b, leaf->text, now->text);
        return;
    }
    b->wanted[b->n_wanted++] = (wanted){leaf->kind, i};
    if (b->stays[i]) return;
    tr_sentences_have(&b->source.sentences, leaf->text.begin);
    tr_sentences_have(&b->now.sentences, now->text.begin);
    tr_span was = tr_sentences_in(b->source.sentences, leaf->text);
    tr_span is = tr_sentences_in(b->now.sentences, now->text);
    if (was.end) was = with_notes(b->source.content, was);
    if (is.end) is = with_notes(b->now.content, is);
    b->stays[i] = !is.end || !was.end || is_same_text(b, was, is);
    if (b->stays[i]) return;
    const enum place place = place_of(b->source.content, leaf, &last);
    b->stays[i] = place == NOWHERE;
    if (b->stays[i]) return;
    if (place == IN_LINE)
        put_in_cell(b, was.end, is);
    else
        put_below(b, leaf, &last, place, is);
    if (place >= BEHIND_HEADING) b->wanted[b->n_wanted++] = (wanted){TR_MD_PARAGRAPH, i};
}

/* ---- All ---- */

static bool read_half(half *h, const tr_content *d, const tr_content *read)
{
    h->content = d;
    h->sentences.content = read;
    tr_md_outline_read(&h->outline, d);
    return !h->outline.failed;
}

static bool are_same(const tr_md_outline *a, const tr_md_outline *b)
{
    bool same = a->n == b->n;

    for (size_t i = 0; same && i < a->n; i++)
        same = a->list[i].kind == b->list[i].kind;
    return same;
}

/* A tag over several lines may have become a block of its own: such blocks stay then. */
static bool have_same_leaves(tr_md_outline *a, tr_md_outline *b)
{
    if (are_same(a, b)) return true;
    tr_md_outline_drop_html(a);
    tr_md_outline_drop_html(b);
    return are_same(a, b);
}

/* The number of the first wanted leaf that is not read in what was made; SIZE_MAX if all are, and
 * no others. */
static size_t find_missing(const both *b, size_t begin)
{
    tr_content made = {.name = b->source.content->name};
    tr_md_outline o;
    size_t n = 0;

    tr_content_set_bytes(&made, tr_buf_text(b->out) + begin, b->out->len - begin);
    tr_md_outline_read(&o, &made);
    tr_md_outline_drop_html(&o);
    while (!o.failed && n < o.n && n < b->n_wanted && o.list[n].kind == b->wanted[n].kind)
        n++;
    const bool all = !o.failed && n == o.n && n == b->n_wanted;
    tr_md_outline_free(&o);
    return all ? SIZE_MAX : n;
}

/* The last leaf that has a translation, up to wanted leaf k, stays alone.  False if there is none.
 */
static bool leave_nearest(both *b, size_t k)
{
    if (!b->n_wanted) return false;
    for (size_t i = b->wanted[k < b->n_wanted ? k : b->n_wanted - 1].number + 1; i-- > 0;) {
        if (b->stays[i] || b->source.outline.list[i].kind == TR_MD_HTML) continue;
        b->stays[i] = true;
        return true;
    }
    return false;
}

/* Puts all translations.  Where the document would be read in another way with one, that one is
 * left out. */
static void put_leaves(both *b)
{
    enum { ROUNDS = 16 };
    const size_t begin = b->out->len;
    size_t missing = 0;

    for (int round = 0; missing != SIZE_MAX && !b->out->failed; round++) {
        b->out->len = begin;
        if (round == ROUNDS || (round && !leave_nearest(b, missing))) return;
        b->copied = b->n_wanted = 0;
        b->source.sentences.next = b->now.sentences.next = 0;
        for (size_t i = 0; !b->out->failed && i < b->source.outline.n; i++)
            put_leaf(b, i);
        copy_source(b, b->source.content->size);
        missing = find_missing(b, begin);
    }
}

void tr_beside_markdown(const tr_content *source, const tr_content *now, tr_buf *out)
{
    tr_content read = {.name = now->name, .options = now->options, .again = true};
    both b = {.out = out};
    tr_error ignored;

    tr_content_set_bytes(&read, now->bytes, now->size);
    const int rc = tr_read_markdown(&read, &ignored);
    const bool halves = read_half(&b.source, source, source) && read_half(&b.now, now, &read);
    out->failed = out->failed || rc < 0 || !halves;
    if (!out->failed && have_same_leaves(&b.source.outline, &b.now.outline)) {
        const size_t n = b.source.outline.n;
        b.stays = calloc(n + 1, sizeof *b.stays);
        b.wanted = calloc(2 * n + 1, sizeof *b.wanted);
        out->failed = !b.stays || !b.wanted;
        put_leaves(&b);
    }
    free(b.stays);
    free(b.wanted);
    tr_content_free(&read);
    tr_md_outline_free(&b.source.outline);
    tr_md_outline_free(&b.now.outline);
}
