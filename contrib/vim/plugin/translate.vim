" translate.vim - translations within Vim (8.1 or later) and Neovim, by `translate serve --stdio`.
"
"   :[range]Translate  [TARGET [SOURCE]]   replaces lines, all of them without a range
"   :[range]Translate! [TARGET [SOURCE]]   shows their translation in the preview window
"   :TranslateStop                         ends the program, which is started when it is needed
"
"   g:translate_target   the language to translate to (de)
"   g:translate_program  (['translate', 'serve', '--stdio', '--quiet'])
"
" Copy this file into ~/.vim/plugin or ~/.config/nvim/plugin.
if exists('g:loaded_translate') | finish | endif
let g:loaded_translate = 1
let s:asked = {}
let s:number = 0
let s:rest = ''

function! s:Say(text) abort
    echohl WarningMsg | echomsg 'translate: ' . a:text | echohl None
endfunction

function! s:OnLine(line) abort
    let answer = json_decode(a:line)
    if !has_key(s:asked, answer.id) | return | endif
    let ask = remove(s:asked, answer.id)
    if has_key(answer, 'error') | return s:Say(answer.error.message) | endif
    if ask.shows | return s:Show(answer.text, ask.target) | endif
    " What was edited meanwhile is not replaced.
    if getbufline(ask.buffer, ask.first, ask.last) != ask.lines
        return s:Say('the lines were changed before their translation came')
    endif
    call setbufline(ask.buffer, ask.first, answer.text)
endfunction

function! s:Show(lines, target) abort
    silent execute 'pedit! translate://' . a:target
    let buffer = bufnr('translate://' . a:target)
    call setbufvar(buffer, '&buftype', 'nofile')
    call setbufvar(buffer, '&swapfile', 0)
    silent call deletebufline(buffer, 1, '$')
    call setbufline(buffer, 1, a:lines)
endfunction

" Neovim hands over pieces: the last one is the beginning of the next line.
function! s:OnPieces(job, pieces, event) abort
    let a:pieces[0] = s:rest . a:pieces[0]
    let s:rest = remove(a:pieces, -1)
    for line in a:pieces | call s:OnLine(line) | endfor
endfunction

function! s:OnEnd(...) abort
    if !empty(s:asked) | call s:Say('the program has ended') | endif
    let s:asked = {}
    let s:rest = ''
    unlet! s:job
endfunction

function! s:Start() abort
    if exists('s:job') | return 1 | endif
    let program = get(g:, 'translate_program', ['translate', 'serve', '--stdio', '--quiet'])
    if !executable(program[0])
        call s:Say(program[0] . ' is not there')
        return 0
    endif
    if has('nvim')
        let s:job = jobstart(program, {'on_stdout': function('s:OnPieces'), 'on_exit': function('s:OnEnd')})
    else
        let s:job = job_start(program, {'mode': 'nl', 'exit_cb': function('s:OnEnd'),
            \ 'out_cb': {channel, line -> s:OnLine(line)}, 'err_cb': {channel, line -> s:Say(line)}})
    endif
    return 1
endfunction

function! s:Translate(first, last, shows, ...) abort
    if !s:Start() | return | endif
    let s:number += 1
    let lines = getline(a:first, a:last)
    let target = get(a:000, 0, get(g:, 'translate_target', 'de'))
    let s:asked[s:number] = {'buffer': bufnr('%'), 'first': a:first, 'last': a:last, 'lines': lines,
        \ 'shows': a:shows, 'target': target}
    let message = json_encode({'id': s:number, 'text': lines, 'target': target, 'source': get(a:000, 1, 'auto')}) . "\n"
    if has('nvim') | call chansend(s:job, message) | else | call ch_sendraw(s:job, message) | endif
endfunction

function! s:Stop() abort
    if !exists('s:job') | return | endif
    if has('nvim') | call jobstop(s:job) | else | call job_stop(s:job) | endif
endfunction

command! -range=% -bang -nargs=* Translate call s:Translate(<line1>, <line2>, <bang>0, <f-args>)
command! TranslateStop call s:Stop()
