/*
 * input.h - several files, read as one stream of lines.
 *
 * The end of a file ends its last line: lines of two files are never joined.  What gzip, xz or zstd
 * has compressed is unpacked as it is read, up to a line of 16 MB, for few bytes may hold any
 * number.  A file of UTF-16 is refused, with a sentence that tells how to convert it.
 */
#ifndef INPUT_H
#define INPUT_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/packing/unpacker.h"

typedef struct input {
    char **names; /* "-" is standard input */
    size_t n_names, n_opened;
    int fd;              /* of the file being read, or -1 */
    tr_unpacker *packed; /* reads that file, which is compressed; else NULL */
    bool any_bytes;      /* what is no text is read as well */
    bool at_start;       /* nothing of that file has been read */
    bool within_line;    /* the last byte handed out was not a line end */
    bool failed;         /* after a sentence */
    size_t tail_len;     /* bytes handed out behind the last line end */
    size_t n_lines;      /* line ends handed out */
    size_t *before;      /* [n_names]: lines before each file, known for those opened */
    bool is_cut; /* `left` bytes of the one file are to be read, which begin at byte `first` */
    off_t first, end, left;
    char *label; /* what messages call the file then; NULL: by its name */
    char *given; /* [given_len]: text that takes the place of the files; NULL: there is none */
    size_t given_len, given_at;
    pthread_mutex_t lock;
    /* Is shown the first bytes of the first file that has any; NULL: nobody is. */
    void (*look)(void *ctx, const char *name, const char *bytes, size_t n);
    void *look_ctx;
} input;

/* Reads standard input if there are no names.  Checks that every file can be read: 0, or -1 after a
 * sentence for each file that cannot. */
int input_open(input *in, char **names, size_t n_names);

/* Has bytes [begin, end) of the one file read, a regular one, of which nothing was read yet.  Its
 * first bytes are checked as for a whole file.  0, or -1 after a sentence. */
int input_cut(input *in, off_t begin, off_t end, const char *label);

/* Reads texts [n] of the command line, each a line. */
void input_open_texts(input *in, const char *const *texts, size_t n);
void input_close(input *in);

/* As tr_stream_io.read wants it, for size > 1; ctx is the input. */
ptrdiff_t input_read(void *ctx, char *bytes, size_t size);

/* Bytes that the files have, as far as they were not read when the program began; -1 where one is
 * no file whose size is known, or is compressed. */
double input_size(const input *in);

/* True if all are files, which can be read once more from their start. */
bool input_can_repeat(const input *in);

/* Finds the file that holds line `line` of the stream, counted from 1: returns the file's name, and
 * tells the number of the line in that file.  Any thread may call it. */
const char *input_where(input *in, size_t line, size_t *line_in_file);

/* Reads line by line. */
typedef struct line_reader {
    input in;
    size_t longest; /* a line of more bytes is an error; at first 256 MiB */
    char *bytes;
    size_t begin, end, capacity;
    size_t line; /* number of the line read last, from 1 */
} line_reader;

int line_reader_open(line_reader *r, char **names, size_t n_names);
void line_reader_open_texts(line_reader *r, const char *const *texts, size_t n); /* each a line */
void line_reader_close(line_reader *r);

/* Reads the next line.  `text` has no line end, and lives until the next call.  Returns 1, or 0 at
 * the end, or -1 after a sentence. */
int line_reader_next(line_reader *r, const char **text, size_t *len);

/* Prints "translate: FILE:LINE: message" with the place of the line read last. */
void line_reader_complain(line_reader *r, const char *message);

/* True if errno says that a file is not there, or is closed to the user. */
bool input_is_absent(int cause);

#endif
