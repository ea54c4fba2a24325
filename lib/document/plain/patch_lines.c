#include "document/plain/patch_lines.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "base/span.h"

/* The lines behind a prefix that all have. */
typedef struct patch {
    const tr_content *content;
    tr_span prefix; /* "> " of what is quoted */
    size_t at;      /* the next line begins there */
    size_t n;       /* lines before it */
} patch;

/* The text of the line at `at`, without the prefix and the line end. */
static tr_span text_at(const patch *p, size_t at)
{
    const char *const t = p->content->bytes;
    const size_t end = tr_line_end(t, at, p->content->size);
    size_t n = p->prefix.end - p->prefix.begin;

    while (n && (at + n > end || memcmp(t + at, t + p->prefix.begin, n) != 0))
        n--; /* an empty line of what is quoted has no blank */
    return (tr_span){at + n, end};
}

static bool starts(const patch *p, tr_span line, const char *with)
{
    return tr_starts_with(p->content->bytes, line.begin, line.end, with);
}

static void pass_line(patch *p)
{
    const tr_content *const d = p->content;
    p->at = tr_after_line_end(d->bytes, tr_line_end(d->bytes, p->at, d->size), d->size);
    p->n++;
}

/* A line before the changes of a file. */
static bool is_header(const patch *p, tr_span line)
{
    static const char *const begins[] = {"diff ",
                                         "index ",
                                         "--- ",
                                         "+++ ",
                                         "Index: ",
                                         "=======",
                                         "new file mode",
                                         "deleted file mode",
                                         "old mode ",
                                         "new mode ",
                                         "similarity index ",
                                         "rename from ",
                                         "rename to ",
                                         "copy from ",
                                         "copy to ",
                                         "Binary files "};

    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (starts(p, line, begins[i])) return true;
    return false;
}

/* Reads the digits from byte `at` on, to a number beyond which nobody counts lines; behind them. */
static size_t read_number(const char *t, size_t at, size_t end, unsigned long *n)
{
    for (*n = 0; at < end && tr_ascii_is_digit(t[at]); at++)
        if (*n < UINT32_MAX / 10) *n = *n * 10 + (unsigned long)(t[at] - '0');
    return at;
}

/* "@@ -10,6 +10,7 @@": how many lines both sides have. */
static bool read_range(const patch *p, tr_span line, unsigned long *old, unsigned long *new)
{
    const char *const t = p->content->bytes;
    unsigned long *const counts[] = {old, new};
    size_t at = line.begin + 3;

    if (!starts(p, line, "@@ -")) return false;
    for (size_t i = 0; i < 2; i++) {
        if (line.end - at < 2 || t[at] != "-+"[i] || !tr_ascii_is_digit(t[at + 1])) return false;
        at = read_number(t, at + 1, line.end, counts[i]);
        if (at == line.end) return false;
        if (t[at] == ',')
            at = read_number(t, at + 1, line.end, counts[i]);
        else
            *counts[i] = 1;
        at += at < line.end && t[at] == ' ';
    }
    return at < line.end && t[at] == '@';
}

/* Passes the lines of a range. */
static void pass_range(patch *p, unsigned long old, unsigned long new)
{
    while (p->at < p->content->size && (old || new)) {
        const tr_span line = text_at(p, p->at);
        const char sign = line.begin < line.end ? p->content->bytes[line.begin] : ' ';
        if (!strchr(" +-\\", sign)) return;
        old -= old && (sign == ' ' || sign == '-');
        new -= new && (sign == ' ' || sign == '+');
        pass_line(p);
    }
}

static bool begins_patch(const patch *p)
{
    const tr_content *const d = p->content;
    const tr_span line = text_at(p, p->at);
    unsigned long old, new;

    if (starts(p, line, "diff --git ") || starts(p, line, "diff -") ||
        read_range(p, line, &old, &new))
        return true;
    const size_t next = tr_after_line_end(d->bytes, line.end, d->size);
    return starts(p, line, "--- ") && next < d->size && starts(p, text_at(p, next), "+++ ");
}

static patch patch_at(const tr_content *d, const tr_text_line *first)
{
    return (patch){.content = d, .prefix = {first->begin, first->prefix}, .at = first->begin};
}

bool tr_patch_begins(const tr_content *d, const tr_text_line *first)
{
    const patch p = patch_at(d, first);
    return first->prefix < first->end && begins_patch(&p);
}

size_t tr_patch_end(const tr_content *d, const tr_text_line *first, size_t *n)
{
    patch p = patch_at(d, first);
    unsigned long old, new;

    if (!tr_patch_begins(d, first)) return 0;
    while (p.at < d->size) {
        const tr_span line = text_at(&p, p.at);
        if (read_range(&p, line, &old, &new)) {
            pass_line(&p);
            pass_range(&p, old, new);
        } else if (is_header(&p, line) && !starts(&p, line, "-- ")) {
            pass_line(&p);
        } else {
            break;
        }
    }
    *n = p.n;
    return p.at;
}
