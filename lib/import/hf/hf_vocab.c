/*
 * hf_vocab.c - vocabularies and what stands around texts, as transformers' tokenizers have
 * them.
 */
#include "import/hf/hf_vocab.h"

#include <inttypes.h>
#include <string.h>

#include "import/hf/fsmt_vocab.h"
#include "import/hf/hf_added.h"
#include "import/hf/hf_cutting.h"
#include "import/hf/hf_generation.h"
#include "import/hf/hf_languages.h"
#include "import/hf/hf_tokenizer.h"
#include "import/hf/indic_vocab.h"
#include "import/shared/merge_list.h"
#include "import/shared/vocabs.h"

/* Treatment of a text by a class of transformers. */
typedef struct tokenizer {
    const char *name; /* of the class, without "Tokenizer" and "TokenizerFast" */
    bool has_json;    /* ids come from vocab.json; else they are fairseq's */
    int code_style;   /* enum tr_hf_code_style */
    const char *list;
    int source_token;   /* enum tr_language_token */
    bool forces_target; /* translations begin with the target language's token */
    bool source_bos;
} tokenizer;

static const tokenizer tokenizers[] = {
    {"M2M100", true, TR_HF_CODES_UNDERSCORES, "m2m100", TR_LANGUAGE_BEFORE, true, false},
    {"SMALL100", true, TR_HF_CODES_UNDERSCORES, "m2m100", TR_LANGUAGE_TARGET, false, false},
    {"Nllb", false, TR_HF_CODES_SCRIPT, "Nllb", TR_LANGUAGE_BEFORE, true, false},
    {"MBart50", false, TR_HF_CODES_REGION, "MBart50", TR_LANGUAGE_BEFORE, true, false},
    {"MBart", false, TR_HF_CODES_REGION, "MBart", TR_LANGUAGE_AFTER, false, false},
    {"XLMRoberta", false, TR_HF_CODES_NONE, NULL, TR_LANGUAGE_NONE, false, true},
};

static const char spm_name[] = "sentencepiece.bpe.model";

typedef struct builder {
    tr_import *im;
    const tr_hf_config *c;
    cJSON *config; /* tokenizer_config.json, or NULL */
    tr_error *err;
} builder;

static const char *hf_path(const builder *b)
{
    return b->im->bundle.path;
}

static bool has_special_token(const builder *b, const char *name, int *rc)
{
    return tr_bundle_finds(&b->im->bundle, name, rc, b->err);
}

/* A member of tokenizer_config.json, or NULL. */
static const cJSON *given(const builder *b, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(b->config, key);
}

/* ---- Ids ---------------------------------------------------------------------------------- */

static int find_piece(const builder *b, const tr_hf_pieces *p, const char *text, int32_t *id)
{
    *id = tr_hf_find_piece(p, text);
    return *id >= 0 ? 0 : tr_fail(b->err, TR_EFORMAT, "%s: has no piece %s", p->path, text);
}

/* The ids of the target's end and of its unknown pieces.  Conversions are known in which the
 * vocabulary does not fit the configuration. */
static int set_ends(const builder *b, const tr_hf_pieces *target)
{
    const int32_t eos = b->c->eos;
    tr_config *m = &b->im->config;
    int32_t unk;

    const char *piece = (size_t)eos < target->n ? target->text[eos] : "";
    if (strcmp(piece, "</s>") != 0)
        return tr_fail(b->err, TR_EFORMAT,
                       "%s: eos_token_id is %" PRId32 ", but that piece is '%.40s'", target->path,
                       eos, piece);
    const int rc = find_piece(b, target, "<unk>", &unk);
    if (rc < 0) return rc;
    m->eos = eos;
    m->unk = unk;
    return 0;
}

static void suppress_hf_ids(const builder *b, int32_t id)
{
    if (id >= 0) b->c->suppressed[id] = true;
}

/* The ids that are marked, and the ones around texts.  BART begins its translations with <s> where
 * its training has them.  Without a tokenizer, <pad> is an id like any other, too. */
static int list_suppressed(const builder *b)
{
    const tr_hf_config *c = b->c;

    if (!b->im->ids_only) {
        suppress_hf_ids(b, c->pad);
        if (!b->im->source.merges) suppress_hf_ids(b, c->bos);
        suppress_hf_ids(b, c->start);
    }
    return tr_hf_set_suppressed(b->im, c->suppressed, b->err);
}

static int set_vocab(const builder *b, tr_import_vocab *v, const tr_hf_pieces *p, const char *spm)
{
    *v = (tr_import_vocab){.path = p->path, .text = p->text, .n = p->n};
    return tr_import_map_spm(b->im, v, spm, b->err);
}

static int read_hf_json(const builder *b, tr_hf_pieces *p, const char *name, uint32_t vocab)
{
    return tr_hf_read_json_pieces(p, b->im, vocab, name, b->err);
}

/* ---- MarianMT ----------------------------------------------------------------------------- */

/* A language of tokenizer_config.json that is a tag such as de; NULL when there is none. */
static const char *hf_language(const builder *b, const char *key)
{
    const cJSON *item = given(b, key);

    if (!cJSON_IsString(item)) return NULL;
    const size_t len = strlen(item->valuestring);
    const bool is_tag =
        (len == 2 || len == 3) && strspn(item->valuestring, "abcdefghijklmnopqrstuvwxyz") == len;
    return is_tag ? tr_region_copy(&b->im->memory, item->valuestring, len) : NULL;
}

static int set_marian_languages(const builder *b, const tr_hf_pieces *source, bool joint)
{
    tr_config *m = &b->im->config;

    b->im->config.source_language = hf_language(b, "source_lang");
    b->im->config.target_language = hf_language(b, "target_lang");
    const int rc = tr_import_find_languages(b->im, source->text, source->n, b->err);
    if (rc < 0 || !m->n_languages) return rc;
    b->im->config.target_language = "";
    for (size_t i = 0; joint && i < m->n_languages; i++)
        suppress_hf_ids(b, m->language_ids[i]);
    return 0;
}

static bool has_piece(const void *vocab, const char *piece)
{
    const tr_hf_pieces *const *sides = vocab;

    return tr_hf_find_piece(sides[0], piece) >= 0 || tr_hf_find_piece(sides[1], piece) >= 0;
}

/* Both sides may have a vocabulary each, or one may serve both; <pad> may be no part of them. */
static int read_marian_pieces(const builder *b, tr_hf_pieces *source, tr_hf_pieces *target)
{
    const bool joint = !cJSON_IsTrue(given(b, "separate_vocabs"));
    const tr_config *m = &b->im->config;
    bool *suppressed = b->c->suppressed;

    int rc = read_hf_json(b, source, "vocab.json", b->c->source_vocab);
    if (rc == 0) rc = tr_hf_fill_gaps(source, joint ? suppressed : NULL, b->err);
    if (rc == 0 && joint && source->n > b->c->target_vocab)
        rc = tr_fail(b->err, TR_EFORMAT,
                     "%s: has %zu pieces, but the vocabulary has %" PRIu32 " ids", source->path,
                     source->n, b->c->target_vocab);
    *target = *source;
    if (rc == 0 && !joint) rc = read_hf_json(b, target, "target_vocab.json", b->c->target_vocab);
    if (rc == 0 && !joint) rc = tr_hf_fill_gaps(target, suppressed, b->err);
    if (rc == 0) rc = set_marian_languages(b, source, joint);
    const tr_hf_pieces *const sides[] = {source, target};
    if (rc == 0) rc = tr_hf_note_added(b->im, &(tr_hf_known){has_piece, sides}, b->err);
    if (source->n > m->source_vocab) source->n = m->source_vocab;
    if (target->n > m->target_vocab) target->n = m->target_vocab;
    return rc;
}

static int read_marian(const builder *b)
{
    tr_config *m = &b->im->config;
    tr_hf_pieces source, target;
    int rc = 0;

    if (!has_special_token(b, "source.spm", &rc) && has_special_token(b, "source.bpe", &rc))
        return tr_fail(b->err, TR_EUNSUPPORTED,
                       "%s/source.bpe: subword-nmt vocabularies are not supported", hf_path(b));
    if (rc == 0) rc = read_marian_pieces(b, &source, &target);
    if (rc == 0) rc = set_ends(b, &target);
    m->forced_first = b->c->forced_bos;
    if (rc == 0) rc = find_piece(b, &source, "</s>", &m->source_eos_id);
    if (rc == 0) rc = find_piece(b, &source, "<unk>", &m->source_unk_id);
    if (rc == 0) rc = set_vocab(b, &b->im->source, &source, "source.spm");
    if (rc == 0) rc = set_vocab(b, &b->im->target, &target, "target.spm");
    return rc;
}

/* ---- tokenizer.json ----------------------------------------------------------------------- */

typedef int json_reader(const builder *b, const tokenizer *t, tr_hf_tokenizer *json);

static int with_json(const builder *b, const tokenizer *t, json_reader *read)
{
    tr_hf_tokenizer json;

    int rc = tr_hf_tokenizer_open(&json, b->im, b->c->target_vocab, b->err);
    if (rc == 0) rc = read(b, t, &json);
    tr_hf_tokenizer_close(&json);
    return rc;
}

/* Gives every id a piece, and the source a tokenizer; no translation has special tokens. */
static int complete_json(const builder *b, tr_hf_tokenizer *json)
{
    int rc = tr_hf_fill_gaps(&json->pieces, b->c->suppressed, b->err);
    for (size_t id = 0; rc == 0 && id < json->pieces.n; id++)
        if (json->special[id] && (int32_t)id != b->c->eos) b->c->suppressed[id] = true;
    return rc == 0 ? tr_hf_take_tokenizer(json, &b->im->source, b->err) : rc;
}

/* A tokenizer of no class that is known: what stands around texts, its template says. */
static int read_any(const builder *b, const tokenizer *t, tr_hf_tokenizer *json)
{
    tr_config *const m = &b->im->config;
    const int32_t unk = json->unk >= 0 ? json->unk : b->c->pad;

    (void)t;
    if (json->more_around || (json->eos >= 0 && json->eos != b->c->eos) || unk < 0)
        return tr_fail(b->err, TR_EUNSUPPORTED,
                       "%s: its post_processor is not supported: more stands around a text than "
                       "one token before it, and the network's end",
                       json->pieces.path);
    m->eos = m->source_eos_id = b->c->eos;
    m->unk = m->source_unk_id = unk;
    m->source_eos = json->eos >= 0;
    m->source_bos_id = json->bos;
    m->forced_first = b->c->forced_bos;
    m->source_language = m->target_language = NULL;
    return complete_json(b, json);
}

/* ---- fairseq's descendants ---------------------------------------------------------------- */

static bool is_language_token(const tr_config *m, int32_t id, size_t *which)
{
    for (*which = 0; *which < m->n_languages; ++*which)
        if (m->language_ids[*which] == id) return true;
    return false;
}

/* Which language a translation has, or begins with: the one that is asked for, and where nobody
 * asks, the one that the configuration names. */
static int set_target(const builder *b, const tokenizer *t)
{
    tr_config *m = &b->im->config;
    size_t i;

    m->target_language_token = t->forces_target;
    if (!t->forces_target) m->forced_first = b->c->forced_bos;
    if (is_language_token(m, t->forces_target ? b->c->forced_bos : b->c->start, &i)) {
        const size_t len = strcspn(m->language_codes[i], "_");
        b->im->config.target_language = tr_region_copy(&b->im->memory, m->language_codes[i], len);
        return b->im->config.target_language ? 0 : tr_fail_memory(b->err);
    }
    if (t->forces_target || !m->n_languages || t->source_token == TR_LANGUAGE_TARGET) return 0;
    return tr_fail(b->err, TR_EUNSUPPORTED,
                   "%s: a decoder that starts from any language's token is not supported, only one "
                   "whose decoder_start_token_id is a language",
                   hf_path(b));
}

static int set_around(const builder *b, const tokenizer *t)
{
    tr_config *m = &b->im->config;

    m->source_language_token = m->n_languages ? t->source_token : TR_LANGUAGE_NONE;
    if (m->n_languages && cJSON_IsTrue(given(b, "legacy_behaviour")))
        m->source_language_token = TR_LANGUAGE_AFTER;
    if (t->source_bos) m->source_bos_id = b->c->bos;
    b->im->config.source_language = b->im->config.target_language = "";
    return set_target(b, t);
}

static int add_hf_languages(const builder *b, const tokenizer *t, tr_hf_pieces *p)
{
    const cJSON *codes = given(b, "language_codes");
    tr_hf_languages l = {.style = t->code_style,
                         .list = t->list,
                         .has_mask = !t->has_json,
                         .suppressed = b->c->suppressed,
                         .p = p};

    if (t->has_json && cJSON_IsString(codes)) l.list = codes->valuestring;
    return tr_hf_add_languages(&l, b->err);
}

/* Every piece is in tokenizer.json, also the languages. */
static int read_listed(const builder *b, const tokenizer *t, tr_hf_tokenizer *json)
{
    tr_hf_languages l = {.style = t->code_style, .p = &json->pieces};

    int rc = complete_json(b, json);
    if (rc == 0) rc = set_ends(b, &json->pieces);
    if (rc == 0) rc = tr_hf_find_languages(&l, json->special, b->err);
    return rc == 0 ? set_around(b, t) : rc;
}

static int read_fairseq(const builder *b, const tokenizer *t)
{
    const uint32_t vocab = b->c->target_vocab;
    tr_hf_pieces p;
    int rc = 0;

    if (!has_special_token(b, t->has_json ? "vocab.json" : spm_name, &rc) && rc == 0 &&
        (rc = tr_hf_tokenizer_is_there(b->im, b->err)) > 0)
        return with_json(b, t, read_listed);
    if (rc < 0) return rc;
    rc = t->has_json ? read_hf_json(b, &p, "vocab.json", vocab)
                     : tr_hf_read_fairseq_pieces(&p, b->im, vocab, spm_name, b->err);
    if (rc == 0) rc = add_hf_languages(b, t, &p);
    if (rc == 0) rc = tr_hf_fill_gaps(&p, b->c->suppressed, b->err);
    if (rc == 0) rc = set_ends(b, &p);
    if (rc == 0) rc = set_around(b, t);
    if (rc == 0) rc = set_vocab(b, &b->im->source, &p, spm_name);
    return rc;
}

/* ---- BART --------------------------------------------------------------------------------- */

static void surround_bart(const builder *b)
{
    tr_config *m = &b->im->config;

    m->source_language = m->target_language = NULL;
    m->source_bos_id = b->c->bos;
    m->forced_first = b->c->forced_bos;
}

/* Byte-level BPE. */
static int read_bytes(const builder *b)
{
    tr_import *const im = b->im;
    tr_hf_pieces p;

    int rc = read_hf_json(b, &p, "vocab.json", b->c->target_vocab);
    if (rc == 0) rc = tr_hf_fill_gaps(&p, b->c->suppressed, b->err);
    if (rc == 0) rc = set_ends(b, &p);
    if (rc < 0) return rc;
    surround_bart(b);
    suppress_hf_ids(b, tr_hf_find_piece(&p, "<mask>"));
    im->source = (tr_import_vocab){.path = p.path, .text = p.text, .n = p.n};
    im->cutting = TR_TOKENIZER_GPT2;
    im->config.blank_first = cJSON_IsTrue(given(b, "add_prefix_space"));
    return tr_import_map_merges(im, &im->source, "merges.txt", b->err);
}

/* The model takes and gives ids, which BART's texts have <s> and </s> around. */
static int read_none(const builder *b)
{
    enum { BART_UNK = 3 };
    tr_config *m = &b->im->config;

    if (b->c->target_vocab <= BART_UNK || b->c->eos == BART_UNK)
        return tr_fail(b->err, TR_EUNSUPPORTED, "%s: its first ids are not those of BART",
                       hf_path(b));
    b->im->ids_only = true;
    surround_bart(b);
    m->source_language = m->target_language = "";
    m->eos = b->c->eos;
    m->unk = BART_UNK;
    tr_import_note(b->im,
                   "%s: it has neither a SentencePiece file nor merges.txt; the model takes and "
                   "gives ids",
                   hf_path(b));
    return 0;
}

static int read_bart(const builder *b)
{
    int rc = 0;
    if (has_special_token(b, "merges.txt", &rc)) return read_bytes(b);
    if (rc == 0) rc = tr_hf_tokenizer_is_there(b->im, b->err);
    return rc < 0 ? rc : rc ? with_json(b, NULL, read_any) : read_none(b);
}

/* ---- Classes ------------------------------------------------------------------------------ */

/* As the files name it, or as transformers takes by default.  M2M100 and NLLB-200 have one network;
 * the first has its ids in vocab.json, the other has none. */
static const char *class_of(const builder *b, int *rc)
{
    static const char *const defaults[] = {
        [TR_HF_MARIAN] = "MarianTokenizer", [TR_HF_M2M100] = "M2M100Tokenizer",
        [TR_HF_MBART] = "MBartTokenizer",   [TR_HF_BART] = "BartTokenizer",
        [TR_HF_FSMT] = "FSMTTokenizer",     [TR_HF_INDIC] = "IndicTransTokenizer"};
    const cJSON *class = given(b, "tokenizer_class");

    if (cJSON_IsString(class)) return class->valuestring;
    if (*b->c->tokenizer_class) return b->c->tokenizer_class;
    if (b->c->family == TR_HF_M2M100 && !has_special_token(b, "vocab.json", rc))
        return "NllbTokenizer";
    return defaults[b->c->family];
}

/* SMaLL-100 calls itself M2M100 in places, whose network it has; but the target's language stands
 * with its source.  Its name, or its own tokenizer, tells. */
static bool is_small100(const builder *b, int *rc)
{
    static const char *const keys[] = {"name_or_path", "_name_or_path"};

    if (b->c->family != TR_HF_M2M100) return false;
    for (size_t i = 0; i < 2; i++) {
        const cJSON *name = given(b, keys[i]);
        if (cJSON_IsString(name) && strstr(name->valuestring, "small100")) return true;
    }
    return strstr(b->c->name, "small100") || has_special_token(b, "tokenization_small100.py", rc);
}

static bool is_class(const char *class, const char *name)
{
    const size_t len = strlen(name);

    return !strncmp(class, name, len) &&
           (!strcmp(class + len, "Tokenizer") || !strcmp(class + len, "TokenizerFast"));
}

static int read_hf_tokenizer(const builder *b)
{
    int rc = 0;
    const char *class = class_of(b, &rc);

    if (b->c->family == TR_HF_INDIC) return tr_indic_read_vocab(b->im, b->c, b->err);
    if (b->c->family == TR_HF_FSMT) return tr_fsmt_read_vocab(b->im, b->c, b->config, b->err);
    if (is_small100(b, &rc)) class = "SMALL100Tokenizer";
    if (rc < 0) return rc;
    if (b->c->family == TR_HF_BART && !has_special_token(b, spm_name, &rc))
        return rc ? rc : read_bart(b);
    if (b->c->family == TR_HF_MARIAN && is_class(class, "Marian") &&
        has_special_token(b, "vocab.json", &rc))
        return read_marian(b);
    for (size_t i = 0; i < sizeof tokenizers / sizeof *tokenizers; i++)
        if (b->c->family != TR_HF_MARIAN && is_class(class, tokenizers[i].name))
            return read_fairseq(b, &tokenizers[i]);
    if (rc == 0) rc = tr_hf_tokenizer_is_there(b->im, b->err);
    if (rc) return rc < 0 ? rc : with_json(b, NULL, read_any);
    if (b->c->family == TR_HF_MARIAN && is_class(class, "Marian")) return read_marian(b);
    return tr_fail(b->err, TR_EUNSUPPORTED, "%s: tokenizer_class '%.40s' is not supported",
                   hf_path(b), class);
}

int tr_hf_read_vocab(tr_import *im, const tr_hf_config *c, tr_error *err)
{
    static const char config[] = "tokenizer_config.json";
    builder b = {.im = im, .c = c, .err = err};
    const tr_config *m = &im->config;
    const char *path;
    int rc = 0;

    if (has_special_token(&b, config, &rc)) rc = tr_import_json(im, config, &b.config, &path, err);
    if (rc == 0) rc = read_hf_tokenizer(&b);
    if (rc == 0) rc = list_suppressed(&b);
    cJSON_Delete(b.config);
    if (rc == 0 && m->n_languages)
        tr_import_note(im, "%s: %zu languages, from %s to %s", hf_path(&b), m->n_languages,
                       m->language_codes[0], m->language_codes[m->n_languages - 1]);
    return rc;
}
