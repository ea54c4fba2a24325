#include "import/hf/indic_vocab.h"

#include <inttypes.h>
#include <string.h>

#include "base/normalizations.h"
#include "import/hf/hf_pieces.h"
#include "import/shared/vocabs.h"

static int read_side(tr_import *im, tr_hf_pieces *p, const char *name, uint32_t vocab,
                     bool *suppressed, int32_t *eos, int32_t *unk, tr_error *err)
{
    int rc = tr_hf_read_json_pieces(p, im, vocab, name, err);

    if (rc == 0) rc = tr_hf_fill_gaps(p, suppressed, err);
    if (rc < 0) return rc;
    *eos = tr_hf_find_piece(p, "</s>");
    *unk = tr_hf_find_piece(p, "<unk>");
    if (*eos >= 0 && *unk >= 0) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: has no piece %s", p->path, *eos < 0 ? "</s>" : "<unk>");
}

/* The pieces that are spelled hin_Deva are the languages. */
static bool is_language_piece(const char *piece)
{
    return tr_import_matches(piece, "aaa_Aaaa");
}

static int find_languages(tr_import *im, const tr_hf_pieces *source, tr_error *err)
{
    size_t n = 0;
    int rc = 0;

    for (size_t i = 0; i < source->n; i++)
        n += is_language_piece(source->text[i]);
    if (n == 0) return tr_fail(err, TR_EFORMAT, "%s: has no languages, as hin_Deva", source->path);
    rc = tr_import_take_languages(im, n, err);
    for (size_t i = 0; rc == 0 && i < source->n; i++)
        if (is_language_piece(source->text[i]))
            rc = tr_import_add_language(im, source->text[i], strlen(source->text[i]), (int32_t)i,
                                        err);
    im->config.source_language_token = TR_LANGUAGE_BOTH;
    return rc;
}

/* The text's steps: IndicTransToolkit's, and SentencePiece. */
static int read_text_steps(tr_import *im, const tr_hf_pieces *source, tr_error *err)
{
    im->config.normalization = tr_normalizations[TR_NORMALIZATION_INDICTRANS2];
    int rc = tr_import_map_spm(im, &im->source, "model.SRC", err);
    if (rc == 0) rc = tr_import_map_spm(im, &im->target, "model.TGT", err);
    return rc == 0 ? find_languages(im, source, err) : rc;
}

int tr_indic_read_vocab(tr_import *im, const tr_hf_config *c, tr_error *err)
{
    tr_config *const m = &im->config;
    tr_hf_pieces source, target;

    int rc = read_side(im, &source, "dict.SRC.json", c->source_vocab, NULL, &m->source_eos_id,
                       &m->source_unk_id, err);
    if (rc == 0)
        rc = read_side(im, &target, "dict.TGT.json", c->target_vocab, c->suppressed, &m->eos,
                       &m->unk, err);
    if (rc == 0 && m->eos != c->eos)
        rc = tr_fail(err, TR_EFORMAT, "%s: eos_token_id is %" PRId32 ", but </s> is %" PRId32,
                     target.path, c->eos, m->eos);
    if (rc < 0) return rc;
    m->forced_first = c->forced_bos;
    m->source_language = m->target_language = "";
    im->source = (tr_import_vocab){.path = source.path, .text = source.text, .n = source.n};
    im->target = (tr_import_vocab){.path = target.path, .text = target.text, .n = target.n};
    if (tr_bundle_finds(&im->bundle, "model.SRC", &rc, err))
        return read_text_steps(im, &source, err);
    if (rc == 0)
        tr_import_note(im,
                       "%s: SentencePiece's files, model.SRC and model.TGT, are not there; the "
                       "model takes and gives pieces, of which the first two are the languages, "
                       "hin_Deva eng_Latn",
                       im->bundle.path);
    return rc;
}
