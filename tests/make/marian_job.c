#include "make/marian_job.h"

void marian_job_open(marian_job *j)
{
    scratch_open(&j->s);
    strcpy(j->input, scratch_file(&j->s, "model.npz"));
    strcpy(j->spm, scratch_file(&j->s, "source.spm"));
    strcpy(j->spm2, scratch_file(&j->s, "target.spm"));
    strcpy(j->gguf, scratch_file(&j->s, "model.gguf"));
    tr_convert_options_init(&j->options);
    j->options.input = j->input;
    j->options.source_vocab = j->spm;
    j->options.output = j->gguf;
    j->options.source_language = "en";
    j->options.target_language = "de";
    j->options.type = "float32";
    write_vocab(j->spm, 9, false);
}

void marian_job_convert(marian_job *j, const marian_spec *spec, tr_nmt *m)
{
    write_marian(j->input, spec);
    const int rc = tr_convert(&j->options, &j->err);
    ck_assert_msg(rc == 0, "%s", j->err.msg);
    ck_assert_int_eq(tr_nmt_open(m, j->gguf, NULL), 0);
}

void marian_job_refused(marian_job *j, const marian_spec *spec, int code, const char *what)
{
    if (spec) write_marian(j->input, spec);
    const int before = scratch_count(&j->s, false);
    ck_assert_int_eq(tr_convert(&j->options, &j->err), code);
    ck_assert_int_eq(j->err.code, code);
    ck_assert_msg(strstr(j->err.msg, what) != NULL, "%s", j->err.msg);
    ck_assert_int_eq(scratch_count(&j->s, false), before);
}
