/* package.h - any bytes as a member of a package, which is a zip archive. */
#ifndef PACKAGE_H
#define PACKAGE_H

#include "fuzz/document.h"
#include "make/make_npz.h"

/* A member of a package; its bytes, or those that are tried: NULL. */
typedef struct package_member {
    const char *name, *bytes;
} package_member;

static inline int run_package(const char *format, const package_member *members, size_t n,
                              const uint8_t *data, size_t size)
{
    zip_maker z = {0};

    for (size_t i = 0; i < n; i++) {
        const char *const bytes = members[i].bytes;
        zip_add(&z, members[i].name, bytes ? bytes : (const char *)data,
                bytes ? strlen(bytes) : size);
    }
    zip_end(&z, "");
    run_document(format, NO_MORE, (const uint8_t *)z.bytes.data, z.bytes.len);
    tr_buf_free(&z.bytes);
    return 0;
}

#endif
