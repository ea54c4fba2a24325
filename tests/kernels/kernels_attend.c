#include "kernels_attend.h"

#include "kernels_twins.h"

static bool same_row(const output *o, const tr_heads *heads)
{
    if (!heads->half) return same_floats(o);
    const uint16_t *a = (const uint16_t *)o->data[0], *b = (const uint16_t *)o->data[1];
    for (size_t i = 0; i < o->size / sizeof *a; i++) {
        const bool nan = (a[i] & 0x7fff) > 0x7c00 && (b[i] & 0x7fff) > 0x7c00;
        if (a[i] != b[i] && !nan) return false;
    }
    return guarded(o);
}

static tr_heads random_heads(heap *h)
{
    static const size_t d_heads[] = {1, 7, 8, 12, 16, 17, 24, 32, 40, 48, 64, 80, 96, 128, 130};
    const size_t d = d_heads[random_below(h, sizeof d_heads / sizeof *d_heads)];
    return (tr_heads){
        .n = 1 + random_below(h, d > 64 ? 9 : 20), .d_head = d, .half = random_below(h, 2)};
}

/* Floats around every half there is, and between each and the next. */
static bool check_halves(heap *h, const tr_kernels *const sets[2])
{
    const tr_heads heads = {.n = 16, .d_head = 32, .half = true};
    float x[512];
    bool good = true;
    for (uint32_t bits = 0x33000000 >> 12; bits < 0x7f900000 >> 12 && good; bits += 512 / 4) {
        for (uint32_t i = 0; i < 512; i++) {
            const uint32_t near = ((bits + i / 4) << 12) + (i % 4 < 3 ? i % 4 - 1 : 0x80000000);
            memcpy(&x[i], &near, sizeof near);
        }
        const output row = output_of(h, tr_row_bytes(&heads));
        for (int i = 0; i < 2; i++)
            sets[i]->pack_row(x, &heads, row.data[i]);
        good &= report(same_row(&row, &heads), "halves from", bits << 12, 0, 0, 0);
        heap_reset(h);
    }
    return good;
}

bool check_pack_row(heap *h, const tr_kernels *const sets[2])
{
    bool good = check_halves(h, sets);
    for (int repeat = 0; repeat < 400; repeat++) {
        const tr_heads heads = random_heads(h);
        const float *x = floats(h, heads.n * heads.d_head, (enum values)(repeat % N_VALUES));
        const output row = output_of(h, tr_row_bytes(&heads));
        for (int i = 0; i < 2; i++)
            sets[i]->pack_row(x, &heads, row.data[i]);
        good &= report(same_row(&row, &heads), "heads, d_head, half", heads.n, heads.d_head,
                       heads.half, 0);
        heap_reset(h);
    }
    return good;
}

/* Rows as the reference packs them; both sets read the same ones. */
static char *random_rows(heap *h, const tr_kernels *ref, const tr_heads *heads, size_t n,
                         size_t stride, enum values values)
{
    const size_t width = heads->n * heads->d_head;
    const float *x = floats(h, n * width, values);
    char *rows = heap_take(h, (n - 1) * stride + tr_row_bytes(heads));
    for (size_t r = 0; r < n; r++)
        ref->pack_row(x + r * width, heads, rows + r * stride);
    return rows;
}

static bool same_weights(const tr_heads *heads, size_t n, size_t n_rows, float *const work[2])
{
    for (size_t r = 0; r < (n_rows - 1) % TR_ATTEND_ROWS + 1; r++)
        for (size_t h = 0; h < heads->n; h++)
            for (size_t j = 0; j < n; j++)
                if (!same_float(tr_attend_weight(work[0], heads, n, r, h, j),
                                tr_attend_weight(work[1], heads, n, r, h, j)))
                    return false;
    return true;
}

/* A value for each head, in all lanes of it. */
static float *random_biases(heap *h, const tr_heads *heads, size_t n, enum values values)
{
    size_t groups;
    tr_row_width(heads, &groups);
    float *const bias = floats(h, n * groups * TR_LANES, values), *at = bias;
    for (size_t i = 0; i < n; i++)
        for (size_t head = 0, g; head < heads->n; head += g, at += TR_LANES) {
            g = tr_head_group(heads, head);
            for (size_t lane = g; lane < TR_LANES; lane++)
                at[lane] = at[lane % g];
        }
    return bias;
}

static bool attend_same(heap *h, const tr_kernels *const sets[2], size_t n, const tr_heads *heads,
                        enum values values)
{
    const tr_heads of_values = tr_value_heads(heads);
    const size_t width = heads->n * (heads->score == TR_LOCATION ? heads->n_places : heads->d_head);
    const size_t result = heads->n * of_values.d_head;
    const size_t q_stride = (width > result ? width : result) + random_below(h, 3);
    const size_t stride = tr_memory_bytes(heads) + 4 * random_below(h, 3);
    const size_t rows = n + random_below(h, 4), n_rows = 1 + random_below(h, 9);
    uint32_t *index = random_below(h, 2) ? heap_take(h, n * sizeof *index) : NULL;
    for (size_t j = 0; index && j < n; j++)
        index[j] = (uint32_t)random_below(h, rows);
    tr_memory memory = {.k = random_rows(h, sets[0], heads, rows, stride, values),
                        .v = random_rows(h, sets[0], &of_values, rows, stride, values),
                        .stride = stride,
                        .n = n,
                        .index = index};
    if (random_below(h, 2)) {
        memory.n_biases = 1 + random_below(h, 40);
        memory.first_bias = (ptrdiff_t)random_below(h, 60) - 20;
        memory.bias = random_biases(h, heads, memory.n_biases, values);
    }
    const size_t q_len = n_rows * q_stride;
    const float *q = floats(h, q_len, values);
    const bool in_place = heads->score != TR_LOCATION && result <= width && random_below(h, 2);
    const output out = output_of(h, q_len * sizeof(float));
    float *work[2];
    for (int i = 0; i < 2; i++) {
        float *const to = floats_of(&out, i);
        work[i] = heap_take(h, tr_attend_work(heads, n) * sizeof(float));
        if (in_place) memcpy(to, q, q_len * sizeof *q);
        sets[i]->attend(in_place ? to : q, q_stride, n_rows, &memory, heads, 0.17677669f, work[i],
                        to, q_stride);
    }
    return same_floats(&out) && same_weights(heads, n, n_rows, work);
}

bool check_attend(heap *h, const tr_kernels *const sets[2])
{
    bool good = true;
    for (size_t n = 1; n <= 70; n++) {
        for (int v = 0; v < N_VALUES; v++) {
            tr_heads heads = random_heads(h);
            heads.d_value = random_below(h, 2) ? 1 + random_below(h, 64) : 0;
            heads.score = (int)random_below(h, TR_LOCATION + 1);
            if (heads.score == TR_LOCATION) {
                heads.d_value = tr_d_value(&heads);
                heads.d_head = 0;
                heads.n_places = 1 + random_below(h, 80);
            }
            if (heads.score == TR_ADDITIVE)
                heads.weight = floats(h, heads.n * heads.d_head, (enum values)v);
            good &= report(attend_same(h, sets, n, &heads, (enum values)v),
                           "n, heads, d_head, values", n, heads.n, heads.d_head, (size_t)v);
            heap_reset(h);
        }
    }
    return good;
}

/* The exponential by itself: attention to keys x with a query of 1, when the largest x is 0, gives
 * weights exp(x) / sum.  Around the ends of its range, and where n changes. */
bool check_exponential(heap *h, const tr_kernels *const sets[2])
{
    enum { N = 64 };
    static const float centres[] = {0,          -0.34657359f, -0.6931472f, -1.0397208f,
                                    -10,        -43.668270f,  -80.5f,      -86.98997f,
                                    -87.33654f, -87.5f,       -100};
    const tr_heads single = {.n = 1, .d_head = 1};
    const float one = 1;
    bool good = true;
    for (size_t c = 0; c < sizeof centres / sizeof *centres; c++) {
        float x[N] = {0};
        float rows[N][TR_LANES];
        const tr_memory memory = {.k = rows, .v = rows, .stride = sizeof *rows, .n = N};
        const output out = output_of(h, sizeof *x);
        float *work[2];
        for (int i = 0; i < 2; i++)
            work[i] = heap_take(h, tr_attend_work(&single, N) * sizeof(float));
        float down = centres[c], up = centres[c];
        x[N - 1] = centres[c];
        for (size_t i = 1; i + 1 < N; i += 2) {
            x[i] = down = nextafterf(down, -INFINITY);
            x[i + 1] = up = nextafterf(up, 0);
        }
        for (size_t j = 0; j < N; j++)
            sets[0]->pack_row(&x[j], &single, rows[j]);
        for (int i = 0; i < 2; i++)
            sets[i]->attend(&one, 1, 1, &memory, &single, 1, work[i], floats_of(&out, i), 1);
        good &=
            report(same_floats(&out) && same_weights(&single, N, 1, work), "centre", c, 0, 0, 0);
        heap_reset(h);
    }
    return good;
}
