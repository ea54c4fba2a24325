/*
 * supervise.h - a program whose calls of the system are watched: those of a list pass, and of all
 * others the supervisor is asked (seccomp's user notification).
 */
#ifndef SANDBOX_SUPERVISE_H
#define SANDBOX_SUPERVISE_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_SEEN = 4096 };

/* A file that was named in a call. */
typedef struct seen_file {
    char *path;
    bool to_write; /* opened for writing, made, renamed or removed */
} seen_file;

/* What a program did. */
typedef struct supervised {
    int status;         /* of waitpid() */
    bool not_supported; /* the kernel has no such notifications: nothing was run */
    seen_file file[MAX_SEEN];
    size_t n_files;
    char refused[1000]; /* calls that are on no list, which got EPERM: names, each after a blank */
} supervised;

/* Runs args[0] with the arguments up to NULL, standard output to the file `out`.  `confine` is
 * called in the new process before. */
void supervise(supervised *s, const char *const *args, const char *out, void (*confine)(void));
void supervised_free(supervised *s);

/* The lists: the i-th name of those that pass, or NULL; with `files`, of those that name files. */
const char *supervise_call_name(size_t i, bool files);

#endif
