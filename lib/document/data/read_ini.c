#include "document/data/read_ini.h"

#include <string.h>

#include "base/ascii.h"
#include "base/word_list.h"
#include "document/data/build_value.h"
#include "document/keys/key_patterns.h"
#include "document/keys/value_kinds.h"
#include "document/segment/decoded.h"

typedef struct ini {
    tr_content *content;
    tr_builder b;
    tr_decoded value;
    tr_span section; /* its name */
    tr_span key;     /* of the last value; empty: there is none in this section yet */
    bool counting;   /* the first reading, which counts values and builds nothing */
    tr_value_kinds kinds;
} ini;

/* ---- Out ---- */

static const tr_writing plain_value = {0};

/* ---- Keys ---- */

static bool span_is(const tr_content *d, tr_span s, const char *word)
{
    return s.end - s.begin == strlen(word) && !memcmp(d->bytes + s.begin, word, strlen(word));
}

static tr_span without_ini_blanks(const tr_content *d, tr_span s)
{
    s = tr_skip_around(d->bytes, s, tr_ascii_is_blank);
    return s;
}

static bool is_desktop_entry(const ini *f)
{
    static const char desktop[] = "Desktop ";
    return f->section.end - f->section.begin > sizeof desktop - 1 &&
           !memcmp(f->content->bytes + f->section.begin, desktop, sizeof desktop - 1);
}

/* True if the values of the key may be text: a key with a language has a translation already. */
static bool is_text_key(const ini *f)
{
    const tr_content *const d = f->content;

    if (f->key.begin == f->key.end || d->bytes[f->key.end - 1] == ']') return false;
    if (!is_desktop_entry(f) || d->options->keys) return true;
    return tr_list_has(" Name GenericName Comment Keywords ", d->bytes + f->key.begin,
                       f->key.end - f->key.begin);
}

/* ---- Values ---- */

/* The value without a comment after it and without quotation marks around it. */
static tr_span inner_value(const tr_content *d, tr_span value)
{
    value = without_ini_blanks(d, value);
    if (value.begin == value.end) return value;
    const char first = d->bytes[value.begin];
    const bool quoted = first == '"' || first == '\'';
    const char *const mark =
        quoted ? memchr(d->bytes + value.begin + 1, first, value.end - value.begin - 1) : NULL;
    if (mark) {
        const tr_span rest =
            without_ini_blanks(d, (tr_span){(size_t)(mark - d->bytes) + 1, value.end});
        if (rest.begin == rest.end || d->bytes[rest.begin] == ';')
            return (tr_span){value.begin + 1, (size_t)(mark - d->bytes)};
    }
    for (size_t i = value.begin + 1; i < value.end; i++)
        if (d->bytes[i] == ';' && tr_ascii_is_blank(d->bytes[i - 1])) value.end = i;
    return without_ini_blanks(d, value);
}

/* The texts of a desktop entry are known by their keys. */
static bool takes_ini_text(const ini *f)
{
    const char *const text = f->value.text.data;
    const size_t len = f->value.text.len;
    if (is_desktop_entry(f)) return tr_content_takes(f->content, text, len);
    return tr_value_kinds_take(&f->kinds, f->content, f->b.where, text, len);
}

static void build_ini_text(ini *f, tr_span text)
{
    tr_content *const d = f->content;

    if (text.begin == text.end) return;
    if (f->counting) {
        tr_value_kinds_count(&f->kinds, f->b.where, d->bytes + text.begin, text.end - text.begin);
        return;
    }
    tr_decoded_clear(&f->value);
    tr_decoded_add(&f->value, d->bytes + text.begin, text.end - text.begin, text.begin);
    tr_decoded_end(&f->value, text.end);
    if (f->value.failed) {
        f->b.failed = true;
    } else if (!tr_decoded_is_valid(&f->value)) {
        d->n_unread[tr_decoded_fault(&f->value)]++;
    } else if (takes_ini_text(f)) {
        tr_build_value(&f->b, &f->value, true);
    }
}

static void read_ini_value(ini *f, tr_span value)
{
    tr_content *const d = f->content;
    const tr_span text = inner_value(d, value);
    const bool list = is_desktop_entry(f) && span_is(d, f->key, "Keywords");

    if (!is_text_key(f)) return;
    tr_build_where(&f->b, "%.*s%s%.*s", (int)(f->section.end - f->section.begin),
                   d->bytes + f->section.begin, f->section.end > f->section.begin ? "." : "",
                   (int)(f->key.end - f->key.begin), d->bytes + f->key.begin);
    if (!tr_key_is_wanted(d->options, f->b.where)) return;
    for (size_t at = text.begin, end; at < text.end; at = end + 1) {
        const char *const mark = list ? memchr(d->bytes + at, ';', text.end - at) : NULL;
        end = mark ? (size_t)(mark - d->bytes) : text.end;
        build_ini_text(f, (tr_span){at, end});
    }
}

/* ---- Lines ---- */

static void read_ini_line(ini *f, tr_span line)
{
    const tr_content *const d = f->content;
    const tr_span rest = without_ini_blanks(d, line);
    const char first = rest.begin < rest.end ? d->bytes[rest.begin] : '#';

    if (first == '#' || first == ';') return;
    if (first == '[') {
        const char *const end = memchr(d->bytes + rest.begin, ']', rest.end - rest.begin);
        f->section = (tr_span){rest.begin + 1, end ? (size_t)(end - d->bytes) : rest.end};
        f->key = (tr_span){0, 0};
        return;
    }
    size_t mark = rest.begin;
    while (mark < rest.end && d->bytes[mark] != '=' && d->bytes[mark] != ':')
        mark++;
    if (mark < rest.end) {
        f->key = without_ini_blanks(d, (tr_span){rest.begin, mark});
        read_ini_value(f, (tr_span){mark + 1, rest.end});
    } else if (rest.begin > line.begin) {
        read_ini_value(f, rest);
    }
}

static void read_ini_lines(ini *f, bool counting)
{
    const tr_content *const d = f->content;

    f->counting = counting;
    f->section = f->key = (tr_span){0, 0};
    for (size_t at = d->begin, end; at < d->size && !f->b.failed; at = end + 1) {
        end = tr_line_end(d->bytes, at, d->size);
        read_ini_line(f, (tr_span){at, end});
    }
}

int tr_read_ini(tr_content *d, tr_error *err)
{
    ini f = {.content = d};

    tr_builder_init(&f.b, d, &plain_value);
    read_ini_lines(&f, true);
    read_ini_lines(&f, false);
    tr_decoded_free(&f.value);
    return tr_builder_end(&f.b, err);
}
