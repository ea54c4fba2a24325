#!/bin/bash
# both.sh TEACHERS MADE MODELS - both directions on one GPU: teachers until the clock says TEACHERS, what they say until
# MADE, and the models until MODELS (seconds since 1970).  Here are these programs and
#   ende.spm dev.tsv text.tsv.xz                      English, German, part
#   later/bt.{en,de}.tsv.xz                           the same, of which English was translated, or German
#   later/more.tsv.xz                                 sources alone, and the part
#   {teacher,made,model}.{en-de,de-en}.mix en-de.gguf de-en.gguf
# What is in `later` may come a minute later, and the file later/all after it; the model files, before they are needed.
# What fails is left out: the models then learn without it; so without teachers, if TEACHERS is 0.  SMALL=1 is a
# rehearsal without a GPU.
teachers=$1 made=$2 models=$3
export OMP_NUM_THREADS=4 PYTHONUNBUFFERED=1
big=teacher big_rows=256 rows=384
[ -z "$SMALL" ] || { big=toy big_rows=8 rows=8; }
say() { echo "$(date +%s) $*" >> both.log; }
back() { [ "$1" = en-de ] && echo bt.de.npz || echo bt.en.npz; }
there() { for file; do [ ! -f "$file" ] || echo "$file"; done; }
exchange() { [ "$1" = en-de ] || echo --exchange; }
left() { echo $(($1 - $(date +%s))); }

warm() { # SHAPE ROWS DROPOUT: so that it is compiled
    python3 train.py "warm.$1.pt" --shape "$1" --text dev.npz --mix warm.mix --dev dev.npz --seconds 15 --rows "$2" --dropout "$3"
}
teach() { # DIRECTION
    while [ "$(left "$teachers")" -gt 60 ]; do
        # shellcheck disable=SC2046
        python3 train.py "teacher.$1.pt" --shape $big --text $(there text.npz "$(back "$1")") $(exchange "$1") \
            --mix "teacher.$1.mix" --dev dev.npz --end "$teachers" --rows $big_rows --dropout 0.15 && break
        say "teacher $1 failed"
        sleep 1
    done
}
make() { # DIRECTION
    [ -f "teacher.$1.pt" ] || return
    other=$([ "$1" = en-de ] && echo de-en || echo en-de)
    # shellcheck disable=SC2046
    python3 translate.py "made.$1.npz" --weights "teacher.$1.pt" --shape $big --mix "made.$1.mix" --end "$made" \
        --text $(there text.npz "$(back "$other")" more.npz) $(exchange "$1") || say "made $1 failed"
}
learn() { # DIRECTION
    other=$([ "$1" = en-de ] && echo de-en || echo en-de)
    while [ "$(left "$models")" -gt 40 ]; do
        # shellcheck disable=SC2046
        python3 train.py "model.$1.pt" --shape model $([ ! -f "$1.gguf" ] || echo --from "$1.gguf") \
            --text $(there text.npz "$(back "$1")") --made $(there "made.$1.npz") --back $(there "made.$other.npz") \
            $(exchange "$1") --mix "model.$1.mix" --dev dev.npz --end "$models" --rows $rows --rate 1.2e-3 --dropout 0.05 &&
            break
        say "model $1 failed"
        sleep 1
    done
}
both() { # STEP: for both directions; the file `times` may set the three times anew
    say "$1"
    # shellcheck disable=SC1091
    [ ! -f times ] || . ./times
    for direction in en-de de-en; do
        "$1" $direction > "$1.$direction.log" 2>&1 &
    done
    wait
}

say encode
python3 encode.py ende.spm dev.npz dev.tsv > encode.log 2>&1
echo "$(tail -n 1 dev.tsv | cut -f 3) 3" > warm.mix
[ "$(left "$teachers")" -lt 60 ] || warm $big $big_rows 0.15 > warm.big.log 2>&1 &
warm model $rows 0.05 > warm.model.log 2>&1 &
python3 encode.py ende.spm text.npz text.tsv.xz >> encode.log 2>&1
for ((i = 0; i < 90; i++)); do
    [ ! -f later/all ] || break
    sleep 1
done
[ ! -f later/more.tsv.xz ] || xz -dc later/more.tsv.xz | awk -F '\t' '{ print $1 "\t" $1 "\t" $2 }' > later/more.tsv
for name in bt.en.tsv.xz bt.de.tsv.xz more.tsv; do
    [ ! -f later/$name ] || python3 encode.py ende.spm "${name%%.tsv*}.npz" later/$name >> encode.log 2>&1
done
wait
both teach
both make
both learn
say end
