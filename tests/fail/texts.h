/* texts.h - what the commands read, beside the models of fixtures.c. */
#ifndef FAIL_TEXTS_H
#define FAIL_TEXTS_H

/* Texts, documents, a glossary, a memory. */
void texts_write(void);

/* A list of models, when those that it has are there. */
void texts_write_index(void);

#endif
