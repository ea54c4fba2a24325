#include "document/segment/part.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/segment/encoding.h"
#include "document/segment/merge.h"

/* The encoding that bytes [size] say they have, which may be put into `name`; NULL if they say
 * none. */
static const char *find_encoding(const tr_part *t, const char *bytes, size_t size, char *name,
                                 bool *is_latin1)
{
    const tr_reader *const r = t->reader;
    const char *const found = r->converts ? NULL : tr_encoding_find(bytes, size, r->declares, name);

    *is_latin1 = r->latin1 && !tr_encoding_differs(found) && !tr_utf8_valid(bytes, size);
    return *is_latin1 ? "ISO-8859-1" : found;
}

/* Brings the content to UTF-8, if it is in another encoding. */
static int decode_part(tr_part *t, const char *bytes, size_t size, const char *encoding,
                       tr_error *err)
{
    const char *const found =
        encoding ? encoding : find_encoding(t, bytes, size, t->encoding, &t->content.is_latin1);

    t->is_told = encoding != NULL;
    tr_content_set_bytes(&t->content, bytes, size);
    if (encoding && !tr_encoding_is_known(encoding))
        return tr_fail(err, TR_EINVAL, "no encoding is named \"%.60s\"", encoding);
    if (encoding ? tr_encoding_is_utf8(encoding) : !tr_encoding_differs(found)) {
        t->is_ascii = t->is_ascii || (found && tr_encoding_is_ascii(found));
        t->encoding[0] = '\0';
        return TR_OK;
    }
    if (found != t->encoding) {
        if (strlen(found) >= sizeof t->encoding) return tr_fail(err, TR_EINVAL, "no such encoding");
        strcpy(t->encoding, found);
    }
    const int rc = tr_encoding_decode(t->encoding, bytes, size, t->content.name, &t->decoded, err);
    tr_content_set_bytes(&t->content, tr_buf_text(&t->decoded), t->decoded.len);
    return rc;
}

/* What the reader wants is added, in UTF-8. */
static int prepare_part(tr_part *t, tr_error *err)
{
    tr_buf made = {0};

    if (!t->reader->prepare) return TR_OK;
    const bool is_made = t->reader->prepare(&t->content, &made);
    if (!is_made || made.failed) {
        const bool failed = made.failed;
        tr_buf_free(&made);
        return failed ? tr_fail_memory(err) : TR_OK;
    }
    tr_buf_free(&t->decoded);
    t->decoded = made;
    t->content.is_made = true;
    tr_content_set_bytes(&t->content, tr_buf_text(&t->decoded), t->decoded.len);
    return TR_OK;
}

int tr_part_open(tr_part *part, const char *bytes, size_t size, const char *encoding, tr_error *err)
{
    part->source = size ? bytes : "";
    part->source_size = size;
    int rc = decode_part(part, part->source, size, encoding, err);
    if (rc == TR_OK) rc = prepare_part(part, err);
    if (rc == TR_OK) rc = part->reader->read(&part->content, err);
    return rc == TR_OK && !tr_content_add_inner(&part->content) ? tr_fail_memory(err) : rc;
}

void tr_part_free(tr_part *part)
{
    tr_content_free(&part->content);
    tr_buf_free(&part->decoded);
    tr_buf_free(&part->bytes);
}

int tr_part_keep(tr_part *part, size_t i, const tr_buf *written, tr_error *err)
{
    const tr_segment *const p = tr_content_segment(&part->content, i);
    tr_buf out = {0};
    const bool ascii = part->is_ascii && (p->writing->reference || part->spells);
    const bool encoded = part->encoding[0] != '\0' || ascii;
    const char *const own = part->is_told ? part->encoding : tr_encoding_to_write(part->encoding);
    const char *const encoding = ascii ? "US-ASCII" : own;
    const bool all = !encoded || tr_encoding_refer(encoding, tr_buf_text(written), written->len,
                                                   p->writing->reference, part->spells, &out);
    const tr_buf *const from = encoded ? &out : written;

    const bool failed = out.failed || (all && !tr_content_write(&part->content, i,
                                                                tr_buf_text(from), from->len, 0));
    tr_buf_free(&out);
    if (failed) return tr_fail_memory(err);
    return all ? TR_OK : tr_fail(err, TR_EINVAL, "a character that %s does not have", encoding);
}

bool tr_part_changed(const tr_part *part)
{
    for (size_t i = 0; i < part->content.n_segments; i++)
        if (tr_content_outcome(&part->content, i).written) return true;
    return false;
}

bool tr_part_may_change(const tr_part *part)
{
    if (part->content.options->bilingual && !part->reader->bilingual) return false;
    return tr_part_changed(part) || part->reader->converts ||
           (part->content.options->set_language && part->reader->set_language && part->source);
}

bool tr_part_differs(const tr_part *part, const tr_buf *out)
{
    return out->len != part->source_size || memcmp(tr_buf_text(out), part->source, out->len) != 0;
}

/* True if what is written says, as the source does, what its encoding is. */
static bool says_its_encoding(const tr_part *part, const char *bytes, size_t size)
{
    char name[sizeof part->encoding];
    bool is_latin1;

    if (part->is_told) return true;
    const char *const found = find_encoding(part, bytes, size, name, &is_latin1);
    if (!part->encoding[0] || !tr_encoding_differs(found))
        return (!part->encoding[0] && !tr_encoding_differs(found)) ||
               (part->content.is_latin1 && tr_ascii_only(bytes, size));
    return !strcmp(part->encoding, found);
}

/* All segments go back to their source. */
static void take_part_back(tr_part *part, size_t begin, tr_buf *out)
{
    tr_content_take_back(&part->content, "the document would say another encoding than it has");
    out->len = begin;
    tr_buf_add(out, part->source, part->source_size);
}

int tr_part_finish(tr_part *part, tr_buf *out, tr_error *err)
{
    const size_t begin = out->len;
    tr_buf text = {0};

    if (part->reader->prepare && !part->reader->converts &&
        !tr_part_may_change(part)) { /* nothing of what was added is said */
        tr_buf_add(out, part->source, part->source_size);
        return out->failed ? tr_fail_memory(err) : TR_OK;
    }
    int rc = tr_merge(&part->content, part->reader, part->encoding[0] ? &text : out, err);
    if (rc == TR_OK && part->encoding[0] &&
        !tr_encoding_encode(part->encoding, tr_buf_text(&text), text.len, out))
        rc = tr_fail(err, out->failed ? TR_ENOMEM : TR_EFORMAT, "%s: cannot be written in %s",
                     part->content.name, part->encoding);
    tr_buf_free(&text);
    if (rc == TR_OK && tr_part_changed(part) &&
        !says_its_encoding(part, tr_buf_text(out) + begin, out->len - begin))
        take_part_back(part, begin, out);
    return rc == TR_OK && out->failed ? tr_fail_memory(err) : rc;
}
