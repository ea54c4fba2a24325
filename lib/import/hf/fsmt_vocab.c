#include "import/hf/fsmt_vocab.h"

#include <inttypes.h>
#include <string.h>

#include "base/buf.h"
#include "import/hf/hf_pieces.h"
#include "import/shared/codes.h"
#include "import/shared/merge_list.h"

static const char word_end[] = "</w>";

/* True for <s>, </s>, <pad> and <unk>, which are written as they are. */
static bool is_special(const char *piece)
{
    static const char *const specials[] = {"<s>", "</s>", "<pad>", "<unk>"};

    for (size_t i = 0; i < sizeof specials / sizeof *specials; i++)
        if (!strcmp(piece, specials[i])) return true;
    return false;
}

/* The end of a word is a sign there, and that a word goes on is one here: der</w> is der, and der
 * is der@@.  A word that ends in @@ itself keeps its sign, as no other piece may have its name. */
static int respell(tr_hf_pieces *p, size_t id, tr_error *err)
{
    const char *const piece = p->text[id];
    const size_t len = strlen(piece);
    const bool ends = tr_ends_in(piece, word_end) && len > strlen(word_end);
    tr_buf text = {0};

    if (is_special(piece) || tr_ends_in(piece, "@@</w>")) return 0;
    tr_buf_add(&text, piece, ends ? len - strlen(word_end) : len);
    if (!ends) tr_buf_add_string(&text, "@@");
    const char *const copy =
        text.failed ? NULL : tr_region_copy(&p->im->memory, text.data, text.len);
    tr_buf_free(&text);
    p->text[id] = copy;
    return copy ? 0 : tr_fail_memory(err);
}

static int read_side(tr_import *im, tr_hf_pieces *p, const char *name, uint32_t vocab,
                     bool *suppressed, tr_error *err)
{
    int rc = tr_hf_read_json_pieces(p, im, vocab, name, err);

    for (size_t id = 0; rc == 0 && id < p->n; id++)
        if (p->text[id]) rc = respell(p, id, err);
    return rc ? rc : tr_hf_fill_gaps(p, suppressed, err);
}

static int find_ends(const tr_hf_pieces *p, int32_t *eos, int32_t *unk, tr_error *err)
{
    *eos = tr_hf_find_piece(p, "</s>");
    *unk = tr_hf_find_piece(p, "<unk>");
    if (*eos >= 0 && *unk >= 0) return 0;
    return tr_fail(err, TR_EFORMAT, "%s: has no piece %s", p->path, *eos < 0 ? "</s>" : "<unk>");
}

static int set_ends(tr_import *im, const tr_hf_config *c, const tr_hf_pieces *source,
                    const tr_hf_pieces *target, tr_error *err)
{
    tr_config *const m = &im->config;

    int rc = find_ends(source, &m->source_eos_id, &m->source_unk_id, err);
    if (rc == 0) rc = find_ends(target, &m->eos, &m->unk, err);
    if (rc == 0 && m->eos != c->eos)
        rc = tr_fail(err, TR_EFORMAT, "%s: eos_token_id is %" PRId32 ", but </s> is %" PRId32,
                     target->path, c->eos, m->eos);
    m->forced_first = c->forced_bos;
    return rc;
}

/* The two of ["en", "de"]. */
static int set_languages(tr_import *im, const cJSON *config, tr_error *err)
{
    const char **const languages[] = {&im->config.source_language, &im->config.target_language};
    const cJSON *const langs = cJSON_GetObjectItemCaseSensitive(config, "langs");

    for (int i = 0; i < 2; i++) {
        const char *const code = cJSON_GetStringValue(cJSON_GetArrayItem(langs, i));
        *languages[i] = NULL;
        if (!code || !(tr_import_matches(code, "aa") || tr_import_matches(code, "aaa"))) continue;
        *languages[i] = tr_region_copy(&im->memory, code, strlen(code));
        if (!*languages[i]) return tr_fail_memory(err);
    }
    return 0;
}

/* One list of merges cuts the words of both languages. */
static int read_merges(tr_import *im, tr_error *err)
{
    int rc = tr_import_map_merges(im, &im->source, "merges.txt", err);

    if (rc < 0) return rc;
    im->target.merges = im->source.merges;
    im->target.n_merges = im->source.n_merges;
    im->target.merges_form = im->source.merges_form;
    im->cutting = TR_TOKENIZER_SUBWORD;
    im->config.word_end_apart = false;
    im->config.normalization = "none";
    tr_import_use_moses(im, true);
    return 0;
}

int tr_fsmt_read_vocab(tr_import *im, const tr_hf_config *c, const cJSON *config, tr_error *err)
{
    tr_hf_pieces source, target;

    if (cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(config, "do_lower_case")))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s/tokenizer_config.json: do_lower_case is not supported", im->bundle.path);
    int rc = read_side(im, &source, "vocab-src.json", c->source_vocab, NULL, err);
    if (rc == 0) rc = read_side(im, &target, "vocab-tgt.json", c->target_vocab, c->suppressed, err);
    if (rc == 0) rc = set_ends(im, c, &source, &target, err);
    if (rc == 0) rc = set_languages(im, config, err);
    if (rc < 0) return rc;
    im->source = (tr_import_vocab){.path = source.path, .text = source.text, .n = source.n};
    im->target = (tr_import_vocab){.path = target.path, .text = target.text, .n = target.n};
    return read_merges(im, err);
}
