#include "import/hf/hf_cutting.h"

#include <math.h>
#include <string.h>

#include "base/numbers/number.h"
#include "import/hf/json_spm.h"
#include "text/pipeline/rules.h"

static const cJSON *member(const cJSON *item, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(item, key);
}

/* Old files leave it out. */
static const char *type_of(const cJSON *model)
{
    const char *const type = tr_json_text(model, "type");

    if (type) return type;
    return member(model, "merges") ? "BPE" : cJSON_IsArray(member(model, "vocab")) ? "Unigram" : "";
}

/* ---- Its own rules ---- */

static bool add_reference(cJSON *to, const char *key, const cJSON *item)
{
    return !item || cJSON_AddItemReferenceToObject(to, key, (cJSON *)item);
}

static const char between_key[] = "between_merges";

/* What stands between the halves of a merge: a blank, or, where pieces have blanks, what no text
 * has.
 */
static const char *between_merges(const tr_hf_tokenizer *t)
{
    const cJSON *item;

    cJSON_ArrayForEach(item, member(tr_hf_tokenizer_model(t), "merges"))
    {
        const char *const left = cJSON_GetStringValue(cJSON_GetArrayItem(item, 0));
        const char *const right = cJSON_GetStringValue(cJSON_GetArrayItem(item, 1));
        if ((left && strchr(left, ' ')) || (right && strchr(right, ' '))) return "\xEF\xBF\xBF";
    }
    return " ";
}

/* The model without its lists. */
static bool add_model(const tr_hf_tokenizer *t, cJSON *to)
{
    const cJSON *const model = tr_hf_tokenizer_model(t);
    cJSON *const copy = cJSON_AddObjectToObject(to, "model");
    bool good = copy && cJSON_AddStringToObject(copy, "type", type_of(model));
    const cJSON *item;

    cJSON_ArrayForEach(item, model)
    {
        const bool is_option = cJSON_IsBool(item) || cJSON_IsNumber(item) || cJSON_IsString(item);
        if (good && is_option && strcmp(item->string, "type") != 0 &&
            strcmp(item->string, between_key) != 0)
            good = add_reference(copy, item->string, item);
    }
    const char *const between = between_merges(t);
    if (good && strcmp(between, " ") != 0)
        good = cJSON_AddStringToObject(copy, between_key, between);
    return good;
}

static int write_rules(const tr_hf_tokenizer *t, const char **rules, tr_error *err)
{
    static const char *const keys[] = {"normalizer", "pre_tokenizer", "decoder", "added_tokens"};
    cJSON *const json = cJSON_CreateObject();
    bool good = json && add_model(t, json);

    for (size_t i = 0; good && i < sizeof keys / sizeof *keys; i++)
        good = add_reference(json, keys[i], member(t->json, keys[i]));
    char *const text = good ? cJSON_PrintUnformatted(json) : NULL;
    *rules = text ? tr_region_copy(&t->pieces.im->memory, text, strlen(text)) : NULL;
    cJSON_free(text);
    cJSON_Delete(json);
    return *rules ? 0 : tr_fail_memory(err);
}

/* The digits of a number as %g writes it, as a whole number, and the power of ten that it is of. */
static uint64_t digits_of(const char *text, int *power)
{
    uint64_t digits = 0;
    bool behind_point = false;

    for (*power = 0; *text && *text != 'e'; text++) {
        if (*text == '.') {
            behind_point = true;
            continue;
        }
        digits = 10 * digits + (uint64_t)(*text - '0');
        *power -= behind_point;
    }
    if (!*text) return digits;
    const bool negative = text[1] == '-';
    int exponent = 0;
    for (text += 2; *text; text++)
        exponent = 10 * exponent + (*text - '0');
    *power += negative ? -exponent : exponent;
    return digits;
}

/* A score as the library reads it: its digits as a number, rounded, by a power of ten, rounded.  It
 * may be a bit from the nearest one, which decides between ways to cut that are as good. */
static double as_library_reads(double score)
{
    enum { LEAST = 15, MOST = 17 };
    tr_decimal text = {""};
    double read = 0;
    int power;

    if (!isfinite(score) || score == 0) return score;
    for (int n = LEAST; n <= MOST && read != fabs(score); n++) {
        text = tr_format_decimal(fabs(score), n);
        tr_parse_decimal(text.text, strlen(text.text), &read);
    }
    const double digits = (double)digits_of(text.text, &power);
    const double value = power < 0 ? digits / pow(10, -power) : digits * pow(10, power);
    return isfinite(value) ? copysign(value, score) : score;
}

/* Tokens that are added to the model's have no score. */
static int copy_scores(const tr_hf_tokenizer *t, tr_import_vocab *v, tr_error *err)
{
    double *const scores = TR_REGION_TAKE(&t->pieces.im->memory, double, t->pieces.n);
    const cJSON *entry;
    size_t i = 0;

    if (!scores) return tr_fail_memory(err);
    for (size_t id = 0; id < t->pieces.n; id++)
        scores[id] = -INFINITY;
    cJSON_ArrayForEach(entry, member(tr_hf_tokenizer_model(t), "vocab"))
    {
        const cJSON *const score = cJSON_GetArrayItem(entry, 1);
        if (!cJSON_IsNumber(score)) return tr_hf_tokenizer_refuse(t, "a score of model.vocab", err);
        if (i < t->pieces.n) scores[i++] = as_library_reads(score->valuedouble);
    }
    v->scores = scores;
    return 0;
}

/* "a b" of a merge; NULL for what is none, and out of memory. */
static const char *merge_of(const tr_hf_tokenizer *t, const char *between, const cJSON *item)
{
    static const char none[] = "\xEF\xBF\xBF";
    const char *left, *right;
    size_t len;

    if (!tr_hf_tokenizer_merge(item, &left, &len, &right) || strstr(left, none) ||
        strstr(right, none))
        return NULL;
    return tr_region_printf(&t->pieces.im->memory, "%.*s%s%s", (int)len, left, between, right);
}

static int copy_merges(const tr_hf_tokenizer *t, tr_import_vocab *v, tr_error *err)
{
    const cJSON *const list = member(tr_hf_tokenizer_model(t), "merges"), *item;
    const size_t n = (size_t)cJSON_GetArraySize(list);
    const char **const merges = TR_REGION_TAKE(&t->pieces.im->memory, const char *, n + 1);
    const char *const between = between_merges(t);

    if (!n) return tr_hf_tokenizer_refuse(t, "model.merges", err);
    if (!merges) return tr_fail_memory(err);
    cJSON_ArrayForEach(item, list)
    {
        const char *const merge = merge_of(t, between, item);
        if (!merge) return tr_hf_tokenizer_refuse(t, "an entry of model.merges", err);
        merges[v->n_merges++] = merge;
    }
    v->merges = merges;
    return 0;
}

/* The steps are known, and can be followed. */
static int check_steps(const tr_hf_tokenizer *t, tr_error *err)
{
    tr_rules rules = {0};
    const int rc = tr_rules_read(&rules, t->json, t->pieces.path, err);

    tr_rules_free(&rules);
    if (rc < 0 || !tr_json_text(tr_hf_tokenizer_model(t), "continuing_subword_prefix")) return rc;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: continuing_subword_prefix is not supported",
                   t->pieces.path);
}

static int take_rules(const tr_hf_tokenizer *t, tr_import_vocab *v, tr_error *err)
{
    const char *const type = type_of(tr_hf_tokenizer_model(t));
    const bool unigram = !strcmp(type, "Unigram");

    if (!unigram && strcmp(type, "BPE") != 0)
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: model '%.40s' is not supported, only Unigram and BPE", t->pieces.path,
                       type);
    int rc = check_steps(t, err);
    if (rc == 0) rc = unigram ? copy_scores(t, v, err) : copy_merges(t, v, err);
    if (rc == 0) rc = write_rules(t, &v->rules, err);
    t->pieces.im->cutting = TR_TOKENIZER_JSON;
    return rc;
}

int tr_hf_take_tokenizer(const tr_hf_tokenizer *t, tr_import_vocab *v, tr_error *err)
{
    const tr_hf_pieces *const p = &t->pieces;
    tr_buf spm = {0};

    *v = (tr_import_vocab){.path = p->path, .text = p->text, .n = p->n};
    int rc = tr_json_spm_write(t, &spm, err);
    if (rc > 0) {
        v->spm = tr_region_copy(&p->im->memory, spm.data, spm.len);
        v->spm_path = p->path;
        v->spm_size = spm.len;
        rc = v->spm ? 0 : tr_fail_memory(err);
    } else if (rc == 0) {
        rc = take_rules(t, v, err);
    }
    tr_buf_free(&spm);
    return rc;
}
