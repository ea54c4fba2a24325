#include "import/shared/positions.h"

#include <inttypes.h>
#include <math.h>

enum { MAX_ROWS = 1000000, N_TARGETS = 3, MOST_TARGETS = 8 };

/* ---- Lengths ------------------------------------------------------------------------------- */

uint32_t tr_positions_wanted(const tr_config *c)
{
    const float most = c->max_length_factor < MOST_TARGETS ? c->max_length_factor : MOST_TARGETS;
    const uint32_t a_token = most > N_TARGETS ? (uint32_t)ceilf(most) : N_TARGETS;
    const uint32_t rows = (a_token * c->max_source + 10 + 63) / 64 * 64;
    return rows < 256 ? 256 : rows;
}

/* Special tokens around a source take positions, too. */
static void set_lengths(tr_config *c, uint32_t rows)
{
    const uint32_t around = (uint32_t)tr_config_longest_source(c) - c->max_source;

    c->n_positions = c->max_target = rows;
    if (c->max_source > rows - around) c->max_source = rows - around;
}

/* ---- Tables of the file ---------------------------------------------------------------------- */

static void add_position_table(tr_tensor_builder *b, const char *ours, const tr_foreign_array *a,
                               size_t offset)
{
    const tr_config *c = &b->im->config;
    tr_import_tensor *t =
        tr_tensor_builder_add(b, TR_IMPORT_TABLE, ours, c->n_positions, c->d_model);

    tr_tensor_builder_add_part(b, t, a, offset * c->d_model, false);
}

void tr_positions_stored(tr_tensor_builder *b, const tr_position_tables *t)
{
    tr_config *c = &b->im->config;
    const tr_foreign_array *source = t->source, *target = t->target;

    if (!tr_tensor_builder_fits(b, source, 0, c->d_model) ||
        !tr_tensor_builder_fits(b, target, 0, c->d_model))
        return;
    const size_t around = tr_config_longest_source(c) - c->max_source;
    uint64_t rows = source->dims[0] < target->dims[0] ? source->dims[0] : target->dims[0];
    if (t->most && rows > t->most + t->offset) rows = t->most + t->offset;
    if (rows <= t->offset + around || rows > MAX_ROWS) {
        b->rc = tr_fail(b->err, TR_EFORMAT, "%s: tensor %s: has %" PRIu64 " rows",
                        b->im->foreign->path, source->name, rows);
        return;
    }
    set_lengths(c, (uint32_t)(rows - t->offset));
    if (source == target) {
        add_position_table(b, "position.weight", source, t->offset);
    } else {
        add_position_table(b, "source_position.weight", source, t->offset);
        add_position_table(b, "target_position.weight", target, t->offset);
    }
}

/* ---- Computed tables ------------------------------------------------------------------------- */

void tr_positions_computed(tr_tensor_builder *b,
                           void (*compute)(const tr_import_tensor *t, float *out))
{
    tr_config *c = &b->im->config;

    set_lengths(c, tr_positions_wanted(c));
    tr_import_tensor *t =
        tr_tensor_builder_add(b, TR_IMPORT_TABLE, "position.weight", c->n_positions, c->d_model);
    if (t) t->compute = compute;
}

/* Sine and cosine of the angle at row r and column i of a half. */
static void put_angle(const tr_import_tensor *t, size_t r, size_t i, double angle, float *out)
{
    out[r * t->n_in + i] = (float)sin(angle);
    out[r * t->n_in + t->n_in / 2 + i] = (float)cos(angle);
}

void tr_positions_sinusoids(const tr_import_tensor *t, double divisor, float *out)
{
    for (size_t i = 0; i < t->n_in / 2; i++) {
        const double rate = exp(-(double)i * log(10000.0) / divisor);
        for (size_t r = 0; r < t->n_out; r++)
            put_angle(t, r, i, (double)r * rate, out);
    }
}

void tr_positions_float_sinusoids(const tr_import_tensor *t, size_t first, float *out)
{
    const float step = logf(10000.0f) / (float)(t->n_in / 2 - 1);

    for (size_t i = 0; i < t->n_in / 2; i++) {
        const float rate = (float)exp((double)(-step * (float)i));
        for (size_t r = 0; r < t->n_out; r++) {
            const float angle = (float)(first + r) * rate;
            put_angle(t, r, i, (double)angle, out);
        }
    }
}

void tr_positions_after_padding(const tr_import_tensor *t, float *out)
{
    tr_positions_float_sinusoids(t, 2, out);
}
