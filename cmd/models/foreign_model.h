/* foreign_model.h - models of other engines in the place of a model file. */
#ifndef FOREIGN_MODEL_H
#define FOREIGN_MODEL_H

/* What is added to the sentence that a file could not be opened as a model: "; translate convert
 * ..." where the path leads to a folder, or to a file that another engine may have written, or of
 * translate memory where that is what it is; "" for others. */
const char *foreign_model_hint(const char *path);

#endif
