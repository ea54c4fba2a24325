#include "golden/train/arrays.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

double largest_of(const double *x, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

void give_up(const char *what)
{
    printf("Bail out! %s\n", what);
    exit(EXIT_FAILURE);
}

bool open_fixture(npz *z, const char *folder, const char *name)
{
    char path[512];
    tr_error err;
    snprintf(path, sizeof path, FIXTURES "/%s/%s", folder, name);
    if (tr_file_map(&z->file, path, &err) == 0 &&
        tr_zip_open(&z->zip, z->file.data, z->file.size, path, &err) == 0)
        return true;
    printf("# %s\n", err.msg);
    return false;
}

void close_fixture(npz *z)
{
    tr_zip_close(&z->zip);
    tr_file_unmap(&z->file);
}

static const tr_zip_member *find_array(const npz *z, const char *name)
{
    char full[400];
    snprintf(full, sizeof full, "%s.npy", name);
    for (size_t i = 0; i < z->zip.n_members; i++)
        if (!strcmp(z->zip.members[i].name, full)) return &z->zip.members[i];
    return NULL;
}

bool has_array(const npz *z, const char *name)
{
    return find_array(z, name) != NULL;
}

/* An array's type and elements, after the header of numpy.lib.format. */
typedef struct npz_array {
    const unsigned char *data;
    char kind;
    size_t width, n;
} npz_array;

static npz_array array_of(const npz *z, const tr_zip_member *m)
{
    const unsigned char *at = z->file.data + m->at;
    const size_t header = 10 + at[8] + 256u * at[9];
    const char *type = strstr((const char *)at + 10, "'descr': '") + 11; /* past the byte order */
    npz_array a = {at + header, type[0], (size_t)(type[1] - '0'), 0};
    a.n = (m->size - header) / a.width;
    return a;
}

static double element(const npz_array *a, size_t i)
{
    const unsigned char *at = a->data + i * a->width;
    double d;
    float f;
    int32_t n;
    if (a->kind == 'f' && a->width == 8) return memcpy(&d, at, sizeof d), d;
    if (a->kind == 'f') return memcpy(&f, at, sizeof f), (double)f;
    if (a->width == 4) return memcpy(&n, at, sizeof n), (double)n;
    return (double)*at;
}

double *read_array(const npz *z, const char *name, size_t *n)
{
    const tr_zip_member *m = find_array(z, name);
    if (!m) {
        printf("# %s is missing\n", name);
        give_up("a fixture lacks an array");
    }
    const npz_array a = array_of(z, m);
    double *x = malloc((a.n + 1) * sizeof *x);
    for (size_t i = 0; i < a.n; i++)
        x[i] = element(&a, i);
    if (n) *n = a.n;
    return x;
}
