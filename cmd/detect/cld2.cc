/* cld2.cc - translate-detect.so: Compact Language Detector 2 behind a function of C. */
#include <cstdio>
#include <cstring>

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>

extern "C" {
#include "detector_module.h"
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

size_t translate_detect(const char *text, size_t len, detected found[DETECTED_MOST], int *sure)
{
    constexpr size_t longest = 1 << 20;
    const CLD2::CLDHints no_hints = {nullptr, nullptr, CLD2::UNKNOWN_ENCODING,
                                     CLD2::UNKNOWN_LANGUAGE};
    CLD2::Language languages[3];
    int percents[3], text_bytes, valid_bytes;
    double scores[3];
    bool reliable = false;
    size_t n = 0;

    CLD2::ExtDetectLanguageSummaryCheckUTF8(
        text, int(len < longest ? len : longest), true, &no_hints, CLD2::kCLDFlagBestEffort,
        languages, percents, scores, nullptr, &text_bytes, &reliable, &valid_bytes);
    for (size_t i = 0; i < DETECTED_MOST; i++) {
        if (languages[i] == CLD2::UNKNOWN_LANGUAGE) continue;
        snprintf(found[n].language, sizeof found[n].language, "%s",
                 tag_of(CLD2::LanguageCode(languages[i])));
        found[n++].share = percents[i] / 100.0;
    }
    *sure = n > 0 && reliable;
    return n;
}
