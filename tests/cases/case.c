#include "cases/case.h"

#include <assert.h>
#include <string.h>

const char *case_text(const case_input *in, size_t i)
{
    assert(i < in->n);
    return tr_buf_text(&in->text[i]);
}

size_t case_len(const case_input *in, size_t i)
{
    assert(i < in->n);
    return in->text[i].len;
}

const char *case_option_of(const case_input *in, const char *name, const char *otherwise)
{
    for (size_t i = in->n_options; i-- > 0;)
        if (!strcmp(in->option[i].name, name)) return tr_buf_text(&in->option[i].value);
    return otherwise;
}

bool case_option_on(const case_input *in, const char *name)
{
    return !strcmp(case_option_of(in, name, "no"), "yes");
}

void case_add_part(tr_buf *out, const char *between, const char *part, size_t len)
{
    if (out->len) tr_buf_add_string(out, between);
    tr_buf_add(out, part, len);
}

void case_add_bool(tr_buf *out, bool value)
{
    tr_buf_add_string(out, value ? "yes" : "no");
}
