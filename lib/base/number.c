#include "base/number.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The thread's locale is "C" until leave_c(). The C library makes "C" without memory of its own,
 * so newlocale() has no reason to fail; if it does, the caller's locale stays. */
typedef struct scope {
    locale_t c, caller;
} scope;

static scope enter_c(void)
{
    const locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    return (scope){.c = c, .caller = uselocale(c)};
}

static void leave_c(scope s)
{
    uselocale(s.caller);
    if (s.c) freelocale(s.c);
}

/* True if text [len] has characters of a decimal number only: strtod() takes more characters. */
static bool is_decimal(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (!text[i] || !strchr("0123456789+-.eE", text[i])) return false;
    return len > 0;
}

bool tr_parse_decimal(const char *text, size_t len, double *x)
{
    char copy[TR_DECIMAL_LEN + 1], *end;

    if (len > TR_DECIMAL_LEN || !is_decimal(text, len)) return false;
    memcpy(copy, text, len);
    copy[len] = '\0';
    const scope s = enter_c();
    const double found = strtod(copy, &end);
    leave_c(s);
    if (end != copy + len || isinf(found)) return false;
    *x = found;
    return true;
}

tr_decimal tr_format_decimal(double x, int digits)
{
    tr_decimal d;
    const scope s = enter_c();
    snprintf(d.text, sizeof d.text, "%.*g", digits, x);
    leave_c(s);
    return d;
}

tr_decimal tr_decimal_of(double x)
{
    return tr_format_decimal(x, 6);
}
