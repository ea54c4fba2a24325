extern "C" {
#include "base/error.h"
}
#include "train/data/spm_train.h"

#include <sentencepiece_trainer.h>

#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <unordered_map>

namespace
{

class Lines : public sentencepiece::SentenceIterator
{
  public:
    Lines(tr_spm_lines *next, void *ctx) : next_(next), ctx_(ctx)
    {
        Lines::Next();
    }
    bool done() const override
    {
        return done_;
    }
    void Next() override
    {
        size_t len = 0;
        const char *text = next_(ctx_, &len);
        done_ = !text;
        if (text) value_.assign(text, len);
    }
    const std::string &value() const override
    {
        return value_;
    }
    sentencepiece::util::Status status() const override
    {
        return sentencepiece::util::Status();
    }

  private:
    tr_spm_lines *next_;
    void *ctx_;
    std::string value_;
    bool done_ = false;
};

/* The number after `before` in a message; 0 if there is none. */
size_t number_after(const std::string &message, const char *before)
{
    const size_t at = message.rfind(before);
    return at == std::string::npos
               ? 0
               : std::strtoul(message.c_str() + at + std::strlen(before), nullptr, 10);
}

/* "... Please set it to a value <= 269."; "Vocabulary size is smaller than required_chars. 300 vs
 * 1234." */
tr_spm_bounds bounds_of(const std::string &message)
{
    const bool few = message.find("required_chars") != std::string::npos;
    return {few ? number_after(message, " vs ") : 0, few ? 0 : number_after(message, "<= ")};
}

int train(tr_spm_lines *next, void *ctx, tr_spm_train_options options, std::string *model,
          tr_spm_bounds *bounds, tr_error *err)
{
    const std::unordered_map<std::string, std::string> settings = {
        {"model_type", "bpe"},
        {"vocab_size", std::to_string(options.vocab)},
        {"character_coverage", std::to_string(options.coverage)},
        {"byte_fallback", "true"},
        {"split_digits", "true"},
        {"normalization_rule_name", "nmt_nfkc"},
        {"bos_id", "-1"},
        {"eos_id", "0"},
        {"unk_id", "1"},
        {"pad_id", "-1"},
        {"num_threads", "2"},
        {"minloglevel", "2"},
    };
    Lines lines(next, ctx);
    const auto status = sentencepiece::SentencePieceTrainer::Train(settings, &lines, model);
    if (status.ok()) return 0;
    *bounds = bounds_of(status.ToString());
    if (bounds->least)
        return tr_fail(err, TR_EINVAL,
                       "%zu pieces are too few for a vocabulary: the text's characters and the "
                       "bytes take %zu",
                       options.vocab, bounds->least);
    return tr_fail(err, TR_EINVAL, "the vocabulary cannot be made: %.300s",
                   status.ToString().c_str());
}

} // namespace

int tr_spm_train(tr_spm_lines *next, void *ctx, tr_spm_train_options options, char **model,
                 size_t *size, tr_spm_bounds *bounds, tr_error *err)
{
    *bounds = {0, 0};
    try {
        std::string bytes;
        const int rc = train(next, ctx, options, &bytes, bounds, err);
        if (rc < 0) return rc;
        *model = static_cast<char *>(std::malloc(bytes.size() + 1));
        if (!*model) return tr_fail_memory(err);
        std::memcpy(*model, bytes.data(), bytes.size());
        *size = bytes.size();
        return 0;
    } catch (const std::bad_alloc &) {
        return tr_fail_memory(err);
    } catch (const std::exception &e) {
        return tr_fail(err, TR_EINVAL, "the vocabulary cannot be made: %.300s", e.what());
    }
}
