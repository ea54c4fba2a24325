#define _DEFAULT_SOURCE /* madvise() */
#include "train/network/pages.h"

#include <stdint.h>
#include <sys/mman.h>

#ifdef MADV_HUGEPAGE
enum { PAGE = 4096, LEAST = 8 << 20 };

void tr_pages_large(void *block, size_t size)
{
    char *first = (char *)block + (PAGE - (uintptr_t)block % PAGE) % PAGE;
    if (size >= LEAST) (void)madvise(first, (size - PAGE) / PAGE * PAGE, MADV_HUGEPAGE);
}
#else
void tr_pages_large(void *block, size_t size)
{
    (void)block;
    (void)size;
}
#endif
