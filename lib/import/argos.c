/*
 * argos.c - packages of Argos Translate: .argosmodel archives, or the same unpacked.
 *
 * A package is a CTranslate2 directory "model", a SentencePiece model beside it, and
 * metadata.json, which names the languages.  The sentence splitter "stanza" is not used.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "import/ct2.h"
#include "formats/json.h"

static const char metadata_name[] = "metadata.json";

static bool recognises(const char *input)
{
    struct stat st;
    tr_bundle b;

    if (stat(input, &st) < 0) return false;
    if (!S_ISDIR(st.st_mode)) return tr_ends_in(input, ".argosmodel");
    if (tr_bundle_open(&b, input, "", NULL) < 0) return false;
    const bool found = tr_bundle_has(&b, metadata_name) && tr_bundle_has(&b, "model/model.bin");
    tr_bundle_close(&b);
    return found;
}

/* A string of the metadata in the importer's memory, or NULL. */
static const char *copy_of(tr_import *im, const cJSON *metadata, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(metadata, key));
    return text ? tr_region_copy(&im->memory, text, strlen(text)) : NULL;
}

static int read_metadata(tr_import *im, const cJSON *metadata, const char *path, tr_error *err)
{
    const char *type = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(metadata, "type"));
    const char *prefix =
        cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(metadata, "target_prefix"));

    if (type && strcmp(type, "translate") != 0)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: is a package of type %.60s, not translate", path,
                       type);
    if (prefix && *prefix)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: target_prefix is not supported", path);
    im->source_language = copy_of(im, metadata, "from_code");
    im->target_language = copy_of(im, metadata, "to_code");
    return 0;
}

static int open_metadata(tr_import *im, const tr_bundle *b, tr_error *err)
{
    tr_file file;
    cJSON *metadata = NULL;

    char *path = tr_bundle_name(b, metadata_name);
    int rc = path ? tr_bundle_map(b, metadata_name, &file, err) : tr_fail_memory(err);
    if (rc == 0) {
        rc = tr_json_parse(&metadata, (const char *)file.data, file.size, path, err);
        tr_file_unmap(&file);
    }
    if (rc == 0) rc = read_metadata(im, metadata, path, err);
    cJSON_Delete(metadata);
    free(path);
    return rc;
}

/* As Argos Translate searches (translate.py of argostranslate 1.9). */
static void describe_search(tr_import *im)
{
    im->config.beam_size = 4;
    im->config.penalty = TR_PENALTY_POWER;
    im->config.length_penalty = 0.2f;
}

static int import_package(tr_import *im, tr_bundle *b, tr_error *err)
{
    static const tr_ct2_tokenizer tokenizers[] = {{"sentencepiece.model", NULL}, {NULL, NULL}};

    if (!tr_bundle_enter(b, metadata_name))
        return tr_fail(err, TR_EFORMAT, "%s: is not a package of Argos Translate: it has no %s",
                       b->path, metadata_name);
    if (!tr_bundle_has(b, tokenizers[0].source) && tr_bundle_has(b, "bpe.model"))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: its tokenizer, bpe.model of subword-nmt, is not supported", b->path);
    int rc = open_metadata(im, b, err);
    if (rc == 0) rc = tr_import_ct2(im, b, "model/", tokenizers, err);
    if (rc == 0) describe_search(im);
    return rc;
}

static int open_package(tr_import *im, tr_error *err)
{
    return tr_import_bundle(im, import_package, err);
}

const tr_importer tr_argos_importer = {
    .name = "argos", .recognises = recognises, .open = open_package};
