/* inject_new.cc - what operator new does in code of ours when memory runs out: see inject.c. */
#include "fail/inject.h"

#include <cstddef>
#include <new>

using std::size_t;

extern "C" {
void *__real__Znwm(size_t n);
void *__wrap__Znwm(size_t n);
void *__real__ZnwmRKSt9nothrow_t(size_t n, const std::nothrow_t &t) noexcept;
void *__wrap__ZnwmRKSt9nothrow_t(size_t n, const std::nothrow_t &t) noexcept;
}

void *__wrap__Znwm(size_t n)
{
    if (fault_now(FAULT_ALLOC)) throw std::bad_alloc();
    return __real__Znwm(n);
}

void *__wrap__ZnwmRKSt9nothrow_t(size_t n, const std::nothrow_t &t) noexcept
{
    return fault_now(FAULT_ALLOC) ? nullptr : __real__ZnwmRKSt9nothrow_t(n, t);
}
