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

const tr_writing tr_latex_writing = {.encode = encode_latex, .finish = tr_wrap_finish_marked};
