#include "changed_model.h"

#include "formats/gguf_read.h"
#include "formats/gguf_write.h"
#include "make/model_file.h"
#include "model/keys.h"
#include "model/nmt.h"

static void put(tr_gguf_writer *w, const char *key, const change *c)
{
    if (c->texts) tr_gguf_put_strings(w, key, c->texts, c->n);
    if (c->numbers) tr_gguf_put_u32s(w, key, c->numbers, c->n);
    if (c->texts || c->numbers) return;
    if (c->type == TR_GGUF_STRING) tr_gguf_put_string(w, key, c->text);
    if (c->type == TR_GGUF_UINT32) tr_gguf_put_u32(w, key, c->number);
    if (c->type == TR_GGUF_FLOAT32) tr_gguf_put_f32(w, key, c->real);
    if (c->type == TR_GGUF_BOOL) tr_gguf_put_bool(w, key, c->number != 0);
}

static void copy_array(const tr_gguf *g, const tr_gguf_value *v, tr_gguf_writer *w)
{
    tr_region memory = {0};
    tr_keys k = {.file = g, .memory = &memory};
    change same = {.key = v->key};
    char **texts = NULL;
    int32_t *numbers = NULL;
    if (v->element_type == TR_GGUF_STRING)
        texts = tr_keys_strings(&k, v->key, &same.n);
    else
        numbers = tr_keys_ids(&k, v->key, INT32_MAX, &same.n);
    ck_assert_int_eq(k.rc, 0);
    same.texts = (const char *const *)texts;
    same.numbers = (const uint32_t *)numbers;
    put(w, v->key, &same);
    tr_region_free(&memory);
}

static void copy_key(const tr_gguf *g, const tr_gguf_value *v, tr_gguf_writer *w)
{
    change same = {.type = v->type};
    const char *text = "";
    size_t len = 0;
    bool truth = false;
    char copy[200];
    if (v->type == TR_GGUF_STRING) tr_gguf_string(g, v->key, &text, &len, NULL);
    if (v->type == TR_GGUF_UINT32) tr_gguf_u32(g, v->key, &same.number, NULL);
    if (v->type == TR_GGUF_FLOAT32) tr_gguf_f32(g, v->key, &same.real, NULL);
    if (v->type == TR_GGUF_BOOL) tr_gguf_bool(g, v->key, &truth, NULL);
    if (truth) same.number = 1;
    ck_assert_uint_lt(len, sizeof copy);
    memcpy(copy, text, len);
    copy[len] = '\0';
    same.text = copy;
    put(w, v->key, &same);
}

static void copy_keys(const tr_gguf *g, const change *c, tr_gguf_writer *w)
{
    for (size_t i = 0; i < g->n_values; i++) {
        const tr_gguf_value *v = &g->values[i];
        if (!strcmp(v->key, "nmt.sha256") || (c->key && !strcmp(v->key, c->key))) continue;
        if (v->type == TR_GGUF_ARRAY)
            copy_array(g, v, w);
        else
            copy_key(g, v, w);
    }
    if (c->key) put(w, c->key, c);
}

static bool changes(const change *c, const tr_gguf_tensor *t)
{
    return c->tensor && strcmp(c->tensor, t->name) == 0;
}

void copy_changed(const char *from, const char *to, const change *c)
{
    tr_gguf g;
    tr_gguf_writer *w;
    ck_assert_int_eq(tr_gguf_open(&g, from, NULL), 0);
    ck_assert_int_eq(tr_gguf_create(&w, to, NULL), 0);
    copy_keys(&g, c, w);
    for (size_t i = 0; i < g.n_tensors; i++)
        if (!changes(c, &g.tensors[i]))
            tr_gguf_declare(w, g.tensors[i].name, g.tensors[i].type, g.tensors[i].n_dims,
                            g.tensors[i].dims);
    if (c->n_dims) tr_gguf_declare(w, c->tensor, c->tensor_type, c->n_dims, c->dims);
    ck_assert_int_eq(tr_gguf_begin_data(w, NULL), 0);
    for (size_t i = 0; i < g.n_tensors; i++)
        if (!changes(c, &g.tensors[i]))
            ck_assert_int_eq(tr_gguf_write(w, g.tensors[i].data, g.tensors[i].size, NULL), 0);
    if (c->n_dims) {
        const size_t size = tr_gguf_tensor_size(c->tensor_type, c->n_dims, c->dims);
        void *zeros = calloc(1, size);
        ck_assert_int_eq(tr_gguf_write(w, zeros, size, NULL), 0);
        free(zeros);
    }
    ck_assert_int_eq(tr_gguf_finish(w, NULL), 0);
    tr_gguf_close(&g);
}

int open_changed(scratch *s, const change *c, tr_error *err)
{
    char from[SCRATCH_PATH];
    tr_nmt m;
    strcpy(from, scratch_file(s, "good.gguf"));
    copy_changed(from, scratch_file(s, "changed.gguf"), c);
    const int rc = tr_nmt_open(&m, s->path, err);
    if (rc == 0) tr_nmt_close(&m);
    return rc;
}

static void put_languages(tr_gguf_writer *w)
{
    tr_gguf_put_strings(w, "nmt.language_codes", (const char *const[]){"deu_Latn", "en", "zh-CN"},
                        3);
    tr_gguf_put_u32s(w, "nmt.language_ids", (const uint32_t[]){30, 31, 36}, 3);
    tr_gguf_put_string(w, "nmt.source_language_token", "after");
    tr_gguf_put_bool(w, "nmt.target_language_token", true);
    tr_gguf_put_u32(w, "nmt.source_eos_id", 5);
    tr_gguf_put_u32(w, "nmt.source_unk_id", 6);
    tr_gguf_put_u32(w, "nmt.source_bos_id", 7);
    tr_gguf_put_u32s(w, "nmt.suppressed_ids", (const uint32_t[]){36, 2, 30}, 3);
    tr_gguf_put_u32(w, "nmt.alignment.layer", 0);
    tr_gguf_put_u32(w, "nmt.alignment.heads", 2);
}

model_spec language_spec(void)
{
    model_spec spec = full_spec();
    spec.start_id = 4;
    spec.more_keys = put_languages;
    return spec;
}
