#include "document/plain/read_text.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/plain/patch_lines.h"
#include "document/plain/text_line.h"
#include "document/segment/builder.h"
#include "document/segment/wrap.h"

enum { VERSE = 40, LEAST_WIDTH = 72, RAGGED = 16, LEAST_GAP = 3 }; /* characters */
enum { FEWEST_ITEMS = 4 };                                         /* lines */

/* True if a line of flowed text goes on in the next one. */
static bool is_soft(const tr_content *d, const tr_text_line *l)
{
    return l->end > l->text && d->bytes[l->end - 1] == ' ';
}

/* "-- " before a signature. */
static bool is_signature(const tr_content *d, const tr_text_line *l)
{
    const char *const t = d->bytes + l->prefix;
    const size_t n = l->end - l->prefix;
    return (n == 2 || (n == 3 && t[2] == ' ')) && t[0] == '-' && t[1] == '-';
}

static size_t count_quotes(const tr_content *d, const tr_text_line *l)
{
    size_t n = 0;
    for (size_t i = l->begin; i < l->prefix; i++)
        n += d->bytes[i] == '>';
    return n;
}

static const char armour[] = "-----BEGIN ";

/* True if a line does not go on with the paragraph before it. */
static bool begins_anew(const tr_content *d, const tr_text_line *l)
{
    return l->marked || !tr_text_line_has_letter(d, l) || tr_text_line_is_row(d, l, false) ||
           tr_text_line_begins(d, l, armour);
}

/* True if line `l` was broken to fit `width`: it had no room for the first word of the next line.
 * Lines that are short in general were not. */
static bool is_full(const tr_content *d, const tr_text_line *l, const tr_text_line *next,
                    size_t width)
{
    enum { SHORT = 60 };
    return width >= SHORT &&
           tr_text_line_width(d, l) + 1 + tr_text_line_first_word(d, next) > width;
}

/* The line after `l` in the paragraph of `first`.  "the\n12. of May" has no mark of a list:
 * nothing ends before it, and there was no room for it. */
static tr_text_line next_paragraph_line(const tr_content *d, const tr_text_line *first,
                                        const tr_text_line *l, size_t width)
{
    tr_text_line next = tr_text_line_read(d, l->next);
    tr_text_line plain = next;
    int32_t before;

    if (first->marked || l->text == l->end || !tr_text_line_counts(d, &next)) return next;
    plain.text = plain.prefix;
    plain.marked = false;
    tr_char_before(d->bytes, l->text, l->end, &before);
    return (before == ',' || tr_is_letter(before)) && is_full(d, l, &plain, width) ? plain : next;
}

/* True if line `l` goes on with the paragraph of `first`, whose second line, if there is one, is
 * `second`.  Below a mark, or a first line that is indented, a line may stand farther left. */
static bool block_goes_on(const tr_content *d, const tr_text_line *first,
                          const tr_text_line *second, const tr_text_line *l, size_t width)
{
    const tr_text_line *const like = second ? second : first;
    const size_t n = like->prefix - like->begin, own = l->prefix - l->begin;

    if (begins_anew(d, l)) return false;
    if (!second && first->marked) {
        const size_t quote = first->prefix - first->begin;
        return (own > quote || (own == quote && is_full(d, first, l, width))) &&
               !memcmp(d->bytes + l->begin, d->bytes + first->begin, quote);
    }
    if (!second && own < n && count_quotes(d, l) == count_quotes(d, first))
        return is_full(d, first, l, width);
    if (first->begin == 0 && first->prefix == 3 && !second) return own == 0;
    return own == n && !memcmp(d->bytes + l->begin, d->bytes + like->begin, n);
}

static bool begins_large(const tr_content *d, const tr_text_line *l)
{
    int32_t c;
    tr_utf8_decode(d->bytes + l->text, l->end - l->text, &c);
    return tr_is_upper(c);
}

/* True if lines [n] from `first` on end where they end on purpose: there was room for more, in most
 * of them, or in one if each begins with a capital letter. */
static bool is_verse(const tr_content *d, const tr_text_line *first, size_t n, size_t width)
{
    size_t n_short = 0, n_roomy = 0, n_large = 0;
    tr_text_line l = *first;

    if (width < VERSE) return true;
    for (size_t i = 0; i + 1 < n; i++) {
        const tr_text_line next = next_paragraph_line(d, first, &l, width);
        const size_t wanted = tr_text_line_width(d, &l) + 1 + tr_text_line_first_word(d, &next);
        n_short += wanted + RAGGED <= width;
        n_roomy += wanted <= width;
        n_large += begins_large(d, &next);
        l = next;
    }
    return 2 * n_short > n - 1 || (n_roomy && n_large == n - 1 && n >= FEWEST_ITEMS);
}

static void set_text_where(tr_builder *b, size_t number)
{
    tr_build_where(b, "line %zu", number);
}

/* False for a text that would begin as a list or a quotation, if its source does not. */
static bool begins_right(const tr_segment *p, const char *text)
{
    return !*text || !strchr("-*+|#>", *text) || *text == p->text[0];
}

static void finish_line(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    if (begins_right(to->segment, text)) tr_buf_add(out, text, len);
}

static void finish_wrapped(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    if (begins_right(to->segment, text)) tr_wrap_finish(to, text, len, out);
}

/* A cell's `extra`: its characters with the blanks after it, and the fewest blanks. */
typedef struct padded_cell {
    size_t width, least;
} padded_cell;

/* Appends blanks, too, so that the next cell stands in its column, if there is room. */
static void finish_cell(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    const padded_cell *const c = to->segment->extra;

    if (!len || !begins_right(to->segment, text)) return;
    tr_buf_add(out, text, len);
    if (!c) return;
    const size_t n = tr_utf8_count(text, len);
    const size_t blanks = c->width > n + c->least ? c->width - n : c->least;
    tr_buf_printf(out, "%*s", (int)blanks, "");
}

static const tr_writing any_line = {0};
static const tr_writing one_line = {.finish = finish_line};
static const tr_writing one_cell = {.finish = finish_cell};
static const tr_writing wrapped = {.finish = finish_wrapped};

/* A line's end and what comes before the text of its next line: as before its own, with blanks for
 * the mark of a list. */
static const char *break_after(tr_builder *b, const tr_text_line *l, bool flowed)
{
    const tr_content *const d = b->content;
    const size_t before = l->text - l->begin, end = l->next - l->end;
    tr_buf text = {0};

    if (flowed) tr_buf_add(&text, " ", 1);
    tr_buf_add(&text, end ? d->bytes + l->end : "\n", end ? end : 1);
    tr_buf_add(&text, d->bytes + l->begin, before);
    for (size_t i = text.len - (l->text - l->prefix); !text.failed && i < text.len; i++)
        if (text.data[i] != '\t') text.data[i] = ' ';
    return tr_content_keep_text(b->content, &text);
}

/* Text that is broken into lines no wider than `width`. */
static tr_wrap make_wrap(tr_builder *b, const tr_text_line *first, const tr_text_line *like,
                         size_t width, bool flowed)
{
    const tr_content *const d = b->content;
    const tr_wrap wrap = {
        .again = break_after(b, like, flowed),
        .width = width > LEAST_WIDTH ? width : LEAST_WIDTH,
        .column = tr_utf8_count(d->bytes + first->begin, first->text - first->begin),
    };
    b->failed = b->failed || !wrap.again;
    return wrap;
}

static void keep_wrap(tr_builder *b, const tr_wrap *wrap)
{
    b->writing = &wrapped;
    tr_wrap_keep(b, wrap);
}

/* The text of a cell, and the blanks after it, which become more or fewer with it. */
static void add_cell(tr_builder *b, tr_span text, size_t end, size_t least)
{
    tr_content *const d = b->content;
    const size_t n = d->n_segments, blanks = end - text.end;
    const padded_cell cell = {
        .width = tr_utf8_count(d->bytes + text.begin, end - text.begin),
        .least = blanks < least ? blanks : least,
    };
    b->writing = &one_cell;
    b->extra = NULL;
    if (blanks) tr_build_extra(b, &cell, sizeof cell);
    tr_build_raw_text(b, text);
    tr_build_break(b, end);
    tr_segment *const p = d->n_segments > n ? tr_content_only(d, d->n_segments - 1) : NULL;
    if (p) p->at.end = end;
    if (p) b->failed = b->failed || !tr_content_change(d, p);
    b->writing = &one_line;
    b->extra = NULL;
}

/* The columns of a row up to its last, each by itself; returns where that begins. */
static size_t build_columns(tr_builder *b, const tr_text_line *l)
{
    const char *const t = b->content->bytes;
    size_t begin = l->text;
    tr_span gap = {0};

    while (tr_text_line_gap(b->content, l, gap.end, &gap)) {
        size_t blanks = gap.begin;
        while (blanks < gap.end && t[blanks] == ' ')
            blanks++;
        add_cell(b, (tr_span){begin, gap.begin}, blanks, l->framed ? 1 : LEAST_GAP);
        tr_build_break(b, gap.end);
        begin = gap.end;
    }
    return begin;
}

/* Builds a line that is a segment.  `alone`: it has no neighbours, and its translation is one line.
 */
static void build_text_line(tr_builder *b, const tr_text_line *l, size_t number, size_t width,
                            bool alone, bool flowed)
{
    set_text_where(b, number);
    tr_build_fixed(b, (tr_span){l->begin, l->text});
    b->writing = &one_line;
    if (!alone || flowed) {
        const tr_wrap wrap = make_wrap(b, l, l, width, flowed);
        keep_wrap(b, &wrap);
    }
    tr_build_raw_text(b, (tr_span){l->text, l->end});
    tr_build_break(b, l->end);
}

/* True if a hyphen parts a word at the end of a line: the two halves become one word. */
static bool is_parted(const tr_content *d, const tr_text_line *l, const tr_text_line *next)
{
    const char *const t = d->bytes;
    int32_t before;
    if (l->end < l->text + 2 || t[l->end - 1] != '-') return false;
    tr_char_before(t, l->text, l->end - 1, &before);
    return tr_is_lower(before) && next->text < next->end && t[next->text] >= 'a' &&
           t[next->text] <= 'z';
}

/* True if a row has two columns, set apart by blanks. */
static bool is_described(const tr_content *d, const tr_text_line *l)
{
    tr_span gap, more;

    return tr_text_line_gap(d, l, 0, &gap) && !tr_text_line_gap(d, l, gap.end, &more) &&
           !memchr(d->bytes + l->begin, '\t', l->end - l->begin) &&
           !memchr(d->bytes + gap.begin, '|', gap.end - gap.begin);
}

/* True if line `l` goes on with the description in the row `first`: it begins below it. */
static bool goes_below(const tr_content *d, const tr_text_line *first, const tr_text_line *l)
{
    const size_t own = first->prefix - first->begin;
    tr_span gap = {0};

    if (begins_anew(d, l)) return false;
    if (l->prefix - l->begin < own + LEAST_GAP ||
        memcmp(d->bytes + l->begin, d->bytes + first->begin, own) != 0)
        return false;
    tr_text_line_gap(d, first, 0, &gap);
    return gap.end - first->begin == l->prefix - l->begin;
}

/* A line's end, and blanks up to byte `at` of the line. */
static const char *hanging_break(tr_builder *b, const tr_text_line *l, size_t at)
{
    const char *const t = b->content->bytes;
    const size_t own = l->prefix - l->begin, n = tr_utf8_count(t + l->prefix, at - l->prefix);
    const char *const end = l->next > l->end + 1 ? "\r\n" : "\n";
    const char *const text =
        tr_region_printf(&b->content->region, "%s%.*s%*s", end, (int)own, t + l->begin, (int)n, "");
    if (!text) b->failed = true;
    return text;
}

/* The text of lines [n] from `first` on, whose second line is `second`, as one segment. */
static void build_text_lines(tr_builder *b, const tr_text_line *first, size_t n, size_t width,
                             tr_wrap *wrap, bool flowed)
{
    const tr_content *const d = b->content;
    const size_t n_breaks = d->again ? 0 : n - 1; /* what is read again is not written */
    tr_line_break *const breaks =
        n_breaks ? TR_REGION_TAKE(&b->content->region, tr_line_break, n_breaks) : NULL;
    tr_text_line l = *first;

    wrap->breaks = breaks;
    wrap->n_breaks = n_breaks;
    keep_wrap(b, wrap);
    b->failed = b->failed || (n_breaks && !breaks);
    if (b->failed) return;
    for (size_t i = 0; i < n; i++) {
        const tr_text_line next = next_paragraph_line(d, first, &l, width);
        const bool parted = i + 1 < n && !flowed && is_parted(d, &l, &next);
        const size_t end = l.end - (flowed && i + 1 < n);
        tr_build_raw_text(b, (tr_span){l.text, end - parted});
        if (i + 1 == n) break;
        if (breaks) breaks[i] = tr_wrap_break(end, next.text);
        tr_build_text(b, (tr_span){end - parted, next.text}, " ", !parted);
        l = next;
    }
    tr_build_break(b, l.end);
}

static void add_paragraph(tr_builder *b, const tr_text_line *first, size_t n, size_t number,
                          size_t width, bool flowed)
{
    const tr_text_line second = next_paragraph_line(b->content, first, first, width);

    set_text_where(b, number);
    tr_wrap wrap = make_wrap(b, first, &second, width, flowed);
    tr_build_fixed(b, (tr_span){first->begin, first->text});
    build_text_lines(b, first, n, width, &wrap, flowed);
}

/* A row of a table.  One of two columns is a word with its description, which may go on in the
 * lines [n] below it. */
static void build_text_row(tr_builder *b, const tr_text_line *l, size_t n, size_t number,
                           size_t width, bool flowed)
{
    tr_text_line last = *l;

    set_text_where(b, number);
    tr_build_fixed(b, (tr_span){l->begin, l->text});
    b->writing = &one_line;
    b->extra = NULL;
    const bool described = !flowed && is_described(b->content, l);
    last.text = build_columns(b, l);
    if (!described) {
        tr_build_raw_text(b, (tr_span){last.text, l->end});
        tr_build_break(b, l->end);
        return;
    }
    tr_text_line like = *l;
    if (n > 1) like = tr_text_line_read(b->content, l->next);
    tr_wrap wrap = make_wrap(b, &last, &like, width, false);
    if (n == 1) wrap.again = hanging_break(b, l, last.text);
    build_text_lines(b, &last, n, width, &wrap, false);
}

static bool is_empty_line(const tr_text_line *l)
{
    return l->text == l->end;
}

/* The widest line from `l` to the next that is empty, and whether it is the only one. */
static size_t widest_of(const tr_content *d, const tr_text_line *first, bool *alone)
{
    size_t widest = 0;
    tr_text_line l = *first;

    *alone = true;
    while (!is_empty_line(&l)) {
        if (tr_text_line_width(d, &l) > widest) widest = tr_text_line_width(d, &l);
        if (l.next >= d->size) break;
        l = tr_text_line_read(d, l.next);
        if (!is_empty_line(&l)) *alone = false;
    }
    return widest;
}

/* The lines [*n] that are one paragraph, or one row, from `first` on; returns the last. */
static tr_text_line find_paragraph(const tr_content *d, const tr_text_line *first, bool is_row,
                                   bool flowed, size_t width, size_t *n)
{
    const bool hangs = is_row && !flowed && is_described(d, first);
    tr_text_line last = *first, second = {0};

    *n = 1;
    if (!tr_text_line_has_letter(d, first) || (is_row && !hangs)) return last;
    while (last.next < d->size) {
        const tr_text_line l = next_paragraph_line(d, first, &last, width);
        if (flowed && (!is_soft(d, &last) || is_signature(d, &last) || is_signature(d, &l) ||
                       count_quotes(d, &l) != count_quotes(d, first)))
            break;
        if (hangs && !goes_below(d, first, &l)) break;
        if (d->bytes[last.end - 1] == ':' && !is_full(d, &last, &l, width)) break;
        if (tr_patch_begins(d, &l)) break;
        if (!flowed && !hangs && !block_goes_on(d, first, *n > 1 ? &second : NULL, &l, width))
            break;
        if (++*n == 2) second = l;
        last = l;
    }
    return last;
}

/* The byte after a signature, which goes to the end of what is quoted as it is. */
static size_t after_signature(const tr_content *d, const tr_text_line *first, size_t *n)
{
    const size_t quotes = count_quotes(d, first);
    tr_text_line l = *first;

    for (*n = 1; l.next < d->size; ++*n) {
        const tr_text_line next = tr_text_line_read(d, l.next);
        if (count_quotes(d, &next) < quotes) break;
        l = next;
    }
    return l.next;
}

/* True if a signature of plain text has the blank that belongs to it, and only a few lines come
 * behind it: other texts have a line of hyphens in the middle. */
static bool ends_text(const tr_content *d, const tr_text_line *first)
{
    enum { LINES = 8 };
    size_t at = first->next;

    if (first->end - first->prefix != 3) return false;
    for (size_t n = 0; at < d->size && n < LINES; n++)
        at = tr_text_line_read(d, at).next;
    return at >= d->size;
}

/* The byte after "-----END x-----", which ends what "-----BEGIN x-----" began for programs: a key,
 * or a message that nobody reads as it is.  0: it is none, or does not end, and then none that
 * follows does: *ends is false. */
static size_t after_armour(const tr_content *d, const tr_text_line *first, bool *ends, size_t *n)
{
    static const char end[] = "-----END ", signed_text[] = "-----BEGIN PGP SIGNED";
    tr_text_line l = *first;

    if (!*ends || !tr_text_line_begins(d, first, armour) ||
        tr_text_line_begins(d, first, signed_text))
        return 0;
    for (size_t lines = 2; l.next < d->size; lines++) {
        l = tr_text_line_read(d, l.next);
        if (!tr_text_line_begins(d, &l, end)) continue;
        *n = lines;
        return l.next;
    }
    *ends = false;
    return 0;
}

/* The byte after lines that programs read; 0: they are none. */
static size_t after_what_stays(const tr_content *d, const tr_text_line *first, bool *ends,
                               size_t *n)
{
    const size_t patch = tr_patch_end(d, first, n);
    return patch ? patch : after_armour(d, first, ends, n);
}

/* The kinds of paragraphs found, 'v' for verse or 'p', with a '/' for each empty line: a
 * translation has lines of other widths, but is verse where its source is. */
typedef struct kinds {
    char *now;          /* the next to be written */
    const char *before; /* the next that was found when the source was read; NULL: none was */
} kinds;

static bool make_kinds(tr_content *d, kinds *k)
{
    size_t n_lines = 1;
    for (size_t i = 0; i < d->size; i++)
        n_lines += d->bytes[i] == '\n' || d->bytes[i] == '\r';
    char *const all = TR_REGION_TAKE(&d->region, char, n_lines + 1);
    *k = (kinds){all, d->again ? d->kept : NULL};
    if (all && !d->again) d->kept = all;
    return all != NULL;
}

static void keep_empty(kinds *k)
{
    *k->now++ = '/';
    while (k->before && *k->before && *k->before++ != '/') {
    }
}

/* True if the next paragraph is verse: as it was found before, if it was. */
static bool keep_verse(kinds *k, bool verse)
{
    const bool found = k->before && *k->before && *k->before != '/';

    if (found) verse = *k->before++ == 'v';
    *k->now++ = verse ? 'v' : 'p';
    return verse;
}

static int read_paragraphs(tr_content *d, bool is_mail, bool flowed, tr_error *err)
{
    tr_builder b;
    kinds k;
    size_t number = 1, n, width = 0;
    bool alone = true, after_empty = true, is_row = false, ends = true;

    if (!make_kinds(d, &k)) return tr_fail_memory(err);

    tr_builder_init(&b, d, &one_line);
    for (size_t at = 0; at < d->size && !b.failed; number += n) {
        const tr_text_line first = tr_text_line_read(d, at);
        is_row = tr_text_line_is_row(d, &first, is_row);
        if (after_empty) width = widest_of(d, &first, &alone);
        const tr_text_line last = find_paragraph(d, &first, is_row, flowed, width, &n);
        const bool signs = is_signature(d, &first) && (is_mail || ends_text(d, &first));
        const size_t after = signs ? after_signature(d, &first, &n)
                             : tr_text_line_is_command(d, &first)
                                 ? first.next
                                 : after_what_stays(d, &first, &ends, &n);
        if (after) {
            at = after;
            after_empty = true;
            continue;
        }
        after_empty = is_empty_line(&first);
        if (after_empty) keep_empty(&k);
        const bool verse = n > 1 && !is_row && !flowed && is_verse(d, &first, n, width);
        const bool in_lines = !after_empty && keep_verse(&k, verse);
        if (is_row) {
            build_text_row(&b, &first, n, number, width, flowed);
        } else if (n > 1 && !in_lines) {
            add_paragraph(&b, &first, n, number, width, flowed);
        } else {
            tr_text_line l = first;
            for (size_t i = 0; i < n; i++, l = next_paragraph_line(d, &first, &l, width))
                build_text_line(&b, &l, number + i, width, alone || n > 1, flowed);
        }
        at = last.next;
    }
    *k.now = '\0';
    return tr_builder_end(&b, err);
}

int tr_read_text(tr_content *d, tr_error *err)
{
    return read_paragraphs(d, false, false, err);
}

int tr_read_mail_text(tr_content *d, tr_error *err)
{
    return read_paragraphs(d, true, false, err);
}

int tr_read_flowed_text(tr_content *d, tr_error *err)
{
    return read_paragraphs(d, true, true, err);
}

int tr_read_lines(tr_content *d, tr_error *err)
{
    tr_builder b;
    size_t number = 1;

    tr_builder_init(&b, d, &any_line);
    for (size_t at = 0; at < d->size && !b.failed; number++) {
        const tr_text_line l = tr_text_line_read(d, at);
        set_text_where(&b, number);
        tr_build_break(&b, l.begin);
        tr_build_raw_text(&b, (tr_span){l.begin, l.end});
        tr_build_break(&b, l.end);
        at = l.next;
    }
    return tr_builder_end(&b, err);
}
