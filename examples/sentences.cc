// sentences.cc - translates its arguments, with a session that ends by itself.
//
//     c++ sentences.cc -o sentences $(pkg-config --cflags --libs libtranslate)
//     ./sentences MODEL.gguf TEXT...
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <translate.h>
#include <vector>

// The library's sentence becomes an exception.
static void check(int rc, const tr_error &err)
{
    if (rc) throw std::runtime_error(err.msg);
}

class Translator
{
  public:
    explicit Translator(const char *path, const char *beam)
    {
        tr_error err;
        tr_model *model;
        check(tr_model_open(&model, path, &err), err);
        model_.reset(model);
        std::unique_ptr<tr_options, decltype(&tr_options_free)> options(tr_options_create(model),
                                                                        tr_options_free);
        if (!options) throw std::bad_alloc();
        check(tr_options_set(options.get(), "beam", beam, &err), err);
        tr_session *session;
        check(tr_session_create(&session, model, options.get(), &err), err);
        session_.reset(session);
    }

    std::vector<std::string> operator()(const std::vector<std::string> &texts)
    {
        std::vector<tr_string> lines;
        for (const auto &text : texts)
            lines.push_back({text.data(), text.size()});
        const tr_translation *const *results;
        tr_error err;
        check(tr_translate_batch(session_.get(), lines.data(), lines.size(), &results, &err), err);
        std::vector<std::string> out;
        for (size_t i = 0; i < lines.size(); i++) {
            if (results[i]->status) throw std::runtime_error(results[i]->message);
            const tr_hypothesis *best = tr_translation_hypothesis(results[i], 0);
            out.emplace_back(best->text, best->text_len);
        }
        return out;
    }

  private:
    // The session goes first: members end in the reverse order.
    std::unique_ptr<tr_model, decltype(&tr_model_close)> model_{nullptr, tr_model_close};
    std::unique_ptr<tr_session, decltype(&tr_session_free)> session_{nullptr, tr_session_free};
};

int main(int argc, char **argv)
{
    if (argc < 2) return std::fprintf(stderr, "usage: %s MODEL.gguf TEXT...\n", argv[0]), 2;
    try {
        Translator translate(argv[1], "1");
        for (const auto &text : translate({argv + 2, argv + argc}))
            std::printf("%s\n", text.c_str());
    } catch (const std::exception &e) {
        return std::fprintf(stderr, "%s\n", e.what()), 1;
    }
    return std::fclose(stdout) != 0;
}
