/*
 * kernels_trap.h - AVX-VNNI for machines that do not have it, so that its code can be executed.
 *
 * To such a machine vpdpbusd in its VEX encoding is an illegal instruction.  The signal's handler
 * reads the instruction, computes what Intel's manual says of it in plain C, and goes on after it.
 * That takes microseconds for each.
 */
#ifndef KERNELS_TRAP_H
#define KERNELS_TRAP_H

#include <stdbool.h>

/* Takes SIGILL over; any other illegal instruction still ends the program.  False where this is not
 * x86-64's Linux. */
bool trap_avxvnni(void);

/* Gives SIGILL back; returns how many instructions were computed since. */
unsigned long release_avxvnni(void);

#endif
