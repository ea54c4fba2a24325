extern "C" {
#include "text/spm.h"
#include "text/spm_model.h"
#include "text/subword.h"
}

#include <algorithm>
#include <climits>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <sentencepiece_processor.h>

namespace
{

/* SentencePiece's own search structures, which take long to build. */
struct whole_model {
    sentencepiece::SentencePieceProcessor processor;
    size_t max_text = 0;
};

} // namespace

struct tr_spm {
    const void *bytes = nullptr; /* [size], the serialised model */
    size_t size = 0;
    std::string name;
    tr_spm_model model = {};
    tr_subword *quick = nullptr; /* does without them; NULL if it cannot */
    int32_t unk = -1, eos = -1;

    mutable std::mutex lock;                     /* of the next line */
    mutable std::unique_ptr<whole_model> loaded; /* NULL: not yet */

    ~tr_spm()
    {
        tr_subword_free(quick);
        tr_spm_model_free(&model);
    }
};

namespace
{

using Status = sentencepiece::util::Status;
using Text = sentencepiece::ImmutableSentencePieceText;

const std::string_view space_symbol = "\xE2\x96\x81"; /* U+2581 */

/* Runs `f`; an exception becomes an error, `code` if it is not about memory. */
template <typename F> int guarded(int code, tr_error *err, F f) noexcept
{
    try {
        return f();
    } catch (const std::bad_alloc &) {
        return tr_fail_memory(err);
    } catch (const std::exception &e) {
        return tr_fail(err, code, "SentencePiece: %s", e.what());
    } catch (...) {
        return tr_fail(err, code, "SentencePiece: unknown exception");
    }
}

/* SentencePiece counts in int: the longest text whose normal form surely has fewer bytes.  Each
 * byte may become a replacement, and each of its blanks the three bytes of U+2581. */
size_t longest_text(const tr_spm_model &model)
{
    return (INT_MAX - 16) / (3 * model.longest_replacement);
}

/* By its kind, not by its spelling as unk_id() does.  A model that loads has exactly one. */
int32_t unknown_piece(const tr_spm_model &model)
{
    const void *const found = memchr(model.kinds, TR_SPM_UNKNOWN, model.n_pieces);
    return static_cast<int32_t>(static_cast<const unsigned char *>(found) - model.kinds);
}

bool same_kinds(const tr_spm_model &a, const tr_spm_model &b)
{
    return a.n_pieces == b.n_pieces && memcmp(a.kinds, b.kinds, a.n_pieces) == 0;
}

/* Reads the model with SentencePiece, from a copy: a file that is mapped may change meanwhile. */
int load_whole(const tr_spm *spm, std::unique_ptr<whole_model> *out, tr_error *err)
{
    const char *const name = spm->name.c_str();
    const std::string bytes(static_cast<const char *>(spm->bytes), spm->size);
    tr_spm_model model = {};
    const int status = tr_spm_model_read(&model, bytes.data(), bytes.size(), true, name, err);
    if (status < 0) return status;
    const std::unique_ptr<tr_spm_model, void (*)(tr_spm_model *)> freed(&model, tr_spm_model_free);
    if (!same_kinds(model, spm->model))
        return tr_fail(err, TR_EFORMAT, "%s: has changed since it was opened", name);
    auto whole = std::make_unique<whole_model>();
    const Status loaded =
        whole->processor.LoadFromSerializedProto({model.proto.data, model.proto.len});
    if (!loaded.ok())
        return tr_fail(err, TR_EFORMAT, "%s: SentencePiece: %s", name, loaded.error_message());
    if (static_cast<size_t>(whole->processor.GetPieceSize()) != model.n_pieces)
        return tr_fail(err, TR_EFORMAT, "%s: SentencePiece read another number of pieces", name);
    whole->processor.IdToPiece(0); /* its first call allocates, and tr_spm_piece() cannot fail */
    whole->max_text = longest_text(model);
    *out = std::move(whole);
    return TR_OK;
}

/* SentencePiece's processor of the model, which is loaded when it is first asked for. */
int use_whole(const tr_spm *spm, const whole_model **whole, tr_error *err)
{
    const std::lock_guard<std::mutex> guard(spm->lock);
    const int status = spm->loaded ? static_cast<int>(TR_OK) : load_whole(spm, &spm->loaded, err);
    *whole = spm->loaded.get();
    return status;
}

int load_processor(tr_spm *spm, bool quick, tr_error *err)
{
    const whole_model *whole;
    const int status =
        tr_spm_model_read(&spm->model, spm->bytes, spm->size, false, spm->name.c_str(), err);
    if (status < 0) return status;
    if (quick) spm->quick = tr_subword_create(&spm->model);
    if (spm->quick) {
        spm->unk = tr_subword_unk(spm->quick);
        spm->eos = tr_subword_eos(spm->quick);
        return TR_OK;
    }
    const int loaded = use_whole(spm, &whole, err);
    if (loaded < 0) return loaded;
    spm->unk = unknown_piece(spm->model);
    spm->eos = whole->processor.eos_id();
    return TR_OK;
}

int check_length(const whole_model *whole, size_t len, tr_error *err)
{
    if (len <= whole->max_text) return TR_OK;
    return tr_fail(err, TR_EINVAL, "a text of %zu bytes is too long for its tokenizer", len);
}

int fail_encode(const Status &status, tr_error *err)
{
    return tr_fail(err, TR_EINVAL, "SentencePiece: %s", status.error_message());
}

bool is_byte(const tr_spm *spm, const tr_spm_piece_span &s)
{
    return spm->model.kinds[s.id] == TR_SPM_BYTE;
}

size_t end_of_character(std::string_view text, size_t begin)
{
    size_t end = begin;
    if (end < text.size()) end++;
    while (end < text.size() && (text[end] & 0xC0) == 0x80)
        end++;
    return end;
}

/* The blank that SentencePiece adds to either end of a text stands for nothing in it. */
bool is_added_blank(const Text &pieces, size_t i)
{
    return (i == 0 || i + 1 == pieces.pieces_size()) &&
           pieces.pieces(static_cast<int>(i)).piece() == space_symbol;
}

/* SentencePiece gives a character that became several (by rule, or the bytes of an unknown one)
 * to the last of the pieces it ended up in, and the others an empty span in front of it.  Here
 * each of them gets it: bytes the span of the next byte, others the character that follows. */
void widen_spans(const tr_spm *spm, std::string_view text, const Text &pieces, tr_spm_piece_span *s)
{
    const size_t n = pieces.pieces_size();
    for (size_t i = n; i-- > 0;) {
        if (s[i].begin < s[i].end || is_added_blank(pieces, i)) continue;
        const bool shares = i + 1 < n && is_byte(spm, s[i]) && is_byte(spm, s[i + 1]) &&
                            s[i].begin == s[i + 1].begin;
        s[i].end = shares ? s[i + 1].end : end_of_character(text, s[i].begin);
    }
}

void fill_spans(const tr_spm *spm, std::string_view text, const Text &pieces,
                tr_spm_piece_span *spans)
{
    for (size_t i = 0; i < pieces.pieces_size(); i++) {
        const auto piece = pieces.pieces(static_cast<int>(i));
        spans[i] = {static_cast<int32_t>(piece.id()), piece.begin(), piece.end()};
    }
    widen_spans(spm, text, pieces, spans);
}

int add_texts(const Text &pieces, tr_buf *out, tr_error *err)
{
    for (size_t i = 0; out && i < pieces.pieces_size(); i++) {
        const std::string &text = pieces.pieces(static_cast<int>(i)).piece();
        tr_buf_add(out, text.c_str(), text.size() + 1);
    }
    return out && out->failed ? tr_fail_memory(err) : static_cast<int>(TR_OK);
}

template <typename T> int reserve_ids(T **array, size_t *capacity, size_t n, tr_error *err)
{
    void *p = *array;
    if (tr_reserve(&p, capacity, n, sizeof **array) < 0) return tr_fail_memory(err);
    *array = static_cast<T *>(p);
    return TR_OK;
}

} // namespace

int tr_spm_open(tr_spm **spm, const void *model, size_t size, bool quick, const char *name,
                tr_error *err)
{
    *spm = new (std::nothrow) tr_spm;
    if (!*spm) return tr_fail_memory(err);
    const int status = guarded(TR_EFORMAT, err, [=] {
        (*spm)->bytes = model;
        (*spm)->size = size;
        (*spm)->name = name;
        return load_processor(*spm, quick, err);
    });
    if (status < 0) {
        tr_spm_close(*spm);
        *spm = nullptr;
    }
    return status;
}

int tr_spm_load(const tr_spm *spm, tr_error *err)
{
    return guarded(TR_EFORMAT, err, [=] {
        const whole_model *whole;
        return use_whole(spm, &whole, err);
    });
}

void tr_spm_close(tr_spm *spm)
{
    delete spm;
}

int32_t tr_spm_size(const tr_spm *spm)
{
    return static_cast<int32_t>(spm->model.n_pieces);
}

const char *tr_spm_piece(const tr_spm *spm, int32_t id)
{
    return spm->quick ? tr_subword_piece(spm->quick, id)
                      : spm->loaded->processor.IdToPiece(id).c_str();
}

int tr_spm_kind(const tr_spm *spm, int32_t id)
{
    return spm->model.kinds[id];
}

int32_t tr_spm_id(const tr_spm *spm, const char *piece, size_t len)
{
    if (spm->quick) return tr_subword_id(spm->quick, piece, len);
    /* An empty key would be read up to the next NUL. */
    return len == 0 ? spm->unk : spm->loaded->processor.PieceToId({piece, len});
}

int32_t tr_spm_unk(const tr_spm *spm)
{
    return spm->unk;
}

int32_t tr_spm_eos(const tr_spm *spm)
{
    return spm->eos;
}

int tr_spm_encode(const tr_spm *spm, const char *text, size_t len, int32_t **ids, size_t *capacity,
                  size_t *n, tr_error *err)
{
    if (spm->quick && tr_subword_encode(spm->quick, text, len, ids, capacity, n)) return TR_OK;
    return guarded(TR_EINVAL, err, [=] {
        const whole_model *whole;
        const int ready = use_whole(spm, &whole, err);
        if (ready < 0) return ready;
        if (check_length(whole, len, err) < 0) return static_cast<int>(TR_EINVAL);
        std::vector<int> found;
        const Status status = whole->processor.Encode({text, len}, &found);
        if (!status.ok()) return fail_encode(status, err);
        if (reserve_ids(ids, capacity, found.size(), err) < 0) return static_cast<int>(TR_ENOMEM);
        std::copy(found.begin(), found.end(), *ids);
        *n = found.size();
        return static_cast<int>(TR_OK);
    });
}

int tr_spm_encode_spans(const tr_spm *spm, const char *text, size_t len, tr_spm_piece_span **spans,
                        size_t *capacity, size_t *n, tr_buf *pieces, tr_error *err)
{
    return guarded(TR_EINVAL, err, [=] {
        const whole_model *whole;
        const int ready = use_whole(spm, &whole, err);
        if (ready < 0) return ready;
        if (check_length(whole, len, err) < 0) return static_cast<int>(TR_EINVAL);
        Text found;
        const Status status = whole->processor.Encode({text, len}, found.mutable_proto());
        if (!status.ok()) return fail_encode(status, err);
        if (reserve_ids(spans, capacity, found.pieces_size(), err) < 0)
            return static_cast<int>(TR_ENOMEM);
        fill_spans(spm, {text, len}, found, *spans);
        *n = found.pieces_size();
        return add_texts(found, pieces, err);
    });
}

int tr_spm_decode(const tr_spm *spm, const int32_t *ids, size_t n, tr_buf *out, tr_error *err)
{
    if (spm->quick)
        return tr_subword_decode(spm->quick, ids, n, out) ? static_cast<int>(TR_OK)
                                                          : tr_fail_memory(err);
    return guarded(TR_EINVAL, err, [=] {
        std::string text;
        const Status status = spm->loaded->processor.Decode(std::vector<int>(ids, ids + n), &text);
        if (!status.ok()) return fail_encode(status, err);
        tr_buf_add(out, text.data(), text.size());
        return out->failed ? tr_fail_memory(err) : static_cast<int>(TR_OK);
    });
}
