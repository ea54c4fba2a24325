#include "dictionary/dictionary_files.h"

#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#include "base/first_bytes.h"
#include "base/packing/unpacker.h"
#include "base/span.h"
#include "base/utf8.h"

enum { MOST = 1 << 30, MOST_PACKED = 1 << 28, LOOKED_AT = 1 << 16 /* bytes */ };

static void add_digest(SHA2_CTX *digest, const tr_file *f)
{
    if (f->size) SHA256Update(digest, f->data, f->size);
}

/* The text of a file, which may be packed; *text lives as long as the dictionary. */
static int unpack(tr_dictionary *d, const tr_file *f, const char *path, tr_string *text,
                  tr_error *err)
{
    const tr_packing how = f->size ? tr_packing_of_bytes(f->data, f->size) : TR_PACKED_NOT;

    *text = (tr_string){(const char *)f->data, f->size};
    if (f->size > MOST) return tr_fail(err, TR_EUNSUPPORTED, "%s: has more than 1 GB", path);
    if (how == TR_PACKED_NOT) return 0;
    const int rc =
        tr_unpack_bytes((const char *)f->data, f->size, MOST_PACKED, path, &d->unpacked, err);
    if (rc < 0) return rc;
    if (d->unpacked.len > MOST_PACKED)
        return tr_fail(err, TR_EUNSUPPORTED, "%s: holds more than 256 MiB", path);
    *text = (tr_string){tr_buf_text(&d->unpacked), d->unpacked.len};
    return 0;
}

/* ---- dictd ---- */

static const char *const dictd_endings[] = {".index", ".dict", ".dict.dz", ""};

static char *joined(const char *path, size_t stem, const char *ending)
{
    char *const name = malloc(stem + strlen(ending) + 1);

    if (!name) return NULL;
    memcpy(name, path, stem);
    strcpy(name + stem, ending);
    return name;
}

/* Bytes of a name without dictd's ending. */
static size_t stem_of(const char *path)
{
    size_t i = 0;

    while (!tr_ends_in(path, dictd_endings[i]))
        i++;
    return strlen(path) - strlen(dictd_endings[i]);
}

static bool is_file(const char *path)
{
    return path && tr_file_kind(path, NULL) == TR_FILE_REGULAR;
}

/* Opens NAME.dict.dz, or NAME.dict. */
static int open_entries(tr_dictionary *d, const char *path, tr_error *err)
{
    char *const packed = joined(path, stem_of(path), ".dict.dz");
    char *const plain = joined(path, stem_of(path), ".dict");
    const char *const name = is_file(packed) ? packed : plain;
    int rc = packed && plain ? tr_file_copy(&d->entries, name, err) : tr_fail_memory(err);

    if (rc == 0 && d->entries.size &&
        tr_packing_of_bytes(d->entries.data, d->entries.size) == TR_PACKED_GZIP)
        rc = tr_dictzip_open(&d->zip, d->entries.data, d->entries.size, name, err);
    if (rc == 0) rc = unpack(d, &d->entries, name, &d->text, err);
    free(packed);
    free(plain);
    return rc < 0 ? rc : 0;
}

static int open_dictd(tr_dictionary *d, const char *path, tr_error *err)
{
    d->format = &tr_dictd_format;
    int rc = tr_file_copy(&d->file, d->path, err);
    if (rc == 0 && d->file.size > MOST)
        rc = tr_fail(err, TR_EUNSUPPORTED, "%s: has more than 1 GB", d->path);
    d->words = (tr_string){(const char *)d->file.data, d->file.size};
    return rc ? rc : open_entries(d, path, err);
}

/* ---- Lines ---- */

static const tr_dictionary_format *format_of(tr_string s)
{
    size_t n_ding = 0, n_columns = 0, n = 0;
    const size_t most = s.len < LOOKED_AT ? s.len : LOOKED_AT;

    for (size_t at = 0; at < most; n++) {
        const size_t end = tr_line_end(s.text, at, most);
        const size_t ding = tr_span_find(s.text, at, end, " :: ");
        const size_t tab = tr_find_byte(s.text, at, end, '\t');
        n_ding += ding > at && ding < end;
        n_columns += tab > at && tab < end;
        at = tr_after_line_end(s.text, end, most);
    }
    if (tr_span_find(s.text, 0, most, "<TEI") < most) return &tr_tei_format;
    if (2 * n_ding >= n && n_ding) return &tr_ding_format;
    return 2 * n_columns >= n && n_columns ? &tr_word_columns_format : NULL;
}

static int refuse(const tr_dictionary *d, tr_error *err)
{
    const char *const bytes = d->words.text;
    const char *what = d->words.len ? tr_first_bytes_no_text(bytes, d->words.len) : "is empty";

    if (!what) what = tr_first_bytes_stand_in(bytes, d->words.len);
    if (what) return tr_fail(err, TR_EFORMAT, "%s: %s", d->path, what);
    return tr_fail(err, TR_EFORMAT,
                   "%s: is no dictionary that can be read: dictd's (NAME.index with NAME.dict), "
                   "Ding's, FreeDict's XML, or lines with a tab",
                   d->path);
}

static int check_text(const tr_dictionary *d, tr_error *err)
{
    size_t line = 0;

    for (size_t at = 0, end; at < d->words.len; at = end + 1) {
        end = tr_find_byte(d->words.text, at, d->words.len, '\n');
        line++;
        if (!tr_utf8_valid(d->words.text + at, end - at))
            return tr_fail(err, TR_EFORMAT, "%s:%zu: is not valid UTF-8", d->path, line);
        if (memchr(d->words.text + at, '\0', end - at))
            return tr_fail(err, TR_EFORMAT, "%s:%zu: holds a NUL", d->path, line);
    }
    return 0;
}

static int open_lines(tr_dictionary *d, tr_error *err)
{
    int rc = tr_file_copy(&d->file, d->path, err);
    if (rc == 0) rc = unpack(d, &d->file, d->path, &d->words, err);
    if (rc < 0) return rc;
    if (!d->words.len) return refuse(d, err);
    const size_t mark = tr_utf8_mark(d->words.text, d->words.len);
    d->words.text += mark;
    d->words.len -= mark;
    d->format = format_of(d->words);
    return d->format ? 0 : refuse(d, err);
}

int tr_dictionary_files_open(tr_dictionary *d, const char *path, tr_error *err)
{
    const size_t stem = stem_of(path);
    SHA2_CTX digest;

    d->path = joined(path, stem, ".index");
    if (!d->path) return tr_fail_memory(err);
    const bool named = path[stem] != '\0';
    const bool dictd = named || (!is_file(path) && is_file(d->path));
    if (!dictd) strcpy(d->path, path);
    int rc = dictd ? open_dictd(d, path, err) : open_lines(d, err);
    if (rc == 0) rc = check_text(d, err);
    if (rc < 0) return rc;
    SHA256Init(&digest);
    add_digest(&digest, &d->file);
    add_digest(&digest, &d->entries);
    SHA256End(&digest, d->digest);
    return 0;
}

void tr_dictionary_files_close(tr_dictionary *d)
{
    tr_dictzip_close(&d->zip);
    tr_file_unmap(&d->file);
    tr_file_unmap(&d->entries);
    tr_buf_free(&d->unpacked);
    free(d->path);
}
