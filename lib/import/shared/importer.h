/*
 * importer.h - a foreign model on its way into a model file.
 *
 * An importer (marian.c and its like) recognises one kind of foreign model and describes
 * it: what the network is, which tensors of the file come from which foreign arrays, and what its
 * vocabularies are.  write.h makes the file of it.
 */
#ifndef TR_IMPORTER_H
#define TR_IMPORTER_H

#include "base/file.h"
#include "base/region.h"
#include "formats/bundle.h"
#include "formats/json.h"
#include "import/shared/lexicon.h"
#include "model/nmt.h"
#include "translate.h"

enum tr_import_kind {
    TR_IMPORT_MATRIX,   /* weights [n_out, n_in], packed: NAME.weight, for int8 .scale and .sum */
    TR_IMPORT_VECTOR,   /* floats [n_out] */
    TR_IMPORT_TABLE,    /* floats [n_out, n_in] */
    TR_IMPORT_INTEGERS, /* n_out int32 at `data` */
    TR_IMPORT_BYTES     /* n_out bytes at `data` */
};

enum { TR_IMPORT_MAX_PARTS = 3 };

typedef struct tr_foreign tr_foreign; /* foreign.h's */
typedef struct tr_foreign_array tr_foreign_array;

/* A share of a tensor's outputs. */
typedef struct tr_import_part {
    const tr_foreign_array *array; /* NULL: zeros */
    size_t first;                  /* its first element */
    bool by_input;                 /* it is [n_in, share]; else [share, n_in] */
} tr_import_part;

typedef struct tr_import_tensor tr_import_tensor;

struct tr_import_tensor {
    char name[TR_GGUF_MAX_NAME + 1];
    int kind;           /* enum tr_import_kind */
    size_t n_out, n_in; /* n_in is 1 for vectors, integers and bytes */

    const void *data; /* of integers and bytes, which live as long as the importer */

    /* Equal shares of the outputs, one after the other; or `compute`, which fills
     * out [n_out, n_in] of a vector or a table. */
    tr_import_part part[TR_IMPORT_MAX_PARTS];
    size_t n_parts;
    void (*compute)(const tr_import_tensor *t, float *out);
};

/* How a list of merges begins: with its version, or with none, and counts behind its pairs. */
enum tr_merges_form {
    TR_MERGES_BARE,
    TR_MERGES_COUNTED,
    TR_MERGES_0_1,
    TR_MERGES_0_2,
    TR_MERGES_OTHER /* another version */
};

/* Tokenizer of one side.  None of it is owned. */
typedef struct tr_import_vocab {
    const char *path;          /* for messages: the list of pieces, or what else there is */
    const char *spm_path;      /*   of the SentencePiece model; NULL: `path` */
    const void *spm;           /* the bytes of a SentencePiece model; NULL: none */
    size_t spm_size;           /* of them */
    const char *const *text;   /* [n]: the piece of each id, where ids are not SentencePiece's; */
    size_t n;                  /*   NULL: they are */
    const char *const *merges; /* [n_merges]: "left right", by rank; NULL: none */
    size_t n_merges;
    int merges_form;      /* enum tr_merges_form */
    const char *rules;    /* of a tokenizer.json (pipeline.h), which have `merges` or scores [n]; */
    const double *scores; /*   NULL: none */
} tr_import_vocab;

/* A lexical shortlist to be read; not owned. */
typedef struct tr_import_lexicon {
    const char *path; /* NULL: none */
    tr_lexicon_choice choice;
} tr_import_lexicon;

typedef struct tr_import {
    const tr_convert_options *options;
    tr_bundle bundle; /* once an importer has opened it */

    /* Its numbers, as they will be read back, with beam_size 0 and length_penalty < 0 where the
     * foreign model has no default, and texts that are NULL where it says nothing; int8 and
     * `tokenizer` are not looked at.  Options override it.  A language of "" is none, and need not
     * be given.  max_source is what the user asks for, or a default, which an importer may replace;
     * what positions do not allow, it becomes. */
    tr_config config;
    bool prefers_float32; /* the type of the weights when nobody asked for one */
    tr_import_tensor *tensors;
    size_t n_tensors, capacity;

    /* `target` without anything: `source` serves both sides.  Both without: the vocabularies have
     * to be given as options, unless ids_only. */
    tr_import_vocab source, target;
    int cutting; /* enum tr_tokenizer_kind, for a source that is cut by merges, rules or bytes */
    tr_import_lexicon lexicon;
    bool ids_only; /* no vocabulary: such a model takes and gives ids */

    tr_foreign *foreign; /* whose arrays the tensors are made of */
    void *file;          /* what the arrays are read from, */
    void (*close)(void *file);

    const char *unpacked; /* a folder that goes with *im, or NULL */
    tr_region memory;     /* for whatever has to live as long */
    struct tr_import_file *files;
} tr_import;

/* One kind of foreign model.  importers.c has the table of them. */
typedef struct tr_importer {
    const char *name; /* as --format has it */

    /* 1 if `input` is one, by names and first bytes alone, else 0.  `inside` is what lies in a
     * directory or an archive; NULL for any other file.  TR_EIO, TR_ENOMEM: nobody can say. */
    int (*recognises)(const char *input, tr_bundle *inside, tr_error *err);

    /* Describes im->options->input: everything is checked but the numbers in the arrays.  The
     * options are checked.  TR_EINVAL, TR_EIO, TR_EFORMAT,
     * TR_EUNSUPPORTED, TR_EVERSION, TR_ENOMEM; the caller closes *im either way. */
    int (*open)(tr_import *im, tr_error *err);
} tr_importer;

void tr_import_init(tr_import *im, const tr_convert_options *options);
void tr_import_close(tr_import *im);

/* A new tensor to be filled in, or NULL out of memory; valid until the next one is added. */
tr_import_tensor *tr_import_add(tr_import *im, int kind, const char *name, size_t n_out,
                                size_t n_in);

/* Bytes that stay where they are. */
int tr_import_add_bytes(tr_import *im, const char *name, const void *bytes, size_t size,
                        tr_error *err);

/* A file, or what it holds if gzip compressed it, that stays mapped until *im is closed. */
int tr_import_map(tr_import *im, const char *path, tr_file *file, tr_error *err);

/* Opens the directory or the archive at `path`, unless it is open, as im->bundle, which is closed
 * with *im. */
int tr_import_open_bundle(tr_import *im, const char *path, tr_error *err);

/* Opens the input as a bundle, and goes to the folder that holds `name`.  TR_EFORMAT, where it has
 * none: it is not `what`. */
int tr_import_enter_bundle(tr_import *im, const char *name, const char *what, tr_error *err);

/* Opens the input so if it is a directory, or begins as an archive does: 1; else 0. */
int tr_import_look_inside(tr_import *im, tr_error *err);

/* A file of the bundle, which stays mapped as long, and what messages call it. */
int tr_import_map_member(tr_import *im, const char *name, tr_file *file, const char **path,
                         tr_error *err);

/* The JSON object in a file of the bundle, and what messages call it. */
int tr_import_json(tr_import *im, const char *name, cJSON **json, const char **path, tr_error *err);

/* Room for `n` languages in im->config, which has none then. */
int tr_import_take_languages(tr_import *im, size_t n, tr_error *err);

/* The next of them: its code [len], and the id of its token. */
int tr_import_add_language(tr_import *im, const char *code, size_t len, int32_t id, tr_error *err);

/* The languages that the pieces text [n] name as >>deu<<: a source text begins with the one that it
 * is to be translated into. */
int tr_import_find_languages(tr_import *im, const char *const *text, size_t n, tr_error *err);

/* The input's own name, without the folders before it, is the model's. */
int tr_import_take_folder_name(tr_import *im, tr_error *err);

/* True if a text is like `pattern`: a for a small letter, A for a capital one, others for
 * themselves. */
bool tr_import_matches(const char *text, const char *pattern);

/* A sentence for the user about what was found, without the path and a full stop. */
#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
void tr_import_note(const tr_import *im, const char *fmt, ...);

/* A name, theirs or ours, of at most 255 bytes, put together where it is needed. */
typedef struct tr_import_name {
    char text[256];
} tr_import_name;

#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
tr_import_name
tr_import_named(const char *fmt, ...);

/* Tells the user that `done`, 0 to 1, of the work is done, of which a fit of quality makes as much
 * again.  TR_ESTOPPED when the user has had
 * enough. */
int tr_import_progress(const tr_import *im, double done, tr_error *err);

#endif
