/* model.c - any bytes as a model file: opened, and every weight of it checked. */
#define _GNU_SOURCE /* memfd_create */
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "../../lib/nmt.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[64];
    tr_nmt m;
    const int fd = memfd_create("model", MFD_CLOEXEC);

    if (fd < 0 || write(fd, data, size) != (ssize_t)size) return 0;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    if (tr_nmt_open(&m, path, NULL) == 0) {
        tr_nmt_verify(&m, NULL);
        tr_nmt_close(&m);
    }
    close(fd);
    return 0;
}
