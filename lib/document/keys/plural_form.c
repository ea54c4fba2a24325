#include "document/keys/plural_form.h"

#include <string.h>

const char *tr_plural_form(size_t i)
{
    static const char *const names[] = {"zero", "one", "two", "few", "many", "other"};
    return i < sizeof names / sizeof *names ? names[i] : NULL;
}

bool tr_is_plural_form(const char *name, size_t len)
{
    const char *one;
    for (size_t i = 0; (one = tr_plural_form(i)); i++)
        if (strlen(one) == len && !memcmp(one, name, len)) return true;
    return false;
}
