/*
 * hf_languages.c - the tokens that tokenizers add after their pieces: languages above all.
 *
 * Their ids are in the tokenizer's files.  Files of older releases leave them out; then the lists
 * here have them.
 */
#include "import/hf/hf_languages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Lists -------------------------------------------------------------------------------- */

/* The languages that fairseq appended to vocabularies, in the order of its training's list.
 * transformers repeats them (FAIRSEQ_LANGUAGE_CODES in its tokenization_*.py), and so do we. */
static const char *const mbart[] = {"ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI",
                                    "fr_XX", "gu_IN", "hi_IN", "it_IT", "ja_XX", "kk_KZ", "ko_KR",
                                    "lt_LT", "lv_LV", "my_MM", "ne_NP", "nl_XX", "ro_RO", "ru_RU",
                                    "si_LK", "tr_TR", "vi_VN", "zh_CN", NULL};

static const char *const mbart50[] = {
    "ar_AR", "cs_CZ", "de_DE", "en_XX", "es_XX", "et_EE", "fi_FI", "fr_XX", "gu_IN",
    "hi_IN", "it_IT", "ja_XX", "kk_KZ", "ko_KR", "lt_LT", "lv_LV", "my_MM", "ne_NP",
    "nl_XX", "ro_RO", "ru_RU", "si_LK", "tr_TR", "vi_VN", "zh_CN", "af_ZA", "az_AZ",
    "bn_IN", "fa_IR", "he_IL", "hr_HR", "id_ID", "ka_GE", "km_KH", "mk_MK", "ml_IN",
    "mn_MN", "mr_IN", "pl_PL", "ps_AF", "pt_XX", "sv_SE", "sw_KE", "ta_IN", "te_IN",
    "th_TH", "tl_XX", "uk_UA", "ur_PK", "xh_ZA", "gl_ES", "sl_SI", NULL};

static const char *const m2m100[] = {
    "af", "am", "ar", "ast", "az", "ba", "be", "bg", "bn", "br",  "bs", "ca", "ceb", "cs", "cy",
    "da", "de", "el", "en",  "es", "et", "fa", "ff", "fi", "fr",  "fy", "ga", "gd",  "gl", "gu",
    "ha", "he", "hi", "hr",  "ht", "hu", "hy", "id", "ig", "ilo", "is", "it", "ja",  "jv", "ka",
    "kk", "km", "kn", "ko",  "lb", "lg", "ln", "lo", "lt", "lv",  "mg", "mk", "ml",  "mn", "mr",
    "ms", "my", "ne", "nl",  "no", "ns", "oc", "or", "pa", "pl",  "ps", "pt", "ro",  "ru", "sd",
    "si", "sk", "sl", "so",  "sq", "sr", "ss", "su", "sv", "sw",  "ta", "th", "tl",  "tn", "tr",
    "uk", "ur", "uz", "vi",  "wo", "xh", "yi", "yo", "zh", "zu",  NULL};

static const char *const wmt21[] = {"en", "ha", "is", "ja", "cs", "ru", "zh", "de", NULL};

static const char *const nllb[] = {
    "ace_Arab", "ace_Latn", "acm_Arab", "acq_Arab", "aeb_Arab", "afr_Latn", "ajp_Arab", "aka_Latn",
    "amh_Ethi", "apc_Arab", "arb_Arab", "ars_Arab", "ary_Arab", "arz_Arab", "asm_Beng", "ast_Latn",
    "awa_Deva", "ayr_Latn", "azb_Arab", "azj_Latn", "bak_Cyrl", "bam_Latn", "ban_Latn", "bel_Cyrl",
    "bem_Latn", "ben_Beng", "bho_Deva", "bjn_Arab", "bjn_Latn", "bod_Tibt", "bos_Latn", "bug_Latn",
    "bul_Cyrl", "cat_Latn", "ceb_Latn", "ces_Latn", "cjk_Latn", "ckb_Arab", "crh_Latn", "cym_Latn",
    "dan_Latn", "deu_Latn", "dik_Latn", "dyu_Latn", "dzo_Tibt", "ell_Grek", "eng_Latn", "epo_Latn",
    "est_Latn", "eus_Latn", "ewe_Latn", "fao_Latn", "pes_Arab", "fij_Latn", "fin_Latn", "fon_Latn",
    "fra_Latn", "fur_Latn", "fuv_Latn", "gla_Latn", "gle_Latn", "glg_Latn", "grn_Latn", "guj_Gujr",
    "hat_Latn", "hau_Latn", "heb_Hebr", "hin_Deva", "hne_Deva", "hrv_Latn", "hun_Latn", "hye_Armn",
    "ibo_Latn", "ilo_Latn", "ind_Latn", "isl_Latn", "ita_Latn", "jav_Latn", "jpn_Jpan", "kab_Latn",
    "kac_Latn", "kam_Latn", "kan_Knda", "kas_Arab", "kas_Deva", "kat_Geor", "knc_Arab", "knc_Latn",
    "kaz_Cyrl", "kbp_Latn", "kea_Latn", "khm_Khmr", "kik_Latn", "kin_Latn", "kir_Cyrl", "kmb_Latn",
    "kon_Latn", "kor_Hang", "kmr_Latn", "lao_Laoo", "lvs_Latn", "lij_Latn", "lim_Latn", "lin_Latn",
    "lit_Latn", "lmo_Latn", "ltg_Latn", "ltz_Latn", "lua_Latn", "lug_Latn", "luo_Latn", "lus_Latn",
    "mag_Deva", "mai_Deva", "mal_Mlym", "mar_Deva", "min_Latn", "mkd_Cyrl", "plt_Latn", "mlt_Latn",
    "mni_Beng", "khk_Cyrl", "mos_Latn", "mri_Latn", "zsm_Latn", "mya_Mymr", "nld_Latn", "nno_Latn",
    "nob_Latn", "npi_Deva", "nso_Latn", "nus_Latn", "nya_Latn", "oci_Latn", "gaz_Latn", "ory_Orya",
    "pag_Latn", "pan_Guru", "pap_Latn", "pol_Latn", "por_Latn", "prs_Arab", "pbt_Arab", "quy_Latn",
    "ron_Latn", "run_Latn", "rus_Cyrl", "sag_Latn", "san_Deva", "sat_Beng", "scn_Latn", "shn_Mymr",
    "sin_Sinh", "slk_Latn", "slv_Latn", "smo_Latn", "sna_Latn", "snd_Arab", "som_Latn", "sot_Latn",
    "spa_Latn", "als_Latn", "srd_Latn", "srp_Cyrl", "ssw_Latn", "sun_Latn", "swe_Latn", "swh_Latn",
    "szl_Latn", "tam_Taml", "tat_Cyrl", "tel_Telu", "tgk_Cyrl", "tgl_Latn", "tha_Thai", "tir_Ethi",
    "taq_Latn", "taq_Tfng", "tpi_Latn", "tsn_Latn", "tso_Latn", "tuk_Latn", "tum_Latn", "tur_Latn",
    "twi_Latn", "tzm_Tfng", "uig_Arab", "ukr_Cyrl", "umb_Latn", "urd_Arab", "uzn_Latn", "vec_Latn",
    "vie_Latn", "war_Latn", "wol_Latn", "xho_Latn", "ydd_Hebr", "yor_Latn", "yue_Hant", "zho_Hans",
    "zho_Hant", "zul_Latn", NULL};

/* The list of that name, which ends in NULL; NULL when there is none. */
static const char *const *known_codes(const char *name)
{
    static const struct {
        const char *name;
        const char *const *codes;
    } lists[] = {{"MBart", mbart},
                 {"MBart50", mbart50},
                 {"Nllb", nllb},
                 {"m2m100", m2m100},
                 {"wmt21", wmt21}};

    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!strcmp(name, lists[i].name)) return lists[i].codes;
    return NULL;
}

/* ---- Tokens of languages ------------------------------------------------------------------ */

/* The de of __de__; NULL for other tokens. */
static const char *between_underscores(const char *token, size_t *len)
{
    *len = strlen(token);
    if (*len <= 4 || strncmp(token, "__", 2) != 0 || strcmp(token + *len - 2, "__") != 0)
        return NULL;
    *len -= 4;
    return token + 2;
}

/* The code within a language's token; NULL for other tokens. */
static const char *find_code(int style, const char *token, size_t *len)
{
    *len = strlen(token);
    if (style == TR_HF_CODES_UNDERSCORES) return between_underscores(token, len);
    if (style == TR_HF_CODES_SCRIPT) return tr_import_matches(token, "aaa_Aaaa") ? token : NULL;
    if (style == TR_HF_CODES_REGION) return tr_import_matches(token, "aa_AA") ? token : NULL;
    return NULL;
}

/* ---- Added tokens ------------------------------------------------------------------------- */

/* A token after the pieces: a language's, or one that no translation has. */
static int add_language_token(const tr_hf_languages *l, const char *content, uint64_t id,
                              tr_error *err)
{
    size_t len;
    const char *code = find_code(l->style, content, &len);
    const char *old = id < l->p->capacity ? l->p->text[id] : NULL;

    if (old && !strcmp(old, content)) return 0; /* another file has it, too */
    int rc = tr_hf_set_piece(l->p, id, content, err);
    if (rc == 0 && code) rc = tr_import_add_language(l->p->im, code, len, (int32_t)id, err);
    if (rc == 0) l->suppressed[id] = true;
    return rc;
}

/* The text and id of an entry of tokenizer_config.json ("7": {"content": "x"}), of
 * added_tokens.json ("x": 7) or of tokenizer.json ({"id": 7, "content": "x"}); NULL for others. */
static const char *read_language_entry(const cJSON *item, uint64_t *id)
{
    const cJSON *content = cJSON_GetObjectItemCaseSensitive(item, "content");
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(item, "id");
    const char *text = cJSON_IsString(content) ? content->valuestring : item->string;
    char *end = NULL;

    if (!text || !*text) return NULL;
    if (tr_json_is_count(number ? number : item, id)) return text;
    if (text == item->string || !item->string || *item->string < '0' || *item->string > '9')
        return NULL;
    *id = strtoull(item->string, &end, 10);
    return *end ? NULL : text;
}

/* Tokens of a list after the pieces and within the vocabulary. */
static int add_language_list(const tr_hf_languages *l, const cJSON *list, tr_error *err)
{
    const cJSON *item;
    uint64_t id;

    int rc = tr_import_take_languages(l->p->im, (size_t)cJSON_GetArraySize(list) + 1, err);
    cJSON_ArrayForEach(item, list)
    {
        const char *text = read_language_entry(item, &id);
        if (rc == 0 && text && id >= l->n_pieces && id < l->p->capacity)
            rc = add_language_token(l, text, id, err);
    }
    return rc;
}

/* The list that is all of a file, or its member `key`; there need not be one. */
static int add_file(const tr_hf_languages *l, const char *name, const char *key, tr_error *err)
{
    const char *path;
    cJSON *json;
    int rc = 0;

    if (!tr_bundle_finds(&l->p->im->bundle, name, &rc, err)) return rc;
    rc = tr_import_json(l->p->im, name, &json, &path, err);
    if (rc < 0) return rc;
    const cJSON *list = key ? cJSON_GetObjectItemCaseSensitive(json, key) : json;
    if (list) rc = add_language_list(l, list, err);
    cJSON_Delete(json);
    return rc;
}

static int add_known(const tr_hf_languages *l, tr_error *err)
{
    const char *const *codes = known_codes(l->list);
    const char *around = l->style == TR_HF_CODES_UNDERSCORES ? "__" : "";
    char token[32];
    size_t n = 0;

    if (!codes)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: the languages '%.40s' are not known",
                       l->p->im->bundle.path, l->list);
    while (codes[n])
        n++;
    int rc = tr_import_take_languages(l->p->im, n, err);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        snprintf(token, sizeof token, "%s%s%s", around, codes[i], around);
        rc = add_language_token(l, token, l->n_pieces + i, err);
    }
    if (rc == 0 && l->has_mask && l->p->n < l->p->capacity)
        rc = add_language_token(l, "<mask>", l->p->n, err);
    return rc;
}

int tr_hf_add_languages(tr_hf_languages *l, tr_error *err)
{
    static const struct {
        const char *file, *key;
    } places[] = {{"tokenizer_config.json", "added_tokens_decoder"},
                  {"added_tokens.json", NULL},
                  {"tokenizer.json", "added_tokens"}};
    const tr_config *m = &l->p->im->config;
    int rc = 0;

    l->n_pieces = l->p->n;
    for (size_t i = 0; rc == 0 && i < sizeof places / sizeof *places && !m->n_languages; i++)
        rc = add_file(l, places[i].file, places[i].key, err);
    return rc == 0 && !m->n_languages && l->list ? add_known(l, err) : rc;
}
