#include "text/moses/moses.h"

#include <unicode/uchar.h>

#include "base/unicode.h"

void tr_moses_init(tr_moses *m, const char *language)
{
    const tr_language *const data = tr_language_data(language);
    const char *const other = data->stops.moses_takes;

    *m = (tr_moses){.rules = &data->moses,
                    .stops = other ? &tr_language_data(other)->stops : &data->stops};
}

bool tr_moses_is_alpha(int32_t c)
{
    return c >= 0 && u_isUAlphabetic(c);
}

bool tr_moses_is_alnum(int32_t c)
{
    return tr_moses_is_alpha(c) || (c >= 0 && tr_is_digit(c));
}
