/*
 * inject_theirs.c - allocations that other libraries make, and fail: see inject.c.  The program's
 * own malloc() goes before the C library's, for all libraries that it is linked with.  Not under
 * sanitizers, which do the same.
 */
#define _GNU_SOURCE
#include "fail/inject.h"

#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

extern void *__libc_malloc(size_t n);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *p, size_t n);
extern void *__libc_memalign(size_t align, size_t n);
extern const char __executable_start, etext;

/* Faults of libraries when their memory runs out, which we cannot help: allocations below these
 * functions (parts of their linker names; "": any) never fail here. */
static const struct {
    const char *library, *function;
} excused[] = {
    /* ICU 72, putil and locid: where the table of default locales cannot be made, Locale::
     * getDefault() calls itself, under a lock of its own, and waits for ever.  It is called the
     * first time that anything of a language is opened: ubrk_open(). */
    {"libicuuc", "Locale10getDefault"},
    /* SentencePiece 0.1.97 with the protobuf-lite that it brings: a message that is half made when
     * memory runs out (a model's, or that of a text's pieces) is destroyed as if it were whole:
     * "free(): invalid pointer", "CHECK failed: GetArena() == nullptr", Segmentation fault. */
    {"libsentencepiece", "SentencePieceProcessor23LoadFromSerializedProto"},
    {"libsentencepiece", "SentencePieceProcessor6Encode"},
    {"libsentencepiece", "SentencePieceProcessor6Decode"},
    /* Its trainer has threads of its own; what is thrown there, or while they run, ends the
     * program. */
    {"libsentencepiece_train", ""},
};

static bool is_function_excused(const void *frame)
{
    Dl_info info;

    if (!dladdr(frame, &info) || !info.dli_fname) return false;
    const char *function = info.dli_sname ? info.dli_sname : "";
    for (size_t k = 0; k < sizeof excused / sizeof *excused; k++)
        if (strstr(info.dli_fname, excused[k].library) && strstr(function, excused[k].function))
            return true;
    return false;
}

/* The same few callers come a hundred thousand times: what is known of them is kept. */
static bool is_excused(void)
{
    enum { DEPTH = 24, KEPT = 1024 };
    static __thread struct {
        const void *frame;
        bool excused;
    } kept[KEPT];
    void *frame[DEPTH];

    const int n = backtrace(frame, DEPTH);
    for (int i = 0; i < n; i++) {
        const size_t at = (uintptr_t)frame[i] / 4 % KEPT;
        if (kept[at].frame != frame[i]) {
            kept[at].excused = is_function_excused(frame[i]);
            kept[at].frame = frame[i];
        }
        if (kept[at].excused) return true;
    }
    return false;
}

/* Calls of the program itself have been through inject.c. */
static bool fails(const void *caller)
{
    const char *at = caller;

    if (at >= &__executable_start && at < &etext) return false;
    if (!fault_unless(FAULT_THEIRS, is_excused)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t n);
void *malloc(size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size);
void *calloc(size_t n, size_t size)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n);
void *realloc(void *p, size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_realloc(p, n);
}

int posix_memalign(void **p, size_t align, size_t n);
int posix_memalign(void **p, size_t align, size_t n)
{
    if (fails(__builtin_return_address(0))) return ENOMEM;
    *p = __libc_memalign(align, n);
    return *p ? 0 : ENOMEM;
}

void *aligned_alloc(size_t align, size_t n);
void *aligned_alloc(size_t align, size_t n)
{
    return fails(__builtin_return_address(0)) ? NULL : __libc_memalign(align, n);
}
