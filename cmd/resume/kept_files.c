#include "resume/kept_files.h"

#include <stdlib.h>
#include <string.h>

#include "console/alloc.h"
#include "console/digest.h"
#include "console/message.h"
#include "console/unfinished.h"

enum { DIGITS = 64, RECORD = DIGITS + 1 /* the line's end */ };
static const char title[] = "what translate --resume needs, of a folder, 1\n";

static int compare_records(const void *a, const void *b)
{
    return memcmp(a, b, DIGITS);
}

static char *copy_keys(void *keys)
{
    return checked_format("%s", (const char *)keys);
}

/* A last line that is not whole counts for nothing. */
static void read_digests(kept_files *k)
{
    char *const records = k->file.earlier.data + k->file.begin;
    const size_t n = (k->file.whole - k->file.begin) / RECORD;

    while (k->n < n &&
           memchr(records + k->n * RECORD, '\n', RECORD) == records + k->n * RECORD + DIGITS)
        k->n++;
    k->file.whole = k->file.size = k->file.begin + k->n * RECORD;
    qsort(records, k->n, RECORD, compare_records);
}

int kept_files_begin(kept_files *k, const char *dir, const char *keys, bool resume, bool quiet,
                     const char *what)
{
    *k = (kept_files){0};
    if (!keys || !dir) return 0;
    unfinished_catch_signals();
    char *const path = checked_format("%s/.translate-resume", dir);
    const int found = resume_file_begin(&k->file, path, title, copy_keys, (void *)keys, path,
                                        resume, resume && !quiet);
    resume_file_keys(&k->file); /* `keys` need not stay */
    message_prepare(k->file.message, sizeof k->file.message,
                    "%s: has the files that were done; %s with --resume goes on", dir, what);
    if (found > 0) read_digests(k);
    if (k->n && !resume && !quiet)
        complain("%s: has %zu files that an earlier run has done: --resume goes on with them, and "
                 "without it all is done anew",
                 dir, k->n);
    if (!resume) k->n = 0;
    if (found < 0) kept_files_end(k, false);
    return found < 0 ? -1 : 0;
}

char *kept_files_digest(const kept_files *k, const char *path)
{
    digest_sum d;

    if (!k->file.path) return NULL;
    digest_begin(&d);
    digest_text(&d, path);
    return digest_file(&d, path) < 0 ? NULL : digest_end(&d);
}

bool kept_files_has(const kept_files *k, const char *digest)
{
    return digest && k->n &&
           bsearch(digest, k->file.earlier.data + k->file.begin, k->n, RECORD, compare_records);
}

void kept_files_add(kept_files *k, const char *digest)
{
    char record[RECORD + 1];

    if (!digest) return;
    memcpy(record, digest, DIGITS);
    record[DIGITS] = '\n';
    resume_file_add(&k->file, record, RECORD);
}

void kept_files_end(kept_files *k, bool is_done)
{
    resume_file_end(&k->file, is_done);
}
