#include "formats/torch/torch_pickle.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "formats/torch/torch_names.h"

enum { MAX_PICKLE = 64 << 20, VERSION = 1001 };

/* ---- The form of today -------------------------------------------------------------------- */

/* The folder that all members are in: a part of the name of the member .../data.pkl. */
static const tr_zip_member *find_pickle(const tr_zip *z, size_t *folder_len)
{
    for (size_t i = 0; i < z->n_members; i++) {
        const char *name = z->members[i].name, *slash = strchr(name, '/');
        if (!slash || strcmp(slash, "/data.pkl") != 0) continue;
        *folder_len = (size_t)(slash - name);
        return &z->members[i];
    }
    return NULL;
}

const tr_zip_member *tr_torch_pickle_part(const tr_torch_pickle *p, const char *rest,
                                          const char *key)
{
    tr_buf name = {0};

    tr_buf_add(&name, p->member->name, p->folder_len);
    tr_buf_printf(&name, "/%s%s", rest, key);
    const tr_zip_member *m = name.failed ? NULL : tr_zip_find(&p->zip, name.data);
    tr_buf_free(&name);
    return m;
}

static int read_order(const tr_torch_pickle *p, const char *path, tr_error *err)
{
    const tr_zip_member *m = tr_torch_pickle_part(p, "byteorder", "");

    if (!m || (m->size == 6 && !m->deflated && !memcmp(p->zip.data + m->at, "little", 6))) return 0;
    return tr_fail(err, TR_EUNSUPPORTED, "%s: its byte order is not little-endian", path);
}

static int read_whole(const tr_zip *z, const tr_zip_member *m, unsigned char *bytes, tr_error *err)
{
    tr_zip_stream s;

    int rc = tr_zip_stream_open(&s, z, m, err);
    if (rc < 0) return rc;
    rc = tr_zip_stream_read(&s, bytes, (size_t)m->size, err);
    tr_zip_stream_close(&s);
    return rc;
}

static int read_archive(tr_torch_pickle *p, const char *path, tr_error *err)
{
    p->member = find_pickle(&p->zip, &p->folder_len);
    if (!p->member)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: is no archive of PyTorch's: data.pkl is missing",
                       path);
    const size_t size = (size_t)p->member->size;
    if (tr_torch_pickle_part(p, "constants.pkl", ""))
        return tr_fail(err, TR_EUNSUPPORTED,
                       "%s: is a program (TorchScript), not a table of weights", path);
    if (p->member->size > MAX_PICKLE)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: %s: is too long", path, p->member->name);
    p->bytes = malloc(size + 1);
    if (!p->bytes) return tr_fail_memory(err);
    int rc = read_order(p, path, err);
    if (rc == 0) rc = read_whole(&p->zip, p->member, p->bytes, err);
    tr_cursor c = tr_cursor_at(p->bytes, size, 0);
    return rc ? rc : tr_pickle_read(&p->pickle, &c, tr_torch_names, path, err);
}

static int read_zip_form(tr_torch_pickle *p, const tr_file *file, const char *path, tr_error *err)
{
    const int rc = tr_zip_open(&p->zip, file->data, file->size, path, err);
    return rc ? rc : read_archive(p, path, err);
}

/* ---- The older form ----------------------------------------------------------------------- */

static const unsigned char magic[] = {0x6C, 0xFC, 0x9C, 0x46, 0xF9, 0x20, 0x6A, 0xA8, 0x50, 0x19};

/* A pickle before the weights': the magic number, the version, what the machine was like. */
static int check_head(tr_cursor *c, int which, const char *path, tr_error *err)
{
    tr_pickle p;

    const int rc = tr_pickle_read(&p, c, tr_torch_names, path, err);
    if (rc < 0) return rc;
    const tr_pickle_value *v = p.root;
    const tr_pickle_value *order = which == 2 ? tr_pickle_find(v, "little_endian") : NULL;
    const bool right = which == 0 ? v->kind == TR_PICKLE_BIG && v->n == sizeof magic &&
                                        !memcmp(v->text, magic, sizeof magic)
                       : which == 1 ? v->kind == TR_PICKLE_INTEGER && v->integer == VERSION
                                    : order && order->kind == TR_PICKLE_BOOL && order->integer;
    tr_pickle_close(&p);
    if (right) return 0;
    return tr_fail(err, TR_EUNSUPPORTED,
                   which == 2 ? "%s: its byte order is not little-endian"
                              : "%s: is a pickle, but no file of PyTorch's weights",
                   path);
}

static int read_old_form(tr_torch_pickle *p, const tr_file *file, const char *path, tr_error *err)
{
    int rc = 0;

    p->rest = tr_cursor_at(file->data, file->size, 0);
    for (int i = 0; rc == 0 && i < 3; i++)
        rc = check_head(&p->rest, i, path, err);
    return rc ? rc : tr_pickle_read(&p->pickle, &p->rest, tr_torch_names, path, err);
}

/* ---- Either ------------------------------------------------------------------------------- */

int tr_torch_pickle_open(tr_torch_pickle *p, const tr_file *file, const char *path, tr_error *err)
{
    const bool zip = file->size >= 4 && !memcmp(file->data, "PK\3\4", 4);
    const bool old = file->size >= 2 && file->data[0] == 0x80;

    *p = (tr_torch_pickle){0};
    const int rc = zip   ? read_zip_form(p, file, path, err)
                   : old ? read_old_form(p, file, path, err)
                         : tr_fail(err, TR_EFORMAT, "%s: is no file of PyTorch's", path);
    if (rc < 0) tr_torch_pickle_close(p);
    return rc;
}

void tr_torch_pickle_close(tr_torch_pickle *p)
{
    tr_pickle_close(&p->pickle);
    tr_zip_close(&p->zip);
    free(p->bytes);
    *p = (tr_torch_pickle){0};
}
