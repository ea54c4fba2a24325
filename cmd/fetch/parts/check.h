/* check.h - does a file have the bytes that the index means? */
#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "models/model_index.h"

enum check_result {
    CHECK_GOOD,
    CHECK_BAD,    /* *why tells */
    CHECK_FAILED, /* the file cannot be read: after a sentence */
    CHECK_STOPPED /* the user asked to */
};

enum { CHECK_WHY_SIZE = 400 };

/* Compares the file at `path` with every size and digest that `f` has.  A compressed file is
 * unpacked, to nowhere, and has to end where its bytes do; what a server has unpacked on the way is
 * as good.  Bytes that unpack to more than the index says are never unpacked further.  *is_packed:
 * it is compressed by gzip.  Returns enum check_result. */
int check_file(const char *path, const index_file *f, bool *is_packed, char why[CHECK_WHY_SIZE]);

/* Checks the text [len] of a hub's file. */
int check_text(const char *text, size_t len, const index_file *f, char why[CHECK_WHY_SIZE]);

/* The SHA-256 of text [len], in hexadecimal digits. */
void check_digest(const char *text, size_t len, char digest[65]);

#endif
