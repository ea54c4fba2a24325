/* download.h - one file of a model on its way. */
#ifndef DOWNLOAD_H
#define DOWNLOAD_H

#include "job.h"

typedef struct download {
    char *path;     /* of its bytes, as they were sent */
    bool is_packed; /* by gzip */
    char *url;      /* where they came from, or a file's path; NULL: from nowhere */
} download;

void download_free(download *p);

/* Fetches the file, or goes on where an earlier try broke off, from one mirror after the other, and
 * checks every byte.  `name` is the model's, for messages.  EXIT_OK; EXIT_LATER or EXIT_FAILED
 * after a sentence; EXIT_STOPPED.  The bytes that have come stay, unless they are not the right
 * ones. */
int download_file(download *p, const job *j, const char *name, const index_file *f);

/* How many of the file's bytes are there already. */
uint64_t download_size(const job *j, const index_file *f);

/* Removes the file's bytes. */
void download_remove(const job *j, const index_file *f);

/* A text as a server has it. */
typedef struct download_page {
    const char *name;                 /* for messages; NULL: its address */
    size_t most;                      /* bytes that it may have */
    bool is_head;                     /* no more than its first bytes are wanted: `most` */
    const struct http_access *access; /* of its server, or NULL */
    char *text;                       /* [len]; NULL when it is empty */
    size_t len;
    char *next; /* the address of the page that follows, or NULL */
} download_page;

/* Fetches a text into memory, or reads it where the address is a whole path.  The caller frees it,
 * whatever happened.  As download_file(). */
int download_text(download_page *p, const fetch_settings *set, const char *url);

void download_page_free(download_page *p);

#endif
