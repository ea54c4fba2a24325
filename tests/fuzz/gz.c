/* gz.c - any bytes as a compressed file. */
#include "formats/gz.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_error err;
    FILE *out = fopen("/dev/null", "w");

    if (!out) abort();
    tr_gz_unpack(data, size, out, "fuzz.gz", &err);
    fclose(out);
    return 0;
}
