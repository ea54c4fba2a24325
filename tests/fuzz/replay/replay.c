/*
 * replay.c - a fuzz target without a fuzzer: every input of tests/fuzz/seeds/NAME once, NAME being
 * that of the program, and of tests/fuzz/corpus/NAME.tar.gz, unpacked below $BUILD.  For formats of
 * documents, also what ../shared/documents/fixtures has of other people, and of hostile ones.
 */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "make/tap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes of the exact size, so that a sanitizer sees what is read after them. */
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

static bool ends_in(const char *name, const char *ending)
{
    const size_t n = strlen(name), len = strlen(ending);
    return n >= len && !strcmp(name + n - len, ending);
}

/* Runs every file of a folder that may not exist, whose name ends so; `what` they are, for one test
 * of all, or NULL: each is a test. */
static void run_folder(const char *name, const char *folder, const char *ending, const char *what)
{
    size_t n = 0, n_ran = 0;
    char path[512];
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        if (entry->d_name[0] == '.' || !ends_in(entry->d_name, ending)) continue;
        snprintf(path, sizeof path, "%s/%.200s", folder, entry->d_name);
        printf("# %s\n", path); /* for it may end the program */
        fflush(stdout);
        const bool ran = run_file(path);
        if (!what) tap_ok(ran, "%s: %s", name, entry->d_name);
        n++;
        n_ran += ran;
    }
    if (dir) closedir(dir);
    if (what && n) tap_ok(n_ran == n, "%s: %zu %s", name, n, what);
}

/* Formats, and where other people's documents of them are. */
static const struct {
    const char *name, *folder, *ending;
} others[] = {
    {"document_text", "text", ".txt"},     {"document_tsv", "tsv", ".tsv"},
    {"document_csv", "tsv", ".csv"},       {"document_json", "json", ".json"},
    {"document_jsonl", "jsonl", ".jsonl"}, {"document_html", "html", ".html"},
    {"document_xhtml", "xhtml", ".xhtml"}, {"document_xml", "xml", ".xml"},
    {"document_xml", "android", ".none"},  {"document_xliff", "xliff", ".xlf"},
    {"document_yaml", "yaml", ".yaml"},    {"document_srt", "srt", ".srt"},
    {"document_vtt", "vtt", ".vtt"},       {"document_markdown", "markdown", ".md"},
    {"document_po", "po", ".po"},          {"document_tmx", "tmx", ".tmx"},
    {"document_mail", "email", ".eml"},    {"document_properties", "properties", ".properties"},
};

static void run_documents(const char *name)
{
    char folder[256];

    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(others[i].name, name) != 0) continue;
        snprintf(folder, sizeof folder, "../shared/documents/fixtures/%s", others[i].folder);
        run_folder(name, folder, "", "documents of other people");
        run_folder(name, "../shared/documents/fixtures/hostile", others[i].ending,
                   "hostile documents");
    }
}

int main(int argc, char **argv)
{
    const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL;
    const char *name = slash ? slash + 1 : argv[0], *build = getenv("BUILD");
    char folder[256];

    snprintf(folder, sizeof folder, "tests/fuzz/seeds/%s", name);
    run_folder(name, folder, "", NULL);
    snprintf(folder, sizeof folder, "%s/tests/corpus/%s", build ? build : "build/release", name);
    run_folder(name, folder, "", "inputs that fuzzing found");
    run_documents(name);
    if (!tap_tests()) tap_ok(false, "%s: has no inputs", name);
    return tap_done();
}
