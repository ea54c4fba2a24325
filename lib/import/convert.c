/*
 * convert.c - foreign models into model files.
 *
 * The first importer that recognises the input describes it.
 * The file is written under a name of its own, opened again as any reader would, compared with
 * what was meant, and only then renamed to what was asked for.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/normalizations.h"
#include "formats/gguf_write.h"
#include "import/calibrate.h"
#include "import/check.h"
#include "import/importers.h"
#include "import/shared/vocabs.h"
#include "import/shortlists.h"
#include "import/write.h"
#include "text/normalize.h"

/* The share of the work that is writing; the rest is reading back.  A fit of quality comes after
 * both. */
static const double writing = 0.8;

enum { MAX_MAX_SOURCE = 65536, MAX_TAG = 63 };

void tr_convert_options_init(tr_convert_options *options)
{
    *options = (tr_convert_options){.penalty = TR_PENALTY_POWER, .length_penalty = -1};
}

/* ---- Options ----------------------------------------------------------------------------- */

/* As BCP 47 says, as far as it can be said without its registry: subtags of up to eight letters
 * and digits, the first of two or more letters. */
static bool is_language_name(const char *tag)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char alphanumeric[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                       "0123456789";
    size_t n = strspn(tag, letters);

    if (n < 2 || n > 8 || strlen(tag) > MAX_TAG) return false;
    for (tag += n; *tag; tag += n) {
        if (*tag++ != '-') return false;
        n = strspn(tag, alphanumeric);
        if (n < 1 || n > 8) return false;
    }
    return true;
}

static int check_names(const tr_convert_options *o, tr_error *err)
{
    if (!o->input) return tr_fail(err, TR_EINVAL, "no model to convert was given");
    if (!o->output || !*o->output)
        return tr_fail(err, TR_EINVAL, "no name for the new model file was given");
    const char *const tags[] = {o->source_language, o->target_language};
    for (size_t i = 0; i < 2; i++)
        if (tags[i] && !is_language_name(tags[i]))
            return tr_fail(err, TR_EINVAL, "'%.100s' is not a language tag such as en or pt-BR",
                           tags[i]);
    if (o->normalization &&
        (!tr_normalizer_find(o->normalization) ||
         !strcmp(o->normalization, tr_normalizations[TR_NORMALIZATION_INDICTRANS2])))
        return tr_fail(err, TR_EINVAL, "'%.100s' is not a normalization of text", o->normalization);
    return 0;
}

static int check_numbers(const tr_convert_options *o, tr_error *err)
{
    if (o->type && strcmp(o->type, "int8") != 0 && strcmp(o->type, "float32") != 0)
        return tr_fail(err, TR_EINVAL, "'%.100s' is not a type of weights: int8 or float32",
                       o->type);
    if (o->max_source < 0 || o->max_source > MAX_MAX_SOURCE)
        return tr_fail(err, TR_EINVAL, "a maximum source length of %d is not in 1..%d",
                       o->max_source, MAX_MAX_SOURCE);
    if (o->beam_size < 0 || o->beam_size > TR_MAX_BEAM)
        return tr_fail(err, TR_EINVAL, "a beam size of %d is not in 1..%d", o->beam_size,
                       TR_MAX_BEAM);
    if (o->penalty != TR_PENALTY_POWER && o->penalty != TR_PENALTY_GNMT)
        return tr_fail(err, TR_EINVAL, "length penalty %d is not known", o->penalty);
    if (o->shortlist_first < 0 || o->shortlist_best < 0 ||
        o->shortlist_best > TR_LEXICON_MAX_BEST || !(o->shortlist_threshold >= 0))
        return tr_fail(err, TR_EINVAL, "a choice of shortlist is out of range");
    if (!isfinite(o->length_penalty))
        return tr_fail(err, TR_EINVAL, "the length penalty is not a finite number");
    return 0;
}

static bool are_one(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/* True if a file lies in a folder, right there. */
static bool is_in_folder(const char *path, const char *folder)
{
    const char *const slash = strrchr(path, '/');
    struct stat in, its;
    char *const own = slash ? strndup(path, slash > path ? (size_t)(slash - path) : 1) : NULL;
    const bool found = folder && !stat(folder, &in) && S_ISDIR(in.st_mode) && (own || !slash) &&
                       !stat(own ? own : ".", &its) && are_one(&in, &its);

    free(own);
    return found;
}

/* A model that was converted before is nobody's input. */
static bool is_converted(const char *path)
{
    char magic[4] = "";
    FILE *const f = fopen(path, "rb");
    const bool found = f && fread(magic, 1, 4, f) == 4 && !memcmp(magic, "GGUF", 4);

    if (f) fclose(f);
    return found;
}

/* A configuration names others of its folder as parts of the model. */
static bool is_beside_input(const tr_convert_options *o)
{
    const char *const slash = strrchr(o->input, '/'), *const end = strrchr(o->input, '.');
    struct stat in;
    tr_buf folder = {0};

    if (stat(o->input, &in) == 0 && S_ISDIR(in.st_mode)) return is_in_folder(o->output, o->input);
    if (!end || (strcmp(end, ".yml") != 0 && strcmp(end, ".yaml") != 0)) return false;
    tr_buf_add(&folder, o->input, slash ? (size_t)(slash - o->input) : 0);
    const char *const name = slash && folder.len ? tr_buf_text(&folder) : slash ? "/" : ".";
    const bool beside = !folder.failed && is_in_folder(o->output, name);
    tr_buf_free(&folder);
    return beside;
}

/* Renaming replaces whatever has the name, be it a device or one of the inputs. */
static int check_output(const tr_convert_options *o, tr_error *err)
{
    const char *const inputs[] = {o->input,      o->source_vocab, o->target_vocab,
                                  o->source_spm, o->target_spm,   o->shortlist};
    struct stat out, in;

    if (stat(o->output, &out) < 0) return 0;
    if (is_beside_input(o) && !is_converted(o->output))
        return tr_fail(err, TR_EINVAL, "%s: is a file of the input", o->output);
    if (!S_ISREG(out.st_mode))
        return tr_fail(err, TR_EIO, "%s: is there already and is not a regular file", o->output);
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        if (inputs[i] && stat(inputs[i], &in) == 0 && are_one(&in, &out))
            return tr_fail(err, TR_EINVAL, "%s: is both input and output", o->output);
    return 0;
}

static int check_convert_options(const tr_convert_options *o, tr_error *err)
{
    int rc = check_names(o, err);
    if (rc == 0) rc = check_numbers(o, err);
    if (rc == 0) rc = check_output(o, err);
    if (rc == 0 && o->n_calibration) rc = tr_calibrate_check(o, err);
    return rc;
}

/* ---- What the user gives ------------------------------------------------------------------- */

/* Options of the user replace the foreign model's. */
static void prefer(const char **theirs, const char *given)
{
    if (given) *theirs = given;
}

static int load_vocabs(tr_import *im, tr_error *err)
{
    const tr_convert_options *o = im->options;
    int rc = 0;

    if (o->source_vocab) rc = tr_import_load_vocab(im, &im->source, o->source_vocab, err);
    if (rc == 0 && o->target_vocab)
        rc = tr_import_load_vocab(im, &im->target, o->target_vocab, err);
    if (rc == 0 && o->source_spm) rc = tr_import_load_spm(im, &im->source, o->source_spm, err);
    if (rc == 0 && o->target_spm) {
        if (!im->target.text) im->target = im->source;
        rc = tr_import_load_spm(im, &im->target, o->target_spm, err);
    }
    return rc;
}

/* Marian's defaults. */
static tr_import_lexicon lexicon_option(const tr_convert_options *o)
{
    const tr_lexicon_choice choice = {
        .first = o->shortlist_first ? (uint32_t)o->shortlist_first : 100,
        .best = o->shortlist_best ? (uint32_t)o->shortlist_best : 100,
        .threshold = o->shortlist_threshold,
    };
    return (tr_import_lexicon){.path = o->shortlist, .choice = choice};
}

static int apply_options(tr_import *im, tr_error *err)
{
    const tr_convert_options *o = im->options;

    prefer(&im->config.name, o->name);
    prefer(&im->config.license, o->license);
    prefer(&im->config.origin, o->origin);
    prefer(&im->config.source_language, o->source_language);
    prefer(&im->config.target_language, o->target_language);
    if (!im->config.source_language || !im->config.target_language)
        return tr_fail(err, TR_EINVAL, "%s: the languages it translates between were not given",
                       o->input);
    if (o->beam_size) im->config.beam_size = (uint32_t)o->beam_size;
    if (o->length_penalty >= 0) {
        im->config.penalty = o->penalty;
        im->config.length_penalty = o->length_penalty;
    }
    im->config.int8 = o->type ? !strcmp(o->type, "int8") : !im->prefers_float32;

    if (o->shortlist) im->lexicon = lexicon_option(o);
    prefer(&im->config.normalization, o->normalization);
    return load_vocabs(im, err);
}

/* Describes the model in a line. */
static void note_network(const tr_import *im, const tr_importer *importer)
{
    const tr_config *m = &im->config;

    tr_import_note(im,
                   "%s: %s: %" PRIu32 "+%" PRIu32 " layers of %" PRIu32 ", vocabulary of %" PRIu32
                   "; written as %s",
                   im->options->input, importer->name, m->n_encoder_layers, m->n_decoder_layers,
                   m->d_model, m->target_vocab, m->int8 ? "int8" : "float32");
}

/* ---- The file ------------------------------------------------------------------------------ */

static int write_model(const tr_import *im, tr_gguf_writer *w, tr_error *err)
{
    tr_import_declare(im, w);
    if (im->options->n_calibration) tr_quality_write(&(tr_quality){.lines = 1}, w);
    int rc = tr_gguf_begin_data(w, err);
    if (rc == 0) rc = tr_import_write(im, w, writing, err);
    return rc == 0 ? tr_gguf_complete(w, err) : rc;
}

/* Messages about the file under its first name are about the one that was asked for. */
static void rename_in_message(tr_error *err, const char *from, const char *to)
{
    const size_t len = strlen(from);
    char rest[sizeof err->msg];

    if (!err || strncmp(err->msg, from, len) != 0) return;
    snprintf(rest, sizeof rest, "%s", err->msg + len);
    snprintf(err->msg, sizeof err->msg, "%.500s%.500s", to, rest);
}

/* Reads the file before it has its name. */
static int check_model(const tr_import *im, const tr_gguf_writer *w, tr_error *err)
{
    tr_buf path = {0};

    tr_gguf_unfinished_path(w, &path);
    const int rc =
        path.failed ? tr_fail_memory(err) : tr_convert_check(im, path.data, writing, err);
    if (rc < 0 && !path.failed) rename_in_message(err, path.data, im->options->output);
    tr_buf_free(&path);
    return rc;
}

static void note_fit(const tr_import *im, const tr_quality *q)
{
    tr_import_note(im, "quality is fitted on %" PRIu32 " lines", q->lines);
}

/* Translates with the file before it has its name, and puts the fit there. */
static int calibrate(const tr_import *im, tr_gguf_writer *w, tr_error *err)
{
    tr_quality q;
    tr_buf path = {0};

    if (!im->options->n_calibration) return 0;
    tr_gguf_unfinished_path(w, &path);
    int rc =
        path.failed ? tr_fail_memory(err) : tr_calibrate_fit(im->options, path.data, 0.5, &q, err);
    if (rc < 0 && !path.failed) rename_in_message(err, path.data, im->options->output);
    if (rc == 0) rc = tr_quality_rewrite(&q, w, err);
    if (rc == 0) note_fit(im, &q);
    tr_buf_free(&path);
    return rc;
}

static int write_and_check(const tr_import *im, tr_error *err)
{
    tr_gguf_writer *w;

    int rc = tr_gguf_create(&w, im->options->output, err);
    if (rc < 0) return rc;
    rc = write_model(im, w, err);
    if (rc == 0) rc = check_model(im, w, err);
    if (rc == 0) rc = calibrate(im, w, err);
    if (rc == 0) return tr_gguf_finish(w, err);
    tr_gguf_abandon(w);
    return rc;
}

int tr_convert(const tr_convert_options *options, tr_error *err)
{
    const tr_importer *importer = NULL;
    tr_import im;

    int rc = check_convert_options(options, err);
    if (rc < 0) return rc;
    tr_import_init(&im, options);
    if (options->n_calibration && tr_calibrate_knows(options)) {
        tr_quality q;
        rc = tr_calibrate_model(options, &q, err);
        if (rc == 0) note_fit(&im, &q);
        return rc;
    }
    rc = tr_importer_find(&importer, &im, err);
    if (rc == 0 && options->adapter && importer != &tr_hf_importer)
        rc = tr_fail(err, TR_EINVAL, "%s: adapters are for models of Hugging Face, not of %s",
                     options->adapter, importer->name);
    if (rc == 0) rc = importer->open(&im, err);
    if (rc == 0) rc = apply_options(&im, err);
    if (rc == 0) rc = tr_import_add_vocabs(&im, err);
    if (rc == 0) rc = tr_import_add_lexicon(&im, err);
    if (rc == 0) {
        note_network(&im, importer);
        rc = write_and_check(&im, err);
    }
    tr_import_close(&im);
    return rc;
}
