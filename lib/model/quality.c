#include "model/quality.h"

#include <math.h>

#include "base/numbers/scalar.h"

static const char version_key[] = "nmt.quality.version", bias_key[] = "nmt.quality.bias",
                  slope_key[] = "nmt.quality.slope", lines_key[] = "nmt.quality.lines";

static void read_finite(tr_keys *k, const char *key, float *out)
{
    *out = 0;
    if (k->rc == 0) k->rc = tr_gguf_f32(k->file, key, out, k->err);
    if (!isfinite(*out)) tr_keys_refuse(k, TR_EFORMAT, key, "is not finite");
}

void tr_quality_read(tr_quality *q, tr_keys *k)
{
    tr_quality read;

    *q = TR_QUALITY_DEFAULT;
    if (!tr_keys_have(k, version_key)) return;
    tr_keys_u32(k, version_key, 0, UINT32_MAX, &q->version);
    if (k->rc < 0 || q->version != TR_QUALITY_VERSION) return;
    read.version = q->version;
    read_finite(k, bias_key, &read.bias);
    read_finite(k, slope_key, &read.slope);
    if (read.slope < 0) tr_keys_refuse(k, TR_EFORMAT, slope_key, "is below 0");
    tr_keys_u32(k, lines_key, 1, UINT32_MAX, &read.lines);
    if (k->rc == 0) *q = read;
}

void tr_quality_write(const tr_quality *q, tr_gguf_writer *w)
{
    tr_gguf_put_u32(w, version_key, TR_QUALITY_VERSION);
    tr_gguf_put_f32(w, bias_key, q->bias);
    tr_gguf_put_f32(w, slope_key, q->slope);
    tr_gguf_put_u32(w, lines_key, q->lines);
}

int tr_quality_rewrite(const tr_quality *q, tr_gguf_writer *w, tr_error *err)
{
    int rc = tr_gguf_replace_f32(w, bias_key, q->bias, err);
    if (rc == 0) rc = tr_gguf_replace_f32(w, slope_key, q->slope, err);
    return rc == 0 ? tr_gguf_replace_u32(w, lines_key, q->lines, err) : rc;
}

/* ---- Fitting ------------------------------------------------------------------------------- */

/* A fit on its way, and the lines that it is made on. */
typedef struct fit {
    const double *mean, *target; /* [n] */
    size_t n;
    double bias, slope;
    double loss;     /* there, of a line */
    double d[2];     /* its derivatives, */
    double dd[2][2]; /*   and the second ones */
} fit;

static void derive(fit *f)
{
    const double part = 1 / (double)f->n;

    f->loss = f->d[0] = f->d[1] = f->dd[0][0] = f->dd[0][1] = f->dd[1][1] = 0;
    for (size_t i = 0; i < f->n; i++) {
        const double x = f->mean[i], z = f->bias + f->slope * x;
        const double q = 1 / (1 + tr_exp(-z)), error = q - f->target[i], spread = q * (1 - q);
        /* -t log q - (1 - t) log(1 - q), without the difference of large numbers */
        f->loss += part * ((z > 0 ? z : 0) - f->target[i] * z + tr_log(1 + tr_exp(-fabs(z))));
        f->d[0] += part * error;
        f->d[1] += part * error * x;
        f->dd[0][0] += part * spread;
        f->dd[0][1] += part * spread * x;
        f->dd[1][1] += part * spread * x * x;
    }
}

/* One step of Newton's, or half of it, a quarter, ..: the loss does not rise.  Returns how far it
 * went; 0 where there is no step, or none helps. */
static double step(fit *f)
{
    const double determinant = f->dd[0][0] * f->dd[1][1] - f->dd[0][1] * f->dd[0][1];

    if (!(determinant > 1e-12)) return 0;
    const double by[2] = {(f->dd[1][1] * f->d[0] - f->dd[0][1] * f->d[1]) / determinant,
                          (f->dd[0][0] * f->d[1] - f->dd[0][1] * f->d[0]) / determinant};
    for (double share = 1; share > 1e-6; share /= 2) {
        fit tried = *f;
        tried.bias -= share * by[0];
        tried.slope -= share * by[1];
        derive(&tried);
        if (!(tried.loss <= f->loss)) continue;
        *f = tried;
        return share * (fabs(by[0]) + fabs(by[1]));
    }
    return 0;
}

bool tr_quality_fit(tr_quality *q, const double *mean, const double *target, size_t n)
{
    enum { STEPS = 100 };
    static const double close = 1e-9, most = 100;
    fit f = {.mean = mean, .target = target, .n = n};

    if (!n || n > UINT32_MAX) return false;
    derive(&f);
    for (int i = 0; i < STEPS && step(&f) > close; i++)
        continue;
    if (!(f.slope > 0 && f.slope < most && fabs(f.bias) < most)) return false;
    *q = (tr_quality){TR_QUALITY_VERSION, (float)f.bias, (float)f.slope, (uint32_t)n};
    return true;
}
