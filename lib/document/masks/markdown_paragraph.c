#include "document/masks/markdown_paragraph.h"

#include <string.h>
#include <strings.h>

#include "document/markup/markup.h"
#include "document/masks/markdown_prefix.h"

enum {
    MANY = TR_MD_PARAGRAPH_MARKS / 2,
    MOST_BARS = 1 << 16, /* of a row */
    MOST_DEEP = 1000     /* containers of one line in each other */
};

/* Elements whose tag at the beginning of a line begins a block of HTML (CommonMark 0.30, 4.6). */
static const char block_names[] =
    " address article aside blockquote center dd details dir div dl dt fieldset figcaption figure "
    "footer form h1 h2 h3 h4 h5 h6 header hr legend li main menu nav ol p section summary table "
    "tbody td tfoot th thead tr ul ";

/* ---- What a line is ---- */

/* As many marks as md4c may hold for the line.  *n_bars: bars that are marks in a row of a table,
 * which is by itself. */
static size_t count_marks(const char *t, const tr_md_line *l, size_t *n_bars)
{
    size_t n = 0;

    *n_bars = 0;
    for (size_t i = l->text; i < l->end; i++)
        switch (t[i]) {
        case '|':
            ++*n_bars;
            break;
        case '[':
            n += 3;
            break;
        case '<':
            n += 2;
            break;
        case '\\':
        case '*':
        case '_':
        case '`':
        case '&':
        case ';':
        case ']':
        case '~':
        case '\0':
            n++;
        }
    return n;
}

/* True if a line is at the left edge: no code, and in no quotation. */
static bool is_at_edge(const char *t, const tr_md_line *l)
{
    enum { INDENT = 3 };

    for (size_t i = l->begin; i < l->text; i++)
        if (t[i] != ' ') return false;
    return l->text - l->begin <= INDENT;
}

/* The mark of a container at byte `at`, with the blank after it: its length, or 0. */
static size_t container_mark(const char *t, size_t at, size_t end)
{
    size_t n = 0;

    if (at < end && t[at] == '>') return 1;
    while (at + n < end && n < 9 && tr_ascii_is_digit(t[at + n]))
        n++;
    if (at + n + 1 >= end || !tr_ascii_is_blank(t[at + n + 1])) return 0;
    const char c = t[at + n];
    return c && strchr(n ? ".)" : "-+*", c) ? n + 2 : 0;
}

/* True if a line begins a heading or a list's item, whatever comes before it. */
static bool begins_block(const char *t, const tr_md_line *l)
{
    const size_t mark = container_mark(t, l->text, l->end);
    size_t n = 0;

    while (l->text + n < l->end && t[l->text + n] == '#')
        n++;
    if (n) return n <= 6 && l->text + n < l->end && tr_ascii_is_blank(t[l->text + n]);
    return mark == 2 || (mark == 3 && t[l->text] == '1');
}

/* True if a line begins or ends code. */
static bool is_fence(const char *t, const tr_md_line *l)
{
    if (tr_starts_with(t, l->text, l->end, "~~~")) return true;
    if (!tr_starts_with(t, l->text, l->end, "```")) return false;
    size_t i = l->text;
    while (i < l->end && t[i] == '`')
        i++;
    return !memchr(t + i, '`', l->end - i);
}

/* The columns of a row of dashes, which a table has below its head; 0: it is none. */
static size_t count_columns(const char *t, const tr_md_line *l)
{
    size_t n = 1;
    bool dashes = false, bars = false;

    for (size_t i = l->text; i < l->end; i++) {
        if (!t[i] || !strchr("|-: \t", t[i])) return 0;
        n += t[i] == '|';
        dashes = dashes || t[i] == '-';
        bars = bars || t[i] == '|' || t[i] == ':';
    }
    return dashes && bars ? n : 0;
}

/* True if it does no harm to a line that a blank one comes before it: it begins a list's item, a
 * definition or a block of HTML, unless the lines before it are a paragraph that goes on. */
static bool may_come_after_blank(const char *t, const tr_md_line *l)
{
    tr_markup m = {.text = t, .size = l->end, .at = l->text};
    tr_markup_token tag;

    if (container_mark(t, l->text, l->end)) return true;
    if (!is_at_edge(t, l)) return false;
    if (tr_md_is_definition(t, l)) return true;
    return t[l->text] == '<' && tr_markup_next(&m, &tag) && tag.kind != TR_MARKUP_TEXT &&
           tr_markup_listed(block_names, tag.name);
}

/* True if a line is in more containers than anybody writes: md4c holds 40 bytes for each. */
static bool is_deep(const char *t, const tr_md_line *l)
{
    size_t n = 0;

    if (l->next - l->begin < MOST_DEEP) return false;
    for (size_t i = l->begin, mark; i < l->end && n <= MOST_DEEP; n++) {
        i = tr_skip(t, i, l->end, tr_ascii_is_blank);
        mark = container_mark(t, i, l->end);
        if (!mark) return false;
        i += mark;
    }
    return n > MOST_DEEP;
}

/* ---- What becomes of it ---- */

static void put_blanks(char *t, size_t begin, size_t end)
{
    memset(t + begin, ' ', end - begin);
}

/* Where the end of a comment or of an element whose text is raw begins in a line, the first of its
 * kind among the lines that are left; *end: where it ends.  Without it, all that follows would be
 * HTML.  l->end if there is none. */
static size_t find_html_end(tr_md_paragraph *c, const char *t, const tr_md_line *l, size_t *end)
{
    static const char *const ends[] = {"-->",       "?>",       "]]>",        "</pre>",
                                       "</script>", "</style>", "</textarea>"};

    for (size_t i = l->text; i < l->end; i++)
        for (unsigned k = 0; k < sizeof ends / sizeof *ends && strchr("-?]<", t[i]); k++) {
            *end = i + strlen(ends[k]);
            if (c->ends >> k & 1 || *end > l->end || strncasecmp(t + i, ends[k], *end - i) != 0)
                continue;
            c->ends |= 1u << k;
            return i;
        }
    return *end = l->end;
}

/* Leaves the lines from the first one up to the last one, but for lines that begin or end code. */
static void leave_lines(tr_md_paragraph *c, char *t, size_t size, const tr_md_line *last)
{
    for (size_t at = c->first, end; at < last->next;) {
        const tr_md_line l = tr_md_line_read(t, size, at);
        at = l.next;
        if (is_fence(t, &l)) continue;
        put_blanks(t, l.text, find_html_end(c, t, &l, &end));
        put_blanks(t, end, l.end);
    }
    c->first = last->next;
    c->n_left += !c->is_left && !c->in_code;
    c->is_left = true;
}

void tr_md_paragraph_begin(tr_md_paragraph *c, size_t first)
{
    c->first = first;
    c->n = c->columns = 0;
    c->is_left = false;
    c->ends = 0;
}

/* Takes a line that goes on with the lines before it, or is the first. */
static enum tr_md_step take_next(tr_md_paragraph *c, char *text, size_t size, const tr_md_line *l)
{
    const size_t columns = count_columns(text, l);
    const bool is_row = c->columns > 0;
    size_t n_bars;
    const size_t n = 1 + count_marks(text, l, &n_bars);
    const bool is_long = n > TR_MD_PARAGRAPH_MARKS || n_bars > MOST_BARS;

    if (columns) {
        c->columns = columns;
        c->n++;
        return TR_MD_NOTHING;
    }
    if (is_long && is_row) {
        put_blanks(text, l->text, l->end);
        c->n_left++;
        return TR_MD_NOTHING;
    }
    c->n += n;
    if (c->n > MANY && c->first < l->begin && (is_row || may_come_after_blank(text, l))) {
        c->first = l->begin;
        c->n = n;
        return is_row ? TR_MD_TABLE_HEAD : TR_MD_BLANK_LINE;
    }
    if (c->n > TR_MD_PARAGRAPH_MARKS || is_long) leave_lines(c, text, size, l);
    return TR_MD_NOTHING;
}

enum tr_md_step tr_md_paragraph_take(tr_md_paragraph *c, char *text, size_t size,
                                     const tr_md_line *l)
{
    const bool blank = l->text == l->end, edge = is_at_edge(text, l), fence = is_fence(text, l);

    if (blank || (edge && begins_block(text, l)))
        tr_md_paragraph_begin(c, l->begin);
    else if (fence && (edge || c->is_left)) /* an indented one may be text */
        tr_md_paragraph_begin(c, l->next);
    c->in_code = c->in_code != fence;
    if (is_deep(text, l)) {
        put_blanks(text, l->begin, l->end);
        c->n_left++;
    } else if (c->is_left) {
        leave_lines(c, text, size, l);
    } else if (!blank && (!fence || !edge)) {
        return take_next(c, text, size, l);
    }
    return TR_MD_NOTHING;
}
