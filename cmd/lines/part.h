/*
 * part.h - one of N parts of a file of lines.
 *
 * Part K, counted from 0, has the lines that begin in bytes size * K / N to size * (K + 1) / N of
 * the file.  So the parts together are the file, a part is found without reading the parts before
 * it, and it may be empty.
 */
#ifndef PART_H
#define PART_H

#include <stdbool.h>
#include <sys/types.h>

struct input;

enum { MOST_PARTS = 1000000 };

typedef struct file_part {
    int k, n; /* part k of n, from 0; n = 0: the whole */
} file_part;

/* Reads "K/N"; false if the text is something else, or K is not below N. */
bool part_parse(const char *text, file_part *p);

/* Cuts the file [begin, end) that is open out of `size` bytes: where the part begins and ends.  0,
 * or -1 with errno. */
int part_find(const file_part *p, int fd, off_t size, off_t *begin, off_t *end);

/* Has the input, of one file, read that part only.  0, or -1 after a sentence. */
int part_open(const file_part *p, struct input *in);

/* The name that a pattern gives: "%d" and "%05d" stand for the part's number, "%%" for a "%".  NULL
 * if there is another "%"; else the caller frees it. */
char *part_name(const file_part *p, const char *pattern);

#endif
