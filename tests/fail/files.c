#define _XOPEN_SOURCE 700 /* nftw() */
#include "fail/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char top[PATH_MAX];

void die(const char *what)
{
    perror(what);
    exit(2);
}

void files_open(void)
{
    char name[PATH_MAX];
    const char *parent = getenv("TMPDIR");

    /* Thousands of runs save files: in memory, where there is a place for that. */
    if (!parent || !*parent) parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(name, sizeof name, "%s/translate-fail-XXXXXX", parent);
    if (!mkdtemp(name) || !realpath(name, top)) die(name);
}

void files_close(void)
{
    remove_tree(top);
}

const char *files_top(void)
{
    return top;
}

const char *path_of(const char *format, int slot)
{
    static char path[PATH_MAX + 100];
    char name[100];

    snprintf(name, sizeof name, format, slot);
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

bool read_whole(const char *path, tr_buf *b)
{
    char bytes[1 << 14];
    ssize_t n;

    tr_buf_clear(b);
    const int fd = open(path, O_RDONLY);
    if (fd < 0) return false;
    while ((n = read(fd, bytes, sizeof bytes)) > 0)
        tr_buf_add(b, bytes, (size_t)n);
    close(fd);
    return true;
}

void write_whole(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    if (!f || fputs(text, f) < 0 || fclose(f)) die(path);
}

static int remove_entry(const char *path, const struct stat *st, int flag, struct FTW *at)
{
    (void)st, (void)flag, (void)at;
    return remove(path);
}

void remove_tree(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

static bool is_beside(const char *path, const char *name, const char *const *endings)
{
    const size_t len = name ? strlen(name) : 0;

    for (; name && *endings; endings++) {
        if (**endings == '/' && strstr(path, *endings)) return true;
        if (!strncmp(path, name, len) && !strcmp(path + len, *endings)) return true;
    }
    return false;
}

static void list_entry(listing *l, const char *path, const char *name, const char *const *endings)
{
    if (name && !strcmp(path, name))
        l->has = true;
    else if (!is_beside(path, name, endings)) {
        l->n_others++;
        tr_buf_printf(&l->others, "%s\n", path);
    }
}

static void list_folder(listing *l, const char *top_folder, const char *below, const char *name,
                        const char *const *endings)
{
    char folder[PATH_MAX], path[PATH_MAX];
    struct stat st;

    snprintf(folder, sizeof folder, "%s/%s", top_folder, below);
    DIR *dir = opendir(folder);
    if (!dir) die(folder);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (snprintf(path, sizeof path, "%s%s", below, entry->d_name) >= (int)sizeof path - 1 ||
            fstatat(dirfd(dir), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) < 0)
            die(path);
        if (S_ISDIR(st.st_mode))
            list_folder(l, top_folder, strcat(path, "/"), name, endings);
        else
            list_entry(l, path, name, endings);
    }
    closedir(dir);
}

void list_files(listing *l, const char *folder, const char *name, const char *const *endings)
{
    l->has = false;
    l->n_others = 0;
    tr_buf_clear(&l->others);
    list_folder(l, folder, "", name, endings);
}
