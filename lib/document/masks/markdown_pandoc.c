#include "document/masks/markdown_pandoc.h"

enum { MOST_LINES = 200 };

static bool is_empty(const tr_md_line *l)
{
    return l->text == l->end;
}

/* A line of a table with bars or borders. */
static bool is_of_table(const char *t, const tr_md_line *l)
{
    return !is_empty(l) && (tr_ascii_is_one_of(t[l->text], "|+") || t[l->end - 1] == '|');
}

/* The row of dashes below the head of a table. */
static bool is_dashes(const char *t, const tr_md_line *l)
{
    const size_t end = tr_span_skip(t, l->text, l->end, "|-:=+ \t");
    return end == l->end && tr_find_byte(t, l->text, l->end, '-') < l->end;
}

/* The byte after the lines after bars that begin with line `l`; 0 if there are none. */
static size_t end_of_bars(const char *t, size_t size, const tr_md_line *first)
{
    tr_md_line l = *first;

    for (int n = 0; n < MOST_LINES; n++) {
        const bool bar = !is_empty(&l) && t[l.text] == '|';
        const bool goes_on = n && l.text > l.begin && !bar;
        const bool alone = bar && l.text + 1 == l.end;
        if (!bar && !goes_on) return is_empty(&l) && n ? l.begin : 0;
        if (bar && !alone && t[l.text + 1] != ' ') return 0;
        if ((bar && !alone && t[l.end - 1] == '|') || is_dashes(t, &l)) return 0;
        if (l.next >= size) return size;
        l = tr_md_line_read(t, size, l.next);
    }
    return 0;
}

/* True if a table comes behind the paragraph that line `l` begins. */
static bool is_before_table(const char *t, size_t size, tr_md_line l)
{
    enum { LONGEST = 10 };

    for (int n = 0; n < LONGEST && !is_empty(&l) && l.next < size; n++)
        l = tr_md_line_read(t, size, l.next);
    while (is_empty(&l) && l.begin < size && l.next < size)
        l = tr_md_line_read(t, size, l.next);
    return tr_starts_with(t, l.text, l.end, "<!--tr-table") ||
           (is_of_table(t, &l) && l.next < size);
}

/* The mark of an item that stands at the beginning of a line, "(@label)" or "#.", and the blank
 * behind it; 0: there is none. */
static size_t item_mark(const char *t, const tr_md_line *l)
{
    size_t end = l->text + 2;

    if (tr_starts_with(t, l->text, l->end, "(@")) {
        while (end < l->end && (tr_md_is_name_byte(t[end]) || t[end] == '_'))
            end++;
        end += end < l->end && t[end] == ')';
    } else if (!tr_starts_with(t, l->text, l->end, "#.")) {
        return 0;
    }
    return end < l->end && t[end] == ' ' && (t[end - 1] == ')' || t[end - 1] == '.')
               ? end + 1 - l->text
               : 0;
}

/* The title's line at the beginning, "% Title", has a mark; the lines of authors and the date stay.
 */
static size_t title_mark(tr_md_pandoc *s, const char *t, const tr_md_line *l)
{
    enum { LINES = 3 };
    const bool is_title = s->n_titles < LINES && l->text < l->end && t[l->text] == '%' &&
                          (l->text + 1 == l->end || t[l->text + 1] == ' ');

    s->n_titles = is_title ? s->n_titles + 1 : LINES;
    if (!is_title) return 0;
    return s->n_titles == 1 && l->text + 2 < l->end ? 2 : l->end - l->text;
}

static size_t prefix_of(tr_md_pandoc *s, const char *t, size_t size, const tr_md_line *l)
{
    static const char caption[] = "Table:";
    const size_t n = strlen(caption), title = title_mark(s, t, l);
    const size_t item = s->empty || s->item ? item_mark(t, l) : 0;

    s->item = item > 0 || (s->item && !is_empty(l));
    if (title || item) return title ? title : item;
    if (s->empty && l->end - l->text > n && tr_starts_with(t, l->text + 1, l->end, caption + 1) &&
        (t[l->text] == 'T' || t[l->text] == 't') && (s->table || is_before_table(t, size, *l)))
        return n;
    if (s->empty && l->begin >= s->bars && !is_empty(l) && t[l->text] == '|')
        s->bars = end_of_bars(t, size, l);
    if (l->begin < s->bars && t[l->text] == '|')
        return tr_skip(t, l->text + 1, l->end, tr_ascii_is_blank) - l->text;
    s->tilde = (s->term || s->tilde) && tr_starts_with(t, l->text, l->end, "~ ");
    return s->tilde;
}

size_t tr_md_pandoc_take(tr_md_pandoc *s, const char *t, size_t size, const tr_md_line *l)
{
    const size_t bars = s->bars, prefix = prefix_of(s, t, size, l);

    s->parts = (l->begin < bars && l->begin < s->bars && t[l->text] == '|') ||
               (!s->empty && prefix && tr_ascii_is_one_of(t[l->text], "%(#"));
    s->term = s->empty && !is_empty(l);
    if (!is_empty(l)) s->table = l->begin >= s->bars && is_of_table(t, l);
    s->empty = is_empty(l);
    return prefix;
}
