/* ct2_job.h - CTranslate2 directories put together by hand, converted or refused. */
#ifndef CT2_JOB_H
#define CT2_JOB_H

#include "make/job.h"
#include "make/make_ct2_model.h"

/* A file of the folder of `ctx`, a job. */
void ct2_job_put(void *ctx, const char *name, const void *bytes, size_t n);

/* Writes the model's files into the test's folder, which is emptied before. */
void ct2_job_write(job *j, const ct2_spec *spec);

/* The same, and converts them. */
void ct2_job_convert(job *j, const ct2_spec *spec, tr_nmt *m);

/* The message starts with the file's name. */
void ct2_files_refused(job *j, int code, const char *what);

/* The same of a model that is written before. */
void ct2_refused(job *j, const ct2_spec *spec, int code, const char *what);

#endif
