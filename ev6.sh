cd /tmp/tune/domain; B=/tmp/tune/fin/translate; T=/work/shared/data/test/tatoeba-dev; R=rawtherapee-ui.test
for a in 0.50 0.60; do 
$B -j 2 -m ./fb.gguf.a$a < $T.en > g.t; echo tat $a; $B evaluate --metrics bleu -c f.t0 g.t $T.de | tail -2
$B -j 2 -m ./fb.gguf.a$a < $R.en > g.r; echo own $a; $B evaluate --metrics bleu -c f.r0 g.r $R.de | tail -2;  done
