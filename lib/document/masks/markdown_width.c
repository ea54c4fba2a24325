#include "document/masks/markdown_width.h"

#include <string.h>

#include "base/span.h"

/* Cells for each bar; and cells that a document may have besides. */
enum { CELLS_PER_BAR = 32, CELLS_FREE = 1 << 16 };

/* The byte after the line end, LF, CR LF or CR. */
static size_t next_line(const char *text, size_t at, size_t size)
{
    at = tr_line_end(text, at, size);
    if (at < size && text[at] == '\r') at++;
    if (at < size && text[at] == '\n') at++;
    return at;
}

/* True if text [begin, end) has only characters of `set`. */
static bool consists_of(const char *text, size_t begin, size_t end, const char *set)
{
    while (begin < end && text[begin] && strchr(set, text[begin]))
        begin++;
    return begin == end;
}

static size_t count_bars(const char *text, size_t begin, size_t end)
{
    size_t n = 0;

    for (const char *at; begin < end && (at = memchr(text + begin, '|', end - begin)); n++)
        begin = (size_t)(at - text) + 1;
    return n;
}

/* Finds the lines from byte `at` on that have no blank one between. */
static void find_stretch(tr_markdown_width *w, const char *text, size_t at, size_t size)
{
    w->n_lines = w->n_bars = 0;
    for (w->end = at; w->end < size;) {
        const size_t next = next_line(text, w->end, size);
        const bool blank = consists_of(text, w->end, next, " \t\r\n>");
        w->n_lines++;
        w->n_bars += count_bars(text, w->end, next);
        w->end = next;
        if (blank) break;
    }
}

/* The most bars that a line of text [begin, end) has. */
static size_t most_bars(const char *text, size_t begin, size_t end)
{
    size_t most = 0;

    for (size_t next; begin < end; begin = next) {
        next = next_line(text, begin, end);
        const size_t n = count_bars(text, begin, next);
        most = n > most ? n : most;
    }
    return most;
}

size_t tr_markdown_width_take(tr_markdown_width *w, const char *text, size_t size, size_t begin,
                              size_t end)
{
    if (begin >= w->end) find_stretch(w, text, begin, size);
    const size_t n_lines = w->n_lines, paid = CELLS_PER_BAR * w->n_bars;
    const size_t n_bars = count_bars(text, begin, end);

    w->n_lines -= n_lines > 0;
    w->n_bars -= n_bars;
    if (!n_bars || !n_lines || !consists_of(text, begin, end, "|-: \t\r\n>")) return 0;
    const size_t n_cells = (n_bars + 1) * n_lines, most = paid + CELLS_FREE - w->n_extra;
    if (n_cells <= most) {
        w->n_extra += n_cells > paid ? n_cells - paid : 0;
        return 0;
    }
    const size_t wanted = most_bars(text, end, w->end) + 1;
    const size_t room = most / n_lines ? most / n_lines : 1;
    if (wanted > room) {
        w->cut = true;
        w->n_extra = CELLS_FREE;
    }
    return wanted < room ? wanted : room;
}
