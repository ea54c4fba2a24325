#include "find.h"

#include "console/message.h"
#include "fetch/hub/hub_word.h"
#include "hub.h"

int find_model(job *j, const char *word, const index_model **m)
{
    if (hub_is_word(word)) return hub_find(j, word, m);
    *m = job_find_model(j, word);
    return *m ? EXIT_OK : EXIT_FAILED;
}
