#!/bin/sh
# statements.t - lines of programs amid prose come out as they went in, with their words.
. tests/cli/tap.sh
need_model
LC_ALL=C.UTF-8
export LC_ALL

keeps() { # MODEL, lines "before<tab>thing<tab>behind" on stdin: the thing is in the translation of all
    cat > "$TMP/rows"
    tr -d '\t' < "$TMP/rows" | "$T" -m "$1" > "$TMP/out" 2> "$TMP/err"
    cut -f 2 "$TMP/rows" | while IFS= read -r thing; do
        IFS= read -r line <&3
        case $line in
        *"$thing"*) echo "kept	$thing" ;;
        *) echo "lost	$thing	$line" ;;
        esac
    done 3< "$TMP/out" > "$TMP/told"
    is "$2" "$(grep '^lost' "$TMP/told")" ""
}

keeps en-de-tiny "blocks of statements" << 'END'
He wrote 	if res != nil { return res }	 on the wall.
The answer is 	for k, w := range zupo {	.
He wrote 	while (n < 5) { n++ }	 and left.
He wrote 	guard let tisu = self.tisu else { return nil }	 and left.
END

keeps en-de-tiny "imports and declarations" << 'END'
The answer is 	import numpy as np	.
He wrote 	import org.sako.Visitor	 and left.
He wrote 	data Tree = Leaf | Node Int Tree	 and left.
He wrote 	val zuki by lazy { 4 }	 and left.
He wrote 	public static int[] zuki(long[] x)	 and left.
END

keeps en-de-tiny "all words of brackets with code" << 'END'
He wrote 	[y for y in zupo if y % 4 == 0]	 and left.
He wrote 	(if (= k 0) 1 zupo)	 and left.
He wrote 	{ zupo: [] => rest }	 and left.
END

keeps en-de-tiny "keywords between codes and before them" << 'END'
He wrote 	zupo() catch |err| return err	 and left.
He wrote 	comptime K: [4]u8	 and left.
END


# What a rule begins with, for 20 kB: no more than linear time.
for sign in '{ ' '(' '[{(' '(a=b ' 'if x = ' '{ a } ' 'return x_y ' '= a ' 'x_y: ' 'import a.' 'git add ' 'data A = '; do
    perl -e 'print "x ", $ARGV[0] x (20000 / length $ARGV[0]), "\n"' "$sign" > "$TMP/long"
    check "20 kB of $sign take no time" timeout 120 "$T" -m en-de-tiny --beam 1 -o "$TMP/out" "$TMP/long"
done

done_testing
