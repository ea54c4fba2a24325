/*
 * opus.c - OPUS-MT packages, in a folder or in the zip archive they come in.
 *
 * decoder.yml, options of marian-decoder, names the model and the lists of pieces that give the
 * ids; source.spm and target.spm cut text into the pieces, or source.bpe and target.bpe the words
 * that Moses' scripts make of it, and preprocess.sh shows what is done to text before
 * (Helsinki-NLP/OPUS-MT-train, lib/dist.mk).
 */
#include <string.h>

#include "import/marian/bergamot_config.h"
#include "import/marian/marian.h"
#include "import/shared/codes.h"
#include "import/shared/vocabs.h"
#include "language/language.h"

static const char decoder_name[] = "decoder.yml";
static const char tag_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { MAX_TAG = 63 };

typedef struct package {
    tr_import *im;
    tr_bergamot decoder;
    bool is_bpe; /* words are cut by subword-nmt; else SentencePiece cuts text */
    tr_error *err;
    int rc; /* the first failure; steps after it do nothing */
} package;

static const char *opus_path(const package *p)
{
    return p->im->options->input;
}

/* ---- Files --------------------------------------------------------------------------------- */

/* A file of the package, which stays mapped, and what messages call it.  Of a path the name counts:
 * where decoder.yml was written, the files may have been elsewhere. */
static void map_file(package *p, const char *name, tr_file *file, const char **path)
{
    const char *slash = strrchr(name, '/');

    if (p->rc == 0)
        p->rc = tr_import_map_member(p->im, slash ? slash + 1 : name, file, path, p->err);
}

/* The file, if the package has it. */
static bool map_if_there(package *p, const char *name, tr_file *file)
{
    const char *path;

    if (!tr_bundle_finds(&p->im->bundle, name, &p->rc, p->err)) return false;
    map_file(p, name, file, &path);
    return p->rc == 0;
}

static bool says(const tr_file *file, const char *words)
{
    const size_t n = strlen(words);

    for (size_t i = 0; i + n <= file->size; i++)
        if (file->data[i] == (unsigned char)words[0] && !memcmp(file->data + i, words, n))
            return true;
    return false;
}

/* ---- The parts ----------------------------------------------------------------------------- */

static void read_opus_decoder(package *p)
{
    tr_config *m = &p->im->config;
    tr_file file = {0};
    const char *path = NULL;

    tr_bergamot_init(&p->decoder);
    map_file(p, decoder_name, &file, &path);
    if (p->rc == 0)
        p->rc = tr_bergamot_config(&p->decoder, (const char *)file.data, file.size, path,
                                   &p->im->memory, p->err);
    if (p->rc == 0 && !p->decoder.source_vocab)
        p->rc = tr_fail(p->err, TR_EFORMAT, "%s: names no vocabulary", path);
    m->beam_size = p->decoder.beam_size;
    m->length_penalty = p->decoder.length_penalty;
}

static void import_network(package *p)
{
    tr_file file = {0};
    const char *path = NULL;

    if (p->rc == 0) map_file(p, p->decoder.model, &file, &path);
    if (p->rc == 0) p->rc = tr_import_marian_bytes(p->im, file.data, file.size, path, p->err);
}

static void take_vocab(package *p, tr_import_vocab *v, const char *name)
{
    tr_file file = {0};
    const char *path = NULL;

    map_file(p, name, &file, &path);
    if (p->rc == 0) p->rc = tr_import_take_vocab(p->im, v, path, &file, p->err);
}

static void take_codes(package *p, tr_import_vocab *v, const char *name)
{
    if (p->rc == 0 && !v->text)
        p->rc = tr_fail(p->err, TR_EUNSUPPORTED,
                        "%s: %s cuts words, but its vocabulary is a SentencePiece model",
                        opus_path(p), name);
    if (p->rc == 0) p->rc = tr_import_map_codes(p->im, v, name, p->err);
}

/* The lists of pieces, and what cuts text into them; a SentencePiece model in the place of a list
 * is both. */
static void import_vocabs(package *p)
{
    tr_import *im = p->im;

    if (p->rc < 0) return;
    take_vocab(p, &im->source, p->decoder.source_vocab);
    if (p->decoder.target_vocab)
        take_vocab(p, &im->target, p->decoder.target_vocab);
    else
        im->target = im->source;
    if (p->is_bpe) {
        take_codes(p, &im->source, "source.bpe");
        take_codes(p, &im->target, "target.bpe");
        return;
    }
    if (im->source.text) take_vocab(p, &im->source, "source.spm");
    if (im->target.text) take_vocab(p, &im->target, "target.spm");
}

/* ---- Languages ----------------------------------------------------------------------------- */

static void import_languages(package *p)
{
    const tr_import_vocab *v = &p->im->source;
    const tr_config *m = &p->im->config;

    if (p->rc == 0 && v->text) p->rc = tr_import_find_languages(p->im, v->text, v->n, p->err);
    if (p->rc == 0 && m->n_languages > 1)
        tr_import_note(p->im, "%s: translates into %zu languages, which %s and others stand for",
                       opus_path(p), m->n_languages, m->language_codes[0]);
}

/* Reads the word of README.md after `label`: a language; "mul" for several; NULL for nothing to go
 * by. */
static const char *read_opus_language(package *p, const tr_file *readme, const char *label)
{
    char line[128] = "", tag[MAX_TAG + 1];
    const size_t n = strlen(label);
    size_t at = 0;

    while (at + n <= readme->size && memcmp(readme->data + at, label, n) != 0)
        at++;
    for (size_t i = 0; at + n + i < readme->size && i + 1 < sizeof line; i++) {
        const char c = (char)readme->data[at + n + i];
        if (c == '\n' || c == '\r') break;
        line[i] = c;
    }
    char *const name = line + strspn(line, " ");
    const size_t len = strspn(name, tag_letters), blanks = strspn(name + len, " ");
    if (len < 2 || len > MAX_TAG) return NULL;
    if (blanks && name[len + blanks]) return "mul";
    if (name[len + blanks]) return NULL;
    name[len] = '\0';
    tr_language_tag(name, tag, sizeof tag);
    const char *copy = tr_region_copy(&p->im->memory, tag, strlen(tag));
    if (!copy) p->rc = tr_fail_memory(p->err);
    return copy;
}

static void read_readme(package *p)
{
    tr_file readme, license;

    if (!map_if_there(p, "README.md", &readme)) return;
    p->im->config.source_language = read_opus_language(p, &readme, "* source language(s):");
    p->im->config.target_language = read_opus_language(p, &readme, "* target language(s):");
    if (p->im->config.n_languages > 1) p->im->config.target_language = "mul";
    if (map_if_there(p, "LICENSE", &license) && says(&license, "Attribution 4.0 International"))
        p->im->config.license = "CC-BY-4.0";
}

/* ---- Pre-processing ------------------------------------------------------------------------ */

/* Early scripts call Moses', which opus-mt is made after. */
static void import_normalization(package *p)
{
    static const char name[] = "preprocess.sh";
    const char **normalization = &p->im->config.normalization;
    tr_file script;

    *normalization = "opus-mt";
    const bool found = map_if_there(p, name, &script);
    if (p->rc < 0) return;
    if (p->is_bpe) {
        *normalization = "none";
        tr_import_use_moses(p->im, !found || says(&script, "normalize-punctuation"));
        return;
    }
    if (!found)
        tr_import_note(p->im, "%s: has no %s; text is normalized as OPUS-MT usually does",
                       opus_path(p), name);
    else if (says(&script, "remove-non-printing-char") || says(&script, "normalize-punctuation"))
        tr_import_note(p->im, "%s: %s uses scripts of Moses; opus-mt takes their place",
                       opus_path(p), name);
    else if (!says(&script, "\\p{C}"))
        *normalization = "none";
}

/* ---- The package --------------------------------------------------------------------------- */

/* True if text is cut by SentencePiece or by subword-nmt. */
static bool has_tokenizer(const tr_bundle *b, bool *is_bpe, int *rc, tr_error *err)
{
    const bool is_spm = tr_bundle_finds(b, "source.spm", rc, err);
    *is_bpe = !is_spm && tr_bundle_finds(b, "source.bpe", rc, err);
    return is_spm || *is_bpe;
}

static void check_opus_kind(package *p)
{
    p->rc = tr_import_enter_bundle(p->im, decoder_name, "a package of OPUS-MT", p->err);
    has_tokenizer(&p->im->bundle, &p->is_bpe, &p->rc, p->err);
}

static int open_opus_package(tr_import *im, tr_error *err)
{
    package p = {.im = im, .err = err};

    check_opus_kind(&p);
    read_opus_decoder(&p);
    import_network(&p);
    import_vocabs(&p);
    import_languages(&p);
    import_normalization(&p);
    read_readme(&p);
    return p.rc;
}

static int recognises_opus(const char *input, tr_bundle *inside, tr_error *err)
{
    bool is_bpe;

    (void)input;
    int rc = inside ? tr_bundle_enter(inside, decoder_name, err) : 0;
    if (rc <= 0) return rc;
    rc = 0;
    const bool is = has_tokenizer(inside, &is_bpe, &rc, err);
    return rc ? rc : is;
}

const tr_importer tr_opus_importer = {
    .name = "opus", .recognises = recognises_opus, .open = open_opus_package};
