#include "text/pipeline/normalizers.h"

#include <string.h>

#include "base/unicode.h"
#include "base/utf8.h"
#include "text/bpe/byte_bpe.h"
#include "text/spm_normalize.h"

int tr_step_normalize(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                      tr_aligned *out, tr_error *err)
{
    const size_t begin = out->text.len;
    tr_buf text = {0};

    (void)err;
    for (size_t at = part->begin, n; at < part->end && !text.failed; at += n) {
        n = tr_unicode_segment(s->form, in->text.data + at, part->end - at);
        tr_buf_clear(&text);
        tr_unicode_normalize(s->form, in->text.data + at, n, &text);
        tr_aligned_put(out, tr_buf_text(&text), text.len, in, at, at + n);
    }
    out->failed = out->failed || text.failed;
    tr_buf_free(&text);
    tr_aligned_end_part(out, begin, -1);
    return 0;
}

/* Appends what becomes of a character: text [len] with its bytes, which `into` writes; the
 * character itself where that returns 0, and nothing where it returns DROPPED. */
enum { DROPPED = 8 };

typedef size_t change(int32_t c, char into[8]);

static int change_characters(change *how, const tr_aligned *in, const tr_text_part *part,
                             tr_aligned *out)
{
    const size_t begin = out->text.len;
    char into[8];

    for (size_t at = part->begin, end; at < part->end; at = end) {
        int32_t c;
        end = at + tr_utf8_decode(in->text.data + at, part->end - at, &c);
        const size_t n = how(c, into);
        if (n == 0)
            tr_aligned_copy(out, in, at, end);
        else if (n != DROPPED)
            tr_aligned_put(out, into, n, in, at, end);
    }
    tr_aligned_end_part(out, begin, -1);
    return 0;
}

/* U+0130 is the only character that becomes two. */
static size_t to_lower(int32_t c, char into[8])
{
    static const char i_with_dot[] = "i\xCC\x87";
    const int32_t lower = tr_to_lower(c);

    if (c == 0x130) {
        memcpy(into, i_with_dot, sizeof i_with_dot - 1);
        return sizeof i_with_dot - 1;
    }
    return lower == c ? 0 : tr_utf8_encode(lower, into);
}

int tr_step_lowercase(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                      tr_aligned *out, tr_error *err)
{
    (void)s, (void)err;
    return change_characters(to_lower, in, part, out);
}

static size_t drop_mark(int32_t c, char into[8])
{
    (void)into;
    return tr_is_mark(c) ? DROPPED : 0;
}

int tr_step_strip_accents(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                          tr_aligned *out, tr_error *err)
{
    (void)s, (void)err;
    return change_characters(drop_mark, in, part, out);
}

/* What SentencePiece's rules nmt do beside NFKC. */
static size_t clean(int32_t c, char into[8])
{
    static const int32_t blanks[] = {'\t',   '\n',   '\f',   '\r',   0x1680,
                                     0x2028, 0x2029, 0x2581, 0xFEFF, 0xFFFD};
    bool blank = c >= 0x200B && c <= 0x200F;

    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        blank = blank || c == blanks[i];
    if (blank) {
        *into = ' ';
        return 1;
    }
    return (c > 0 && c < ' ') || c == 0x7F || c == 0x8F || c == 0x9F ? DROPPED : 0;
}

int tr_step_nmt(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                tr_error *err)
{
    (void)s, (void)err;
    return change_characters(clean, in, part, out);
}

int tr_step_strip(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                  tr_error *err)
{
    const char *const text = in->text.data;
    const size_t begin =
        s->left ? tr_utf8_skip(text, part->begin, part->end, tr_is_white) : part->begin;
    const size_t end =
        s->right ? tr_utf8_skip_back(text, begin, part->end, tr_is_white) : part->end;
    const size_t before = out->text.len;

    (void)err;
    tr_aligned_copy(out, in, begin, end);
    tr_aligned_end_part(out, before, -1);
    return 0;
}

int tr_step_replace(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                    tr_aligned *out, tr_error *err)
{
    const char *const text = in->text.data + part->begin;
    const size_t len = part->end - part->begin, begin = out->text.len;
    tr_match_search search = {0};
    size_t done = 0;
    tr_span m;
    int rc;

    while ((rc = tr_expression_next(s->pattern, text, len, &search, &m, err)) > 0) {
        tr_aligned_copy(out, in, part->begin + done, part->begin + m.begin);
        tr_aligned_put(out, s->text, strlen(s->text), in, part->begin + m.begin,
                       part->begin + m.end);
        done = m.end;
    }
    if (rc < 0) return rc;
    tr_aligned_copy(out, in, part->begin + done, part->end);
    tr_aligned_end_part(out, begin, -1);
    return 0;
}

int tr_step_prepend(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                    tr_aligned *out, tr_error *err)
{
    const size_t begin = out->text.len;

    (void)err;
    tr_aligned_put(out, s->text, strlen(s->text), in, part->begin, part->begin);
    tr_aligned_copy(out, in, part->begin, part->end);
    tr_aligned_end_part(out, begin, -1);
    return 0;
}

/* Appends what a rule makes of text [begin, end); false if none begins it. */
static bool apply_rule(const tr_step *s, const tr_aligned *in, size_t begin, size_t end,
                       tr_aligned *out)
{
    const char *with;
    size_t n = 0;

    if (!tr_spm_shortest_rule(s->map, in->text.data + begin, end - begin, &n, &with) || !n)
        return false;
    tr_aligned_put(out, with, strlen(with), in, begin, end);
    return true;
}

/* A rule is looked up for a short grapheme cluster, and else for each of its characters; the
 * shortest that is found replaces the whole. */
int tr_step_precompiled(const tr_step *s, const tr_aligned *in, const tr_text_part *part,
                        tr_aligned *out, tr_error *err)
{
    enum { SHORT = 6 };
    const char *const text = in->text.data;
    const size_t begin = out->text.len;

    (void)err;
    for (size_t at = part->begin, end; at < part->end; at = end) {
        end = at + tr_unicode_grapheme(text + at, part->end - at);
        if (end - at < SHORT && apply_rule(s, in, at, end, out)) continue;
        for (size_t i = at, next; i < end; i = next) {
            next = i + tr_utf8_decode(text + i, end - i, &(int32_t){0});
            if (!apply_rule(s, in, i, next, out)) tr_aligned_copy(out, in, i, next);
        }
    }
    tr_aligned_end_part(out, begin, -1);
    return 0;
}

int tr_step_bytes(const tr_step *s, const tr_aligned *in, const tr_text_part *part, tr_aligned *out,
                  tr_error *err)
{
    const size_t begin = out->text.len;

    (void)s, (void)err;
    for (size_t i = part->begin; i < part->end; i++) {
        char spelled[4];
        const size_t n =
            tr_utf8_encode(tr_byte_bpe_character((unsigned char)in->text.data[i]), spelled);
        tr_aligned_put(out, spelled, n, in, i, i + 1);
    }
    tr_aligned_end_part(out, begin, -1);
    return 0;
}
