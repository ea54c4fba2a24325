#include "document/light/rst_directive.h"

#include <string.h>

#include "base/word_list.h"

/* Names, with blanks around each. */
#include "document/light/rst_directive.inc" /* of rst_directive.rows */

static const struct {
    const char *names;
    tr_rst_directive is;
} kinds[] = {
    {directive_text_blocks, {TR_RST_TEXT, TR_RST_BLOCKS}},
    {directive_version_blocks, {TR_RST_VERSION, TR_RST_BLOCKS}},
    {directive_fixed_blocks, {TR_RST_FIXED, TR_RST_BLOCKS}},
    {directive_fixed_glossary, {TR_RST_FIXED, TR_RST_GLOSSARY}},
    {directive_fixed_pages, {TR_RST_FIXED, TR_RST_PAGES}},
    {directive_fixed_fields, {TR_RST_FIXED, TR_RST_FIELDS}},
    {directive_text_code, {TR_RST_TEXT, TR_RST_CODE}},
    {directive_fixed_code, {TR_RST_FIXED, TR_RST_CODE}},
};

tr_rst_directive tr_rst_directive_named(const char *name, size_t len)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (tr_list_has_any_case(kinds[i].names, name, len)) return kinds[i].is;
    /* "py:class", "c:function": what a domain describes */
    const bool is_domain = memchr(name, ':', len) != NULL;
    return (tr_rst_directive){TR_RST_FIXED, is_domain ? TR_RST_BLOCKS : TR_RST_UNKNOWN};
}

tr_span tr_rst_directive_name(const char *t, size_t at, size_t end, size_t *argument)
{
    const size_t begin = at;

    while (at < end && (tr_byte_is_word(t[at]) || tr_ascii_is_one_of(t[at], "-.+") ||
                        (t[at] == ':' && at + 1 < end && tr_byte_is_word(t[at + 1]))))
        at++;
    const size_t name_end = at;
    at += at < end && t[at] == ' ';
    if (name_end == begin || !tr_starts_with(t, at, end, "::")) return (tr_span){begin, begin};
    if (at + 2 < end && !tr_ascii_is_blank(t[at + 2])) return (tr_span){begin, begin};
    *argument = at + 2;
    return (tr_span){begin, name_end};
}

static bool is_field_of(const char *names, const char *t, const tr_light_line *l, size_t n)
{
    const char *const name = t + l->text + 1;
    return n > 2 && tr_list_has_any_case(names, name, tr_word_end(name, 0, n - 2));
}

bool tr_rst_option_is_text(const char *t, const tr_light_line *l, size_t n)
{
    return is_field_of(option_text, t, l, n);
}

bool tr_rst_option_is_value(const char *t, const tr_light_line *l, size_t n)
{
    return is_field_of(option_value, t, l, n);
}

bool tr_rst_field_stays(const char *t, const tr_light_line *l, size_t n)
{
    return is_field_of(field_fixed, t, l, n);
}
