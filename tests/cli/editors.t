#!/bin/sh
# editors.t - the plug-ins of contrib in their editors, without a screen.
. tests/cli/tap.sh
need_model
if [ ! -x "$(dirname "$T")/translate-serve" ]; then
    echo "1..0 # SKIP there is no translate-serve"
    exit 0
fi

ln -s "$PWD/models" "$TMP/models"
TRANSLATE_MODELS=$TMP/models HOME=$TMP
export TRANSLATE_MODELS HOME
printf 'The house is old.\n\nGood "night" é.\nLast line.\n' > "$TMP/text"
"$T" -f en -t de < "$TMP/text" > "$TMP/whole"
{ head -n 3 "$TMP/whole"; echo 'Last line.'; } > "$TMP/part"
{ cat "$TMP/text"; echo 'One more.'; } > "$TMP/edited"

# ---- Vim, Neovim: what is there once the answer came is written

edit_by_vim() { # PROGRAM COMMAND: makes $TMP/got of the text
    cp "$TMP/text" "$TMP/got"
    cat > "$TMP/script.vim" << E
let g:translate_program = ['$T', 'serve', '--stdio']
source $PWD/contrib/vim/plugin/translate.vim
edit $TMP/got
$2
write
qall!
E
    timeout 30 $1 -u NONE -i NONE -n -es -S "$TMP/script.vim" > "$TMP/out" 2>&1 < /dev/null
}
wait='for i in range(500) | if getline(1) !=# "The house is old." | break | endif | sleep 20m | endfor'
for vim in "vim -N" nvim; do
    if ! command -v ${vim%% *} > /dev/null || { [ "$vim" != nvim ] && ! vim --version | grep -q +channel; }; then
        skip "$vim" "it is not there, or cannot start programs"
        continue
    fi
    edit_by_vim "$vim" "Translate
$wait"
    check "$vim translates a buffer" cmp "$TMP/got" "$TMP/whole"
    edit_by_vim "$vim" "1,3Translate de en
$wait"
    check "$vim translates lines" cmp "$TMP/got" "$TMP/part"
    edit_by_vim "$vim" "1Translate de en
call setline(1, 'x')
sleep 1500m
call setline(1, 'The house is old.')"
    check "$vim: what was edited meanwhile stays" cmp "$TMP/got" "$TMP/text"
    edit_by_vim "$vim" "1Translate zz en
sleep 1
redir > $TMP/messages
silent messages
redir END"
    like "$vim: a failure is told" "$(cat "$TMP/messages")" 'translate: no model translates to zz'
    check "$vim: and nothing else changes" cmp "$TMP/got" "$TMP/text"
    edit_by_vim "$vim" "1Translate! de en
for i in range(500) | if bufexists('translate://de') && getbufline('translate://de', 1) !=# [''] | break | endif | sleep 20m | endfor
call writefile(getbufline('translate://de', 1, '\$'), '$TMP/shown')"
    is "$vim shows a translation" "$(cat "$TMP/shown")" "$(head -n 1 "$TMP/whole")"
done

# ---- Emacs

edit_by_emacs() { # BEGIN END FORMS: the region is translated; what the forms wait for, and do
    cp "$TMP/text" "$TMP/got"
    timeout 30 emacs -Q --batch --eval "(progn
        (load \"$PWD/contrib/emacs/translate.el\" nil t)
        (setq translate-program '(\"$T\" \"serve\" \"--stdio\") make-backup-files nil)
        (find-file \"$TMP/got\")
        $1
        (with-timeout (20) (while (> (hash-table-count translate--asked) 0) (accept-process-output nil 0.05)))
        $2
        (save-buffer))" > "$TMP/out" 2>&1 < /dev/null
}
if command -v emacs > /dev/null; then
    edit_by_emacs '(translate-buffer)'
    check "Emacs translates a buffer" cmp "$TMP/got" "$TMP/whole"
    edit_by_emacs '(setq translate-source "en") (translate-region (point-min) (progn (goto-line 4) (point)))'
    check "a region" cmp "$TMP/got" "$TMP/part"
    edit_by_emacs '(translate-buffer) (goto-char (point-max)) (insert "One more.\n")'
    check "what was edited meanwhile stays" cmp "$TMP/got" "$TMP/edited"
    edit_by_emacs '(setq translate-target "zz") (translate-buffer)'
    like "a failure is told" "$(cat "$TMP/out")" 'translate: no model translates to zz'
    edit_by_emacs '(translate-buffer t)' "(with-current-buffer \"*translation*\" (write-region nil nil \"$TMP/shown\"))"
    check "Emacs shows a translation" cmp "$TMP/shown" "$TMP/whole"
    check "and nothing else changes" cmp "$TMP/got" "$TMP/text"
    check "its compiler has nothing to say" emacs -Q --batch --eval '(setq byte-compile-error-on-warn t)' \
        --eval "(setq byte-compile-dest-file-function (lambda (f) \"$TMP/translate.elc\"))" \
        -f batch-byte-compile contrib/emacs/translate.el
else
    skip "Emacs" "it is not there"
fi

done_testing
