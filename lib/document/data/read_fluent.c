#include "document/data/read_fluent.h"

#include <string.h>

#include "base/ascii.h"
#include "document/data/keyed_values.h"

enum { DEEPEST = 12 }; /* selections in each other */

/* A resource that is being read. */
typedef struct resource {
    tr_keyed_values k;
    const char *text;
    size_t at, end; /* of an entry: a message or a term with its attributes */
    tr_decoded value;
    bool stays; /* what is read: an attribute of a term, which selectors compare with */
} resource;

/* ---- Out ---- */

static const tr_writing pattern_text = {0};

/* ---- Scan ---- */

static bool is_blank(char c)
{
    return c == ' ';
}

static bool is_identifier(char c)
{
    return tr_ascii_is_alnum(c) || c == '_' || c == '-';
}

/* True if the line at byte `at` begins an entry or a comment. */
static bool begins_entry(const char *text, size_t at, size_t end)
{
    return at < end && (tr_ascii_is_letter(text[at]) || text[at] == '#' || text[at] == '-');
}

/* The byte after the line end at byte `at`; `at` if there is none. */
static size_t skip_line_end(const char *text, size_t at, size_t end)
{
    if (at + 1 < end && text[at] == '\r' && text[at + 1] == '\n') return at + 2;
    return at + (at < end && text[at] == '\n');
}

/* The byte after the placeable at byte `at`, or 0 if it does not end.  *arrow: where the variants
 * of a selection begin, or 0. */
static size_t end_of_placeable(const char *text, size_t at, size_t end, size_t *arrow)
{
    size_t depth = 0;

    *arrow = 0;
    for (size_t i = at; i < end; i++) {
        if (text[i] == '"' && !*arrow) {
            for (i++; i < end && text[i] != '"' && text[i] != '\n'; i++)
                i += text[i] == '\\';
        } else if (text[i] == '{') {
            depth++;
        } else if (text[i] == '}' && !--depth) {
            return i + 1;
        } else if (depth == 1 && !*arrow && tr_starts_with(text, i, end, "->")) {
            *arrow = i + 2;
        }
    }
    return 0;
}

/* ---- Patterns ---- */

/* Goes from the line end at *at to the text of the next line of the same pattern; false if there is
 * none, *at is behind the line end then. */
static bool next_line(const resource *r, size_t *at, bool *parted)
{
    const size_t behind = skip_line_end(r->text, *at, r->end);

    *parted = false;
    for (size_t begin = behind, i; begin < r->end; begin = skip_line_end(r->text, i, r->end)) {
        i = tr_skip(r->text, begin, r->end, is_blank);
        if (i == r->end) break;
        if (skip_line_end(r->text, i, r->end) > i) {
            *parted = true;
            continue;
        }
        const bool goes_on = r->text[i] == '{' || (i > begin && !strchr("[*.}", r->text[i]));
        *at = goes_on ? i : behind;
        return goes_on;
    }
    *at = behind;
    return false;
}

/* The line at *at, up to its end; false if it is no text of a pattern.  *selects: a selection is in
 * it. */
static bool read_line(const resource *r, size_t *at, tr_span *text, bool *selects)
{
    text->begin = *at;
    while (*at < r->end && skip_line_end(r->text, *at, r->end) == *at) {
        size_t arrow = 0;
        const char c = r->text[*at];
        if (c == '}') return false;
        *at = c == '{' ? end_of_placeable(r->text, *at, r->end, &arrow) : *at + 1;
        if (!*at) return false;
        *selects = *selects || arrow;
    }
    text->end = tr_skip_back(r->text, text->begin, *at, is_blank);
    return true;
}

static void take_text(resource *r, size_t end)
{
    const char *const text = tr_buf_text(&r->value.text);
    const size_t len = r->value.text.len;
    size_t arrow;

    if (!len) return;
    tr_decoded_end(&r->value, end);
    if (!r->stays && (text[0] != '{' || end_of_placeable(text, 0, len, &arrow) < len))
        tr_keyed_take(&r->k, &r->value); /* else it is nothing but a placeable */
    tr_decoded_clear(&r->value);
}

/* Adds a line, and one blank for the ends of lines within placeables. */
static void add_line(resource *r, tr_span at)
{
    for (size_t i = at.begin; i < at.end; i++) {
        const bool ends = tr_ascii_is_line_end(r->text[i]);
        const size_t begin = i;
        if (ends) i = tr_skip(r->text, i, at.end, tr_ascii_is_space) - 1;
        tr_decoded_add(&r->value, ends ? " " : r->text + i, 1, begin);
    }
}

/* True if a sentence may go on from a line to the next one. */
static bool goes_on(const resource *r, tr_span before, tr_span next)
{
    const char last = r->text[before.end - 1], first = r->text[next.begin];
    return !strchr(".!?:;", last) && first != '-' && first != '<' && last != '>';
}

/* The pattern at r->at without a selection, whose lines are all right. */
static void build_pattern(resource *r)
{
    size_t at = r->at, end = at;
    tr_span before = {0}, text;
    bool parted = false, selects = false;

    tr_decoded_clear(&r->value);
    do {
        read_line(r, &at, &text, &selects);
        if (text.begin == text.end) continue; /* behind the sign, before the first line */
        const bool joins = r->value.text.len && !parted && goes_on(r, before, text);
        if (!joins) take_text(r, end);
        if (joins) tr_decoded_add(&r->value, " ", 1, before.end);
        add_line(r, text);
        before = text;
        end = text.end;
    } while (next_line(r, &at, &parted));
    take_text(r, end);
}

static bool read_pattern(resource *r, int depth);

/* The variants of a selection up to byte `end`. */
static bool read_variants(resource *r, size_t at, size_t end, int depth)
{
    const size_t all = r->end;
    bool right = true;

    r->end = end;
    r->at = at;
    while (right) {
        r->at = tr_skip(r->text, r->at, end, tr_ascii_is_space);
        if (r->at == end) break;
        r->at += r->text[r->at] == '*';
        const size_t key = tr_find_byte(r->text, r->at, end, ']');
        right = r->at < end && r->text[r->at] == '[' && key < end;
        r->at = key + 1;
        right = right && read_pattern(r, depth);
    }
    r->end = all;
    return right;
}

/* Reads the pattern at r->at, behind which it goes on; false if it is none. */
static bool read_pattern(resource *r, int depth)
{
    size_t at = r->at, begin, arrow = 0;
    bool parted, selects = false;
    tr_span text;

    at = r->at = begin = tr_skip(r->text, at, r->end, is_blank);
    if (skip_line_end(r->text, begin, r->end) > begin && !next_line(r, &begin, &parted)) begin = at;
    do {
        if (!read_line(r, &at, &text, &selects)) return false;
    } while (next_line(r, &at, &parted));
    const size_t behind = at;
    if (!selects) {
        build_pattern(r);
        r->at = behind;
        return true;
    }
    const size_t end = r->text[begin] == '{' ? end_of_placeable(r->text, begin, r->end, &arrow) : 0;
    if (!arrow || depth == DEEPEST || tr_span_skip(r->text, end, behind, " \r\n") < behind) {
        r->k.content->n_passed += !r->k.counting; /* a variant has to be all of the text */
        r->at = behind;
        return true;
    }
    const bool right = read_variants(r, arrow, end - 1, depth + 1);
    r->at = behind;
    return right;
}

/* ---- Entries ---- */

/* Goes past an identifier and the sign behind it; false if there are none. */
static bool read_key(resource *r)
{
    const size_t begin = r->at;

    r->at += r->at < r->end && r->text[r->at] == '-';
    if (r->at == r->end || !tr_ascii_is_letter(r->text[r->at])) return false;
    r->at = tr_skip(r->text, r->at, r->end, is_identifier);
    tr_keyed_set_key(&r->k, r->text + begin, r->at - begin);
    r->at = tr_skip(r->text, r->at, r->end, is_blank);
    if (r->at == r->end || r->text[r->at] != '=') return false;
    r->at++;
    return true;
}

static bool read_attributes(resource *r)
{
    bool right = true;

    if (!tr_keyed_open(&r->k, '\0')) return false;
    while (right) {
        r->at = tr_skip(r->text, r->at, r->end, tr_ascii_is_space);
        if (r->at == r->end) break;
        right = r->text[r->at] == '.';
        r->at++;
        right = right && read_key(r) && read_pattern(r, 0);
    }
    tr_keyed_close(&r->k);
    return right;
}

/* The byte where the next entry begins. */
static size_t end_of_entry(const tr_content *d, size_t at)
{
    do
        at = tr_span_next_line(d->bytes, at, d->size);
    while (at < d->size && !begins_entry(d->bytes, at, d->size));
    return at;
}

/* What is no entry stays, as in all programs that read Fluent. */
static void read_resource(resource *r, bool counting)
{
    tr_content *const d = r->k.content;

    tr_keyed_start(&r->k, counting);
    for (size_t at = d->begin; at < d->size && !r->k.b.failed; at = r->end) {
        r->at = at;
        r->end = end_of_entry(d, at);
        if (d->bytes[at] == '#' || !begins_entry(d->bytes, at, d->size)) continue;
        const size_t n = d->n_segments;
        tr_build_break(&r->k.b, at);
        r->stays = false;
        const bool has_pattern = read_key(r) && read_pattern(r, 0);
        r->stays = d->bytes[at] == '-' && !d->options->keys;
        const bool right = has_pattern && read_attributes(r);
        tr_build_break(&r->k.b, r->end);
        if (right || counting) continue;
        tr_content_drop_from(d, n);
        d->n_unread[TR_UNREAD_FORM]++;
        tr_keyed_start(&r->k, false);
    }
}

int tr_read_fluent(tr_content *d, tr_error *err)
{
    resource r = {.text = d->bytes};

    tr_keyed_begin(&r.k, d, &pattern_text);
    r.k.no_messages = true;
    read_resource(&r, true);
    read_resource(&r, false);
    tr_decoded_free(&r.value);
    return tr_keyed_end(&r.k, err);
}
