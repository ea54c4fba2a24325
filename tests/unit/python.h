/*
 * python.h - a Python that has a module, for comparisons with it: $PYTHON, python3, or that of a
 * virtual environment in /opt.
 */
#ifndef PYTHON_H
#define PYTHON_H

/* NULL, and a note of what is skipped, when there is none; else valid until the next call. */
const char *python_with(const char *module, const char *what);

#endif
