/* copy_file.h - files, folders and links that are taken along as they are. */
#ifndef COPY_FILE_H
#define COPY_FILE_H

#include <stdbool.h>
#include <sys/stat.h>

/* Copies a file with its rights and times, which appears under its name when it is complete.  0, or
 * -1 after a sentence. */
int copy_file(const char *path, const char *place);

/* Makes a link of the same text; 0, or -1 after a sentence. */
int copy_link(const char *path, const char *place);

/* Gives what is at `place` the rights and times of something else. */
void copy_attributes(const struct stat *of, const char *place);

#endif
