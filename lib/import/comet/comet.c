#include "import/comet/comet.h"

#include <stdlib.h>

#include "formats/torch/torch.h"
#include "import/comet/comet_network.h"
#include "import/hf/hf_pieces.h"
#include "import/shared/foreign.h"
#include "import/shared/vocabs.h"

static const char hparams_name[] = "hparams.yaml", checkpoint_name[] = "checkpoints/model.ckpt",
                  spm_name[] = "sentencepiece.bpe.model";

static int is_comet(const char *input, tr_bundle *inside, tr_error *err)
{
    (void)input;
    if (!inside) return 0;
    const int rc = tr_bundle_enter(inside, hparams_name, err);
    return rc <= 0 ? rc : tr_bundle_has(inside, checkpoint_name, err);
}

static void close_arrays(void *file)
{
    tr_arrays_close(file);
    free(file);
}

/* ---- The vocabulary ------------------------------------------------------------------------ */

/* What the user gives, else what lies in the folder. */
static int map_spm(tr_import *im, tr_file *file, const char **path, tr_error *err)
{
    int rc = 0;

    *path = im->options->source_vocab;
    if (*path) return tr_import_map(im, *path, file, err);
    if (tr_bundle_finds(&im->bundle, spm_name, &rc, err))
        return tr_import_map_member(im, spm_name, file, path, err);
    return rc ? rc
              : tr_fail(err, TR_EIO,
                        "%s: has no %s: that of the encoder (XLM-RoBERTa and InfoXLM have the "
                        "same) is to lie there, or to be given with --vocab",
                        im->options->input, spm_name);
}

/* Ids are fairseq's, with <mask> behind them. */
static int read_pieces(tr_import *im, tr_error *err)
{
    tr_config *const c = &im->config;
    const char *path;
    tr_hf_pieces p;
    tr_file file;

    int rc = map_spm(im, &file, &path, err);
    if (rc == 0) rc = tr_hf_take_fairseq_pieces(&p, im, c->source_vocab, &file, path, err);
    if (rc == 0 && p.n < p.capacity) rc = tr_hf_set_piece(&p, p.n, "<mask>", err);
    if (rc < 0) return rc;
    im->source = (tr_import_vocab){.path = path, .text = p.text, .n = p.n};
    return tr_import_take_vocab(im, &im->source, path, &file, err);
}

/* ---- The metric ---------------------------------------------------------------------------- */

/* What all of them have. */
static void set_network(tr_config *c)
{
    enum { BOS = 0, EOS = 2, UNK = 3 };

    c->positions = TR_POSITIONS_LEARNED;
    c->activation = TR_GELU_ERF;
    c->ties = TR_TIES_ALL;
    c->embedding_scale = 1;
    c->source_bos_id = BOS;
    c->eos = c->source_eos_id = EOS;
    c->unk = c->source_unk_id = UNK;
    c->source_language = c->target_language = "";
}

static int open_comet(tr_import *im, tr_error *err)
{
    tr_comet_hparams h;

    int rc = tr_import_enter_bundle(im, hparams_name, "a COMET", err);
    if (rc == 0) rc = tr_import_take_folder_name(im, err);
    if (rc == 0) rc = tr_comet_hparams_read(&h, im, err);
    if (rc < 0) return rc;
    tr_arrays *const file = calloc(1, sizeof *file);
    if (!file) return tr_fail_memory(err);
    im->file = file;
    im->close = close_arrays;
    im->prefers_float32 = true;
    set_network(&im->config);
    rc = tr_arrays_open(file, &im->bundle, &tr_torch, checkpoint_name, err);
    if (rc == 0) rc = tr_comet_list_arrays(im, file, err);
    if (rc == 0) rc = tr_comet_encoder_read(im, err);
    if (rc == 0) rc = read_pieces(im, err);
    return rc ? rc : tr_comet_add_tensors(im, &h, err);
}

const tr_importer tr_comet_importer = {.name = "comet", .recognises = is_comet, .open = open_comet};
