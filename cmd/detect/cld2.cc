/* cld2.cc - translate-detect.so: Compact Language Detector 2 after a function of C. */
#include <cstdio>
#include <cstring>
#include <new>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

extern "C" {
#include "lines/detector_module.h"
detect_function translate_detect;
}

/* CLD2 has some codes of before BCP 47. */
static const char *tag_of(const char *code)
{
    static const char *const renamed[][2] = {
        {"iw", "he"}, {"jw", "jv"}, {"mo", "ro"}, {"tl", "fil"}, {"no", "nb"}};
    for (const auto &pair : renamed)
        if (!strcmp(code, pair[0])) return pair[1];
    return code;
}

/* Detects the language of a text with CLD2.  It leaves all but valid_bytes as it was where not
 * all of the text is UTF-8. */
struct summary {
    CLD2::Language languages[3] = {CLD2::UNKNOWN_LANGUAGE, CLD2::UNKNOWN_LANGUAGE,
                                   CLD2::UNKNOWN_LANGUAGE};
    int percents[3] = {}, valid_bytes = 0;
    bool reliable = false;
};

static summary summary_of(const char *text, int len, const detect_options *options)
{
    const CLD2::CLDHints hints = {options->hints, nullptr, CLD2::UNKNOWN_ENCODING,
                                  CLD2::UNKNOWN_LANGUAGE};
    const int flags = options->guess ? CLD2::kCLDFlagBestEffort : 0;
    double scores[3];
    int text_bytes;
    summary s;

    CLD2::ExtDetectLanguageSummaryCheckUTF8(text, len, true, &hints, flags, s.languages, s.percents,
                                            scores, nullptr, &text_bytes, &s.reliable,
                                            &s.valid_bytes);
    return s;
}

static size_t detect(const char *text, size_t len, const detect_options *options,
                     detected found[DETECTED_MOST], int *sure)
{
    constexpr size_t longest = 1 << 20;
    const int looked_at = int(len < longest ? len : longest);
    size_t n = 0;

    summary s = summary_of(text, looked_at, options);
    if (s.valid_bytes < looked_at) s = summary_of(text, s.valid_bytes, options);
    for (size_t i = 0; i < DETECTED_MOST; i++) {
        if (s.languages[i] == CLD2::UNKNOWN_LANGUAGE) continue;
        snprintf(found[n].language, sizeof found[n].language, "%s",
                 tag_of(CLD2::LanguageCode(s.languages[i])));
        found[n++].share = s.percents[i] / 100.0;
    }
    *sure = n > 0 && s.reliable;
    return n;
}

size_t translate_detect(const char *text, size_t len, const detect_options *options,
                        detected found[DETECTED_MOST], int *sure)
{
    try {
        return detect(text, len, options, found, sure);
    } catch (const std::bad_alloc &) {
        *sure = 0;
        return DETECT_FAILED;
    }
}
