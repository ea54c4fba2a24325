#include "line/addressing.h"

#include "language/language_data.h"
#include "setup/surface.h"

static const tr_language *target_language(const tr_setup *setup)
{
    return tr_language_data(setup->special.target_language);
}

static void spell(const tr_setup *setup, const tr_path *p, tr_surface *text)
{
    const tr_constraints *const c = &setup->constraints;
    const size_t hidden = c->n_hidden < p->n ? c->n_hidden : p->n;
    tr_surface_of_ids(text, c->target, c->eos, p->ids + hidden, p->n - hidden);
}

enum tr_addressing tr_addressing_of(const tr_sentence *s, const tr_setup *setup,
                                    const tr_path *hypothesis)
{
    const int wanted = s->line->options.formality;
    tr_surface text;

    if (!setup->formal.n_words) return TR_ADDRESSES_AS_WANTED;
    spell(setup, hypothesis, &text);
    switch (tr_address_of(target_language(setup), s->who, text.text, text.len)) {
    case TR_ADDRESS_MIXED:
        return TR_ADDRESSES_OTHERWISE;
    case TR_ADDRESS_NONE:
        return wanted ? TR_ADDRESSES_NOBODY : TR_ADDRESSES_AS_WANTED;
    case TR_ADDRESS_FORMAL:
        return wanted == TR_FORMALITY_INFORMAL ? TR_ADDRESSES_OTHERWISE : TR_ADDRESSES_AS_WANTED;
    default:
        return wanted == TR_FORMALITY_FORMAL ? TR_ADDRESSES_OTHERWISE : TR_ADDRESSES_AS_WANTED;
    }
}

bool tr_addressing_commands(const tr_sentence *s, const tr_setup *setup, const tr_path *hypothesis)
{
    tr_surface text;

    if (s->line->options.formality != TR_FORMALITY_FORMAL || !setup->formal.n_words) return false;
    spell(setup, hypothesis, &text);
    return tr_address_commands(target_language(setup), text.text, text.len);
}

void tr_addressing_rule_out(tr_sentence *s, const tr_setup *setup)
{
    const bool informal = s->line->options.formality == TR_FORMALITY_INFORMAL;
    s->allowed.address = informal ? &setup->formal : &setup->informal;
    s->allowed.may_begin = !s->who.is_first;
}
