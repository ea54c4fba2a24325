#include "document/plain/read_microdvd.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/plain/cue_line.h"
#include "document/plain/read_subtitles.h"

typedef struct dialect {
    char open, close; /* around a time */
    double a_second;  /* units of a time */
    bool are_signs;   /* codes are signs, no tags */
    bool (*is_code)(const char *text, size_t at, size_t end, size_t *n);
} dialect;

/* ---- Codes of looks ---- */

/* "{y:i}", "{c:$0000ff}" */
static bool is_brace_code(const char *text, size_t at, size_t end, size_t *n)
{
    if (end - at < 4 || text[at] != '{' || !tr_ascii_is_letter(text[at + 1]) || text[at + 2] != ':')
        return false;
    const size_t close = tr_find_byte(text, at, end, '}');
    *n = close + 1 - at;
    return close < end;
}

/* A slash before a line in italics, a backslash before a bold one, "_" before one that is
 * underlined. */
static bool is_sign_code(const char *text, size_t at, size_t end, size_t *n)
{
    *n = 1;
    return at < end && tr_ascii_is_one_of(text[at], "/\\_");
}

static const dialect microdvd = {'{', '}', 24, false, is_brace_code};
static const dialect mpl2 = {'[', ']', 10, true, is_sign_code};

/* The codes that begin text [at, end). */
static tr_span codes_at(const dialect *x, const char *text, size_t at, size_t end)
{
    tr_span codes = {at, at};
    size_t n;

    while (x->is_code(text, codes.end, end, &n))
        codes.end += n;
    return codes;
}

/* ---- Cues ---- */

/* A time at *at, and goes behind it; the second one may be empty. */
static bool read_number(const dialect *x, const char *text, size_t *at, size_t end, double *seconds)
{
    enum { MOST_DIGITS = 9 };
    size_t i = *at;
    double n = 0;

    if (i == end || text[i] != x->open) return false;
    for (i++; i < end && tr_ascii_is_digit(text[i]) && i - *at <= MOST_DIGITS; i++)
        n = 10 * n + (text[i] - '0');
    if (i == end || text[i] != x->close) return false;
    *at = i + 1;
    *seconds = n / x->a_second;
    return true;
}

/* The byte behind the times of the line [at, end), or `at` if it is no cue. */
static size_t read_times(const dialect *x, const char *text, size_t at, size_t end, double *from,
                         double *to)
{
    size_t i = at;

    *from = *to = 0;
    return read_number(x, text, &i, end, from) && read_number(x, text, &i, end, to) ? i : at;
}

/* True if a line is blank, or has the codes that all cues begin with. */
static bool is_beside_cues(const char *bytes, size_t at, size_t end)
{
    return tr_skip(bytes, at, end, tr_ascii_is_blank) == end ||
           tr_starts_with(bytes, at, end, "{DEFAULT}");
}

static bool is_of(const dialect *x, const char *bytes, size_t size)
{
    enum { MOST_LINES = 10 };
    size_t n = 0;
    double from, to;

    for (size_t at = 0; at < size && n < MOST_LINES;) {
        const size_t end = tr_line_end(bytes, at, size);
        if (!is_beside_cues(bytes, at, end)) {
            if (read_times(x, bytes, at, end, &from, &to) == at || bytes[at + 1] == x->close)
                return false;
            n++;
        }
        at = tr_after_line_end(bytes, end, size);
    }
    return n > 0;
}

bool tr_is_microdvd(const char *bytes, size_t size)
{
    return is_of(&microdvd, bytes, size);
}

bool tr_is_mpl2(const char *bytes, size_t size)
{
    return is_of(&mpl2, bytes, size);
}

/* ---- As SubRip ---- */

static const char number[] = "1\n";
enum {
    TIMING = 30, /* bytes of a line of times before what stands behind them */
    BEHIND = 1   /* a sign before what stands behind the text of a cue */
};

static void add_time(double seconds, tr_buf *out)
{
    enum { LAST = 99 * 3600 };
    const unsigned all = (unsigned)((seconds < LAST ? seconds : LAST) * 1000);

    tr_buf_printf(out, "%02u:%02u:%02u,%03u", all / 3600000, all / 60000 % 60, all / 1000 % 60,
                  all % 1000);
}

/* Codes that each line of a cue begins with; empty if there are none. */
static tr_span shared_codes(const dialect *x, const char *text, size_t begin, size_t end)
{
    const tr_span codes = codes_at(x, text, begin, end);
    const size_t n = codes.end - codes.begin;

    for (size_t at = begin, stop; at <= end; at = stop + 1) {
        stop = tr_find_byte(text, at, end, '|');
        const tr_span own = codes_at(x, text, at, stop);
        if (own.end - own.begin != n || memcmp(text + at, text + begin, n) != 0)
            return (tr_span){begin, begin};
    }
    return codes;
}

/* Where the text of a cue [at] without the empty lines at its edges stands, and the codes that each
 * of its lines begins with. */
static tr_span text_of_cue(const dialect *x, const char *text, tr_span at, tr_span *codes)
{
    size_t bar;

    while (at.begin < at.end && text[at.begin] == '|')
        at.begin++;
    while (at.end > at.begin && text[at.end - 1] == '|')
        at.end--;
    *codes = shared_codes(x, text, at.begin, at.end);
    const size_t n = codes->end - codes->begin;
    while ((bar = at.begin + n) < at.end && text[bar] == '|')
        at.begin = bar + 1;
    while (at.end > at.begin + n && text[at.end - n - 1] == '|')
        at.end -= n + 1;
    *codes = (tr_span){at.begin, at.begin + n};
    return at;
}

/* Adds a line of a cue.  Signs that are codes become tags, "{\/}", which are none elsewhere. */
static void add_text(const dialect *x, const char *text, tr_span line, tr_buf *out)
{
    const tr_span codes = x->are_signs ? codes_at(x, text, line.begin, line.end) : line;

    for (size_t i = codes.begin; x->are_signs && i < codes.end; i++)
        tr_buf_printf(out, "{\\%c}", text[i]);
    if (x->are_signs) line.begin = codes.end;
    tr_buf_add(out, text + line.begin, line.end - line.begin);
}

/* The other way round: such tags stand at the beginning of their line. */
static void add_text_back(const dialect *x, const char *text, tr_span line, tr_buf *out)
{
    enum { TAG = 4 };
    tr_buf rest = {0};

    for (size_t i = line.begin; i < line.end; i++) {
        const bool is_tag = x->are_signs && line.end - i >= TAG && text[i] == '{' &&
                            text[i + 1] == '\\' && text[i + 3] == '}';
        tr_buf_add(is_tag ? out : &rest, text + i + (is_tag ? 2 : 0), 1);
        i += is_tag ? TAG - 1 : 0;
    }
    tr_buf_add(out, tr_buf_text(&rest), rest.len);
    out->failed = out->failed || rest.failed;
    tr_buf_free(&rest);
}

/* Adds a line of the document: its times with what stands before and behind its text, then its
 * text. */
static void add_cue(const dialect *x, const tr_content *d, const tr_cue_line *l, tr_buf *out)
{
    const char *const text = d->bytes;
    double from, to;
    const size_t begin = read_times(x, text, l->begin, l->end, &from, &to);
    tr_span shared;
    const tr_span cue = text_of_cue(x, text, (tr_span){begin, l->end}, &shared);
    const bool is_cue = begin > l->begin && shared.end < cue.end;
    const size_t skipped = is_cue ? shared.end - shared.begin : 0;

    tr_buf_add_string(out, number);
    add_time(from, out);
    tr_buf_add_string(out, " --> ");
    add_time(to, out);
    tr_buf_add_string(out, " ");
    tr_buf_add(out, text + l->begin, (is_cue ? shared.end : l->end) - l->begin);
    if (is_cue && cue.end < l->end) {
        tr_buf_add(out, (char[]){BEHIND}, 1);
        tr_buf_add(out, text + cue.end, l->end - cue.end);
    }
    if (is_cue) tr_buf_add_string(out, "\n");
    for (size_t at = cue.begin, stop; is_cue && at <= cue.end; at = stop + 1) {
        stop = tr_find_byte(text, at, cue.end, '|');
        add_text(x, text, (tr_span){at + skipped, stop}, out);
        if (stop < cue.end) tr_buf_add_string(out, "\n");
    }
    tr_buf_add(out, text + l->end, l->next - l->end);
}

/* True if a line of times, as add_cue() writes it, is at byte `at` behind its number. */
static bool is_timing_at(const tr_content *d, size_t at)
{
    const size_t n = strlen(number);

    if (at + n + TIMING > d->size || memcmp(d->bytes + at, number, n) != 0) return false;
    const tr_cue_line l = tr_cue_line_read(d, at + n);
    return l.end - l.begin >= TIMING && tr_cue_line_is_timing(d, &l);
}

/* Adds the cue whose number is at byte `at`; returns the byte behind it. */
static size_t add_line(const dialect *x, const tr_content *d, size_t at, tr_buf *out)
{
    tr_cue_line l = tr_cue_line_read(d, at + strlen(number));
    const size_t head = l.begin + TIMING, head_end = tr_find_byte(d->bytes, head, l.end, BEHIND);
    const tr_span behind = {head_end + (head_end < l.end), l.end};
    double from, to;
    size_t codes = read_times(x, d->bytes, head, head_end, &from, &to);
    bool is_first = true;

    for (size_t i = codes; i < head_end; i++)
        if (d->bytes[i] == '|') codes = i + 1;
    tr_buf_add(out, d->bytes + head, head_end - head);
    while (l.next < d->size && !is_timing_at(d, l.next)) {
        l = tr_cue_line_read(d, l.next);
        if (!is_first) tr_buf_add_string(out, "|");
        if (!is_first) tr_buf_add(out, d->bytes + codes, head_end - codes);
        add_text_back(x, d->bytes, (tr_span){l.begin, l.end}, out);
        is_first = false;
    }
    tr_content_copy(d, behind, out);
    tr_buf_add(out, d->bytes + l.end, l.next - l.end);
    return l.next;
}

static void from_srt(const dialect *x, const tr_content *d, tr_buf *out)
{
    tr_content_copy(d, (tr_span){0, d->begin}, out);
    for (size_t at = d->begin; at < d->size;)
        at = add_line(x, d, at, out);
}

/* False if there is no cue, or the way back would not lead to the same bytes. */
static bool to_srt(const dialect *x, const tr_content *d, tr_buf *out)
{
    tr_content made = {.options = d->options};
    tr_buf again = {0};
    size_t n = 0;
    double from, to;

    tr_content_copy(d, (tr_span){0, d->begin}, out);
    for (size_t at = d->begin; at < d->size;) {
        const tr_cue_line l = tr_cue_line_read(d, at);
        n += read_times(x, d->bytes, l.begin, l.end, &from, &to) > l.begin;
        add_cue(x, d, &l, out);
        at = l.next;
    }
    tr_content_set_bytes(&made, tr_buf_text(out), out->len);
    from_srt(x, &made, &again);
    const bool same = again.len == d->size && !memcmp(tr_buf_text(&again), d->bytes, d->size);
    out->failed = out->failed || again.failed;
    tr_buf_free(&again);
    return (n && same) || out->failed;
}

bool tr_microdvd_to_srt(const tr_content *d, tr_buf *out)
{
    return to_srt(&microdvd, d, out);
}

bool tr_mpl2_to_srt(const tr_content *d, tr_buf *out)
{
    return to_srt(&mpl2, d, out);
}

void tr_microdvd_from_srt(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    from_srt(&microdvd, d, out);
}

void tr_mpl2_from_srt(const tr_content *source, const tr_content *d, tr_buf *out)
{
    (void)source;
    from_srt(&mpl2, d, out);
}

int tr_read_line_cues(tr_content *d, tr_error *err)
{
    if (d->begin < d->size && !is_timing_at(d, d->begin))
        return tr_content_refuse(d, d->begin, "no line is a cue of this format", err);
    return tr_read_srt(d, err);
}
