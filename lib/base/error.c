#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message that was cut ends in a whole character of UTF-8. */
static void drop_partial_character(char *text)
{
    size_t n = strlen(text);
    while (n > 0 && ((unsigned char)text[n - 1] & 0xc0) == 0x80)
        n--;
    if (n > 0 && (unsigned char)text[n - 1] >= 0xc0) n--;
    text[n] = '\0';
}

int tr_fail(tr_error *err, int code, const char *fmt, ...)
{
    if (err) {
        va_list ap;
        va_start(ap, fmt);
        err->code = code;
        const int n = vsnprintf(err->msg, sizeof err->msg, fmt, ap);
        va_end(ap);
        if (n >= (int)sizeof err->msg) drop_partial_character(err->msg);
    }
    return code;
}

int tr_fail_memory(tr_error *err)
{
    return tr_fail(err, TR_ENOMEM, "out of memory");
}
