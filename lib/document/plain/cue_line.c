#include "document/plain/cue_line.h"

#include <string.h>

#include "base/ascii.h"

tr_cue_line tr_cue_line_read(const tr_content *d, size_t begin)
{
    const size_t end = tr_line_end(d->bytes, begin, d->size);
    return (tr_cue_line){begin, end, tr_after_line_end(d->bytes, end, d->size)};
}

const char *tr_cue_line_ending(const tr_content *d, const tr_cue_line *l)
{
    if (l->next - l->end == 2) return "\r\n";
    return l->next > l->end && d->bytes[l->end] == '\r' ? "\r" : "\n";
}

bool tr_cue_line_is_blank(const tr_content *d, const tr_cue_line *l)
{
    for (size_t i = l->begin; i < l->end; i++)
        if (!tr_ascii_is_blank(d->bytes[i])) return false;
    return true;
}

static size_t skip_cue_digits(const char *text, size_t i, size_t end, size_t most)
{
    const size_t begin = i;
    while (i < end && i - begin < most && tr_ascii_is_digit(text[i]))
        i++;
    return i;
}

bool tr_cue_line_is_number(const tr_content *d, const tr_cue_line *l)
{
    size_t n = 0;
    for (size_t i = l->begin; i < l->end; i++) {
        if (d->bytes[i] == ' ') continue;
        if (!tr_ascii_is_digit(d->bytes[i])) return false;
        n++;
    }
    return n > 0;
}

bool tr_cue_line_begins(const tr_content *d, const tr_cue_line *l, const char *word)
{
    const size_t n = strlen(word);
    return l->end - l->begin >= n && !memcmp(d->bytes + l->begin, word, n);
}

bool tr_cue_line_is_timing(const tr_content *d, const tr_cue_line *l)
{
    const char *const t = d->bytes;
    size_t i = tr_skip(t, l->begin, l->end, tr_ascii_is_blank), n_colons = 0, digits = i;

    i = skip_cue_digits(t, i, l->end, l->end);
    const size_t n_first = i - digits;
    while (i > digits && i < l->end && t[i] == ':' && n_colons < 2 && ++n_colons) {
        digits = i + 1;
        i = skip_cue_digits(t, digits, l->end, 2);
    }
    if (!n_colons || i == digits || (n_colons == 1 && n_first > 2)) return false;
    if (i < l->end && strchr(".,:", t[i]) && t[i]) i = skip_cue_digits(t, i + 1, l->end, l->end);
    i = tr_skip(t, i, l->end, tr_ascii_is_blank);
    return l->end - i >= 3 && !memcmp(t + i, "-->", 3);
}

static double read_time(const char *t, size_t *i, size_t end)
{
    double seconds = 0, number = 0, unit = 0;

    for (*i = tr_skip(t, *i, end, tr_ascii_is_blank); *i < end; ++*i) {
        if (tr_ascii_is_digit(t[*i])) {
            number = unit > 0 ? number + unit * (t[*i] - '0') : 10 * number + (t[*i] - '0');
            unit /= 10;
        } else if (t[*i] == ':') {
            seconds = 60 * (seconds + number);
            number = unit = 0;
        } else if (t[*i] == '.' || t[*i] == ',') {
            unit = 0.1;
        } else {
            break;
        }
    }
    return seconds + number;
}

void tr_cue_line_times(const tr_content *d, const tr_cue_line *l, double *begin, double *end)
{
    size_t i = l->begin;
    *begin = read_time(d->bytes, &i, l->end);
    i = tr_find_byte(d->bytes, i, l->end, '>');
    i += i < l->end;
    *end = read_time(d->bytes, &i, l->end);
}
