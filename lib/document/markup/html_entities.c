#include "document/markup/html_entities.h"

#include <string.h>

/* By the first letter, the longest names first: the name, a blank, the character, a line end. */
static const struct {
    char letter;
    const char *names;
} entities[] = {
#include "document/markup/html_entities.inc" /* of html_entities.rows */
};

size_t tr_html_entity(const char *text, size_t len, const char **character, size_t *character_len)
{
    for (size_t i = 0; len && i < sizeof entities / sizeof *entities; i++) {
        if (entities[i].letter != text[0]) continue;
        for (const char *name = entities[i].names; *name; name = strchr(name, '\n') + 1) {
            const size_t n = strcspn(name, " ");
            if (n > len || memcmp(name, text, n) != 0) continue;
            *character = name + n + 1;
            *character_len = strcspn(*character, "\n");
            if (!*character_len) *character_len = 1; /* "&NewLine;" */
            return n;
        }
    }
    return 0;
}
