#include "document/read_text.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "document/builder.h"
#include "document/wrap.h"

enum { VERSE = 40, LEAST_WIDTH = 72, RAGGED = 16 }; /* characters */

typedef struct line {
    size_t begin, end, next; /* of the line; without its line end; of the next line */
    size_t text;             /* behind indentation, ">" and the mark of a list */
    size_t prefix;           /* behind indentation and ">" */
    bool marked;             /* a list's mark begins it */
} line;

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The length of "- ", "* ", "12. ", "a) " at the beginning of text [len], with its blanks; 0 if
 * there is none. */
static size_t list_mark(const char *text, size_t len)
{
    size_t i = 0;
    if (len && strchr("-*+|#", text[0]) && text[0]) {
        while (i < len && text[i] == text[0])
            i++;
    } else {
        while (i < len && i < 4 && text[i] >= '0' && text[i] <= '9')
            i++;
        if (!i && len && ((text[0] >= 'a' && text[0] <= 'z') || (text[0] >= 'A' && text[0] <= 'Z')))
            i = 1;
        if (!i || i >= len || (text[i] != '.' && text[i] != ')')) return 0;
        i++;
    }
    const size_t mark = i;
    while (i < len && is_blank(text[i]))
        i++;
    return i > mark ? i : 0;
}

static line read_line(const tr_doc *d, size_t begin)
{
    line l = {.begin = begin, .end = begin};
    while (l.end < d->size && d->content[l.end] != '\n' && d->content[l.end] != '\r')
        l.end++;
    l.next = l.end;
    if (l.next < d->size && d->content[l.next] == '\r') l.next++;
    if (l.next < d->size && d->content[l.next] == '\n') l.next++;
    l.prefix = begin;
    if (!begin && l.end >= 3 && !memcmp(d->content, "\xEF\xBB\xBF", 3)) l.prefix = 3;
    while (l.prefix < l.end && (is_blank(d->content[l.prefix]) || d->content[l.prefix] == '>'))
        l.prefix++;
    const size_t mark = list_mark(d->content + l.prefix, l.end - l.prefix);
    l.marked = mark > 0;
    l.text = l.prefix + mark;
    return l;
}

static bool has_letter(const tr_doc *d, const line *l)
{
    int32_t c;
    for (size_t i = l->text, n; i < l->end; i += n) {
        n = tr_utf8_decode(d->content + i, l->end - i, &c);
        if (tr_is_letter(c)) return true;
    }
    return false;
}

/* Columns set apart by blanks, or by a tab; two blanks behind a sentence are none. */
static bool is_table(const tr_doc *d, const line *l)
{
    const char *const t = d->content;
    for (size_t i = l->text + 1; i + 2 < l->end; i++) {
        if (t[i] == '\t') return true;
        if (t[i] == ' ' && t[i + 1] == ' ' && !strchr(".!?:\"')", t[i - 1])) return true;
    }
    return false;
}

/* Whether a line of flowed text goes on in the next one. */
static bool is_soft(const tr_doc *d, const line *l)
{
    return l->end > l->text && d->content[l->end - 1] == ' ';
}

/* "-- " before a signature. */
static bool is_signature(const tr_doc *d, const line *l)
{
    const char *const t = d->content + l->prefix;
    const size_t n = l->end - l->prefix;
    return (n == 2 || (n == 3 && t[2] == ' ')) && t[0] == '-' && t[1] == '-';
}

static size_t count_quotes(const tr_doc *d, const line *l)
{
    size_t n = 0;
    for (size_t i = l->begin; i < l->prefix; i++)
        n += d->content[i] == '>';
    return n;
}

/* Whether line `l` goes on with the paragraph of `first`, whose second line, if there is one, is
 * `second`. */
static bool goes_on(const tr_doc *d, const line *first, const line *second, const line *l)
{
    const line *const like = second ? second : first;
    const size_t n = like->prefix - like->begin, own = l->prefix - l->begin;

    if (l->marked || !has_letter(d, l) || is_table(d, l)) return false;
    if (!second && first->marked) {
        const size_t quote = first->prefix - first->begin;
        return own > quote && !memcmp(d->content + l->begin, d->content + first->begin, quote);
    }
    if (first->begin == 0 && first->prefix == 3 && !second) return own == 0;
    return own == n && !memcmp(d->content + l->begin, d->content + like->begin, n);
}

static size_t width_of(const tr_doc *d, const line *l)
{
    return tr_count_characters(d->content + l->begin, l->end - l->begin);
}

static size_t first_word(const tr_doc *d, const line *l)
{
    size_t end = l->text;
    while (end < l->end && !is_blank(d->content[end]))
        end++;
    return tr_count_characters(d->content + l->text, end - l->text);
}

/* Whether lines [n] from `first` on end where they end on purpose: there was room for more. */
static bool is_verse(const tr_doc *d, const line *first, size_t n, size_t width)
{
    size_t n_short = 0;
    line l = *first;

    if (width < VERSE) return true;
    for (size_t i = 0; i + 1 < n; i++) {
        const line next = read_line(d, l.next);
        n_short += width_of(d, &l) + 1 + first_word(d, &next) + RAGGED <= width;
        l = next;
    }
    return 2 * n_short > n - 1;
}

static void set_where(tr_builder *b, size_t number)
{
    const char *const where = tr_region_printf(&b->doc->region, "line %zu", number);
    b->where = where ? where : "";
}

static void encode(const tr_doc *d, const tr_piece *p, const char *text, size_t len, tr_buf *out)
{
    (void)d;
    (void)p;
    tr_buf_add(out, text, len);
}

/* A text does not come to begin as a list or a quotation does. */
static void check_beginning(const tr_doc *d, const tr_piece *p, tr_buf *written)
{
    const char first = *tr_buf_text(written);
    (void)d;
    if (first && strchr("-*+|#>", first) && first != p->text[0]) tr_buf_clear(written);
}

static void finish_wrapped(const tr_doc *d, const tr_piece *p, tr_buf *written)
{
    check_beginning(d, p, written);
    tr_wrap_finish(d, p, written);
}

static const tr_writing any_line = {.encode = encode};
static const tr_writing one_line = {.encode = encode, .finish = check_beginning};
static const tr_writing wrapped = {.encode = encode, .finish = finish_wrapped};

/* A line's end and what comes before the text of its next line: the same as before its own, with
 * blanks for the mark of a list. */
static const char *break_after(tr_builder *b, const line *l)
{
    const tr_doc *const d = b->doc;
    const size_t before = l->text - l->begin, end = l->next - l->end;
    char *const text = TR_REGION_TAKE(&b->doc->region, char, end + before + 2);

    if (!text) return NULL;
    memcpy(text, end ? d->content + l->end : "\n", end ? end : 1);
    memcpy(text + strlen(text), d->content + l->begin, before);
    for (char *at = strchr(text, '\0') - (l->text - l->prefix); *at; at++)
        if (*at != '\t') *at = ' ';
    return text;
}

/* Text that is broken into lines no wider than `width`. */
static tr_wrap *add_wrap(tr_builder *b, const line *first, const line *like, size_t width,
                         bool flowed)
{
    tr_wrap *const wrap = TR_REGION_TAKE(&b->doc->region, tr_wrap, 1);
    const char *again = break_after(b, like);

    if (flowed && again) again = tr_region_printf(&b->doc->region, " %s", again);
    if (!wrap || !again) {
        b->failed = true;
        return NULL;
    }
    *wrap = (tr_wrap){.again = again, .width = width > LEAST_WIDTH ? width : LEAST_WIDTH};
    wrap->column = tr_count_characters(b->doc->content + first->begin, first->text - first->begin);
    b->writing = &wrapped;
    b->extra = wrap;
    return wrap;
}

/* The columns of a table, each by itself. */
static void add_row(tr_builder *b, const line *l)
{
    const char *const t = b->doc->content;
    size_t begin = l->text;

    b->writing = &one_line;
    for (size_t i = begin; i < l->end; i++) {
        if (t[i] != '\t' && !(t[i] == ' ' && i + 1 < l->end && t[i + 1] == ' ')) continue;
        tr_build_raw_text(b, (tr_span){begin, i});
        while (i < l->end && is_blank(t[i]))
            i++;
        tr_build_break(b, i);
        begin = i;
    }
    tr_build_raw_text(b, (tr_span){begin, l->end});
}

/* A line by itself; `alone`: there is none beside it. */
static void add_line(tr_builder *b, const line *l, size_t number, size_t width, bool alone,
                     bool flowed)
{
    set_where(b, number);
    tr_build_fixed(b, (tr_span){l->begin, l->text});
    if (is_table(b->doc, l)) {
        add_row(b, l);
    } else {
        b->writing = &one_line;
        if (!alone || flowed) add_wrap(b, l, l, width, flowed);
        tr_build_raw_text(b, (tr_span){l->text, l->end});
    }
    tr_build_break(b, l->end);
}

/* A word that was parted at the end of a line is one again. */
static bool is_parted(const tr_doc *d, const line *l, const line *next)
{
    const char *const t = d->content;
    int32_t before;
    if (l->end < l->text + 2 || t[l->end - 1] != '-') return false;
    tr_char_before(t, l->text, l->end - 1, &before);
    return tr_is_lower(before) && next->text < next->end && t[next->text] >= 'a' &&
           t[next->text] <= 'z';
}

static void add_paragraph(tr_builder *b, const line *first, size_t n, size_t number, size_t width,
                          bool flowed)
{
    const tr_doc *const d = b->doc;
    const line second = read_line(d, first->next);
    tr_span *const breaks = TR_REGION_TAKE(&b->doc->region, tr_span, n);
    line l = *first;

    set_where(b, number);
    tr_wrap *const wrap = add_wrap(b, first, &second, width, flowed);
    if (!wrap || !breaks) return;
    wrap->breaks = breaks;
    wrap->n_breaks = n - 1;
    tr_build_fixed(b, (tr_span){l.begin, l.text});
    for (size_t i = 0; i < n; i++) {
        const line next = read_line(d, l.next);
        const bool parted = i + 1 < n && !flowed && is_parted(d, &l, &next);
        const size_t end = l.end - (flowed && i + 1 < n);
        tr_build_raw_text(b, (tr_span){l.text, end - parted});
        if (i + 1 == n) break;
        breaks[i] = (tr_span){end, next.text};
        tr_build_text(b, (tr_span){end - parted, next.text}, " ", !parted);
        l = next;
    }
    tr_build_break(b, l.end);
}

static bool is_empty(const line *l)
{
    return l->text == l->end;
}

/* The widest line from `l` to the next that is empty, and whether it is the only one. */
static size_t widest_of(const tr_doc *d, const line *first, bool *alone)
{
    size_t widest = 0;
    line l = *first;

    *alone = true;
    while (!is_empty(&l)) {
        if (width_of(d, &l) > widest) widest = width_of(d, &l);
        if (l.next >= d->size) break;
        l = read_line(d, l.next);
        if (!is_empty(&l)) *alone = false;
    }
    return widest;
}

/* The lines [*n] that are one paragraph from `first` on; returns the last. */
static line find_paragraph(const tr_doc *d, const line *first, bool flowed, size_t *n)
{
    line last = *first, second = {0};

    *n = 1;
    if (!has_letter(d, first) || is_table(d, first)) return last;
    while (last.next < d->size) {
        const line l = read_line(d, last.next);
        if (flowed && (!is_soft(d, &last) || is_signature(d, &last) || is_signature(d, &l) ||
                       count_quotes(d, &l) != count_quotes(d, first)))
            break;
        if (!flowed && !goes_on(d, first, *n > 1 ? &second : NULL, &l)) break;
        if (++*n == 2) second = l;
        last = l;
    }
    return last;
}

/* The byte behind a signature, which goes to the end of what is quoted as it is. */
static size_t behind_signature(const tr_doc *d, const line *first, size_t *n)
{
    const size_t quotes = count_quotes(d, first);
    line l = *first;

    for (*n = 1; l.next < d->size; ++*n) {
        const line next = read_line(d, l.next);
        if (count_quotes(d, &next) < quotes) break;
        l = next;
    }
    return l.next;
}

/* Room for what was found of each paragraph: a translation has lines of other widths, but is verse
 * where its source is. */
static char *make_kinds(tr_doc *d)
{
    size_t n_lines = 1;
    for (size_t i = 0; i < d->size; i++)
        n_lines += d->content[i] == '\n' || d->content[i] == '\r';
    return TR_REGION_TAKE(&d->region, char, n_lines + 1);
}

/* Whether paragraph `i` is verse: as it was found before, if it was. */
static bool keep_verse(const tr_doc *d, char *kinds, size_t i, bool verse)
{
    const char *const before = d->again ? d->kept : NULL;

    if (before && i < strlen(before)) verse = before[i] == 'v';
    kinds[i] = verse ? 'v' : 'p';
    return verse;
}

static int read(tr_doc *d, bool is_mail, bool flowed, tr_error *err)
{
    tr_builder b;
    char *const kinds = make_kinds(d);
    size_t number = 1, n, width = 0, n_kinds = 0;
    bool alone = true, after_empty = true;

    if (!kinds) return tr_fail_memory(err);

    tr_builder_init(&b, d, &one_line);
    for (size_t at = 0; at < d->size && !b.failed; number += n) {
        const line first = read_line(d, at), last = find_paragraph(d, &first, flowed, &n);
        if (is_mail && is_signature(d, &first)) {
            at = behind_signature(d, &first, &n);
            after_empty = true;
            continue;
        }
        if (after_empty) width = widest_of(d, &first, &alone);
        after_empty = is_empty(&first);
        const bool verse = n > 1 && !flowed && is_verse(d, &first, n, width);
        if (n > 1 && !keep_verse(d, kinds, n_kinds, verse)) {
            add_paragraph(&b, &first, n, number, width, flowed);
        } else {
            line l = first;
            for (size_t i = 0; i < n; i++, l = read_line(d, l.next))
                add_line(&b, &l, number + i, width, alone, flowed);
        }
        n_kinds++;
        at = last.next;
    }
    if (!d->again) d->kept = kinds;
    return tr_builder_end(&b, err);
}

int tr_read_text(tr_doc *d, tr_error *err)
{
    return read(d, false, false, err);
}

int tr_read_mail_text(tr_doc *d, tr_error *err)
{
    return read(d, true, false, err);
}

int tr_read_flowed_text(tr_doc *d, tr_error *err)
{
    return read(d, true, true, err);
}

int tr_read_lines(tr_doc *d, tr_error *err)
{
    tr_builder b;
    size_t number = 1;

    tr_builder_init(&b, d, &any_line);
    for (size_t at = 0; at < d->size && !b.failed; number++) {
        const line l = read_line(d, at);
        set_where(&b, number);
        tr_build_break(&b, l.begin);
        tr_build_raw_text(&b, (tr_span){l.begin, l.end});
        tr_build_break(&b, l.end);
        at = l.next;
    }
    return tr_builder_end(&b, err);
}

/* ---- Both languages ---- */

/* The lines from `at` on that are not empty, or one line: the bytes behind their last line end. */
static tr_span find_block(const tr_doc *d, size_t at, bool single)
{
    tr_span block = {at, at};

    while (block.end < d->size) {
        const line l = read_line(d, block.end);
        if (l.prefix == l.end) break;
        block.end = l.next;
        if (single) break;
    }
    return block;
}

static const char *line_end(const tr_doc *d)
{
    const char *const feed = memchr(d->content, '\n', d->size);
    return feed && feed > d->content && feed[-1] == '\r' ? "\r\n" : "\n";
}

static void both(const tr_doc *source, const tr_doc *translated, bool single, tr_buf *out)
{
    size_t at = 0, now = 0;

    while (at < source->size || now < translated->size) {
        const tr_span a = find_block(source, at, single), b = find_block(translated, now, single);
        const char *const text = source->content + a.begin;
        const size_t len = a.end - a.begin;
        const bool ends = len && (text[len - 1] == '\n' || text[len - 1] == '\r');
        tr_buf_add(out, text, len);
        if (b.end - b.begin != len || memcmp(translated->content + b.begin, text, len) != 0) {
            if (!ends && len) tr_buf_add_string(out, line_end(source));
            if (!single) tr_buf_add_string(out, line_end(source));
            tr_buf_add(out, translated->content + b.begin, b.end - b.begin);
        }
        at = a.end;
        now = b.end;
        if (at < source->size) { /* an empty line */
            const size_t next =
                find_block(source, at, true).end > at ? at : read_line(source, at).next;
            tr_buf_add(out, source->content + at, next - at);
            at = next;
        }
        if (now < translated->size && find_block(translated, now, true).end == now)
            now = read_line(translated, now).next;
    }
}

void tr_both_text(const tr_doc *source, const tr_doc *translated, tr_buf *out)
{
    both(source, translated, false, out);
}

void tr_both_lines(const tr_doc *source, const tr_doc *translated, tr_buf *out)
{
    both(source, translated, true, out);
}
