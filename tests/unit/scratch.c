#include "scratch.h"

bool scratch_make(scratch *s)
{
    const char *parent = getenv("TMPDIR");
    const int n = snprintf(s->folder, sizeof s->folder, "%s/translate-test-XXXXXX",
                           parent && *parent ? parent : "/tmp");
    return n < (int)sizeof s->folder && mkdtemp(s->folder);
}

void scratch_open(scratch *s)
{
    ck_assert(scratch_make(s));
}

const char *scratch_file(scratch *s, const char *name)
{
    snprintf(s->path, sizeof s->path, "%s/%.90s", s->folder, name);
    return s->path;
}

int scratch_count(scratch *s, bool remove)
{
    int n = 0;
    DIR *folder = opendir(s->folder);
    ck_assert_ptr_nonnull(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        n++;
        if (remove) unlink(scratch_file(s, entry->d_name));
    }
    closedir(folder);
    return n;
}

void scratch_close(scratch *s)
{
    scratch_count(s, true);
    ck_assert_int_eq(rmdir(s->folder), 0);
}

void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    ck_assert_ptr_nonnull(f);
    if (size) ck_assert_uint_eq(fwrite(bytes, 1, size, f), size);
    ck_assert_int_eq(fclose(f), 0);
}

char *read_file(const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    ck_assert_ptr_nonnull(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *bytes = malloc(*size + 1);
    ck_assert_uint_eq(fread(bytes, 1, *size, f), *size);
    bytes[*size] = '\0';
    fclose(f);
    return bytes;
}
