/* ct2.c - CTranslate2's directories: model.bin, config.json, vocabularies. */
#include "import/ct2/ct2.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "import/ct2/ct2_config.h"
#include "import/ct2/ct2_network.h"
#include "import/ct2/ct2_t5.h"
#include "import/shared/prefixes.h"
#include "import/shared/vocabs.h"

enum { MAX_CODE = 8 };

typedef struct directory {
    tr_import *im;
    const char *folder;
    tr_ct2_model *model;
    tr_ct2_config config;
    tr_ct2_vocab source, target; /* the same `text` where one list serves both */
    tr_error *err;
} directory;

/* ---- What stands around texts -------------------------------------------------------------- */

static int fail_token(const directory *d, const char *token, const tr_ct2_vocab *v)
{
    return tr_fail(d->err, TR_EFORMAT, "%s: does not have the token %s", v->path, token);
}

static int describe_target(const directory *d)
{
    const tr_ct2_config *c = &d->config;
    tr_config *m = &d->im->config;
    const int32_t eos = tr_ct2_token_id(&d->target, c->eos);
    const int32_t unk = tr_ct2_token_id(&d->target, c->unk);

    if (eos < 0) return fail_token(d, c->eos, &d->target);
    if (eos == unk)
        return tr_fail(d->err, TR_EUNSUPPORTED, "%s: %s ends texts and stands for unknown tokens",
                       d->target.path, c->eos);
    m->eos = eos;
    m->unk = unk;
    if (tr_ct2_starts_from_zero(d->model)) return 0;
    if (!c->start)
        return tr_fail(d->err, TR_EUNSUPPORTED,
                       "%s: its decoder starts from a token that each request gives, which is not "
                       "supported",
                       d->model->path);
    m->start_id = tr_ct2_token_id(&d->target, c->start);
    if (m->start_id < 0) m->start_id = unk; /* as CTranslate2 does */
    return 0;
}

static int describe_source(const directory *d)
{
    const tr_ct2_config *c = &d->config;
    tr_config *m = &d->im->config;

    m->source_eos = c->source_eos;
    m->source_unk_id = tr_ct2_token_id(&d->source, c->unk);
    m->source_eos_id = tr_ct2_token_id(&d->source, c->eos);
    if (m->source_eos && m->source_eos_id < 0) return fail_token(d, c->eos, &d->source);
    if (m->source_eos_id < 0) m->source_eos_id = m->source_unk_id == 0; /* any other: not used */
    if (!c->source_bos) return 0;
    m->source_bos_id = tr_ct2_token_id(&d->source, c->bos);
    return m->source_bos_id < 0 ? fail_token(d, c->bos, &d->source) : 0;
}

/* ---- Languages ----------------------------------------------------------------------------- */

/* The language that a token stands for in NLLB (deu_Latn), mBART (de_DE) and M2M100 (__de__). */
static bool ct2_language(const char *token, char code[MAX_CODE + 1])
{
    const size_t len = strlen(token);

    if (tr_import_matches(token, "aaa_Aaaa") || tr_import_matches(token, "aa_AA")) {
        snprintf(code, MAX_CODE + 1, "%s", token);
        return true;
    }
    if (!tr_import_matches(token, "__aa__") && !tr_import_matches(token, "__aaa__")) return false;
    snprintf(code, MAX_CODE + 1, "%.*s", (int)(len - 4), token + 2);
    return true;
}

static int add_ct2_languages(const directory *d, size_t n)
{
    tr_config *m = &d->im->config;
    char code[MAX_CODE + 1];

    int rc = tr_import_take_languages(d->im, n, d->err);
    for (size_t i = 0; rc == 0 && i < d->target.n; i++)
        if (ct2_language(d->target.text[i], code))
            rc = tr_import_add_language(d->im, code, strlen(code), (int32_t)i, d->err);
    m->source_language_token = TR_LANGUAGE_BEFORE;
    m->target_language_token = true;
    d->im->config.source_language = d->im->config.target_language = "";
    return rc;
}

/* </s> ends a text, and its language stands at its beginning: <2de>. */
static int describe_t5_text(const directory *d)
{
    tr_config *m = &d->im->config;

    m->source_eos = tr_ct2_token_id(&d->source, d->config.eos) >= 0;
    d->im->source.path = d->source.path;
    if (d->source.text != d->target.text) return 0;
    const int rc = tr_import_find_prefixes(d->im, d->source.text, d->source.n, d->err);
    return rc < 0 ? rc : 0;
}

/* CTranslate2 leaves to its caller what the tokenizers of Marian and Transformers put around a
 * text.  Models that start from zero are Marian's; models that start from </s> and have languages
 * among their tokens are Transformers'. */
static int describe_callers_part(const directory *d)
{
    tr_config *m = &d->im->config;
    char code[MAX_CODE + 1];
    size_t n = 0;

    if (tr_ct2_is_t5(d->model)) return describe_t5_text(d);
    if (m->source_eos || m->source_bos_id >= 0) return 0;
    if (m->start_id < 0) m->source_eos = tr_ct2_token_id(&d->source, d->config.eos) >= 0;
    if (m->start_id != m->eos || d->source.text != d->target.text) return 0;
    for (size_t i = 0; i < d->target.n; i++)
        n += ct2_language(d->target.text[i], code);
    if (n < 2) return 0;
    m->source_eos = true;
    tr_import_note(d->im, "%s: %zu languages, of which the source's stands before a text",
                   d->model->path, n);
    return add_ct2_languages(d, n);
}

/* Tokens that only training and batches use, and languages.  <s> is one unless texts begin in it
 * because the decoder's start is </s>. */
static int suppress_ct2_ids(const directory *d)
{
    const char *const tokens[] = {d->config.bos, d->config.start, "<s>",
                                  "<blank>",     "<pad>",         "<mask>"};
    enum { N = sizeof tokens / sizeof *tokens };
    tr_config *m = &d->im->config;
    const bool from_eos = m->start_id == m->eos && !m->n_languages;

    m->suppressed = TR_REGION_TAKE(&d->im->memory, int32_t, N + m->n_languages);
    if (!m->suppressed) return tr_fail_memory(d->err);
    for (size_t i = from_eos ? 3 : 0; i < N; i++) {
        const int32_t id = tokens[i] ? tr_ct2_token_id(&d->target, tokens[i]) : -1;
        bool known = id < 0 || id == m->eos || id == m->unk;
        for (size_t j = 0; j < m->n_suppressed; j++)
            known |= m->suppressed[j] == id;
        if (!known) m->suppressed[m->n_suppressed++] = id;
    }
    for (size_t i = 0; i < m->n_languages; i++)
        m->suppressed[m->n_suppressed++] = m->language_ids[i];
    return 0;
}

/* ---- Vocabularies -------------------------------------------------------------------------- */

static int read_ct2_vocabulary(const directory *d, tr_ct2_vocab *v, const char *name)
{
    return tr_ct2_read_vocab(v, d->im, d->folder, name, d->config.unk, d->err);
}

/* T5's list ends in tokens that only its training has, some of them twice: they are no pieces. */
static void cut_extra_tokens(const directory *d, tr_ct2_vocab *v)
{
    while (tr_ct2_is_t5(d->model) && v->n && !strncmp(v->text[v->n - 1], "<extra_id_", 10))
        v->n--;
}

static int read_ct2_vocabularies(directory *d)
{
    int rc = read_ct2_vocabulary(d, &d->source, "shared_vocabulary");
    cut_extra_tokens(d, &d->source);
    d->target = d->source;
    if (rc < 0 || d->source.n) return rc;
    rc = read_ct2_vocabulary(d, &d->source, "source_vocabulary");
    if (rc == 0) rc = read_ct2_vocabulary(d, &d->target, "target_vocabulary");
    if (rc == 0 && !(d->source.n && d->target.n))
        rc = tr_fail(d->err, TR_EFORMAT,
                     "%s: stands without its vocabulary, shared_vocabulary.json", d->model->path);
    return rc;
}

static int check_vocabulary_size(const directory *d, const tr_ct2_vocab *v, uint32_t rows)
{
    if (v->n <= rows) return 0;
    return tr_fail(d->err, TR_EFORMAT, "%s: has %zu tokens, but there are embeddings for %" PRIu32,
                   v->path, v->n, rows);
}

/* NULL for none, and after a failure. */
static const tr_ct2_tokenizer *find_tokenizer(const directory *d, const tr_ct2_tokenizer *t,
                                              int *rc)
{
    const tr_bundle *b = &d->im->bundle;

    for (; t->source; t++)
        if (tr_bundle_finds(b, t->source, rc, d->err) &&
            (!t->target || tr_bundle_finds(b, t->target, rc, d->err)))
            return t;
    return NULL;
}

static int add_vocabs(const directory *d, const tr_ct2_tokenizer *tokenizers)
{
    tr_import *im = d->im;

    int rc = check_vocabulary_size(d, &d->source, im->config.source_vocab);
    if (rc == 0) rc = check_vocabulary_size(d, &d->target, im->config.target_vocab);
    if (rc < 0) return rc;
    im->source =
        (tr_import_vocab){.path = d->source.path, .text = d->source.text, .n = d->source.n};
    im->target =
        (tr_import_vocab){.path = d->target.path, .text = d->target.text, .n = d->target.n};
    im->ids_only = true; /* lists of pieces are enough */
    if (im->options->source_vocab) return 0;
    const tr_ct2_tokenizer *t = find_tokenizer(d, tokenizers, &rc);
    if (t) {
        rc = tr_import_map_spm(im, &im->source, t->source, d->err);
        if (rc == 0)
            rc = tr_import_map_spm(im, &im->target, t->target ? t->target : t->source, d->err);
    } else if (rc == 0) {
        tr_import_note(im, "%s: has no SentencePiece model: takes and gives pieces, not text",
                       d->model->path);
    }
    return rc;
}

/* ---- The directory ------------------------------------------------------------------------- */

static void close_model(void *file)
{
    tr_ct2_close(file);
}

static int open_ct2_model(directory *d)
{
    tr_import *im = d->im;
    tr_file file;
    const char *path;

    d->model = TR_REGION_TAKE(&im->memory, tr_ct2_model, 1);
    if (!d->model) return tr_fail_memory(d->err);
    const tr_import_name name = tr_import_named("%smodel.bin", d->folder);
    int rc = tr_import_map_member(im, name.text, &file, &path, d->err);
    if (rc == 0) rc = tr_ct2_open(d->model, file.data, file.size, path, d->err);
    if (rc < 0) return rc;
    im->file = d->model;
    im->close = close_model;
    return tr_ct2_check_spec(d->model, d->err);
}

static int note_what_is_left_out(const directory *d)
{
    const tr_import_name name = tr_import_named("%svmap.txt", d->folder);

    const int has = tr_bundle_has(&d->im->bundle, name.text, d->err);
    if (has > 0)
        tr_import_note(d->im, "%s: vmap.txt is left out: every token may follow", d->model->path);
    return has < 0 ? has : 0;
}

static float epsilon_of(const directory *d)
{
    if (d->config.epsilon > 0) return d->config.epsilon;
    return tr_ct2_is_t5(d->model) ? 1e-6f : 1e-5f;
}

int tr_import_ct2(tr_import *im, const char *folder, const tr_ct2_tokenizer *tokenizers,
                  tr_error *err)
{
    directory d = {.im = im, .folder = folder, .err = err};

    int rc = open_ct2_model(&d);
    if (rc == 0) rc = tr_ct2_read_config(&d.config, im, d.model, folder, err);
    if (rc == 0) rc = read_ct2_vocabularies(&d);
    if (rc == 0) rc = describe_target(&d);
    if (rc == 0) rc = describe_source(&d);
    if (rc == 0) rc = describe_callers_part(&d);
    if (rc == 0) rc = suppress_ct2_ids(&d);
    if (rc == 0) im->config.epsilon = epsilon_of(&d);
    if (rc == 0) rc = tr_ct2_add_network(im, d.model, err);
    if (rc == 0) rc = add_vocabs(&d, tokenizers);
    if (rc == 0) rc = note_what_is_left_out(&d);
    return rc;
}

static int recognises_ct2(const char *input, tr_bundle *inside, tr_error *err)
{
    static const char *const lists[] = {"shared_vocabulary.json", "shared_vocabulary.txt",
                                        "target_vocabulary.json", "target_vocabulary.txt"};
    bool has_list = false;
    int rc = 0;

    (void)input;
    if (!inside || tr_bundle_is_archive(inside)) return 0;
    for (size_t i = 0; !has_list && i < sizeof lists / sizeof *lists; i++)
        has_list = tr_bundle_finds(inside, lists[i], &rc, err);
    const bool is = has_list && tr_bundle_finds(inside, "model.bin", &rc, err);
    return rc ? rc : is;
}

static int open_directory(tr_import *im, tr_error *err)
{
    static const tr_ct2_tokenizer tokenizers[] = {{"source.spm", "target.spm"},
                                                  {"src.spm.model", "tgt.spm.model"}, /* eole */
                                                  {"joint.spm.model", NULL},
                                                  {"sentencepiece.model", NULL},
                                                  {"sentencepiece.bpe.model", NULL},
                                                  {"spiece.model", NULL},
                                                  {NULL, NULL}};
    const char *input = im->options->input;

    int rc = tr_file_kind(input, err);
    if (rc >= 0 && rc != TR_FILE_DIRECTORY)
        return tr_fail(err, TR_EINVAL, "%s: is not a directory: give the one that holds model.bin",
                       input);
    if (rc >= 0) rc = tr_import_open_bundle(im, input, err);
    return rc ? rc : tr_import_ct2(im, "", tokenizers, err);
}

const tr_importer tr_ct2_importer = {
    .name = "ct2", .recognises = recognises_ct2, .open = open_directory};
