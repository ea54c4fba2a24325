#include "import/hf/byt5_vocab.h"

#include <inttypes.h>
#include <string.h>

#include "import/hf/hf_pieces.h"
#include "text/bpe/byte_pieces.h"

/* As trained: texts of up to 1024 bytes.  Bytes of one script may be several of another's. */
enum { LONGEST_TEXT = 1024, BYTES_OF_A_BYTE = 5 };

static const char *const specials[] = {"<pad>", "</s>", "<unk>"};
enum { EOS = 1, UNK = 2, N_SPECIALS = sizeof specials / sizeof *specials, N_BYTES = 256 };

static bool names_byt5(const cJSON *config)
{
    const char *const class = tr_json_text(config, "tokenizer_class");

    return class && !strncmp(class, "ByT5Tokenizer", strlen("ByT5Tokenizer"));
}

int tr_byt5_is(tr_import *im, const cJSON *config, tr_error *err)
{
    static const char name[] = "tokenizer_config.json";
    const char *path;
    cJSON *own = NULL;
    int rc = 0;

    if (tr_bundle_finds(&im->bundle, name, &rc, err))
        rc = tr_import_json(im, name, &own, &path, err);
    const bool is = names_byt5(own && tr_json_text(own, "tokenizer_class") ? own : config);
    cJSON_Delete(own);
    return rc < 0 ? rc : is;
}

static int check_ids(const tr_import *im, tr_error *err)
{
    const tr_config *const m = &im->config;

    if (m->source_vocab < N_SPECIALS + N_BYTES)
        return tr_fail(err, TR_EFORMAT,
                       "%s: has %" PRIu32 " ids, but ByT5's tokenizer has %d and more",
                       im->bundle.path, m->source_vocab, N_SPECIALS + N_BYTES);
    if (m->eos != EOS)
        return tr_fail(err, TR_EFORMAT, "%s: eos_token_id is %" PRId32 ", but ByT5's is %d",
                       im->bundle.path, m->eos, EOS);
    return 0;
}

int tr_byt5_read_vocab(tr_import *im, tr_error *err)
{
    tr_config *const m = &im->config;
    tr_hf_pieces p;

    int rc = check_ids(im, err);
    if (rc == 0) rc = tr_hf_create_pieces(&p, im, m->source_vocab, err);
    if (rc < 0) return rc;
    p.path = im->bundle.path;
    for (uint64_t id = 0; rc == 0 && id < N_SPECIALS; id++)
        rc = tr_hf_set_piece(&p, id, specials[id], err);
    for (unsigned byte = 0; rc == 0 && byte < N_BYTES; byte++)
        rc =
            tr_hf_set_piece(&p, N_SPECIALS + byte, tr_byte_piece_of((unsigned char)byte).text, err);
    m->unk = UNK;
    im->cutting = TR_TOKENIZER_BYTES;
    im->source = (tr_import_vocab){.path = p.path, .text = p.text, .n = p.n};
    if (!im->options->max_source) m->max_source = LONGEST_TEXT;
    m->max_length_factor = BYTES_OF_A_BYTE;
    return rc;
}
