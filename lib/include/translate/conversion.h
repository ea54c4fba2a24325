/* translate/conversion.h - conversion of other engines' models. */
#ifndef TRANSLATE_CONVERSION_H
#define TRANSLATE_CONVERSION_H

#include "basics.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tr_convert_options {
    const char *format; /* "marian", "bergamot", "opus", "comet", "hf", "ct2", "argos", "gguf"; NULL
                         * = by the files */
    const char *input;  /* the foreign model: a file or a directory */
    const char *source_vocab, *target_vocab; /* NULL = the input's, and the source's */
    const char *source_spm, *target_spm; /* what cuts text into a list of pieces; NULL as above */
    const char *normalization;           /* of text; NULL = the input's; translate-model(5) */
    const char *shortlist;               /* a lexicon, NULL = the input's, if it has one; */
    int shortlist_first, shortlist_best; /*   of a text: 0 = 100 each; 1..10000 the second */
    float shortlist_threshold;
    const char *output;                            /* written beside, then renamed */
    const char *source_language, *target_language; /* NULL = what the input says */
    const char *type; /* "int8" or "float32"; NULL = int8, unless the input holds finer integers */
    const char *name, *license, *origin; /* NULL = what the input says, if anything */
    int max_source;                      /* 0 = what the input says, else 512 */
    int beam_size;                       /* 0 = the input's, or not recorded */
    int penalty;                         /* enum tr_penalty */
    float length_penalty;                /* < 0 = the input's, or not recorded */

    /* Is called with what was found, one sentence at a time; NULL = no call. */
    void (*note)(void *ctx, const char *text);
    /* Is called with the part of the work that is done, 0 to 1.  Returns 0 to go on, anything else
     * to stop.  NULL = no call. */
    int (*progress)(void *ctx, double done);
    void *ctx;

    /* Text [n_calibration], line by line, and what it should become: the estimate of quality is
     * fitted to what the model makes of it.  0, or 200 or more.  The input may be a model file of
     * this program's then, in which nothing else is changed. */
    const tr_string *calibration_source, *calibration_reference;
    size_t n_calibration;

    /* A folder with an adapter of PEFT (LoRA), which is merged into a model of Hugging Face's; NULL
     * = the one beside it, if there is one. */
    const char *adapter;
} tr_convert_options;

void tr_convert_options_init(tr_convert_options *options);

/* Reads a foreign model and writes one GGUF file.  The file gets its name last, so that nobody sees
 * half of it: first it is opened again, translates a line, and its tokenizer gives the ids that the
 * foreign vocabulary has.  TR_ESTOPPED when `progress` stopped it. */
int tr_convert(const tr_convert_options *options, tr_error *err);

/* ---- With sizes of structures: see translate.h ----------------------------------------- */

void tr_convert_options_init_sized(tr_convert_options *options, size_t options_size);
int tr_convert_sized(const tr_convert_options *options, size_t options_size, tr_error *err);

#ifndef TR_LIBRARY
/* clang-format off */
#define tr_convert_options_init(options) \
    tr_convert_options_init_sized(options, sizeof(tr_convert_options))
#define tr_convert(options, err) tr_convert_sized(options, sizeof(tr_convert_options), err)
/* clang-format on */
#endif

#ifdef __cplusplus
}
#endif
#endif
