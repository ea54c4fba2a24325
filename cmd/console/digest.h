/* digest.h - SHA-256 of what several files and texts hold together. */
#ifndef DIGEST_H
#define DIGEST_H

#include <stddef.h>
#include <sys/types.h>

#include <sha2.h>

typedef struct digest_sum {
    SHA2_CTX sum;
} digest_sum;

void digest_begin(digest_sum *d);

void digest_bytes(digest_sum *d, const void *bytes, size_t n); /* as they are */

/* Each is kept apart from the next one. */
void digest_text(digest_sum *d, const char *text); /* NULL: none */

/* The content of a file, "-" being standard input from where it stands, which stays there.  -1 with
 * errno. */
int digest_file(digest_sum *d, const char *path);

/* 64 digits, which the caller frees. */
char *digest_end(digest_sum *d);

#endif
