/*
 * replay.c - a fuzz target without a fuzzer: every input of tests/fuzz/seeds/NAME once, NAME being
 * that of the program, and of tests/fuzz/corpus/NAME.tar.gz, unpacked below $BUILD.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "make/tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes of the exact size, so that a sanitizer sees what is read behind them. */
static unsigned char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) < 0) return NULL;
    *size = (size_t)ftell(f);
    rewind(f);
    unsigned char *bytes = malloc(*size ? *size : 1);
    if (bytes && fread(bytes, 1, *size, f) != *size) *size = 0;
    fclose(f);
    return bytes;
}

static bool run_file(const char *path)
{
    size_t size;
    unsigned char *bytes = read_file(path, &size);
    const bool ran = bytes && LLVMFuzzerTestOneInput(bytes, size) == 0;
    free(bytes);
    return ran;
}

/* Runs every file of a folder that may not exist; `each` is a test, or all are one. */
static void run_folder(const char *name, const char *folder, bool each)
{
    size_t n = 0, n_ran = 0;
    char path[512];
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        printf("# %s\n", path); /* for it may end the program */
        fflush(stdout);
        const bool ran = run_file(path);
        if (each) tap_ok(ran, "%s: %s", name, entry->d_name);
        n++;
        n_ran += ran;
    }
    if (dir) closedir(dir);
    if (!each && n) tap_ok(n_ran == n, "%s: %zu inputs that fuzzing found", name, n);
}

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argv[0], *build = getenv("BUILD");
    char folder[256];

    snprintf(folder, sizeof folder, "tests/fuzz/seeds/%s", name);
    run_folder(name, folder, true);
    snprintf(folder, sizeof folder, "%s/tests/corpus/%s", build ? build : "build/release", name);
    run_folder(name, folder, false);
    if (!tap_tests()) tap_ok(false, "%s: has no inputs", name);
    return tap_done();
}
