/*
 * replay.c - a fuzz target without a fuzzer: every input of tests/fuzz/seeds/NAME once, NAME being
 * that of the program.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../../tap.h"

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

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argv[0];
    char folder[256], path[512];

    snprintf(folder, sizeof folder, "tests/fuzz/seeds/%s", name);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        size_t size;
        if (entry->d_name[0] == '.') continue;
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        unsigned char *bytes = read_file(path, &size);
        tap_ok(bytes && LLVMFuzzerTestOneInput(bytes, size) == 0, "%s: %s", name, entry->d_name);
        free(bytes);
    }
    if (dir) closedir(dir);
    if (!tap_count) tap_ok(false, "%s: has no seeds", folder);
    return tap_done();
}
