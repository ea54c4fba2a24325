#define _GNU_SOURCE /* the registers of a signal's context */
#include "kernels_trap.h"

#include <signal.h>
#include <stdint.h>
#include <string.h>

#if defined(__x86_64__) && defined(__linux__)
#include <ucontext.h>

static volatile sig_atomic_t n_low, n_high; /* computed so far, in parts of 2^16 */

/* The general registers by their numbers in an instruction. */
static const int numbered[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP,
                               REG_RSI, REG_RDI, REG_R8,  REG_R9,  REG_R10, REG_R11,
                               REG_R12, REG_R13, REG_R14, REG_R15};

/* vpdpbusd: a VEX prefix of three bytes, the opcode, and what a register or memory is named by. */
typedef struct instruction {
    unsigned to, unsigned_factor; /* registers */
    bool wide, is_memory;         /* 256 bits; the signed factor lies in memory, at `address` */
    unsigned signed_factor;       /* else in this register */
    uintptr_t address;
    const uint8_t *end;
} instruction;

static int32_t int32_at(const uint8_t *p)
{
    int32_t x;
    memcpy(&x, p, sizeof x);
    return x;
}

/* The address that ModRM and what follows it name; `high` has VEX.X in bit 1 and VEX.B in bit 0. */
static void read_address(instruction *i, const uint8_t *modrm, unsigned high, const greg_t *g)
{
    const unsigned mod = *modrm >> 6, rm = *modrm & 7;
    const uint8_t *p = modrm + 1;
    uintptr_t at = 0;
    if (rm == 4) {
        const unsigned sib = *p++, base = sib & 7, index = (sib >> 3 & 7) | (high & 2) << 2;
        if (index != 4) at = (uintptr_t)g[numbered[index]] << (sib >> 6);
        if (base != 5 || mod != 0)
            at += (uintptr_t)g[numbered[base | (high & 1) << 3]];
        else
            at += (uintptr_t)(intptr_t)int32_at(p);
        if (base == 5 && mod == 0) p += 4;
    } else if (rm == 5 && mod == 0) {
        at = (uintptr_t)(p + 4) + (uintptr_t)(intptr_t)int32_at(p);
        p += 4;
    } else {
        at = (uintptr_t)g[numbered[rm | (high & 1) << 3]];
    }
    if (mod == 1) at += (uintptr_t)(intptr_t)(int8_t)*p++;
    if (mod == 2) {
        at += (uintptr_t)(intptr_t)int32_at(p);
        p += 4;
    }
    i->address = at;
    i->end = p;
}

/* False for any other instruction. */
static bool read_instruction(instruction *i, const uint8_t *p, const greg_t *g)
{
    enum { VEX = 0xc4, MAP_0F38 = 2, PREFIX_66 = 1, VPDPBUSD = 0x50 };
    if (p[0] != VEX || (p[1] & 31) != MAP_0F38 || p[2] >> 7 || (p[2] & 3) != PREFIX_66 ||
        p[3] != VPDPBUSD)
        return false;
    const unsigned inverted = ~p[1] >> 5 & 7, modrm = p[4]; /* R, X and B */
    *i = (instruction){.to = (modrm >> 3 & 7) | (inverted & 4) << 1,
                       .unsigned_factor = ~p[2] >> 3 & 15,
                       .wide = p[2] & 4,
                       .is_memory = modrm >> 6 != 3,
                       .signed_factor = (modrm & 7) | (inverted & 1) << 3,
                       .end = p + 5};
    if (i->is_memory) read_address(i, p + 4, inverted & 3, g);
    return true;
}

/* The vector registers as XSAVE lays them out: the upper halves stand apart, and are zero if their
 * bit is. */
enum { XMM = 160, STATE_BITS = 512, UPPER = 576, UPPER_BIT = 4 };

static void load_vector(const uint8_t *state, unsigned number, uint8_t v[32])
{
    memcpy(v, state + XMM + 16 * number, 16);
    if (state[STATE_BITS] & UPPER_BIT)
        memcpy(v + 16, state + UPPER + 16 * number, 16);
    else
        memset(v + 16, 0, 16);
}

static void store_vector(uint8_t *state, unsigned number, const uint8_t v[32])
{
    memcpy(state + XMM + 16 * number, v, 16);
    if (!(state[STATE_BITS] & UPPER_BIT)) memset(state + UPPER, 0, 16 * 16);
    state[STATE_BITS] |= UPPER_BIT;
    memcpy(state + UPPER + 16 * number, v + 16, 16);
}

/* Intel's manual, VPDPBUSD: four products of unsigned by signed bytes go into each 32 bits. */
static void compute(const instruction *i, uint8_t *state)
{
    uint8_t to[32], x[32], w[32];
    const size_t size = i->wide ? 32 : 16;
    load_vector(state, i->to, to);
    load_vector(state, i->unsigned_factor, x);
    if (i->is_memory)
        memcpy(w, (const void *)i->address, size);
    else
        load_vector(state, i->signed_factor, w);
    for (size_t lane = 0; lane < size; lane += 4) {
        int32_t sum = int32_at(to + lane);
        for (size_t k = lane; k < lane + 4; k++)
            sum = (int32_t)((uint32_t)sum + (uint32_t)(x[k] * (int8_t)w[k]));
        memcpy(to + lane, &sum, sizeof sum);
    }
    memset(to + size, 0, sizeof to - size);
    store_vector(state, i->to, to);
}

static void on_illegal(int number, siginfo_t *info, void *context)
{
    greg_t *const g = ((ucontext_t *)context)->uc_mcontext.gregs;
    instruction i;
    (void)info;
    if (!read_instruction(&i, (const uint8_t *)g[REG_RIP], g)) {
        signal(number, SIG_DFL); /* it is met again */
        return;
    }
    compute(&i, (uint8_t *)((ucontext_t *)context)->uc_mcontext.fpregs);
    g[REG_RIP] = (greg_t)i.end;
    n_low = (n_low + 1) & 0xffff;
    if (n_low == 0) n_high = n_high + 1;
}

static volatile sig_atomic_t has_upper;

/* Linux says in the registers' unused bytes that the upper halves are there.  qemu 7.2 gives a
 * handler a stack that is not aligned. */
static void on_probe(int number, siginfo_t *info, void *context)
{
    enum { MAGIC = 464, FPXS = 0x46505853 };
    const uint8_t *const state = (uint8_t *)((ucontext_t *)context)->uc_mcontext.fpregs;
    (void)number, (void)info;
    has_upper =
        state && int32_at(state + MAGIC) == FPXS && (uintptr_t)__builtin_frame_address(0) % 16 == 0;
}

bool trap_avxvnni(void)
{
    struct sigaction probe = {.sa_sigaction = on_probe, .sa_flags = SA_SIGINFO};
    struct sigaction action = {.sa_sigaction = on_illegal, .sa_flags = SA_SIGINFO};
    n_low = n_high = has_upper = 0;
    if (sigaction(SIGILL, &probe, NULL) || raise(SIGILL)) return false;
    return has_upper && sigaction(SIGILL, &action, NULL) == 0;
}

unsigned long release_avxvnni(void)
{
    signal(SIGILL, SIG_DFL);
    return (unsigned long)n_high << 16 | (unsigned long)n_low;
}
#else
bool trap_avxvnni(void)
{
    return false;
}

unsigned long release_avxvnni(void)
{
    return 0;
}
#endif
