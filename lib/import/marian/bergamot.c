/*
 * bergamot.c - Bergamot's models, of Firefox and translateLocally: Marian's .bin, its
 * vocabularies and its lexical shortlist, each perhaps compressed, or all in a .tar.gz.
 */
#include "import/marian/bergamot_files.h"
#include "import/marian/marian.h"
#include "import/shared/unpack.h"
#include "import/shared/vocabs.h"

/* Configurations name files as they are without .gz, which may follow: *path becomes the path as
 * it is, in the importer's memory. */
static int find_file(tr_import *im, const char **path, tr_error *err)
{
    int rc = tr_file_kind(*path, err);
    if (rc) return rc < 0 ? rc : 0;
    const char *packed = tr_region_printf(&im->memory, "%s.gz", *path);
    rc = packed ? tr_file_kind(packed, err) : tr_fail_memory(err);
    if (rc > 0) *path = packed;
    return rc < 0 ? rc : 0;
}

static int load_model(tr_import *im, const char *path, tr_error *err)
{
    tr_file f;

    int rc = find_file(im, &path, err);
    if (rc < 0 || (rc = tr_import_map(im, path, &f, err)) < 0) return rc;
    return tr_import_marian_bytes(im, f.data, f.size, path, err);
}

/* NULL: there is none, or it is given as an option. */
static int load_vocab(tr_import *im, tr_import_vocab *v, const char *path, const char *option,
                      tr_error *err)
{
    if (!path || option) return 0;
    const int rc = find_file(im, &path, err);
    return rc ? rc : tr_import_load_vocab(im, v, path, err);
}

static int load_files(tr_import *im, const tr_bergamot *b, tr_error *err)
{
    const tr_convert_options *o = im->options;

    int rc = load_model(im, b->model, err);
    if (rc == 0) rc = load_vocab(im, &im->source, b->source_vocab, o->source_vocab, err);
    if (rc == 0) rc = load_vocab(im, &im->target, b->target_vocab, o->target_vocab, err);
    if (rc < 0 || !b->lexicon || o->shortlist) return rc;
    im->lexicon = (tr_import_lexicon){.path = b->lexicon, .choice = b->choice};
    return find_file(im, &im->lexicon.path, err);
}

static int open_bergamot_model(tr_import *im, tr_error *err)
{
    tr_bergamot b;

    const char *input = im->options->input;

    int rc = tr_unpack_is(input) ? tr_import_unpack(im, input, &input, err) : 0;
    if (rc == 0) rc = tr_bergamot_read(&b, input, &im->memory, err);
    if (rc < 0) return rc;
    im->config.name = b.name;
    im->config.source_language = b.source_language;
    im->config.target_language = b.target_language;
    /* Longer sentences are split where the engine would, unless the user says otherwise. */
    if (b.max_source && !im->options->max_source) im->config.max_source = b.max_source;
    rc = load_files(im, &b, err);
    im->config.beam_size = b.beam_size;
    im->config.length_penalty = b.length_penalty;
    im->config.max_length_factor = b.max_length_factor;
    return rc;
}

const tr_importer tr_bergamot_importer = {
    .name = "bergamot", .recognises = tr_bergamot_recognises, .open = open_bergamot_model};
