#include "job.h"

static void job_take_note(void *ctx, const char *text)
{
    job *j = ctx;
    const size_t n = strlen(j->notes);
    snprintf(j->notes + n, sizeof j->notes - n, "%s\n", text);
}

void job_open(job *j, const char *input)
{
    *j = (job){0};
    scratch_open(&j->s);
    strcpy(j->input, input ? scratch_file(&j->s, input) : j->s.folder);
    strcpy(j->gguf, scratch_file(&j->s, "out.gguf"));
    tr_convert_options_init(&j->options);
    j->options.input = j->input;
    j->options.output = j->gguf;
    j->options.source_language = "en";
    j->options.target_language = "de";
    j->options.type = "float32";
    j->options.note = job_take_note;
    j->options.ctx = j;
}

void job_convert(job *j, tr_nmt *m)
{
    j->notes[0] = '\0';
    const int rc = tr_convert(&j->options, &j->err);
    ck_assert_msg(rc == 0, "%s", j->err.msg);
    ck_assert_int_eq(tr_nmt_open(m, j->gguf, NULL), 0);
}

void job_refused(job *j, int code, const char *what)
{
    const int before = scratch_count(&j->s, false);
    ck_assert_int_eq(tr_convert(&j->options, &j->err), code);
    ck_assert_int_eq(j->err.code, code);
    ck_assert_msg(strstr(j->err.msg, what) != NULL, "'%s' does not say '%s'", j->err.msg, what);
    ck_assert_int_eq(scratch_count(&j->s, false), before);
}
