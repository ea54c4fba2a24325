/* hf_job.h - Hugging Face directories put together by hand, described or refused. */
#ifndef HF_JOB_H
#define HF_JOB_H

#include "import/importers.h"
#include "make/make_hf.h"

typedef struct hf_job {
    hf_maker m;
    tr_convert_options options;
    tr_import im;
    tr_buf notes;
    tr_error err;
} hf_job;

/* A directory of this model_type, of which nothing is written yet. */
void hf_job_open(hf_job *j, const char *model_type);

/* Describes the directory as it is; to be followed by hf_import_end(). */
int hf_import(hf_job *j);

void hf_import_end(hf_job *j);

/* The same, which succeeds. */
void hf_imports(hf_job *j);

/* The directory is refused with a message that holds `sentence`. */
void hf_refuses(hf_job *j, int code, const char *sentence);

void hf_job_close(hf_job *j);

/* NULL when there is none. */
const tr_import_tensor *hf_find_tensor(const tr_import *im, const char *name);

/* True if translations never have the id. */
bool hf_suppresses(const tr_import *im, int32_t id);

/* config.json, as j->m.config has it. */
void hf_write_config(hf_job *j);

/* With this member, whose value is JSON, config.json is refused. */
void hf_refuses_config(hf_job *j, const char *key, const char *value, int code,
                       const char *sentence);

#endif
