#include "import/ct2_builder.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

void tr_ct2_refuse(tr_ct2_builder *b, int code, const char *name, const char *fmt, ...)
{
    char why[200];
    va_list ap;

    if (b->rc < 0) return;
    va_start(ap, fmt);
    vsnprintf(why, sizeof why, fmt, ap);
    va_end(ap);
    b->rc = tr_fail(b->err, code, "%s: tensor %s: %s", b->model->path, name, why);
}

const tr_ct2_variable *tr_ct2_take(tr_ct2_builder *b, const char *name)
{
    const tr_ct2_variable *v = tr_ct2_find(b->model, name);
    if (v) b->used[v - b->model->variables] = true;
    return v;
}

double tr_ct2_attribute(tr_ct2_builder *b, const char *name, double otherwise)
{
    double x = otherwise;

    const tr_ct2_variable *v = tr_ct2_take(b, name);
    if (v && (!tr_ct2_number(b->model, v, &x) || !isfinite(x)))
        tr_ct2_refuse(b, TR_EFORMAT, name, "is not a number");
    return x;
}
