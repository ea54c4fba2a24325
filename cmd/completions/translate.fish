# fish completion for translate: the program itself knows its words.
function __translate_words
    set -l typed (commandline -opc)
    set -l current (commandline -ct)
    for line in ($typed[1] completion words $typed[2..-1] "$current" 2>/dev/null)
        if test "$line" = :
            set -l option (string match -r -- '^--[^=]*=' "$current")
            set -l path (string replace -r -- '^--[^=]*=' '' "$current")
            for file in (__fish_complete_path "$path")
                echo -- "$option$file"
            end
        else
            echo -- $line
        end
    end
end
complete -c translate -f -a '(__translate_words)'
