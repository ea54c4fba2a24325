#include "document/package/ooxml_fields.h"

#include <string.h>

#include "base/ascii.h"

static bool is_field_code(const char *code, size_t len, const char *name)
{
    const size_t n = strlen(name);

    while (len && tr_ascii_is_html_space(*code))
        code++, len--;
    return len >= n && !memcmp(code, name, n) && (len == n || tr_ascii_is_html_space(code[n]));
}

bool tr_ooxml_field_is_link(const char *code, size_t len)
{
    return is_field_code(code, len, "HYPERLINK");
}

static bool is_text_field(const char *code)
{
    static const char *const names[] = {"TOC", "INDEX", "TOA", "BIBLIOGRAPHY"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (is_field_code(code, strlen(code), names[i])) return true;
    return false;
}

bool tr_ooxml_field_hides(const tr_ooxml_field *f)
{
    return f->is_open && (f->is_code || f->n_inner || !(f->is_link || f->is_text));
}

static void begin_field(tr_ooxml_field *f, size_t at)
{
    if (f->is_open && !f->n_inner) f->inner_begin = at;
    if (f->is_open)
        f->n_inner++;
    else
        *f = (tr_ooxml_field){.begin = at, .is_open = true, .is_code = true, .step = f->step};
}

static void separate_field(tr_ooxml_field *f, size_t at)
{
    if (!f->is_open) { /* of a field that began in another paragraph */
        f->begin = at;
        f->step = TR_FIELD_POINT;
    } else if (!f->n_inner && f->is_code) {
        f->is_code = false;
        f->is_link = tr_ooxml_field_is_link(f->code, strlen(f->code));
        f->is_text = is_text_field(f->code);
        if (f->is_link) f->step = TR_FIELD_OPEN;
        if (f->is_text) f->step = TR_FIELD_POINT;
    }
}

static void end_field(tr_ooxml_field *f, size_t at)
{
    if (f->is_open && f->n_inner) {
        f->n_inner--;
        if (tr_ooxml_field_hides(f)) return;
        f->step = TR_FIELD_ATOM;
        f->begin = f->inner_begin;
        return;
    }
    f->step = TR_FIELD_ATOM;
    if (!f->is_open || f->is_text) f->begin = at;
    if (!f->is_open || f->is_text || f->is_code) f->step = TR_FIELD_POINT;
    if (f->is_open && f->is_link) f->step = TR_FIELD_CLOSE;
    f->is_open = f->is_code = f->is_link = f->is_text = false;
}

static void add_code(tr_ooxml_field *f, const char *text, size_t len)
{
    const size_t n = strlen(f->code), room = sizeof f->code - 1 - n;

    if (!f->is_open || !f->is_code || f->n_inner) return;
    memcpy(f->code + n, text, len < room ? len : room);
    f->code[n + (len < room ? len : room)] = '\0';
}

/* w:fldCharType="begin" */
static bool has_type(const tr_markup *m, const tr_markup_token *t, const char *type)
{
    tr_markup_attribute a;
    for (size_t at = 0; tr_markup_attribute_next(m, t, &at, &a);) {
        const size_t n = strlen("fldCharType"), len = a.name.end - a.name.begin;
        if (len >= n && !memcmp(m->text + a.name.end - n, "fldCharType", n))
            return tr_markup_is(m, a.value, type);
    }
    return false;
}

bool tr_ooxml_field_read(tr_ooxml_field *f, const tr_ooxml_names *names, tr_markup *m, size_t at)
{
    bool found = false, in_code = false;
    tr_markup_token t;

    f->step = TR_FIELD_NOTHING;
    while (tr_markup_next(m, &t)) {
        if (t.kind == TR_MARKUP_TEXT && in_code)
            add_code(f, m->text + t.raw.begin, t.raw.end - t.raw.begin);
        if (t.kind != TR_MARKUP_START && t.kind != TR_MARKUP_END) continue;
        tr_ooxml_name(names, &t);
        in_code = t.kind == TR_MARKUP_START && !strcmp(t.name, "w:instrText") && !t.closed;
        found = found || in_code;
        if (t.kind != TR_MARKUP_START || strcmp(t.name, "w:fldChar") != 0) continue;
        found = true;
        if (has_type(m, &t, "begin")) begin_field(f, at);
        if (has_type(m, &t, "separate")) separate_field(f, at);
        if (has_type(m, &t, "end")) end_field(f, at);
    }
    return found;
}
