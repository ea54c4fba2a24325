#include "make/hf_job.h"

static void take_note(void *ctx, const char *text)
{
    tr_buf_add_string(ctx, text);
    tr_buf_add_string(ctx, "\n");
}

void hf_job_open(hf_job *j, const char *model_type)
{
    *j = (hf_job){0};
    hf_open(&j->m, model_type);
    tr_convert_options_init(&j->options);
    j->options.input = j->m.dir.folder;
    j->options.output = "";
    j->options.max_source = 100;
    j->options.note = take_note;
    j->options.ctx = &j->notes;
}

int hf_import(hf_job *j)
{
    tr_buf_clear(&j->notes);
    tr_import_init(&j->im, &j->options);
    return tr_hf_importer.open(&j->im, &j->err);
}

void hf_import_end(hf_job *j)
{
    tr_import_close(&j->im);
}

void hf_imports(hf_job *j)
{
    const int rc = hf_import(j);
    ck_assert_msg(rc == 0, "%d %s", rc, j->err.msg);
}

void hf_refuses(hf_job *j, int code, const char *sentence)
{
    j->err = (tr_error){0};
    const int rc = hf_import(j);
    ck_assert_msg(rc == code && strstr(j->err.msg, sentence), "%d %s, expected %d %s", rc,
                  j->err.msg, code, sentence);
    hf_import_end(j);
}

void hf_job_close(hf_job *j)
{
    tr_buf_free(&j->notes);
    hf_close(&j->m);
}

const tr_import_tensor *hf_find_tensor(const tr_import *im, const char *name)
{
    for (size_t i = 0; i < im->n_tensors; i++)
        if (!strcmp(im->tensors[i].name, name)) return &im->tensors[i];
    return NULL;
}

bool hf_suppresses(const tr_import *im, int32_t id)
{
    for (size_t i = 0; i < im->config.n_suppressed; i++)
        if (im->config.suppressed[i] == id) return true;
    return false;
}

void hf_write_config(hf_job *j)
{
    hf_write_json(&j->m.dir, "config.json", &j->m.config);
}

void hf_refuses_config(hf_job *j, const char *key, const char *value, int code,
                       const char *sentence)
{
    hf_json config = j->m.config;

    hf_set(&j->m.config, key, value);
    hf_write_config(j);
    hf_refuses(j, code, sentence);
    j->m.config = config;
    hf_write_config(j);
}
