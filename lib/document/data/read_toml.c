#include "document/data/read_toml.h"

#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "document/data/keyed_values.h"

/* A document that is being read. */
typedef struct toml {
    tr_keyed_values k;
    const char *text;
    size_t at, end;
    tr_decoded value;
    tr_buf key;          /* of a line, with a point between two */
    bool is_catalogue;   /* it has forms of plurals, as go-i18n's and Hugo's have them */
    bool is_description; /* the last key is for translators */
    const char *wrong;
} toml;

/* ---- Out ---- */

static const tr_escapes no_apostrophe = {{'\'', "\u2019"}}; /* nothing is escaped there */

static const tr_writing basic = {.escapes = tr_quoted_escapes, .reference = "\\U%08X"},
                        literal = {.escapes = no_apostrophe}, lines = {0};

/* ---- Scan ---- */

static char peek(const toml *t)
{
    return t->at < t->end ? t->text[t->at] : '\0';
}

static bool is_key_byte(char c)
{
    return tr_ascii_is_alnum(c) || c == '_' || c == '-' || (unsigned char)c >= 0x80;
}

static void skip_blanks(toml *t)
{
    t->at = tr_skip(t->text, t->at, t->end, tr_ascii_is_blank);
    if (peek(t) == '#') t->at = tr_line_end(t->text, t->at, t->end);
}

/* Goes past line ends, too. */
static void skip_lines(toml *t)
{
    for (size_t before = t->end + 1; t->at != before;) {
        before = t->at;
        t->at = tr_skip(t->text, t->at, t->end, tr_ascii_is_space);
        skip_blanks(t);
    }
}

/* ---- Strings ---- */

static bool read_code(toml *t, size_t digits)
{
    const int64_t c = tr_ascii_hex(t->text, t->at + 2, t->end, digits);

    if (c < 0 || c > 0x10FFFF) return tr_note_wrong(&t->wrong, "no such escape");
    tr_decoded_add_character(&t->value, (int32_t)c, t->at);
    t->at += 2 + digits;
    return true;
}

/* An escape; in a string of several lines, a backslash before a line end joins lines. */
static bool read_escape(toml *t, bool several)
{
    static const char names[] = "btnfre\"\\", means[] = "\b\t\n\f\r\033\"\\";
    const char c = t->at + 1 < t->end ? t->text[t->at + 1] : '\0';
    const char *const name = c ? strchr(names, c) : NULL;
    const size_t behind = tr_skip(t->text, t->at + 1, t->end, tr_ascii_is_blank);

    if (c == 'u' || c == 'U' || c == 'x') return read_code(t, c == 'u' ? 4 : c == 'U' ? 8 : 2);
    if (name) {
        tr_decoded_add(&t->value, means + (name - names), 1, t->at);
        t->at += 2;
        return true;
    }
    if (!several || behind == t->end || !tr_ascii_is_line_end(t->text[behind]))
        return tr_note_wrong(&t->wrong, "no such escape");
    t->at = tr_skip(t->text, behind, t->end, tr_ascii_is_space);
    return true;
}

/* The string at t->at. */
static bool read_string(toml *t, bool *several)
{
    const size_t begin = t->at;
    const char quote = peek(t), three[] = {quote, quote, quote, '\0'};

    tr_decoded_clear(&t->value);
    *several = tr_starts_with(t->text, begin, t->end, three);
    t->at += *several ? 3 : 1;
    if (*several) t->at = tr_after_line_end(t->text, t->at, t->end);
    while (t->at < t->end) {
        const char c = peek(t);
        if (c == quote && (!*several || tr_starts_with(t->text, t->at, t->end, three))) {
            const size_t n = *several ? tr_run_length(t->text, t->at, t->end) : 1;
            const size_t more = n > 3 ? (n < 5 ? n : 5) - 3 : 0; /* quotes at the end of the text */
            if (more) tr_decoded_add(&t->value, t->text + t->at, more, t->at);
            tr_decoded_end(&t->value, t->at + more);
            t->at += more + (*several ? 3 : 1);
            return true;
        }
        if (!*several && tr_ascii_is_line_end(c)) break;
        if (c == '\\' && quote == '"') {
            if (!read_escape(t, *several)) return false;
        } else {
            tr_decoded_add(&t->value, t->text + t->at, 1, t->at);
            t->at++;
        }
    }
    t->at = begin;
    return tr_note_wrong(&t->wrong, "a string does not end");
}

/* ---- Keys ---- */

/* The key at t->at, of several with points between; the last one tells what its values are. */
static bool read_key(toml *t)
{
    bool several;

    tr_buf_clear(&t->key);
    for (size_t last = 0;; tr_buf_add(&t->key, ".", 1), last = t->key.len, t->at++) {
        skip_blanks(t);
        if (peek(t) == '"' || peek(t) == '\'') {
            if (!read_string(t, &several)) return false;
            tr_buf_add(&t->key, tr_buf_text(&t->value.text), t->value.text.len);
        } else {
            const size_t begin = t->at;
            t->at = tr_skip(t->text, begin, t->end, is_key_byte);
            if (t->at == begin) return tr_note_wrong(&t->wrong, "a key is missing");
            tr_buf_add(&t->key, t->text + begin, t->at - begin);
        }
        skip_blanks(t);
        if (peek(t) == '.') continue;
        const char *const name = tr_buf_text(&t->key) + last;
        t->is_catalogue = t->is_catalogue || !strcmp(name, "other");
        t->is_description = !strcmp(name, "description");
        tr_keyed_set_key(&t->k, tr_buf_text(&t->key), t->key.len);
        return true;
    }
}

/* A key and the sign behind it. */
static bool read_member(toml *t)
{
    if (!read_key(t)) return false;
    if (peek(t) != '=') return tr_note_wrong(&t->wrong, "an equals sign is missing");
    t->at++;
    skip_blanks(t);
    return true;
}

/* ---- Values ---- */

static bool read_text(toml *t)
{
    const char quote = peek(t);
    bool several;

    if (!read_string(t, &several)) return false;
    t->k.b.writing = quote == '"' ? &basic : several ? &lines : &literal;
    if (!t->is_catalogue || !t->is_description || t->k.counting) tr_keyed_take(&t->k, &t->value);
    return true;
}

/* A number, a date, true or false. */
static bool read_word(toml *t)
{
    const size_t begin = t->at;

    while (t->at < t->end && !strchr(",]}#\r\n", t->text[t->at]) && t->text[t->at])
        t->at++;
    return t->at > begin || tr_note_wrong(&t->wrong, "a value is missing");
}

/* Goes from the end of a value past the ends of arrays and tables to the next one.  *more: there is
 * one. */
static bool read_ends(toml *t, size_t depth, bool opened, bool *more)
{
    for (*more = false; t->k.depth > depth; opened = false) {
        skip_lines(t);
        const char close = tr_keyed_closing(&t->k);
        bool comma = opened;
        if (!opened && peek(t) == ',') {
            comma = true;
            t->at++;
            skip_lines(t);
        }
        if (peek(t) == close) {
            t->at++;
            tr_keyed_close(&t->k);
        } else if (comma) {
            *more = true;
            return close == ']' || read_member(t);
        } else {
            return tr_note_wrong(&t->wrong, "neither a comma nor the end of an array or a table");
        }
    }
    return true;
}

static bool read_value(toml *t)
{
    const size_t depth = t->k.depth;

    for (bool more = true; more && !t->k.b.failed;) {
        const char c = peek(t);
        const bool opens = c == '[' || c == '{';
        if (opens) {
            if (!tr_keyed_open(&t->k, c == '[' ? ']' : '}'))
                return tr_note_wrong(&t->wrong, "too many levels");
            t->at++;
        } else if (!(c == '"' || c == '\'' ? read_text(t) : read_word(t))) {
            return false;
        }
        if (!read_ends(t, depth, opens, &more)) return false;
    }
    return true;
}

/* "[table]", "[[array.of.tables]]" */
static bool read_header(toml *t)
{
    const bool is_array = tr_starts_with(t->text, t->at, t->end, "[[");
    const char *const close = is_array ? "]]" : "]";

    tr_keyed_start(&t->k, t->k.counting);
    t->at += strlen(close);
    if (!read_key(t)) return false;
    if (!tr_starts_with(t->text, t->at, t->end, close))
        return tr_note_wrong(&t->wrong, "the name of a table does not end");
    t->at += strlen(close);
    return tr_keyed_open(&t->k, '\0');
}

static bool read_document(toml *t, bool counting)
{
    t->at = t->k.content->begin;
    tr_keyed_start(&t->k, counting);
    for (skip_lines(t); t->at < t->end && !t->k.b.failed; skip_lines(t)) {
        if (!(peek(t) == '[' ? read_header(t) : read_member(t) && read_value(t))) return false;
        skip_blanks(t);
        if (t->at < t->end && !tr_ascii_is_line_end(peek(t)))
            return tr_note_wrong(&t->wrong, "something follows the value");
    }
    return true;
}

int tr_read_toml(tr_content *d, tr_error *err)
{
    toml *const t = calloc(1, sizeof *t);

    if (!t) return tr_fail_memory(err);
    tr_keyed_begin(&t->k, d, &basic);
    t->text = d->bytes;
    t->end = d->size;
    if (read_document(t, true)) read_document(t, false);
    const int rc = t->wrong ? tr_content_refuse(d, t->at, t->wrong, err) : TR_OK;
    t->k.b.failed = t->k.b.failed || t->key.failed || t->value.failed;
    tr_decoded_free(&t->value);
    tr_buf_free(&t->key);
    const int built = tr_keyed_end(&t->k, rc ? NULL : err);
    free(t);
    return rc ? rc : built;
}
