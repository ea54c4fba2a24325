/*
 * row_plan.h - working memory of product_s8(): which of its inputs a group of rows takes, and in
 * which order.
 *
 * A plan is made by a product, from the rows alone.  So other products of the same rows may go on
 * with it.  A product leaves the plan empty where it takes all inputs as they come.
 */
#ifndef TR_ROW_PLAN_H
#define TR_ROW_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TR_PLAN_QUADS = 2048,    /* of the inputs of a row; longer rows are not planned */
    TR_PLAIN_GROUPS = 11,    /* which hold as many rows as pass through a layer together */
    TR_COUPLED_ROWS = 4,     /* of a group: by sixteen outputs, sums take half of the registers */
    TR_COUPLED_GROUPS = 16,  /* of a plan; more rows have several plans */
    TR_COUPLED_QUADS = 4096, /* of a plan; a row takes each of its quads twice, at most */
    TR_PLANS_KEPT = 2,       /* for further products of the rows */
};

/* ---- Rows without negative inputs: plain.inc ---- */

/* A quad that a group takes, and the line of weights to fetch with it. */
typedef struct tr_plain_step {
    uint16_t quad, fetched;
} tr_plain_step;

typedef struct tr_plain_plan {
    size_t n[TR_PLAIN_GROUPS];
    tr_plain_step step[TR_PLAIN_GROUPS][TR_PLAN_QUADS];

    /* Scratch, while the plan is made: */
    int32_t any[TR_PLAN_QUADS];       /* the bits of a quad, in any row of a group */
    bool taken[TR_PLAN_QUADS];        /* by any group */
    uint16_t line[TR_PLAN_QUADS + 1]; /* of the quads that are */
} tr_plain_plan;

/* ---- Quads whose sums are added in pairs: products_avx2.inc ---- */

/* A quad of a panel's weights, where its line begins, in bytes, and what flips it; and the quad of
 * each row. */
typedef struct tr_coupled_quad {
    uint32_t line, mask;
    int32_t x[TR_COUPLED_ROWS];
} tr_coupled_quad;

/* A group of rows, and their quads in the order in which they are taken: first the coupled ones,
 * each two after the other. */
typedef struct tr_coupled_group {
    _Alignas(32) int32_t start[TR_COUPLED_ROWS][8]; /* of the sums of a row, in all lanes */
    size_t row, n_rows;
    size_t n_coupled, n;
    tr_coupled_quad *quad;   /* [n] */
    const uint32_t *fetched; /* lines of the next panel to fetch, */
    size_t fetch_step;       /*   and how many for each step of a panel, in fractions of a line */
} tr_coupled_group;

typedef struct tr_coupled_plan {
    size_t n_groups, used; /* of groups; of quad */
    bool offset;           /* the form, else plain */
    tr_coupled_group groups[TR_COUPLED_GROUPS];
    bool taken[TR_PLAN_QUADS];       /* by any group */
    uint32_t fetched[TR_PLAN_QUADS]; /* lines of the packed ones */
    tr_coupled_quad quad[TR_COUPLED_QUADS];
} tr_coupled_plan;

/* Memory of one thread.  Short rows touch little of it. */
typedef struct tr_row_plan {
    size_t n_kept;       /* of `coupled`: they are the plans of the first rows */
    size_t row;          /* the first one that they do not take */
    size_t n_rows, n_in; /* of the products */
    union {
        tr_plain_plan plain;
        tr_coupled_plan coupled[TR_PLANS_KEPT + 1]; /* the last one is never kept */
    };
} tr_row_plan;

/* Forgets what is known: the next product has other rows. */
static inline void tr_row_plan_reset(tr_row_plan *plan)
{
    plan->n_kept = 0;
}

#endif
