/* document_srt.c - any bytes as a document of the format srt: cue by cue, and with sentences over
 * cues, which may end elsewhere in other words. */
#include "fuzz/document.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    run_cues("srt", AS_MANY, 1, data, size);
    return run_cues("srt", ANY_NUMBER, 0, data, size);
}
