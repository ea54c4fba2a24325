#include "train/peft.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/file.h"

/* The matrices, as PEFT names them: in attention, and in the feed-forward network. */
static const struct matrix_name {
    int matrix;
    const char *name;
    bool attends;
} matrix_names[] = {
    {TR_ADAPT_Q, "q_proj", true},     {TR_ADAPT_K, "k_proj", true}, {TR_ADAPT_V, "v_proj", true},
    {TR_ADAPT_OUT, "out_proj", true}, {TR_ADAPT_UP, "fc1", false},  {TR_ADAPT_DOWN, "fc2", false},
};
enum { N_NAMES = sizeof matrix_names / sizeof *matrix_names };

static const struct matrix_name *name_of(int matrix)
{
    size_t i = 0;
    while (i + 1 < N_NAMES && matrix_names[i].matrix != matrix)
        i++;
    return &matrix_names[i];
}

/* ---- The settings ---- */

static bool add_targets(cJSON *root, const tr_adapters *a)
{
    cJSON *const targets = cJSON_AddArrayToObject(root, "target_modules");
    int matrices = 0;

    for (size_t i = 0; i < a->n; i++)
        matrices |= a->all[i].matrix;
    for (size_t i = 0; targets && i < N_NAMES; i++)
        if (matrices & matrix_names[i].matrix)
            cJSON_AddItemToArray(targets, cJSON_CreateString(matrix_names[i].name));
    return targets != NULL;
}

static char *make_settings(const tr_adapters *a, const char *base)
{
    cJSON *const root = cJSON_CreateObject();
    bool good = root && cJSON_AddStringToObject(root, "peft_type", "LORA") &&
                cJSON_AddStringToObject(root, "task_type", "SEQ_2_SEQ_LM");

    good = good && (base ? cJSON_AddStringToObject(root, "base_model_name_or_path", base)
                         : cJSON_AddNullToObject(root, "base_model_name_or_path"));
    good = good && cJSON_AddNumberToObject(root, "r", (double)a->rank) &&
           cJSON_AddNumberToObject(root, "lora_alpha", (double)a->scale * (double)a->rank) &&
           cJSON_AddNumberToObject(root, "lora_dropout", 0) &&
           cJSON_AddStringToObject(root, "bias", "none") &&
           cJSON_AddFalseToObject(root, "fan_in_fan_out") &&
           cJSON_AddTrueToObject(root, "inference_mode") && add_targets(root, a);
    char *const text = good ? cJSON_Print(root) : NULL;
    cJSON_Delete(root);
    return text;
}

/* ---- The factors ---- */

/* As in "enc.blk.3.cross_attn_q.weight". */
static void put_name(const tr_parameters *p, const tr_adapter *a, const char *factor, tr_buf *to)
{
    const char *const of = p->tensors[a->tensor].name;
    const struct matrix_name *const name = name_of(a->matrix);

    tr_buf_printf(to, "\"base_model.model.model.%s.layers.%lu.",
                  of[0] == 'e' ? "encoder" : "decoder", strtoul(of + strlen("enc.blk."), NULL, 10));
    if (name->attends) tr_buf_printf(to, "%s.", strstr(of, "cross") ? "encoder_attn" : "self_attn");
    tr_buf_printf(to, "%s.%s.weight\"", name->name, factor);
}

/* `at`: bytes of what was listed before. */
static void list_factor(const tr_parameters *p, const tr_adapter *a, const tr_dense *factor,
                        const char *name, size_t *at, tr_buf *text)
{
    const size_t size = factor->n_out * factor->n_in * sizeof(float);
    tr_buf_add_string(text, *at ? "," : "{");
    put_name(p, a, name, text);
    tr_buf_printf(text, ":{\"dtype\":\"F32\",\"shape\":[%zu,%zu],\"data_offsets\":[%zu,%zu]}",
                  factor->n_out, factor->n_in, *at, *at + size);
    *at += size;
}

static void put_factor(const float *w, const tr_dense *factor, tr_buf *to)
{
    tr_buf_add(to, w + factor->weight, factor->n_out * factor->n_in * sizeof *w);
}

/* A safetensors file: the header's size, little-endian, the header, and the arrays. */
static void make_arrays(const tr_parameters *p, const float *w, tr_buf *file)
{
    const tr_adapters *const a = p->adapters;
    tr_buf text = {0};
    unsigned char size[8];
    size_t at = 0;

    for (size_t i = 0; i < a->n; i++) {
        list_factor(p, &a->all[i], &a->all[i].down, "lora_A", &at, &text);
        list_factor(p, &a->all[i], &a->all[i].up, "lora_B", &at, &text);
    }
    tr_buf_add_string(&text, "}");
    while (text.len % 8)
        tr_buf_add_string(&text, " ");
    for (size_t i = 0; i < sizeof size; i++)
        size[i] = (unsigned char)((uint64_t)text.len >> 8 * i & 0xff);
    tr_buf_add(file, size, sizeof size);
    tr_buf_add(file, tr_buf_text(&text), text.len);
    for (size_t i = 0; i < a->n; i++) {
        put_factor(w, &a->all[i].down, file);
        put_factor(w, &a->all[i].up, file);
    }
    file->failed |= text.failed;
    tr_buf_free(&text);
}

/* ---- Files ---- */

static int store(const char *folder, const char *name, const char *bytes, size_t len, tr_error *err)
{
    tr_buf path = {0};
    tr_buf_printf(&path, "%s/%s", folder, name);
    const int rc =
        path.failed ? tr_fail_memory(err) : tr_file_store(tr_buf_text(&path), bytes, len, err);
    tr_buf_free(&path);
    return rc;
}

int tr_peft_write(const char *folder, const tr_parameters *p, const float *w, const char *base,
                  tr_error *err)
{
    char *const settings = make_settings(p->adapters, base);
    tr_buf arrays = {0};
    int rc = 0;

    make_arrays(p, w, &arrays);
    if (!settings || arrays.failed)
        rc = tr_fail_memory(err);
    else if (mkdir(folder, 0777) < 0 && errno != EEXIST)
        rc = tr_fail(err, TR_EIO, "%s: %s", folder, strerror(errno));
    if (rc == 0) rc = store(folder, "adapter_config.json", settings, strlen(settings), err);
    if (rc == 0)
        rc = store(folder, "adapter_model.safetensors", tr_buf_text(&arrays), arrays.len, err);
    cJSON_free(settings);
    tr_buf_free(&arrays);
    return rc;
}
