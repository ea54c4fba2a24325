/* truncated_file.h - a mapped file that is cut short, or whose disk fails, while it is in use. */
#ifndef TRUNCATED_FILE_H
#define TRUNCATED_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* From now on, the signal that comes of reading behind the new end of such a file (SIGBUS) ends the
 * program with a sentence that names the file and with status 1, and removes the unfinished
 * output.  Handlers that are there stay. */
void truncated_file_catch(void);

/* A program that has others to serve goes on: what is missing of these bytes of a mapped file
 * [size] reads as zeros, which no answer may be made of.  A number that stands for them, or -1:
 * there are too many. */
int truncated_file_guard(const void *bytes, size_t size);
bool truncated_file_is_damaged(int guard); /* also of -1: then it is not */
void truncated_file_release(int guard);    /* before they are unmapped */

#endif
