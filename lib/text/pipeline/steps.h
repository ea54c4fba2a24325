/* steps.h - the steps of a tokenizer.json, as Hugging Face's tokenizers take them. */
#ifndef TR_STEPS_H
#define TR_STEPS_H

#include "base/error.h"
#include "base/region.h"
#include "text/pipeline/aligned.h"
#include "text/pipeline/expression.h"
#include "text/spm_model.h"

/* What becomes of the matches of an expression when text is split at them. */
enum tr_behaviour {
    TR_SPLIT_REMOVED,
    TR_SPLIT_ISOLATED,
    TR_SPLIT_WITH_PREVIOUS,
    TR_SPLIT_WITH_NEXT,
    TR_SPLIT_CONTIGUOUS /* matches in a row are one part */
};

enum tr_prepend { TR_PREPEND_NEVER, TR_PREPEND_FIRST, TR_PREPEND_ALWAYS };

typedef struct tr_step tr_step;

/* Parameters of a step; which of them it has, its function knows. */
struct tr_step {
    /* Makes parts of `out` of a part of `in`. */
    int (*run)(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
               tr_error *err);
    int form;                /* enum tr_normal_form */
    tr_expression *pattern;  /* NULL: none */
    bool invert;             /* what does not match is what matches */
    int split;               /* enum tr_behaviour */
    bool splits;             /* Metaspace: at its signs */
    int prepend;             /* enum tr_prepend */
    const char *text;        /* what is put in */
    bool left, right;        /* Strip */
    const tr_spm_rules *map; /* Precompiled */
};

typedef struct tr_step_list {
    tr_step *list; /* [n] */
    size_t n, capacity;
} tr_step_list;

/* Takes the steps over the text *a, one after the other, by way of *b. */
int tr_steps_run(const tr_step_list *steps, tr_aligned *a, tr_aligned *b, tr_error *err);

#endif
