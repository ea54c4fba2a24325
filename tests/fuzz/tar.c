/* tar.c - any bytes as a tar archive; what is in it may be read. */
#include "formats/tar.h"

#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tr_tar_member m;
    tr_error err;
    tr_tar t;

    tr_tar_open(&t, data, size, "fuzz.tar");
    while (tr_tar_next(&t, &m, &err) > 0) {
        const volatile unsigned char *bytes = m.data;
        for (size_t i = 0; i < m.size; i++)
            (void)bytes[i];
    }
    return 0;
}
