#include "document/typeset/latex_write.h"

#include <string.h>

#include "base/ascii.h"

static const struct {
    const char *means, *written;
} rows[] = {
    {"%", "\\%"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"_", "\\_"},
    {"$", "\\$"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"—", "---"},
    {"–", "--"},
    {"“", "``"},
    {"”", "''"},
    {"‘", "`"},
    {"’", "'"},
    {"„", ",,"},
    {"‚", ","},
    {"«", "<<"},
    {"»", ">>"},
    {"\"", "''"},
    {"\xC2\xA0", "~"},
    {"\xE2\x80\xAF", "\\,"},
    {"…", "\\ldots{}"},
    {"~", "\\textasciitilde{}"},
    {"^", "\\textasciicircum{}"},
    {"\\", "\\textbackslash{}"},
};

/* True if what is written ends in the name of a macro, which a letter would go on with. */
static bool ends_in_name(const tr_buf *out)
{
    const char *const text = tr_buf_text(out);
    const size_t begin = tr_skip_back(text, 0, out->len, tr_ascii_is_letter);
    return begin < out->len && begin && text[begin - 1] == '\\';
}

static void encode_latex(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    (void)to;
    if (len && tr_ascii_is_letter(*text) && ends_in_name(out)) tr_buf_add_string(out, "{}");
    for (size_t i = 0; i < len;) {
        size_t k = 0;
        while (k < sizeof rows / sizeof *rows && !tr_starts_with(text, i, len, rows[k].means))
            k++;
        const bool plain = k == sizeof rows / sizeof *rows;
        const char c = text[i] == ' ' ? TR_WRAP_BLANK : text[i];
        if (plain)
            tr_buf_add(out, &c, 1);
        else
            tr_buf_add_string(out, rows[k].written);
        i += plain ? 1 : strlen(rows[k].means);
    }
}

/* True if one of the signs stands outside of braces. */
static bool has_sign(const char *signs, const char *text, size_t len)
{
    size_t depth = 0;

    for (size_t i = 0; i < len; i++) {
        if (!depth && tr_ascii_is_one_of(text[i], signs)) return true;
        if (text[i] == '\\')
            i++;
        else if (text[i] == '{')
            depth++;
        else if (text[i] == '}' && depth)
            depth--;
    }
    return false;
}

/* A text that its place would end within does not fit. */
static void finish_within(const tr_text_place *to, const char *text, size_t len, tr_buf *out)
{
    if (!has_sign(to->writing->signs, text, len)) tr_wrap_finish_marked(to, text, len, out);
}

const tr_writing tr_latex_writing = {.encode = encode_latex, .finish = tr_wrap_finish_marked};
const tr_writing tr_latex_bracketed = {
    .encode = encode_latex, .signs = "]", .finish = finish_within};
const tr_writing tr_latex_value = {.encode = encode_latex, .signs = ",]", .finish = finish_within};
