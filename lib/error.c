#include "error.h"

#include <stdarg.h>
#include <stdio.h>

int tr_fail(tr_error *err, int code, const char *fmt, ...)
{
    if (err) {
        va_list ap;
        va_start(ap, fmt);
        err->code = code;
        vsnprintf(err->msg, sizeof err->msg, fmt, ap);
        va_end(ap);
    }
    return code;
}

int tr_fail_memory(tr_error *err)
{
    return tr_fail(err, TR_ENOMEM, "out of memory");
}
