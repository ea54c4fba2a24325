/*
 * argos.c - packages of Argos Translate: .argosmodel archives, or the same unpacked.
 *
 * A package is a CTranslate2 directory "model", a SentencePiece model beside it, and
 * metadata.json, which names the languages.  The sentence splitter "stanza" is not used.
 */
#include <string.h>

#include "base/buf.h"
#include "import/ct2/ct2.h"

static const char metadata_name[] = "metadata.json";

static int recognises_argos(const char *input, tr_bundle *inside, tr_error *err)
{
    if (!inside || tr_bundle_is_archive(inside)) return tr_ends_in(input, ".argosmodel");
    int rc = 0;
    const bool is = tr_bundle_finds(inside, metadata_name, &rc, err) &&
                    tr_bundle_finds(inside, "model/model.bin", &rc, err);
    return rc ? rc : is;
}

/* A string of the metadata in the importer's memory, or NULL. */
static const char *copy_of(tr_import *im, const cJSON *metadata, const char *key)
{
    const char *text = tr_json_text(metadata, key);
    return text ? tr_region_copy(&im->memory, text, strlen(text)) : NULL;
}

static int read_argos_metadata(tr_import *im, const cJSON *metadata, const char *path,
                               tr_error *err)
{
    const char *type = tr_json_text(metadata, "type");

    if (type && strcmp(type, "translate") != 0)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: is a package of type %.60s, not translate", path,
                       type);
    if (tr_json_text(metadata, "target_prefix"))
        return tr_fail(err, TR_EUNSUPPORTED, "%s: target_prefix is not supported", path);
    im->config.source_language = copy_of(im, metadata, "from_code");
    im->config.target_language = copy_of(im, metadata, "to_code");
    return 0;
}

static int open_metadata(tr_import *im, tr_error *err)
{
    cJSON *metadata;
    const char *path;

    int rc = tr_import_json(im, metadata_name, &metadata, &path, err);
    if (rc == 0) rc = read_argos_metadata(im, metadata, path, err);
    cJSON_Delete(metadata);
    return rc;
}

/* As Argos Translate searches (translate.py of argostranslate 1.9). */
static void describe_argos_search(tr_import *im)
{
    im->config.beam_size = 4;
    im->config.penalty = TR_PENALTY_POWER;
    im->config.length_penalty = 0.2f;
}

static int check_argos_kind(const tr_import *im, const char *spm, tr_error *err)
{
    const tr_bundle *b = &im->bundle;
    int rc = 0;

    if (!tr_bundle_finds(b, spm, &rc, err) && tr_bundle_finds(b, "bpe.model", &rc, err))
        rc = tr_fail(err, TR_EUNSUPPORTED,
                     "%s: its tokenizer, bpe.model of subword-nmt, is not supported", b->path);
    return rc;
}

static int open_argos_package(tr_import *im, tr_error *err)
{
    static const tr_ct2_tokenizer tokenizers[] = {{"sentencepiece.model", NULL}, {NULL, NULL}};

    int rc = tr_import_enter_bundle(im, metadata_name, "a package of Argos Translate", err);
    if (rc == 0) rc = check_argos_kind(im, tokenizers[0].source, err);
    if (rc == 0) rc = open_metadata(im, err);
    if (rc == 0) rc = tr_import_ct2(im, "model/", tokenizers, err);
    if (rc == 0) describe_argos_search(im);
    return rc;
}

const tr_importer tr_argos_importer = {
    .name = "argos", .recognises = recognises_argos, .open = open_argos_package};
