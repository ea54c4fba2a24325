#include "make/ct2_job.h"

void ct2_job_put(void *ctx, const char *name, const void *bytes, size_t n)
{
    job *j = ctx;
    write_file(scratch_file(&j->s, name), bytes, n);
}

void ct2_job_write(job *j, const ct2_spec *spec)
{
    scratch_count(&j->s, true);
    make_ct2_files(spec, ct2_job_put, j);
}

void ct2_job_convert(job *j, const ct2_spec *spec, tr_nmt *m)
{
    ct2_job_write(j, spec);
    job_convert(j, m);
}

void ct2_files_refused(job *j, int code, const char *what)
{
    job_refused(j, code, what);
    ck_assert_ptr_eq(strstr(j->err.msg, j->s.folder), j->err.msg);
}

void ct2_refused(job *j, const ct2_spec *spec, int code, const char *what)
{
    ct2_job_write(j, spec);
    ct2_files_refused(j, code, what);
}
