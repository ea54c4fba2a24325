#include "text/moses/moses.h"

#include <string.h>
#include <unicode/uchar.h>

#include "base/unicode.h"
#include "language/language.h"

void tr_moses_init(tr_moses *m, const char *language)
{
    char tag[64];
    *m = (tr_moses){0};
    tr_language_tag(language, tag, sizeof tag);
    const size_t n = strcspn(tag, "-");
    if (n <= TR_MOSES_LANGUAGE) memcpy(m->language, tag, n);
    if (!strcmp(m->language, "mul")) *m->language = '\0';
    m->stops = &tr_language_data(m->language)->stops;
    if (m->stops->of_none) m->stops = &tr_language_data("en")->stops;
}

bool tr_moses_is_alpha(int32_t c)
{
    return c >= 0 && u_isUAlphabetic(c);
}

bool tr_moses_is_alnum(int32_t c)
{
    return tr_moses_is_alpha(c) || (c >= 0 && tr_is_digit(c));
}
