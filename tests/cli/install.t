#!/bin/sh
# install.t - what make install puts where, and that it works there.
. tests/cli/tap.sh
need_model

make=${MAKE:-make}
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES
# Not with a config.h that has this PREFIX: other tests run programs of the same folder.
place() { # TARGET
    "$make" --no-print-directory KEEP_CONFIG=1 "$1" VARIANT="$VARIANT" DESTDIR="$TMP/stage" PREFIX=/opt/tr \
        > "$TMP/log" 2>&1 || { tail -n 5 "$TMP/log"; return 1; }
}
root=$TMP/stage/opt/tr
check "make install works" place install
ln "$root/share/translate/models/en-de/"*.gguf "$TMP/mapped" # as a program that has it open
echo x >> "$TMP/mapped"
check "and again" place install
check "without writing into a model that is there" test "$(tail -c 2 "$TMP/mapped")" = x
rm "$TMP/mapped"
is "everything is where it belongs" "$(cd "$root" && ls -d bin/translate include/translate.h \
    lib/libtranslate.a lib/libtranslate.so lib/libtranslate.so.0 lib/pkgconfig/libtranslate.pc \
    share/man/man1/translate.1 share/man/man3/libtranslate.3 share/man/man5/translate-model.5 \
    share/translate/models/en-de/*.gguf | wc -l | tr -d ' ')" 10
is "so are the headers that translate.h includes" "$(ls "$root/include/translate")" "$(ls lib/include/translate)"
is "licences, notices and pages lie beside each other" "$(cd "$root/share/doc/translate" && ls -d LICENSE NOTICE README.md CHANGELOG.md docs/option.md contrib/clients.md examples | wc -l | tr -d ' ')" 7
if [ -e "$root/libexec/translate/translate-serve" ]; then
    is "units start the installed program" "$(grep -h '^ExecStart=' "$root"/lib/systemd/*/*.service | cut -d ' ' -f 1 | sort -u)" \
        ExecStart=/opt/tr/bin/translate
fi
# Each library that a program is linked with itself.
for library in sentencepiece utf8proc icuuc yaml cjson lzma zstd libmd expat md4c curl microhttpd cld2 mecab sqlite; do
    grep -q -i -w -e "${library#lib}" -e "lib$library" -e "${library%uc}" NOTICE || echo $library
done > "$TMP/unnamed"
is "the notices name the libraries" "$(cat "$TMP/unnamed")" ""
is "every manual page is installed" "$(cd "$root/share/man" && ls man*/* | sed 's/.*\///' | sort)" \
    "$(cd man && { ls *.[1-9]; echo translate-detokenize.1; echo translate-models.1; echo translate-splice.1; } | sort)"


# A pkg-config that knows everything but libcurl.
printf '#!/bin/sh\ncase "$*" in *libcurl*) exit 1 ;; esac\nexec pkg-config "$@"\n' > "$TMP/pkg-config"
chmod +x "$TMP/pkg-config"
"$make" -n all VARIANT="$VARIANT" PKGCONFIG="$TMP/pkg-config" > "$TMP/steps" 2>&1
like "without libcurl, fetch is left out with a sentence" "$(cat "$TMP/steps")" \
    'libcurl is not installed: translate fetch is left out'
is "and nothing links with it" "$(grep -c -e '-lcurl' -e 'o [^ ]*translate-fetch' "$TMP/steps")" 0
"$make" -n all VARIANT="$VARIANT" CLD2= > "$TMP/steps" 2>&1
like "without libcld2, the detector is left out with a sentence" "$(cat "$TMP/steps")" \
    'libcld2 is not installed: languages are not detected'
is "and nothing links with that" "$(grep -c -e '-lcld2' "$TMP/steps")" 0
sed 's/libcurl/sqlite3/' "$TMP/pkg-config" > "$TMP/pkg-config-2"
chmod +x "$TMP/pkg-config-2"
"$make" -n all VARIANT="$VARIANT" PKGCONFIG="$TMP/pkg-config-2" > "$TMP/steps" 2>&1
like "without libsqlite3, its module is left out with a sentence" "$(cat "$TMP/steps")" \
    'libsqlite3 is not installed: a translation memory has to be TMX'
is "and nothing links with it, either" "$(grep -c -e '-lsqlite3' "$TMP/steps")" 0

# ---- Completion, where each shell looks for it by itself

export XDG_DATA_DIRS=$root/share
in_bash() {
    bash -c '. /usr/share/bash-completion/bash_completion && _completion_loader translate
        complete -p translate' | grep -x 'complete -F _translate translate'
}
in_zsh() {
    ZDOTDIR=$TMP zsh -o NO_GLOBAL_RCS -c 'fpath=($XDG_DATA_DIRS/zsh/site-functions $fpath)
        autoload -Uz compinit && compinit -u -D && print $_comps[translate]' | grep -x _translate
}
in_fish() {
    PATH=$root/bin:$PATH HOME=$TMP fish -c 'complete -C "translate --bea"' | grep -e '^--beam'
}
for shell in bash zsh fish; do
    if ! command -v $shell > /dev/null; then
        skip "$shell finds its completion" "there is no $shell"
    elif [ $shell = bash ] && [ ! -e /usr/share/bash-completion/bash_completion ]; then
        skip "$shell finds its completion" "there is no bash-completion"
    else
        check "$shell finds its completion" in_$shell
    fi
done

if [ -e "$root/libexec/translate/translate-serve" ]; then
    is "browsers find the program by a name of its own" "$("$root/bin/translate-native" < /dev/null 2>&1; echo $?)" 0
fi

echo 'Good morning.' | "$T" > "$TMP/wanted"
installed() (
    cd / && echo 'Good morning.' | "$root/bin/translate" "$@" | cmp - "$TMP/wanted"
)
check "the installed program translates, from anywhere" installed
used=$(cd / && echo | "$root/bin/translate" -v 2>&1 | sed -n 's/.* model \(.*\) (en.*/\1/p')
is "with the installed model" "$used" "$(ls "$root"/share/translate/models/en-de/*.gguf)"
moved() {
    mv "$root" "$TMP/moved" && (root=$TMP/moved && installed) && mv "$TMP/moved" "$root"
}
check "and goes on when it is moved" moved

sed -n '/^\.Bd -literal$/,/^\.Ed$/p' man/libtranslate.3 | sed '/^\.[BE]d/d; s/\\e/\\/g' \
    > "$TMP/example.c"
compile() {
    flags=$(PKG_CONFIG_PATH=$root/lib/pkgconfig pkg-config --define-variable=prefix="$root" \
        --cflags --libs libtranslate) &&
        ${CC:-cc} "$TMP/example.c" $flags -Wl,-rpath,"$root/lib" -o "$TMP/example" &&
        "$TMP/example" "$MODEL" 'Good morning.' | cmp - "$TMP/wanted"
}
if [ "$VARIANT" = release ]; then
    check "a program is built with pkg-config and runs" compile
else
    skip "a program is built with pkg-config and runs" "an instrumented library"
fi

echo mine > "$root/share/translate/models/mine.gguf"
check "make uninstall works" place uninstall
is "and leaves no file but the user's own" "$(cd "$root" && find . ! -type d)" \
    "./share/translate/models/mine.gguf"
check "nor an empty folder of its own" test ! -e "$root/libexec/translate"
check "... for its headers, either" test ! -e "$root/include/translate"

blanks="/opt/Gr\303\266\303\237e und Weg"
blanks=$(printf "$blanks")
with_blanks() { # TARGET
    "$make" --no-print-directory KEEP_CONFIG=1 "$1" VARIANT="$VARIANT" DESTDIR="$TMP/a stage" PREFIX="$blanks" \
        > "$TMP/log" 2>&1 || { tail -n 5 "$TMP/log"; return 1; }
}
check "a prefix may have blanks" with_blanks install
is "... and what is there runs" "$(echo 'Good morning.' | "$TMP/a stage$blanks/bin/translate" -t de)" \
    "$(echo 'Good morning.' | "$T" -m models/en-de/*.gguf)"
like "... the library is where LIBDIR says" "$("$make" -n install KEEP_CONFIG=1 VARIANT="$VARIANT" LIBDIR=lib/a-b-c)" \
    "prefix=\\\$\\{pcfiledir\\}/\\.\\./\\.\\./\\.\\.\\|.*libdir=\\\$\\{prefix\\}/lib/a-b-c"
check "... and goes again" with_blanks uninstall
is "... all of it" "$(find "$TMP/a stage" ! -type d)" ''

done_testing
