/*
 * hf.h - what the parts of the importer of Hugging Face directories share.
 *
 * hf.c finds the files.  hf_config.c reads config.json and its like,
 * hf_network.c lists the tensors, and hf_vocab.c makes vocabularies of the
 * tokenizer's files, with the pieces of hf_pieces.c and the languages of
 * hf_languages.c.
 */
#ifndef TR_HF_H
#define TR_HF_H

#include "import/importer.h"
#include "formats/safetensors.h"

/* As config.json's model_type has them: marian, m2m_100 (NLLB-200, too), mbart, bart. */
enum tr_hf_family { TR_HF_MARIAN, TR_HF_M2M100, TR_HF_MBART, TR_HF_BART };

enum { TR_HF_MAX_CLASS = 63 };

typedef struct tr_hf_config {
    int family;          /* enum tr_hf_family */
    uint32_t dim, heads; /* dim is a multiple of heads */
    uint32_t encoder_ffn, decoder_ffn;
    uint32_t encoder_depth, decoder_depth;
    uint32_t source_vocab, target_vocab;
    int activation;       /* enum tr_activation */
    bool scale_embedding; /* by the root of dim */
    bool shared_table;    /* source and target embeddings are one */
    bool tied_output;     /* the output matrix is the target embeddings */

    int32_t eos, start;           /* of the target */
    int32_t pad, bos, forced_bos; /* -1: none is given */
    bool zero_pad; /* the last id is no word: all zeros, it stands for nothing before the first */
    bool *suppressed; /* [target_vocab]: ids that a translation never has */

    /* Defaults of the search; 0 and below 0: not given. */
    uint32_t beam_size;
    float length_penalty;

    char tokenizer_class[TR_HF_MAX_CLASS + 1]; /* as config.json has it, or "" */
} tr_hf_config;

/* Options that change what the network computes are either understood or refused by name; those
 * that change how it is searched are understood or noted.  `suppressed` lives as long as *im.
 * TR_EIO, TR_EFORMAT, TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_hf_config_read(tr_hf_config *c, tr_import *im, tr_error *err);

/* The shapes and constants of the network. */
void tr_hf_describe(tr_config *m, const tr_hf_config *c);

/* Lists the network's tensors and the arrays that they are made of.  TR_EFORMAT for what is
 * missing, of another shape, or left over; TR_EUNSUPPORTED, TR_ENOMEM. */
int tr_hf_add_tensors(tr_import *im, const tr_hf_config *c, const tr_safetensors *file,
                      tr_error *err);

/* The vocabularies, the languages, and the ids around texts, from the tokenizer's files.  Marks
 * more ids as suppressed, and gives the network all of them. */
int tr_hf_read_vocab(tr_import *im, const tr_hf_config *c, tr_error *err);

/* ---- Pieces ------------------------------------------------------------------------------- */

/* The pieces of one side, by id. */
typedef struct tr_hf_pieces {
    tr_import *im;     /* whose memory holds all of it */
    const char *path;  /* for messages */
    const char **text; /* [capacity]; NULL where there is none */
    size_t n;          /* ids up to the last that has one */
    size_t capacity;   /* the vocabulary's size */
} tr_hf_pieces;

/* From an object of pieces and their ids (vocab.json) in the file `name` of im->bundle. */
int tr_hf_read_json_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const char *name,
                           tr_error *err);

/* From a SentencePiece model, as fairseq counts: four ids of its own, and then the model's pieces
 * without its first three. */
int tr_hf_read_fairseq_pieces(tr_hf_pieces *p, tr_import *im, uint32_t vocab, const char *name,
                              tr_error *err);

/* TR_EFORMAT for an id that another piece has, or that the vocabulary does not. */
int tr_hf_set_piece(tr_hf_pieces *p, uint64_t id, const char *text, tr_error *err);

/* -1 when there is none; for a few look-ups. */
int32_t tr_hf_find_piece(const tr_hf_pieces *p, const char *text);

/* Gives ids without a piece a name, and marks them in suppressed [capacity] unless it is NULL. */
int tr_hf_fill_gaps(tr_hf_pieces *p, bool *suppressed, tr_error *err);

/* ---- Languages ---------------------------------------------------------------------------- */

/* How the tokens of languages are spelled. */
enum tr_hf_code_style {
    TR_HF_CODES_NONE,
    TR_HF_CODES_UNDERSCORES, /* __de__ */
    TR_HF_CODES_SCRIPT,      /* deu_Latn */
    TR_HF_CODES_REGION       /* de_DE */
};

typedef struct tr_hf_languages {
    tr_import *im;
    int style;        /* enum tr_hf_code_style */
    const char *list; /* which built-in list serves where no file has the ids; NULL: none */
    bool has_mask;    /* <mask> stands behind that list */
    bool *suppressed; /* [p->capacity], to be marked */
    tr_hf_pieces *p;  /* to be completed */
    size_t n_pieces;  /* of p before */
} tr_hf_languages;

/* Completes the pieces with the tokens that the tokenizer's files add behind them, and gives the
 * network the languages among them. */
int tr_hf_add_languages(tr_hf_languages *l, tr_error *err);

/* Gives the network the languages whose tokens are spelled >>deu<< in the pieces: a source text
 * begins with the one that it is to be translated into. */
int tr_hf_find_target_codes(const tr_hf_pieces *source, tr_error *err);

#endif
