#include "document/light/adoc_attributes.h"

#include <string.h>

#include "base/ascii.h"

static bool is_name_byte(char c)
{
    return tr_byte_is_word(c) || c == '-';
}

/* The quote that ends a value which begins at byte `at`; `end` if none does. */
static size_t close_quote(const char *t, size_t at, size_t end, char quote)
{
    while (at < end && t[at] != quote)
        at += t[at] == '\\' ? 2 : 1;
    return at < end ? at : end;
}

bool tr_adoc_attribute_next(const char *t, size_t *at, size_t end, tr_adoc_attribute *a)
{
    const size_t begin = tr_skip(t, *at, end, tr_ascii_is_space);
    const size_t name = tr_skip(t, begin, end, is_name_byte);
    const size_t sign = tr_skip(t, name, end, tr_ascii_is_blank);
    const bool is_named = name > begin && sign < end && t[sign] == '=';
    const size_t value = is_named ? tr_skip(t, sign + 1, end, tr_ascii_is_blank) : begin;

    if (*at >= end) return false;
    a->n += a->value.end > 0;
    a->name = (tr_span){begin, is_named ? name : begin};
    a->quote = value < end && (t[value] == '"' || t[value] == '\'') ? t[value] : '\0';
    const size_t close = a->quote ? close_quote(t, value + 1, end, a->quote) : end;
    if (close == end) a->quote = '\0';
    const size_t comma = tr_find_byte(t, a->quote ? close + 1 : value, end, ',');
    a->value = a->quote ? (tr_span){value + 1, close}
                        : tr_skip_around(t, (tr_span){value, comma}, tr_ascii_is_space);
    *at = comma < end ? comma + 1 : end;
    return true;
}

const char *tr_adoc_attribute_text(const char *t, const tr_adoc_attribute *a, bool of_image)
{
    static const char *const names[] = {"alt", "title", "caption", "summary"};
    const size_t n = a->name.end - a->name.begin, len = a->value.end - a->value.begin;
    const char *const value = t + a->value.begin;

    if (!len) return NULL;
    if (*value == '{' && tr_find_byte(value, 0, len, '}') == len - 1) return NULL;
    if (!n) return of_image && a->n == 0 ? "image" : NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == n && !memcmp(t + a->name.begin, names[i], n)) return names[i];
    return NULL;
}

void tr_adoc_scan_value(const char *text, size_t len, const void *context, tr_light_marks *marks)
{
    (void)context;
    for (size_t i = 0; i + 1 < len; i++) {
        if (text[i] != '\\' || !tr_ascii_is_one_of(text[i + 1], "\"'")) continue;
        tr_light_add(marks, TR_LIGHT_ESCAPE, i, i + 2, NULL);
        tr_light_set_means(marks, i + 1, i + 2);
        i++;
    }
}

/* ---- Values are written ---- */

/* A value without quotes ends at a comma. */
static const tr_escapes bare[] = {{{',', "&#44;"}}, {{',', "&#44;"}, {']', "\\]"}}},
                        two[] = {{{'"', "\\\""}}, {{'"', "\\\""}, {']', "\\]"}}},
                        one[] = {{{'\'', "\\'"}}, {{'\'', "\\'"}, {']', "\\]"}}};
#define WRITING(list, i)                                                                           \
    {                                                                                              \
        .escapes = list[i], .reference = "&#%d;"                                                   \
    }
static const tr_writing writings[2][3] = {{WRITING(bare, 0), WRITING(two, 0), WRITING(one, 0)},
                                          {WRITING(bare, 1), WRITING(two, 1), WRITING(one, 1)}};

const tr_writing *tr_adoc_attribute_writing(const tr_adoc_attribute *a, bool in_text)
{
    return &writings[in_text][a->quote == '"' ? 1 : a->quote ? 2 : 0];
}
