/*
 * opus.c - OPUS-MT packages, in a folder or in the zip archive they come in.
 *
 * decoder.yml names Marian's model and the lists of pieces that give the ids, and says how to
 * search; source.spm and target.spm cut text into the pieces, and preprocess.sh shows what is done
 * to text before (Helsinki-NLP/OPUS-MT-train, lib/dist.mk).
 */
#include <stdlib.h>
#include <string.h>

#include "import/importer.h"
#include "text/language.h"
#include "import/opus_decoder.h"

static const char decoder_name[] = "decoder.yml";
static const char tag_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { MAX_TAG = 63 };

typedef struct package {
    tr_import *im;
    tr_bundle *bundle;
    tr_opus_decoder decoder;
    tr_error *err;
    int rc; /* the first failure; steps behind it do nothing */
} package;

static const char *path_of(const package *p)
{
    return p->im->options->input;
}

/* ---- Files --------------------------------------------------------------------------------- */

/* A file of the package, which stays mapped, and what messages call it. */
static void map_file(package *p, const char *name, tr_file *file, const char **path)
{
    if (p->rc == 0) p->rc = tr_import_map_member(p->im, p->bundle, name, file, path, p->err);
}

/* Whether the package has the file and it holds `words`. */
static bool file_says(package *p, const char *name, const char *words)
{
    const size_t n = strlen(words);
    const char *path;
    tr_file file = {0};

    if (!tr_bundle_has(p->bundle, name)) return false;
    map_file(p, name, &file, &path);
    for (size_t i = 0; p->rc == 0 && i + n <= file.size; i++)
        if (file.data[i] == (unsigned char)words[0] && !memcmp(file.data + i, words, n))
            return true;
    return false;
}

/* ---- The parts ----------------------------------------------------------------------------- */

static void read_decoder(package *p)
{
    tr_config *m = &p->im->config;
    tr_file file = {0};
    const char *path = NULL;

    map_file(p, decoder_name, &file, &path);
    if (p->rc == 0)
        p->rc = tr_opus_decoder_read(&p->decoder, (const char *)file.data, file.size, path, p->err);
    if (p->rc < 0) return;
    m->beam_size = p->decoder.beam_size;
    m->penalty = TR_PENALTY_POWER;
    m->length_penalty = p->decoder.length_penalty;
}

static void import_network(package *p)
{
    tr_file file = {0};
    const char *path = NULL;

    map_file(p, p->decoder.model, &file, &path);
    if (p->rc == 0) p->rc = tr_import_marian_bytes(p->im, file.data, file.size, path, p->err);
}

static void take_vocab(package *p, tr_import_vocab *v, const char *name)
{
    tr_file file = {0};
    const char *path = NULL;

    map_file(p, name, &file, &path);
    if (p->rc == 0) p->rc = tr_import_take_vocab(p->im, v, path, &file, p->err);
}

/* The lists of pieces, and what cuts text into them; a SentencePiece model in the place of a list
 * is both. */
static void import_vocabs(package *p)
{
    tr_import *im = p->im;

    take_vocab(p, &im->source, p->decoder.source_vocab);
    if (!strcmp(p->decoder.source_vocab, p->decoder.target_vocab))
        im->target = im->source;
    else
        take_vocab(p, &im->target, p->decoder.target_vocab);
    if (p->rc == 0 && im->source.text) take_vocab(p, &im->source, "source.spm");
    if (p->rc == 0 && im->target.text) take_vocab(p, &im->target, "target.spm");
}

/* ---- Languages ----------------------------------------------------------------------------- */

/* The xxx of ">>xxx<<", the token of a language to translate into; 0 for other pieces. */
static size_t code_len(const char *piece)
{
    if (strncmp(piece, ">>", 2) != 0) return 0;
    const size_t len = strspn(piece + 2, tag_letters);
    return len <= MAX_TAG && !strcmp(piece + 2 + len, "<<") ? len : 0;
}

static void import_languages(package *p)
{
    const tr_import_vocab *v = &p->im->source;
    tr_config *m = &p->im->config;
    size_t n = 0;

    if (p->rc < 0) return;
    for (size_t i = 0; i < v->n; i++)
        n += code_len(v->text[i]) > 0;
    if (!n) return;
    m->language_codes = TR_REGION_TAKE(&p->im->memory, char *, n);
    m->language_ids = TR_REGION_TAKE(&p->im->memory, int32_t, n);
    for (size_t i = 0; m->language_codes && m->language_ids && i < v->n; i++) {
        const size_t len = code_len(v->text[i]);
        if (!len) continue;
        char *const code = tr_region_copy(&p->im->memory, v->text[i] + 2, len);
        if (!code) break;
        m->language_codes[m->n_languages] = code;
        m->language_ids[m->n_languages++] = (int32_t)i;
    }
    if (m->n_languages < n) p->rc = tr_fail_memory(p->err);
    m->source_language_token = TR_LANGUAGE_TARGET;
    if (n > 1)
        tr_import_note(p->im, "%s: translates into %zu languages, which %s and others stand for",
                       path_of(p), n, m->language_codes[0]);
}

/* What README.md has behind `label`: a language; "mul" for several; NULL for nothing to go by. */
static const char *read_language(package *p, const tr_file *readme, const char *label)
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
    static const char name[] = "README.md";
    tr_file readme = {0};
    const char *path;

    if (!tr_bundle_has(p->bundle, name)) return;
    map_file(p, name, &readme, &path);
    if (p->rc < 0) return;
    p->im->source_language = read_language(p, &readme, "* source language(s):");
    p->im->target_language = read_language(p, &readme, "* target language(s):");
    if (p->im->config.n_languages > 1) p->im->target_language = "mul";
    if (file_says(p, "LICENSE", "Attribution 4.0 International")) p->im->license = "CC-BY-4.0";
}

/* ---- Pre-processing ------------------------------------------------------------------------ */

/* Early scripts call Moses', which opus-mt is made after. */
static void import_normalization(package *p)
{
    static const char script[] = "preprocess.sh";
    const char **normalization = &p->im->config.normalization;

    if (p->rc < 0) return;
    *normalization = "opus-mt";
    if (!tr_bundle_has(p->bundle, script))
        tr_import_note(p->im, "%s: has no %s; text is normalized as OPUS-MT usually does",
                       path_of(p), script);
    else if (file_says(p, script, "remove-non-printing-char") ||
             file_says(p, script, "normalize-punctuation"))
        tr_import_note(p->im, "%s: %s uses scripts of Moses; opus-mt takes their place", path_of(p),
                       script);
    else if (!file_says(p, script, "\\p{C}"))
        *normalization = "none";
}

/* ---- The package --------------------------------------------------------------------------- */

static void check_kind(package *p)
{
    if (!tr_bundle_enter(p->bundle, decoder_name))
        p->rc = tr_fail(p->err, TR_EFORMAT, "%s: is not a package of OPUS-MT: it has no %s",
                        path_of(p), decoder_name);
    else if (!tr_bundle_has(p->bundle, "source.spm") && tr_bundle_has(p->bundle, "source.bpe"))
        p->rc = tr_fail(p->err, TR_EUNSUPPORTED,
                        "%s: its text is cut by subword-nmt (source.bpe), which is not supported",
                        path_of(p));
}

static int import_package(tr_import *im, tr_bundle *bundle, tr_error *err)
{
    package p = {.im = im, .bundle = bundle, .err = err};

    check_kind(&p);
    read_decoder(&p);
    import_network(&p);
    import_vocabs(&p);
    import_languages(&p);
    import_normalization(&p);
    read_readme(&p);
    return p.rc;
}

static int open_package(tr_import *im, tr_error *err)
{
    return tr_import_bundle(im, import_package, err);
}

static bool recognises(const char *input)
{
    tr_bundle b;

    if (tr_bundle_open(&b, input, "", NULL) < 0) return false;
    const bool found = tr_bundle_enter(&b, decoder_name) &&
                       (tr_bundle_has(&b, "source.spm") || tr_bundle_has(&b, "source.bpe"));
    tr_bundle_close(&b);
    return found;
}

const tr_importer tr_opus_importer = {
    .name = "opus", .recognises = recognises, .open = open_package};
