/*
 * fairseq_dict.c - dictionaries: a piece a line, and how often it was seen.
 *
 * Their ids are counted from four on, after <s>, <pad>, </s> and <unk>.  A task of many languages
 * adds a token for each that the file has not.
 */
#include "import/fairseq/fairseq_dict.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "import/shared/codes.h"
#include "import/shared/vocabs.h"
#include "text/pieces.h"

enum { MAX_SIZE = 64 << 20, MAX_SURPLUS = 8, MAX_TOKEN = 80 };

/* The pieces of one side. */
typedef struct dict {
    const char *path;  /* for messages */
    const char **text; /* [n] */
    size_t n, capacity;
    tr_pieces known;
} dict;

typedef struct builder {
    const tr_fairseq_config *c;
    tr_import *im;
    tr_error *err;
} builder;

/* ---- Lines -------------------------------------------------------------------------------- */

static int add_dict_piece(const builder *b, dict *d, const char *text, size_t len)
{
    const char *copy = tr_region_copy(&b->im->memory, text, len);

    if (!copy) return tr_fail_memory(b->err);
    if (d->n == d->capacity)
        return tr_fail(b->err, TR_EFORMAT, "%s: has more pieces than %s has ids", d->path,
                       b->im->options->input);
    if (!tr_pieces_add(&d->known, text, len))
        return tr_fail(b->err, TR_EFORMAT, "%s: has the piece '%.40s' twice", d->path, copy);
    d->text[d->n++] = copy;
    return 0;
}

/* Bytes of the piece of a line "piece count"; 0 for other lines. */
static size_t piece_length(const char *line, size_t len)
{
    size_t digits = 0;

    while (digits < len && line[len - digits - 1] >= '0' && line[len - digits - 1] <= '9')
        digits++;
    if (digits && digits < len && line[len - digits - 1] == '-') digits++;
    return digits && digits + 1 < len && line[len - digits - 1] == ' ' ? len - digits - 1 : 0;
}

static int read_dict_line(const builder *b, dict *d, const char *line, size_t len)
{
    static const char flag[] = " #fairseq:overwrite";
    const size_t n_flag = sizeof flag - 1, number = d->n - TR_FAIRSEQ_FIRST_PIECE + 1;

    while (len && strchr(" \t\r\f\v", line[len - 1]))
        len--;
    if (len > n_flag && !memcmp(line + len - n_flag, flag, n_flag))
        return tr_fail(b->err, TR_EUNSUPPORTED,
                       "%s: line %zu: pieces that replace others (#fairseq:overwrite) are not "
                       "supported",
                       d->path, number);
    const size_t n = piece_length(line, len);
    if (!n || memchr(line, '\0', n) || !tr_utf8_valid(line, n))
        return tr_fail(b->err, TR_EFORMAT, "%s: line %zu is not a piece and its count", d->path,
                       number);
    return add_dict_piece(b, d, line, n);
}

static int read_lines(const builder *b, dict *d, const char *text, size_t size)
{
    static const char *const first[] = {"<s>", "<pad>", "</s>", "<unk>"};
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < TR_FAIRSEQ_FIRST_PIECE; i++)
        rc = add_dict_piece(b, d, first[i], strlen(first[i]));
    for (size_t at = 0; rc == 0 && at < size;) {
        const char *feed = memchr(text + at, '\n', size - at);
        const size_t len = feed ? (size_t)(feed - text) - at : size - at;
        rc = read_dict_line(b, d, text + at, len);
        at += len + 1;
    }
    return rc;
}

/* ---- Languages ---------------------------------------------------------------------------- */

/* The token of a language as a kind of data has it, as fairseq's get_lang_tok() does. */
static int spell_token(const builder *b, const char *language, const char *spec,
                       char token[MAX_TOKEN])
{
    const char *kind = tr_ends_in(spec, "dae") ? "_dae" : tr_ends_in(spec, "mined") ? "_mined" : "";
    const char *format = b->c->square_tokens ? "[%s%s]" : "__%s%s__";

    const int n = snprintf(token, MAX_TOKEN, format, language, kind);
    if (n < MAX_TOKEN && tr_utf8_valid(token, (size_t)n)) return 0;
    return tr_fail(b->err, TR_EFORMAT, "%s: '%.40s' is no language", b->im->options->input,
                   language);
}

/* The token's id, which it gets if it has none. */
static int add_token(const builder *b, dict *d, const char *token, int32_t *id)
{
    *id = tr_pieces_find(&d->known, token, strlen(token));
    if (*id >= 0) return 0;
    *id = (int32_t)d->n;
    return add_dict_piece(b, d, token, strlen(token));
}

static int add_listed(const builder *b, dict *d)
{
    static const char *const usual[] = {"main"};
    const tr_fairseq_config *c = b->c;
    const char *const *specs = c->n_specs ? c->specs : usual;
    const size_t n_specs = c->n_specs ? c->n_specs : 1;
    char token[MAX_TOKEN];
    int32_t id;
    int rc = tr_import_take_languages(b->im, c->n_languages, b->err);

    for (size_t i = 0; rc == 0 && i < n_specs * c->n_languages; i++) {
        const char *language = c->languages[i % c->n_languages];
        rc = spell_token(b, language, specs[i / c->n_languages], token);
        if (rc == 0) rc = add_token(b, d, token, &id);
        if (rc == 0 && i < c->n_languages)
            rc = tr_import_add_language(b->im, language, strlen(language), id, b->err);
    }
    if (rc == 0 && c->has_mask) rc = add_token(b, d, "<mask>", &id);
    return rc;
}

/* The de of __de__ or [de]; 0 for other pieces. */
static size_t language_length(const builder *b, const char *piece, size_t around)
{
    const size_t len = strlen(piece);
    const bool square = b->c->square_tokens;

    if (len <= 2 * around || strncmp(piece, square ? "[" : "__", around) != 0 ||
        !tr_ends_in(piece, square ? "]" : "__"))
        return 0;
    const size_t n = len - 2 * around;
    return strspn(piece + around, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-") >= n
               ? n
               : 0;
}

static int find_own(const builder *b, const dict *d)
{
    const size_t around = b->c->square_tokens ? 1 : 2;
    int rc = tr_import_take_languages(b->im, d->n, b->err);

    for (size_t i = TR_FAIRSEQ_FIRST_PIECE; rc == 0 && i < d->n; i++) {
        const size_t len = language_length(b, d->text[i], around);
        if (len) rc = tr_import_add_language(b->im, d->text[i] + around, len, (int32_t)i, b->err);
    }
    if (rc == 0 && !b->im->config.n_languages)
        rc = tr_fail(b->err, TR_EFORMAT, "%s: has no tokens of languages, and %s lists none",
                     d->path, b->im->options->input);
    return rc;
}

static int add_dict_languages(const builder *b, dict *d)
{
    if (!b->c->multilingual) return 0;
    return b->c->n_languages ? add_listed(b, d) : find_own(b, d);
}

/* ---- Files -------------------------------------------------------------------------------- */

bool tr_fairseq_is_dict(const char *name)
{
    return tr_ends_in(name, ".txt") && (!strncmp(name, "dict.", 5) || strstr(name, "_dict."));
}

size_t tr_fairseq_list_files(const char *folder, const char *begin, bool (*fits)(const char *),
                             char found[TR_FAIRSEQ_MAX_FILE + 1])
{
    DIR *const dir = opendir(folder);
    size_t n = 0;

    *found = '\0';
    for (const struct dirent *e; dir && (e = readdir(dir));) {
        if (strncmp(e->d_name, begin, strlen(begin)) != 0 || !fits(e->d_name) ||
            strlen(e->d_name) > TR_FAIRSEQ_MAX_FILE)
            continue;
        if (!n++ || strcmp(e->d_name, found) < 0) strcpy(found, e->d_name);
    }
    if (dir) closedir(dir);
    return n;
}

/* The dictionary of a side: by its language, one for all, or the only one.  Dictionaries of many
 * languages are alike. */
static int choose_dict(const builder *b, const char *language, const char *side,
                       char name[TR_FAIRSEQ_MAX_FILE + 1])
{
    static const char *const prefixes[] = {"model_dict.", "data_dict."};
    const tr_bundle *bundle = &b->im->bundle;
    int rc = 0;

    if (language && !strchr(language, '/') && strlen(language) < MAX_TOKEN) {
        snprintf(name, TR_FAIRSEQ_MAX_FILE + 1, "dict.%s.txt", language);
        if (tr_bundle_finds(bundle, name, &rc, b->err) || rc < 0) return rc;
    }
    strcpy(name, "dict.txt");
    if (tr_bundle_finds(bundle, name, &rc, b->err) || rc < 0) return rc;
    for (size_t i = 0; i < 2; i++)
        if (tr_fairseq_list_files(bundle->path, prefixes[i], tr_fairseq_is_dict, name)) return 0;
    const size_t n = tr_fairseq_list_files(bundle->path, "", tr_fairseq_is_dict, name);
    if (n == 1 || (n && b->c->multilingual)) return 0;
    return tr_fail(b->err, TR_EUNSUPPORTED, "%s: has no dictionary of the %s: dict.%s.txt",
                   bundle->path, side, language ? language : "LANGUAGE");
}

/* Bytes at most of the pieces that are added to a file's. */
static size_t added_bytes(const tr_fairseq_config *c)
{
    const size_t n_specs = c->n_specs ? c->n_specs : 1;

    return MAX_TOKEN * (TR_FAIRSEQ_FIRST_PIECE + 1 + tr_size_mul(c->n_languages, n_specs));
}

static int read_dict(const builder *b, dict *d, const char *name, uint32_t vocab)
{
    tr_file file;

    *d = (dict){.capacity = vocab};
    int rc = tr_import_map_member(b->im, name, &file, &d->path, b->err);
    if (rc < 0) return rc;
    d->text = TR_REGION_TAKE(&b->im->memory, const char *, vocab);
    if (file.size > MAX_SIZE) return tr_fail(b->err, TR_EFORMAT, "%s: is too long", d->path);
    if (!d->text || !tr_pieces_create(&d->known, vocab, file.size + added_bytes(b->c)))
        return tr_fail_memory(b->err);
    rc = read_lines(b, d, (const char *)file.data, file.size);
    if (rc == 0) rc = add_dict_languages(b, d);
    tr_pieces_free(&d->known);
    if (rc == 0 && d->n + MAX_SURPLUS < vocab)
        rc = tr_fail(b->err, TR_EFORMAT, "%s: has %zu pieces, but %s has %" PRIu32 " ids", d->path,
                     d->n, b->im->options->input, vocab);
    return rc;
}

/* ---- Both sides --------------------------------------------------------------------------- */

/* Ids that no text has: tokens around texts, tokens of languages, and what fills up a dictionary.
 */
static int suppress_dict_ids(const builder *b, const dict *target)
{
    tr_config *m = &b->im->config;

    m->suppressed = TR_REGION_TAKE(&b->im->memory, int32_t, m->target_vocab);
    bool *const never = TR_REGION_TAKE(&b->im->memory, bool, m->target_vocab);
    if (!m->suppressed || !never) return tr_fail_memory(b->err);
    never[TR_FAIRSEQ_BOS] = never[TR_FAIRSEQ_PAD] = true;
    for (size_t i = 0; i < m->n_languages; i++)
        never[m->language_ids[i]] = true;
    for (size_t id = TR_FAIRSEQ_FIRST_PIECE; id < m->target_vocab; id++)
        if (id >= target->n || !strncmp(target->text[id], "madeupword", 10)) never[id] = true;
    for (size_t id = 0; id < m->target_vocab; id++)
        if (never[id]) m->suppressed[m->n_suppressed++] = (int32_t)id;
    return 0;
}

/* A language's name if it is a tag such as de. */
static const char *tag_of(const char *language)
{
    const bool is =
        language && (tr_import_matches(language, "aa") || tr_import_matches(language, "aaa"));
    return is ? language : NULL;
}

static void set_texts(const builder *b)
{
    tr_config *m = &b->im->config;
    const tr_fairseq_config *c = b->c;
    const bool chosen = c->source_token != TR_LANGUAGE_NONE || c->forces_target;

    m->eos = m->source_eos_id = m->start_id = TR_FAIRSEQ_EOS;
    m->unk = m->source_unk_id = TR_FAIRSEQ_UNK;
    m->source_language = chosen ? "" : tag_of(c->source);
    m->target_language = chosen ? "" : tag_of(c->target);
    if (!chosen) m->n_languages = 0;
    if (!chosen) return;
    m->source_language_token = c->source_token;
    m->target_language_token = c->forces_target;
    tr_import_note(b->im, "%s: %zu languages, from %s to %s", b->im->bundle.path, m->n_languages,
                   m->language_codes[0], m->language_codes[m->n_languages - 1]);
}

/* Codes cut the words that Moses makes, as models of fairseq's hub have them. */
static int take_codes(const builder *b, const char *name)
{
    tr_import *im = b->im;

    const int rc = tr_import_map_codes(im, &im->source, name, b->err);
    if (rc < 0) return rc;
    if (im->target.text) {
        im->target.merges = im->source.merges;
        im->target.n_merges = im->source.n_merges;
        im->target.merges_form = im->source.merges_form;
    }
    im->config.normalization = "none";
    tr_import_use_moses(im, false);
    tr_import_note(im, "%s/%s: cuts the words that Moses makes of text, without normalization",
                   im->bundle.path, name);
    return 0;
}

/* What cuts text into pieces; without it, the model is of pieces. */
static int find_cutter(const builder *b)
{
    static const char *const models[] = {"spm.128k.model", "sentencepiece.bpe.model",
                                         "sentencepiece.model", "spm.model"};
    static const char *const codes[] = {"bpecodes", "code", "codes"};
    tr_import *im = b->im;
    int rc = 0;

    for (size_t i = 0; i < sizeof models / sizeof *models && rc == 0; i++)
        if (tr_bundle_finds(&im->bundle, models[i], &rc, b->err))
            return tr_import_map_spm(im, &im->source, models[i], b->err);
    for (size_t i = 0; i < sizeof codes / sizeof *codes && rc == 0; i++)
        if (tr_bundle_finds(&im->bundle, codes[i], &rc, b->err)) return take_codes(b, codes[i]);
    return rc;
}

static int give_dicts(const builder *b, const dict *source, const dict *target)
{
    tr_import *im = b->im;

    im->source = (tr_import_vocab){.path = source->path, .text = source->text, .n = source->n};
    if (target != source)
        im->target = (tr_import_vocab){.path = target->path, .text = target->text, .n = target->n};
    const int rc = suppress_dict_ids(b, target);
    set_texts(b);
    return rc ? rc : find_cutter(b);
}

int tr_fairseq_read_dicts(const tr_fairseq_config *c, tr_import *im, tr_error *err)
{
    const builder b = {.c = c, .im = im, .err = err};
    char source_name[TR_FAIRSEQ_MAX_FILE + 1], target_name[TR_FAIRSEQ_MAX_FILE + 1];
    dict source = {0}, target = {0};

    int rc = choose_dict(&b, c->multilingual ? NULL : c->source, "source", source_name);
    if (rc == 0) rc = choose_dict(&b, c->multilingual ? NULL : c->target, "target", target_name);
    if (rc < 0) return rc;
    const bool joint = !strcmp(source_name, target_name);
    rc = read_dict(&b, &source, source_name, im->config.source_vocab);
    if (rc == 0 && !joint) rc = read_dict(&b, &target, target_name, im->config.target_vocab);
    return rc ? rc : give_dicts(&b, &source, joint ? &source : &target);
}
