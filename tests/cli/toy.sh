# toy.sh - for tests of training: words of letters with blanks between, and what is to be learnt.
#
#   toy_pairs N SEED [FIRST]   N pairs of three to seven letters a .. j, and the same from behind;
#                              with FIRST, both begin with that letter

toy_pairs() {
    awk -v wanted="$1" -v seed="$2" -v first="${3-}" 'BEGIN {
        srand(seed)
        while (n < wanted) {
            len = 3 + int(rand() * 5); a = ""; b = ""
            for (i = 0; i < len; i++) { c = substr("abcdefghij", 1 + int(rand() * 10), 1); a = a c " "; b = c " " b }
            sub(/ $/, "", a); sub(/ $/, "", b)
            if (a == b || seen[a]++) continue
            print (first ? first " " a "\t" first " " b : a "\t" b)
            n++
        }
    }'
}
