#include "document/markup/html_entities.h"

#include <string.h>

/* By the first letter, the longest names first: the name, a blank, the character, a line end. */
static const struct {
    char letter;
    const char *names;
} entities[] = {
    {'A',
     "ApplyFunction; \342\201\241\nAacute; Á\nAbreve; Ă\nAgrave; À\nAssign; ≔\nAtilde; Ã\n"
     "AElig; Æ\nAacute Á\nAcirc; Â\nAgrave À\nAlpha; Α\nAmacr; Ā\nAogon; Ą\nAring; Å\nAtilde Ã\n"
     "AElig Æ\nAcirc Â\nAopf; 𝔸\nAring Å\nAscr; 𝒜\nAuml; Ä\nAMP; &\nAcy; А\nAfr; 𝔄\nAnd; ⩓\n"
     "Auml Ä\nAMP &\n"},
    {'B',
     "Bernoullis; ℬ\nBackslash; ∖\nBecause; ∵\nBarwed; ⌆\nBumpeq; ≎\nBreve; ˘\nBarv; ⫧\nBeta; Β\n"
     "Bopf; 𝔹\nBscr; ℬ\nBcy; Б\nBfr; 𝔅\n"},
    {'C',
     "CounterClockwiseContourIntegral; ∳\nClockwiseContourIntegral; ∲\nCloseCurlyDoubleQuote; ”\n"
     "CapitalDifferentialD; ⅅ\nCloseCurlyQuote; ’\nContourIntegral; ∮\nCircleMinus; ⊖\n"
     "CircleTimes; ⊗\nCirclePlus; ⊕\nCenterDot; ·\nCircleDot; ⊙\nCongruent; ≡\nCoproduct; ∐\n"
     "Cayleys; ℭ\nCconint; ∰\nCedilla; ¸\nCacute; Ć\nCcaron; Č\nCcedil; Ç\nColone; ⩴\nConint; ∯\n"
     "CupCap; ≍\nCcedil Ç\nCcirc; Ĉ\nColon; ∷\nCross; ⨯\nCHcy; Ч\nCOPY; ©\nCdot; Ċ\nCopf; ℂ\n"
     "Cscr; 𝒞\nCOPY ©\nCap; ⋒\nCfr; ℭ\nChi; Χ\nCup; ⋓\n"},
    {'D', "DoubleLongLeftRightArrow; ⟺\nDiacriticalDoubleAcute; ˝\nDoubleContourIntegral; ∯\n"
          "DoubleLeftRightArrow; ⇔\nDoubleLongRightArrow; ⟹\nDoubleLongLeftArrow; ⟸\n"
          "DownLeftRightVector; ⥐\nDownRightTeeVector; ⥟\nDownRightVectorBar; ⥗\n"
          "DoubleUpDownArrow; ⇕\nDoubleVerticalBar; ∥\nDownLeftTeeVector; ⥞\nDownLeftVectorBar; ⥖\n"
          "DiacriticalAcute; ´\nDiacriticalGrave; `\nDiacriticalTilde; ˜\nDoubleRightArrow; ⇒\n"
          "DownArrowUpArrow; ⇵\nDoubleDownArrow; ⇓\nDoubleLeftArrow; ⇐\nDownRightVector; ⇁\n"
          "DiacriticalDot; ˙\nDoubleRightTee; ⊨\nDownLeftVector; ↽\nDifferentialD; ⅆ\n"
          "DoubleLeftTee; ⫤\nDoubleUpArrow; ⇑\nDownArrowBar; ⤓\nDownTeeArrow; ↧\nDoubleDot; ¨\n"
          "DownArrow; ↓\nDownBreve; \314\221\nDownarrow; ⇓\nDDotrahd; ⤑\nDotEqual; ≐\nDiamond; ⋄\n"
          "DownTee; ⊤\nDagger; ‡\nDcaron; Ď\nDotDot; \342\203\234\nDstrok; Đ\nDashv; ⫤\nDelta; Δ\n"
          "DJcy; Ђ\nDScy; Ѕ\nDZcy; Џ\nDarr; ↡\nDopf; 𝔻\nDscr; 𝒟\nDcy; Д\nDel; ∇\nDfr; 𝔇\nDot; ¨\n"
          "DD; ⅅ\n"},
    {'E', "EmptyVerySmallSquare; ▫\nEmptySmallSquare; ◻\nExponentialE; ⅇ\nEquilibrium; ⇌\n"
          "EqualTilde; ≂\nElement; ∈\nEpsilon; Ε\nEacute; É\nEcaron; Ě\nEgrave; È\nExists; ∃\n"
          "Eacute É\nEcirc; Ê\nEgrave È\nEmacr; Ē\nEogon; Ę\nEqual; ⩵\nEcirc Ê\nEdot; Ė\nEopf; 𝔼\n"
          "Escr; ℰ\nEsim; ⩳\nEuml; Ë\nENG; Ŋ\nETH; Ð\nEcy; Э\nEfr; 𝔈\nEta; Η\nEuml Ë\nETH Ð\n"},
    {'F', "FilledVerySmallSquare; ▪\nFilledSmallSquare; ◼\nFouriertrf; ℱ\nForAll; ∀\nFopf; 𝔽\n"
          "Fscr; ℱ\nFcy; Ф\nFfr; 𝔉\n"},
    {'G', "GreaterSlantEqual; ⩾\nGreaterEqualLess; ⋛\nGreaterFullEqual; ≧\nGreaterGreater; ⪢\n"
          "GreaterEqual; ≥\nGreaterTilde; ≳\nGreaterLess; ≷\nGammad; Ϝ\nGbreve; Ğ\nGcedil; Ģ\n"
          "Gamma; Γ\nGcirc; Ĝ\nGJcy; Ѓ\nGdot; Ġ\nGopf; 𝔾\nGscr; 𝒢\nGcy; Г\nGfr; 𝔊\nGT; >\nGg; ⋙\n"
          "Gt; ≫\nGT >\n"},
    {'H',
     "HorizontalLine; ─\nHilbertSpace; ℋ\nHumpDownHump; ≎\nHumpEqual; ≏\nHARDcy; Ъ\nHstrok; Ħ\n"
     "Hacek; ˇ\nHcirc; Ĥ\nHopf; ℍ\nHscr; ℋ\nHat; ^\nHfr; ℌ\n"},
    {'I', "InvisibleComma; \342\201\243\nInvisibleTimes; \342\201\242\nIntersection; ⋂\n"
          "ImaginaryI; ⅈ\nIntegral; ∫\nImplies; ⇒\nIacute; Í\nIgrave; Ì\nItilde; Ĩ\nIJlig; Ĳ\n"
          "Iacute Í\nIcirc; Î\nIgrave Ì\nImacr; Ī\nIogon; Į\nIukcy; І\nIEcy; Е\nIOcy; Ё\nIcirc Î\n"
          "Idot; İ\nIopf; 𝕀\nIota; Ι\nIscr; ℐ\nIuml; Ï\nIcy; И\nIfr; ℑ\nInt; ∬\nIuml Ï\nIm; ℑ\n"},
    {'J', "Jsercy; Ј\nJcirc; Ĵ\nJukcy; Є\nJopf; 𝕁\nJscr; 𝒥\nJcy; Й\nJfr; 𝔍\n"},
    {'K', "Kcedil; Ķ\nKappa; Κ\nKHcy; Х\nKJcy; Ќ\nKopf; 𝕂\nKscr; 𝒦\nKcy; К\nKfr; 𝔎\n"},
    {'L',
     "LeftArrowRightArrow; ⇆\nLongLeftRightArrow; ⟷\nLongleftrightarrow; ⟺\n"
     "LeftDoubleBracket; ⟦\nLeftDownTeeVector; ⥡\nLeftDownVectorBar; ⥙\nLeftTriangleEqual; ⊴\n"
     "LeftAngleBracket; ⟨\nLeftUpDownVector; ⥑\nLessEqualGreater; ⋚\nLeftRightVector; ⥎\n"
     "LeftTriangleBar; ⧏\nLeftUpTeeVector; ⥠\nLeftUpVectorBar; ⥘\nLowerRightArrow; ↘\n"
     "LeftDownVector; ⇃\nLeftRightArrow; ↔\nLeftrightarrow; ⇔\nLessSlantEqual; ⩽\n"
     "LongRightArrow; ⟶\nLongrightarrow; ⟹\nLowerLeftArrow; ↙\nLeftTeeVector; ⥚\n"
     "LeftVectorBar; ⥒\nLessFullEqual; ≦\nLongLeftArrow; ⟵\nLongleftarrow; ⟸\nLeftArrowBar; ⇤\n"
     "LeftTeeArrow; ↤\nLeftTriangle; ⊲\nLeftUpVector; ↿\nLeftCeiling; ⌈\nLessGreater; ≶\n"
     "Laplacetrf; ℒ\nLeftVector; ↼\nLleftarrow; ⇚\nLeftArrow; ←\nLeftFloor; ⌊\nLeftarrow; ⇐\n"
     "LessTilde; ≲\nLessLess; ⪡\nLeftTee; ⊣\nLacute; Ĺ\nLambda; Λ\nLcaron; Ľ\nLcedil; Ļ\n"
     "Lmidot; Ŀ\nLstrok; Ł\nLJcy; Љ\nLang; ⟪\nLarr; ↞\nLopf; 𝕃\nLscr; ℒ\nLcy; Л\nLfr; 𝔏\nLsh; ↰\n"
     "LT; <\nLl; ⋘\nLt; ≪\nLT <\n"},
    {'M',
     "MediumSpace; \342\201\237\nMellintrf; ℳ\nMinusPlus; ∓\nMopf; 𝕄\nMscr; ℳ\nMap; ⤅\nMcy; М\n"
     "Mfr; 𝔐\nMu; Μ\n"},
    {'N',
     "NotNestedGreaterGreater; ⪢\314\270\nNotSquareSupersetEqual; ⋣\n"
     "NegativeVeryThinSpace; \342\200\213\nNotPrecedesSlantEqual; ⋠\nNotRightTriangleEqual; ⋭\n"
     "NotSucceedsSlantEqual; ⋡\nNestedGreaterGreater; ≫\nNotDoubleVerticalBar; ∦\n"
     "NotGreaterSlantEqual; ⩾\314\270\nNotLeftTriangleEqual; ⋬\nNotSquareSubsetEqual; ⋢\n"
     "NegativeMediumSpace; \342\200\213\nNotGreaterFullEqual; ≧\314\270\n"
     "NotRightTriangleBar; ⧐\314\270\nNegativeThickSpace; \342\200\213\n"
     "NotLeftTriangleBar; ⧏\314\270\nNegativeThinSpace; \342\200\213\n"
     "NotGreaterGreater; ≫\314\270\nNotLessSlantEqual; ⩽\314\270\nNotNestedLessLess; ⪡\314\270\n"
     "NotReverseElement; ∌\nNotSquareSuperset; ⊐\314\270\nNotTildeFullEqual; ≇\n"
     "NonBreakingSpace; \302\240\nNotPrecedesEqual; ⪯\314\270\nNotRightTriangle; ⋫\n"
     "NotSucceedsEqual; ⪰\314\270\nNotSucceedsTilde; ≿\314\270\nNotSupersetEqual; ⊉\n"
     "NotGreaterEqual; ≱\nNotGreaterTilde; ≵\nNotHumpDownHump; ≎\314\270\nNotLeftTriangle; ⋪\n"
     "NotSquareSubset; ⊏\314\270\nNestedLessLess; ≪\nNotGreaterLess; ≹\nNotLessGreater; ≸\n"
     "NotSubsetEqual; ⊈\nNotVerticalBar; ∤\nNotEqualTilde; ≂\314\270\nNotTildeEqual; ≄\n"
     "NotTildeTilde; ≉\nNotCongruent; ≢\nNotHumpEqual; ≏\314\270\nNotLessEqual; ≰\n"
     "NotLessTilde; ≴\nNotLessLess; ≪\314\270\nNotPrecedes; ⊀\nNotSucceeds; ⊁\n"
     "NotSuperset; ⊃\342\203\222\nNotElement; ∉\nNotGreater; ≯\nNotCupCap; ≭\nNotExists; ∄\n"
     "NotSubset; ⊂\342\203\222\nNotEqual; ≠\nNotTilde; ≁\nNewLine; \012\nNoBreak; \342\201\240\n"
     "NotLess; ≮\nNacute; Ń\nNcaron; Ň\nNcedil; Ņ\nNtilde; Ñ\nNtilde Ñ\nNJcy; Њ\nNopf; ℕ\n"
     "Nscr; 𝒩\nNcy; Н\nNfr; 𝔑\nNot; ⫬\nNu; Ν\n"},
    {'O',
     "OpenCurlyDoubleQuote; “\nOverParenthesis; ⏜\nOpenCurlyQuote; ‘\nOverBracket; ⎴\n"
     "OverBrace; ⏞\nOmicron; Ο\nOverBar; ‾\nOacute; Ó\nOdblac; Ő\nOgrave; Ò\nOslash; Ø\n"
     "Otilde; Õ\nOtimes; ⨷\nOElig; Œ\nOacute Ó\nOcirc; Ô\nOgrave Ò\nOmacr; Ō\nOmega; Ω\n"
     "Oslash Ø\nOtilde Õ\nOcirc Ô\nOopf; 𝕆\nOscr; 𝒪\nOuml; Ö\nOcy; О\nOfr; 𝔒\nOuml Ö\nOr; ⩔\n"},
    {'P', "PrecedesSlantEqual; ≼\nPoincareplane; ℌ\nPrecedesEqual; ⪯\nPrecedesTilde; ≾\n"
          "Proportional; ∝\nProportion; ∷\nPlusMinus; ±\nPartialD; ∂\nPrecedes; ≺\nProduct; ∏\n"
          "Prime; ″\nPopf; ℙ\nPscr; 𝒫\nPcy; П\nPfr; 𝔓\nPhi; Φ\nPsi; Ψ\nPi; Π\nPr; ⪻\n"},
    {'Q', "QUOT; \"\nQopf; ℚ\nQscr; 𝒬\nQUOT \"\nQfr; 𝔔\n"},
    {'R',
     "ReverseUpEquilibrium; ⥯\nRightArrowLeftArrow; ⇄\nReverseEquilibrium; ⇋\n"
     "RightDoubleBracket; ⟧\nRightDownTeeVector; ⥝\nRightDownVectorBar; ⥕\n"
     "RightTriangleEqual; ⊵\nRightAngleBracket; ⟩\nRightUpDownVector; ⥏\nRightTriangleBar; ⧐\n"
     "RightUpTeeVector; ⥜\nRightUpVectorBar; ⥔\nRightDownVector; ⇂\nReverseElement; ∋\n"
     "RightTeeVector; ⥛\nRightVectorBar; ⥓\nRightArrowBar; ⇥\nRightTeeArrow; ↦\n"
     "RightTriangle; ⊳\nRightUpVector; ↾\nRightCeiling; ⌉\nRoundImplies; ⥰\nRightVector; ⇀\n"
     "Rrightarrow; ⇛\nRuleDelayed; ⧴\nRightArrow; →\nRightFloor; ⌋\nRightarrow; ⇒\nRightTee; ⊢\n"
     "Racute; Ŕ\nRarrtl; ⤖\nRcaron; Ř\nRcedil; Ŗ\nRBarr; ⤐\nRang; ⟫\nRarr; ↠\nRopf; ℝ\nRscr; ℛ\n"
     "REG; ®\nRcy; Р\nRfr; ℜ\nRho; Ρ\nRsh; ↱\nREG ®\nRe; ℜ\n"},
    {'S',
     "SquareSupersetEqual; ⊒\nSquareIntersection; ⊓\nSucceedsSlantEqual; ≽\n"
     "SquareSubsetEqual; ⊑\nShortRightArrow; →\nShortDownArrow; ↓\nShortLeftArrow; ←\n"
     "SquareSuperset; ⊐\nSucceedsEqual; ⪰\nSucceedsTilde; ≿\nSupersetEqual; ⊇\nShortUpArrow; ↑\n"
     "SquareSubset; ⊏\nSmallCircle; ∘\nSquareUnion; ⊔\nSubsetEqual; ⊆\nSucceeds; ≻\nSuchThat; ∋\n"
     "Superset; ⊃\nSHCHcy; Щ\nSOFTcy; Ь\nSacute; Ś\nScaron; Š\nScedil; Ş\nSquare; □\nSubset; ⋐\n"
     "Supset; ⋑\nScirc; Ŝ\nSigma; Σ\nSHcy; Ш\nSopf; 𝕊\nSqrt; √\nSscr; 𝒮\nStar; ⋆\nScy; С\n"
     "Sfr; 𝔖\nSub; ⋐\nSum; ∑\nSup; ⋑\nSc; ⪼\n"},
    {'T', "TildeFullEqual; ≅\nThickSpace; \342\201\237\342\200\212\nTildeEqual; ≃\nTildeTilde; ≈\n"
          "Therefore; ∴\nThinSpace; \342\200\211\nTripleDot; \342\203\233\nTcaron; Ť\nTcedil; Ţ\n"
          "Tstrok; Ŧ\nTHORN; Þ\nTRADE; ™\nTSHcy; Ћ\nTheta; Θ\nTilde; ∼\nTHORN Þ\nTScy; Ц\nTopf; 𝕋\n"
          "Tscr; 𝒯\nTab; \011\nTau; Τ\nTcy; Т\nTfr; 𝔗\n"},
    {'U',
     "UnderParenthesis; ⏝\nUpArrowDownArrow; ⇅\nUpperRightArrow; ↗\nUpperLeftArrow; ↖\n"
     "UpEquilibrium; ⥮\nUnderBracket; ⎵\nUpDownArrow; ↕\nUpdownarrow; ⇕\nUnderBrace; ⏟\n"
     "UpArrowBar; ⤒\nUpTeeArrow; ↥\nUnionPlus; ⊎\nUarrocir; ⥉\nUnderBar; _\nUpArrow; ↑\n"
     "Uparrow; ⇑\nUpsilon; Υ\nUacute; Ú\nUbreve; Ŭ\nUdblac; Ű\nUgrave; Ù\nUtilde; Ũ\nUacute Ú\n"
     "Ubrcy; Ў\nUcirc; Û\nUgrave Ù\nUmacr; Ū\nUnion; ⋃\nUogon; Ų\nUpTee; ⊥\nUring; Ů\nUarr; ↟\n"
     "Ucirc Û\nUopf; 𝕌\nUpsi; ϒ\nUscr; 𝒰\nUuml; Ü\nUcy; У\nUfr; 𝔘\nUuml Ü\n"},
    {'V', "VerticalSeparator; ❘\nVerticalTilde; ≀\nVeryThinSpace; \342\200\212\nVerticalLine; |\n"
          "VerticalBar; ∣\nVdashl; ⫦\nVerbar; ‖\nVvdash; ⊪\nVDash; ⊫\nVdash; ⊩\nVbar; ⫫\nVert; ‖\n"
          "Vopf; 𝕍\nVscr; 𝒱\nVcy; В\nVee; ⋁\nVfr; 𝔙\n"},
    {'W', "Wcirc; Ŵ\nWedge; ⋀\nWopf; 𝕎\nWscr; 𝒲\nWfr; 𝔚\n"},
    {'X', "Xopf; 𝕏\nXscr; 𝒳\nXfr; 𝔛\nXi; Ξ\n"},
    {'Y', "Yacute; Ý\nYacute Ý\nYcirc; Ŷ\nYAcy; Я\nYIcy; Ї\nYUcy; Ю\nYopf; 𝕐\nYscr; 𝒴\nYuml; Ÿ\n"
          "Ycy; Ы\nYfr; 𝔜\n"},
    {'Z', "ZeroWidthSpace; \342\200\213\nZacute; Ź\nZcaron; Ž\nZHcy; Ж\nZdot; Ż\nZeta; Ζ\nZopf; ℤ\n"
          "Zscr; 𝒵\nZcy; З\nZfr; ℨ\n"},
    {'a',
     "andslope; ⩘\nangmsdaa; ⦨\nangmsdab; ⦩\nangmsdac; ⦪\nangmsdad; ⦫\nangmsdae; ⦬\nangmsdaf; ⦭\n"
     "angmsdag; ⦮\nangmsdah; ⦯\nangrtvbd; ⦝\napproxeq; ≊\nawconint; ∳\nalefsym; ℵ\nangrtvb; ⊾\n"
     "angzarr; ⍼\nasympeq; ≍\naacute; á\nabreve; ă\nagrave; à\nandand; ⩕\nangmsd; ∡\nangsph; ∢\n"
     "apacir; ⩯\napprox; ≈\natilde; ã\naacute á\nacirc; â\nacute; ´\naelig; æ\nagrave à\n"
     "aleph; ℵ\nalpha; α\namacr; ā\namalg; ⨿\nangle; ∠\nangrt; ∟\nangst; Å\naogon; ą\naring; å\n"
     "asymp; ≈\natilde ã\nawint; ⨑\nacirc â\nacute ´\naelig æ\nandd; ⩜\nandv; ⩚\nange; ⦤\n"
     "aopf; 𝕒\napid; ≋\napos; '\naring å\nascr; 𝒶\nauml; ä\nacE; ∾\314\263\nacd; ∿\nacy; а\n"
     "afr; 𝔞\namp; &\nand; ∧\nang; ∠\napE; ⩰\nape; ≊\nast; *\nauml ä\nac; ∾\naf; \342\201\241\n"
     "amp &\nap; ≈\n"},
    {'b',
     "blacktriangleright; ▸\nblacktriangledown; ▾\nblacktriangleleft; ◂\nbigtriangledown; ▽\n"
     "bigtriangleup; △\nblacktriangle; ▴\nblacklozenge; ⧫\nbackepsilon; ϶\nblacksquare; ▪\n"
     "backprime; ‵\nbacksimeq; ⋍\nbigotimes; ⨂\nbackcong; ≌\nbarwedge; ⌅\nbbrktbrk; ⎶\n"
     "bigoplus; ⨁\nbigsqcup; ⨆\nbiguplus; ⨄\nbigwedge; ⋀\nboxminus; ⊟\nboxtimes; ⊠\nbsolhsub; ⟈\n"
     "backsim; ∽\nbecause; ∵\nbemptyv; ⦰\nbetween; ≬\nbigcirc; ◯\nbigodot; ⨀\nbigstar; ★\n"
     "bnequiv; ≡\342\203\245\nboxplus; ⊞\nbarvee; ⊽\nbarwed; ⌅\nbecaus; ∵\nbernou; ℬ\nbigcap; ⋂\n"
     "bigcup; ⋃\nbigvee; ⋁\nbkarow; ⤍\nbottom; ⊥\nbowtie; ⋈\nboxbox; ⧉\nbprime; ‵\nbrvbar; ¦\n"
     "bullet; •\nbumpeq; ≏\nbcong; ≌\nbdquo; „\nbepsi; ϶\nblank; ␣\nblk12; ▒\nblk14; ░\n"
     "blk34; ▓\nblock; █\nboxDL; ╗\nboxDR; ╔\nboxDl; ╖\nboxDr; ╓\nboxHD; ╦\nboxHU; ╩\nboxHd; ╤\n"
     "boxHu; ╧\nboxUL; ╝\nboxUR; ╚\nboxUl; ╜\nboxUr; ╙\nboxVH; ╬\nboxVL; ╣\nboxVR; ╠\nboxVh; ╫\n"
     "boxVl; ╢\nboxVr; ╟\nboxdL; ╕\nboxdR; ╒\nboxdl; ┐\nboxdr; ┌\nboxhD; ╥\nboxhU; ╨\nboxhd; ┬\n"
     "boxhu; ┴\nboxuL; ╛\nboxuR; ╘\nboxul; ┘\nboxur; └\nboxvH; ╪\nboxvL; ╡\nboxvR; ╞\nboxvh; ┼\n"
     "boxvl; ┤\nboxvr; ├\nbreve; ˘\nbrvbar ¦\nbsemi; ⁏\nbsime; ⋍\nbsolb; ⧅\nbumpE; ⪮\nbumpe; ≏\n"
     "bNot; ⫭\nbbrk; ⎵\nbeta; β\nbeth; ℶ\nbnot; ⌐\nbopf; 𝕓\nboxH; ═\nboxV; ║\nboxh; ─\nboxv; │\n"
     "bscr; 𝒷\nbsim; ∽\nbsol; \\\nbull; •\nbump; ≎\nbcy; б\nbfr; 𝔟\nbne; =\342\203\245\nbot; ⊥\n"},
    {'c',
     "circlearrowright; ↻\ncirclearrowleft; ↺\ncurvearrowright; ↷\ncurvearrowleft; ↶\n"
     "circledcirc; ⊚\ncircleddash; ⊝\ncurlyeqprec; ⋞\ncurlyeqsucc; ⋟\ncircledast; ⊛\n"
     "complement; ∁\ncurlywedge; ⋏\ncenterdot; ·\ncheckmark; ✓\ncomplexes; ℂ\ncapbrcup; ⩉\n"
     "circledR; ®\ncircledS; Ⓢ\ncirfnint; ⨐\nclubsuit; ♣\ncupbrcap; ⩈\ncurlyvee; ⋎\ncwconint; ∲\n"
     "ccupssm; ⩐\ncemptyv; ⦲\ncirscir; ⧂\ncoloneq; ≔\ncongdot; ⩭\ncudarrl; ⤸\ncudarrr; ⤵\n"
     "cularrp; ⤽\ncurarrm; ⤼\ncacute; ć\ncapand; ⩄\ncapcap; ⩋\ncapcup; ⩇\ncapdot; ⩀\nccaron; č\n"
     "ccedil; ç\ncirceq; ≗\ncirmid; ⫯\ncolone; ≔\ncommat; @\ncompfn; ∘\nconint; ∮\ncoprod; ∐\n"
     "copysr; ℗\ncularr; ↶\ncupcap; ⩆\ncupcup; ⩊\ncupdot; ⊍\ncurarr; ↷\ncurren; ¤\ncylcty; ⌭\n"
     "caret; ⁁\ncaron; ˇ\nccaps; ⩍\nccedil ç\nccirc; ĉ\nccups; ⩌\ncedil; ¸\ncheck; ✓\nclubs; ♣\n"
     "colon; :\ncomma; ,\ncrarr; ↵\ncross; ✗\ncsube; ⫑\ncsupe; ⫒\nctdot; ⋯\ncuepr; ⋞\ncuesc; ⋟\n"
     "cupor; ⩅\ncurren ¤\ncuvee; ⋎\ncuwed; ⋏\ncwint; ∱\ncaps; ∩\357\270\200\ncdot; ċ\ncedil ¸\n"
     "cent; ¢\nchcy; ч\ncirE; ⧃\ncirc; ˆ\ncire; ≗\ncomp; ∁\ncong; ≅\ncopf; 𝕔\ncopy; ©\ncscr; 𝒸\n"
     "csub; ⫏\ncsup; ⫐\ncups; ∪\357\270\200\ncap; ∩\ncent ¢\ncfr; 𝔠\nchi; χ\ncir; ○\ncopy ©\n"
     "cup; ∪\n"},
    {'d',
     "downharpoonright; ⇂\ndownharpoonleft; ⇃\ndoublebarwedge; ⌆\ndowndownarrows; ⇊\n"
     "divideontimes; ⋇\ndiamondsuit; ♦\ndotsquare; ⊡\ndownarrow; ↓\ndoteqdot; ≑\ndotminus; ∸\n"
     "drbkarow; ⤐\ndzigrarr; ⟿\ndbkarow; ⤏\nddagger; ‡\nddotseq; ⩷\ndemptyv; ⦱\ndiamond; ⋄\n"
     "digamma; ϝ\ndotplus; ∔\ndwangle; ⦦\ndagger; †\ndaleth; ℸ\ndcaron; ď\ndfisht; ⥿\ndivide; ÷\n"
     "divonx; ⋇\ndlcorn; ⌞\ndlcrop; ⌍\ndollar; $\ndrcorn; ⌟\ndrcrop; ⌌\ndstrok; đ\ndashv; ⊣\n"
     "dblac; ˝\nddarr; ⇊\ndelta; δ\ndharl; ⇃\ndharr; ⇂\ndiams; ♦\ndisin; ⋲\ndivide ÷\ndoteq; ≐\n"
     "dtdot; ⋱\ndtrif; ▾\nduarr; ⇵\nduhar; ⥯\ndArr; ⇓\ndHar; ⥥\ndarr; ↓\ndash; ‐\ndiam; ⋄\n"
     "djcy; ђ\ndopf; 𝕕\ndscr; 𝒹\ndscy; ѕ\ndsol; ⧶\ndtri; ▿\ndzcy; џ\ndcy; д\ndeg; °\ndfr; 𝔡\n"
     "die; ¨\ndiv; ÷\ndot; ˙\ndd; ⅆ\ndeg °\n"},
    {'e',
     "exponentiale; ⅇ\neqslantless; ⪕\nexpectation; ℰ\neqslantgtr; ⪖\nelinters; ⏧\nemptyset; ∅\n"
     "eqvparsl; ⧥\nepsilon; ε\neqcolon; ≕\nequivDD; ⩸\neacute; é\neaster; ⩮\necaron; ě\n"
     "ecolon; ≕\negrave; è\negsdot; ⪘\nelsdot; ⪗\nemptyv; ∅\nemsp13; \342\200\204\n"
     "emsp14; \342\200\205\neparsl; ⧣\neqcirc; ≖\nequals; =\nequest; ≟\neDDot; ⩷\neacute é\n"
     "ecirc; ê\nefDot; ≒\negrave è\nemacr; ē\nempty; ∅\neogon; ę\neplus; ⩱\nepsiv; ϵ\neqsim; ≂\n"
     "equiv; ≡\nerDot; ≓\nerarr; ⥱\nesdot; ≐\nexist; ∃\neDot; ≑\necir; ≖\necirc ê\nedot; ė\n"
     "emsp; \342\200\203\nensp; \342\200\202\neopf; 𝕖\nepar; ⋕\nepsi; ε\nescr; ℯ\nesim; ≂\n"
     "euml; ë\neuro; €\nexcl; !\necy; э\nefr; 𝔢\negs; ⪖\nell; ℓ\nels; ⪕\neng; ŋ\neta; η\neth; ð\n"
     "euml ë\nee; ⅇ\neg; ⪚\nel; ⪙\neth ð\n"},
    {'f',
     "fallingdotseq; ≒\nfpartint; ⨍\nfemale; ♀\nffilig; ﬃ\nffllig; ﬄ\nforall; ∀\nfrac12; ½\n"
     "frac13; ⅓\nfrac14; ¼\nfrac15; ⅕\nfrac16; ⅙\nfrac18; ⅛\nfrac23; ⅔\nfrac25; ⅖\nfrac34; ¾\n"
     "frac35; ⅗\nfrac38; ⅜\nfrac45; ⅘\nfrac56; ⅚\nfrac58; ⅝\nfrac78; ⅞\nfflig; ﬀ\nfilig; ﬁ\n"
     "fjlig; fj\nfllig; ﬂ\nfltns; ▱\nforkv; ⫙\nfrac12 ½\nfrac14 ¼\nfrac34 ¾\nfrasl; ⁄\nfrown; ⌢\n"
     "flat; ♭\nfnof; ƒ\nfopf; 𝕗\nfork; ⋔\nfscr; 𝒻\nfcy; ф\nffr; 𝔣\n"},
    {'g',
     "gtreqqless; ⪌\ngtrapprox; ⪆\ngtreqless; ⋛\ngvertneqq; ≩\357\270\200\ngeqslant; ⩾\n"
     "gesdotol; ⪄\ngnapprox; ⪊\ngesdoto; ⪂\ngtquest; ⩼\ngtrless; ≷\ngacute; ǵ\ngammad; ϝ\n"
     "gbreve; ğ\ngesdot; ⪀\ngesles; ⪔\ngtlPar; ⦕\ngtrarr; ⥸\ngtrdot; ⋗\ngtrsim; ≳\ngamma; γ\n"
     "gcirc; ĝ\ngescc; ⪩\ngimel; ℷ\ngneqq; ≩\ngnsim; ⋧\ngrave; `\ngsime; ⪎\ngsiml; ⪐\ngtcir; ⩺\n"
     "gtdot; ⋗\ngdot; ġ\ngeqq; ≧\ngesl; ⋛\357\270\200\ngjcy; ѓ\ngnap; ⪊\ngneq; ⪈\ngopf; 𝕘\n"
     "gscr; ℊ\ngsim; ≳\ngtcc; ⪧\ngvnE; ≩\357\270\200\ngEl; ⪌\ngap; ⪆\ngcy; г\ngel; ⋛\ngeq; ≥\n"
     "ges; ⩾\ngfr; 𝔤\nggg; ⋙\nglE; ⪒\ngla; ⪥\nglj; ⪤\ngnE; ≩\ngne; ⪈\ngE; ≧\nge; ≥\ngg; ≫\n"
     "gl; ≷\ngt; >\ngt >\n"},
    {'h',
     "hookrightarrow; ↪\nhookleftarrow; ↩\nheartsuit; ♥\nhksearow; ⤥\nhkswarow; ⤦\nharrcir; ⥈\n"
     "hairsp; \342\200\212\nhamilt; ℋ\nhardcy; ъ\nhearts; ♥\nhellip; …\nhercon; ⊹\nhomtht; ∻\n"
     "horbar; ―\nhslash; ℏ\nhstrok; ħ\nhybull; ⁃\nhyphen; ‐\nharrw; ↭\nhcirc; ĥ\nhoarr; ⇿\n"
     "hArr; ⇔\nhalf; ½\nharr; ↔\nhbar; ℏ\nhopf; 𝕙\nhscr; 𝒽\nhfr; 𝔥\n"},
    {'i',
     "imagline; ℐ\nimagpart; ℑ\ninfintie; ⧝\nintegers; ℤ\nintercal; ⊺\nintlarhk; ⨗\nintprod; ⨼\n"
     "isindot; ⋵\niacute; í\nigrave; ì\niiiint; ⨌\niinfin; ⧜\nincare; ℅\ninodot; ı\nintcal; ⊺\n"
     "iquest; ¿\nisinsv; ⋳\nitilde; ĩ\niacute í\nicirc; î\niexcl; ¡\nigrave ì\niiint; ∭\n"
     "iiota; ℩\nijlig; ĳ\nimacr; ī\nimage; ℑ\nimath; ı\nimped; Ƶ\ninfin; ∞\niogon; į\niprod; ⨼\n"
     "iquest ¿\nisinE; ⋹\nisins; ⋴\nisinv; ∈\niukcy; і\nicirc î\niecy; е\niexcl ¡\nimof; ⊷\n"
     "iocy; ё\niopf; 𝕚\niota; ι\niscr; 𝒾\nisin; ∈\niuml; ï\nicy; и\niff; ⇔\nifr; 𝔦\nint; ∫\n"
     "iuml ï\nic; \342\201\243\nii; ⅈ\nin; ∈\nit; \342\201\242\n"},
    {'j', "jsercy; ј\njcirc; ĵ\njmath; ȷ\njukcy; є\njopf; 𝕛\njscr; 𝒿\njcy; й\njfr; 𝔧\n"},
    {'k', "kappav; ϰ\nkcedil; ķ\nkgreen; ĸ\nkappa; κ\nkhcy; х\nkjcy; ќ\nkopf; 𝕜\nkscr; 𝓀\nkcy; к\n"
          "kfr; 𝔨\n"},
    {'l',
     "leftrightsquigarrow; ↭\nlongleftrightarrow; ⟷\nleftrightharpoons; ⇋\nleftharpoondown; ↽\n"
     "leftrightarrows; ⇆\nleftleftarrows; ⇇\nleftrightarrow; ↔\nleftthreetimes; ⋋\n"
     "longrightarrow; ⟶\nlooparrowright; ↬\nleftarrowtail; ↢\nleftharpoonup; ↼\n"
     "longleftarrow; ⟵\nlooparrowleft; ↫\nlessapprox; ⪅\nlesseqqgtr; ⪋\nlmoustache; ⎰\n"
     "longmapsto; ⟼\nleftarrow; ←\nlesseqgtr; ⋚\nlvertneqq; ≨\357\270\200\nlaemptyv; ⦴\n"
     "ldrushar; ⥋\nleqslant; ⩽\nlesdotor; ⪃\nllcorner; ⌞\nlnapprox; ⪉\nlrcorner; ⌟\nlurdshar; ⥊\n"
     "larrbfs; ⤟\nlarrsim; ⥳\nlbrksld; ⦏\nlbrkslu; ⦍\nldrdhar; ⥧\nlesdoto; ⪁\nlessdot; ⋖\n"
     "lessgtr; ≶\nlesssim; ≲\nlotimes; ⨴\nlozenge; ◊\nltquest; ⩻\nluruhar; ⥦\nlAtail; ⤛\n"
     "lacute; ĺ\nlagran; ℒ\nlambda; λ\nlangle; ⟨\nlarrfs; ⤝\nlarrhk; ↩\nlarrlp; ↫\nlarrpl; ⤹\n"
     "larrtl; ↢\nlatail; ⤙\nlbrace; {\nlbrack; [\nlcaron; ľ\nlcedil; ļ\nldquor; „\nlesdot; ⩿\n"
     "lesges; ⪓\nlfisht; ⥼\nlfloor; ⌊\nlharul; ⥪\nllhard; ⥫\nlmidot; ŀ\nlmoust; ⎰\nloplus; ⨭\n"
     "lowast; ∗\nlowbar; _\nlparlt; ⦓\nlrhard; ⥭\nlsaquo; ‹\nlsquor; ‚\nlstrok; ł\nlthree; ⋋\n"
     "ltimes; ⋉\nltlarr; ⥶\nltrPar; ⦖\nlAarr; ⇚\nlBarr; ⤎\nlangd; ⦑\nlaquo; «\nlarrb; ⇤\n"
     "lates; ⪭\357\270\200\nlbarr; ⤌\nlbbrk; ❲\nlbrke; ⦋\nlceil; ⌈\nldquo; “\nlescc; ⪨\n"
     "lhard; ↽\nlharu; ↼\nlhblk; ▄\nllarr; ⇇\nlltri; ◺\nlneqq; ≨\nlnsim; ⋦\nloang; ⟬\nloarr; ⇽\n"
     "lobrk; ⟦\nlopar; ⦅\nlrarr; ⇆\nlrhar; ⇋\nlrtri; ⊿\nlsime; ⪍\nlsimg; ⪏\nlsquo; ‘\nltcir; ⩹\n"
     "ltdot; ⋖\nltrie; ⊴\nltrif; ◂\nlArr; ⇐\nlHar; ⥢\nlang; ⟨\nlaquo «\nlarr; ←\nlate; ⪭\n"
     "lcub; {\nldca; ⤶\nldsh; ↲\nleqq; ≦\nlesg; ⋚\357\270\200\nljcy; љ\nlnap; ⪉\nlneq; ⪇\n"
     "lopf; 𝕝\nlozf; ⧫\nlpar; (\nlscr; 𝓁\nlsim; ≲\nlsqb; [\nltcc; ⪦\nltri; ◃\n"
     "lvnE; ≨\357\270\200\nlEg; ⪋\nlap; ⪅\nlat; ⪫\nlcy; л\nleg; ⋚\nleq; ≤\nles; ⩽\nlfr; 𝔩\n"
     "lgE; ⪑\nlnE; ≨\nlne; ⪇\nloz; ◊\nlrm; \342\200\216\nlsh; ↰\nlE; ≦\nle; ≤\nlg; ≶\nll; ≪\n"
     "lt; <\nlt <\n"},
    {'m',
     "measuredangle; ∡\nmapstodown; ↧\nmapstoleft; ↤\nmapstoup; ↥\nmultimap; ⊸\nmaltese; ✠\n"
     "minusdu; ⨪\nmapsto; ↦\nmarker; ▮\nmcomma; ⨩\nmidast; *\nmidcir; ⫰\nmiddot; ·\nminusb; ⊟\n"
     "minusd; ∸\nmnplus; ∓\nmodels; ⊧\nmstpos; ∾\nmDDot; ∺\nmdash; —\nmicro; µ\nmiddot ·\n"
     "minus; −\nmumap; ⊸\nmacr; ¯\nmale; ♂\nmalt; ✠\nmicro µ\nmlcp; ⫛\nmldr; …\nmopf; 𝕞\n"
     "mscr; 𝓂\nmacr ¯\nmap; ↦\nmcy; м\nmfr; 𝔪\nmho; ℧\nmid; ∣\nmp; ∓\nmu; μ\n"},
    {'n',
     "ntrianglerighteq; ⋭\nnLeftrightarrow; ⇎\nnleftrightarrow; ↮\nntrianglelefteq; ⋬\n"
     "nshortparallel; ∦\nntriangleright; ⋫\nntriangleleft; ⋪\nnRightarrow; ⇏\nnrightarrow; ↛\n"
     "nLeftarrow; ⇍\nnleftarrow; ↚\nnsubseteqq; ⫅\314\270\nnsupseteqq; ⫆\314\270\n"
     "ngeqslant; ⩾\314\270\nnleqslant; ⩽\314\270\nnparallel; ∦\nnshortmid; ∤\nnsubseteq; ⊈\n"
     "nsupseteq; ⊉\nnaturals; ℕ\nncongdot; ⩭\314\270\nnotindot; ⋵\314\270\nnapprox; ≉\n"
     "natural; ♮\nnearrow; ↗\nnexists; ∄\nnotinva; ∉\nnotinvb; ⋷\nnotinvc; ⋶\nnotniva; ∌\n"
     "notnivb; ⋾\nnotnivc; ⋽\nnpolint; ⨔\nnpreceq; ⪯\314\270\nnsqsube; ⋢\nnsqsupe; ⋣\n"
     "nsubset; ⊂\342\203\222\nnsucceq; ⪰\314\270\nnsupset; ⊃\342\203\222\nnvinfin; ⧞\n"
     "nvltrie; ⊴\342\203\222\nnvrtrie; ⊵\342\203\222\nnwarrow; ↖\nnVDash; ⊯\nnVdash; ⊮\n"
     "nacute; ń\nnbumpe; ≏\314\270\nncaron; ň\nncedil; ņ\nnearhk; ⤤\nnequiv; ≢\nnesear; ⤨\n"
     "nexist; ∄\nnltrie; ⋬\nnotinE; ⋹\314\270\nnparsl; ⫽\342\203\245\nnprcue; ⋠\n"
     "nrarrc; ⤳\314\270\nnrarrw; ↝\314\270\nnrtrie; ⋭\nnsccue; ⋡\nnsimeq; ≄\nntilde; ñ\n"
     "numero; №\nnvDash; ⊭\nnvHarr; ⤄\nnvdash; ⊬\nnvlArr; ⤂\nnvrArr; ⤃\nnwarhk; ⤣\nnwnear; ⤧\n"
     "nabla; ∇\nnapid; ≋\314\270\nnapos; ŉ\nnatur; ♮\nnbump; ≎\314\270\nncong; ≇\nndash; –\n"
     "neArr; ⇗\nnearr; ↗\nnedot; ≐\314\270\nnesim; ≂\314\270\nngeqq; ≧\314\270\nngsim; ≵\n"
     "nhArr; ⇎\nnharr; ↮\nnhpar; ⫲\nnlArr; ⇍\nnlarr; ↚\nnleqq; ≦\314\270\nnless; ≮\nnlsim; ≴\n"
     "nltri; ⋪\nnotin; ∉\nnotni; ∌\nnpart; ∂\314\270\nnprec; ⊀\nnrArr; ⇏\nnrarr; ↛\nnrtri; ⋫\n"
     "nsime; ≄\nnsmid; ∤\nnspar; ∦\nnsubE; ⫅\314\270\nnsube; ⊈\nnsucc; ⊁\nnsupE; ⫆\314\270\n"
     "nsupe; ⊉\nntilde ñ\nnumsp; \342\200\207\nnvsim; ∼\342\203\222\nnwArr; ⇖\nnwarr; ↖\n"
     "nGtv; ≫\314\270\nnLtv; ≪\314\270\nnang; ∠\342\203\222\nnapE; ⩰\314\270\nnbsp; \302\240\n"
     "ncap; ⩃\nncup; ⩂\nngeq; ≱\nnges; ⩾\314\270\nngtr; ≯\nnisd; ⋺\nnjcy; њ\nnldr; ‥\nnleq; ≰\n"
     "nles; ⩽\314\270\nnmid; ∤\nnopf; 𝕟\nnpar; ∦\nnpre; ⪯\314\270\nnsce; ⪰\314\270\nnscr; 𝓃\n"
     "nsim; ≁\nnsub; ⊄\nnsup; ⊅\nntgl; ≹\nntlg; ≸\nnvap; ≍\342\203\222\nnvge; ≥\342\203\222\n"
     "nvgt; >\342\203\222\nnvle; ≤\342\203\222\nnvlt; <\342\203\222\nnGg; ⋙\314\270\n"
     "nGt; ≫\342\203\222\nnLl; ⋘\314\270\nnLt; ≪\342\203\222\nnap; ≉\nnbsp \302\240\nncy; н\n"
     "nfr; 𝔫\nngE; ≧\314\270\nnge; ≱\nngt; ≯\nnis; ⋼\nniv; ∋\nnlE; ≦\314\270\nnle; ≰\nnlt; ≮\n"
     "not; ¬\nnpr; ⊀\nnsc; ⊁\nnum; #\nne; ≠\nni; ∋\nnot ¬\nnu; ν\n"},
    {'o',
     "otimesas; ⨶\nolcross; ⦻\nomicron; ο\norderof; ℴ\norslope; ⩗\noacute; ó\nodblac; ő\n"
     "odsold; ⦼\nograve; ò\nominus; ⊖\norigof; ⊶\noslash; ø\notilde; õ\notimes; ⊗\noacute ó\n"
     "ocirc; ô\nodash; ⊝\noelig; œ\nofcir; ⦿\nograve ò\nohbar; ⦵\nolarr; ↺\nolcir; ⦾\noline; ‾\n"
     "omacr; ō\nomega; ω\noperp; ⦹\noplus; ⊕\norarr; ↻\norder; ℴ\noslash ø\notilde õ\novbar; ⌽\n"
     "oast; ⊛\nocir; ⊚\nocirc ô\nodiv; ⨸\nodot; ⊙\nogon; ˛\noint; ∮\nomid; ⦶\noopf; 𝕠\nopar; ⦷\n"
     "ordf; ª\nordm; º\noror; ⩖\noscr; ℴ\nosol; ⊘\nouml; ö\nocy; о\nofr; 𝔬\nogt; ⧁\nohm; Ω\n"
     "olt; ⧀\nord; ⩝\nordf ª\nordm º\norv; ⩛\nouml ö\noS; Ⓢ\nor; ∨\n"},
    {'p',
     "preccurlyeq; ≼\nprecnapprox; ⪹\nprecapprox; ⪷\npitchfork; ⋔\nparallel; ∥\nplusacir; ⨣\n"
     "pointint; ⨕\nprecneqq; ⪵\nprecnsim; ⋨\nprofalar; ⌮\nprofline; ⌒\nprofsurf; ⌓\npertenk; ‱\n"
     "planckh; ℎ\npluscir; ⨢\nplussim; ⨦\nplustwo; ⨧\nprecsim; ≾\nparsim; ⫳\npercnt; %\n"
     "period; .\npermil; ‰\nphmmat; ℳ\nplanck; ℏ\nplankv; ℏ\nplusdo; ∔\nplusdu; ⨥\nplusmn; ±\n"
     "preceq; ⪯\nprimes; ℙ\nprnsim; ⋨\npropto; ∝\nprurel; ⊰\npuncsp; \342\200\210\nparsl; ⫽\n"
     "phone; ☎\nplusb; ⊞\npluse; ⩲\nplusmn ±\npound; £\nprcue; ≼\nprime; ′\nprnap; ⪹\nprsim; ≾\n"
     "para; ¶\npart; ∂\nperp; ⊥\nphiv; ϕ\nplus; +\npopf; 𝕡\npound £\nprap; ⪷\nprec; ≺\nprnE; ⪵\n"
     "prod; ∏\nprop; ∝\npscr; 𝓅\npar; ∥\npara ¶\npcy; п\npfr; 𝔭\nphi; φ\npiv; ϖ\nprE; ⪳\npre; ⪯\n"
     "psi; ψ\npi; π\npm; ±\npr; ≺\n"},
    {'q', "quaternions; ℍ\nquatint; ⨖\nquesteq; ≟\nqprime; ⁗\nquest; ?\nqint; ⨌\nqopf; 𝕢\nqscr; 𝓆\n"
          "quot; \"\nqfr; 𝔮\nquot \"\n"},
    {'r',
     "rightleftharpoons; ⇌\nrightharpoondown; ⇁\nrightrightarrows; ⇉\nrightleftarrows; ⇄\n"
     "rightsquigarrow; ↝\nrightthreetimes; ⋌\nrightarrowtail; ↣\nrightharpoonup; ⇀\n"
     "risingdotseq; ≓\nrightarrow; →\nrmoustache; ⎱\nrationals; ℚ\nraemptyv; ⦳\nrealpart; ℜ\n"
     "rppolint; ⨒\nrtriltri; ⧎\nrarrbfs; ⤠\nrarrsim; ⥴\nrbrksld; ⦎\nrbrkslu; ⦐\nrdldhar; ⥩\n"
     "realine; ℛ\nrotimes; ⨵\nruluhar; ⥨\nrAtail; ⤜\nracute; ŕ\nrangle; ⟩\nrarrap; ⥵\nrarrfs; ⤞\n"
     "rarrhk; ↪\nrarrlp; ↬\nrarrpl; ⥅\nrarrtl; ↣\nratail; ⤚\nrbrace; }\nrbrack; ]\nrcaron; ř\n"
     "rcedil; ŗ\nrdquor; ”\nrfisht; ⥽\nrfloor; ⌋\nrharul; ⥬\nrmoust; ⎱\nroplus; ⨮\nrpargt; ⦔\n"
     "rsaquo; ›\nrsquor; ’\nrthree; ⋌\nrtimes; ⋊\nrAarr; ⇛\nrBarr; ⤏\nradic; √\nrangd; ⦒\n"
     "range; ⦥\nraquo; »\nrarrb; ⇥\nrarrc; ⤳\nrarrw; ↝\nratio; ∶\nrbarr; ⤍\nrbbrk; ❳\nrbrke; ⦌\n"
     "rceil; ⌉\nrdquo; ”\nreals; ℝ\nrhard; ⇁\nrharu; ⇀\nrlarr; ⇄\nrlhar; ⇌\nrnmid; ⫮\nroang; ⟭\n"
     "roarr; ⇾\nrobrk; ⟧\nropar; ⦆\nrrarr; ⇉\nrsquo; ’\nrtrie; ⊵\nrtrif; ▸\nrArr; ⇒\nrHar; ⥤\n"
     "race; ∽\314\261\nrang; ⟩\nraquo »\nrarr; →\nrcub; }\nrdca; ⤷\nrdsh; ↳\nreal; ℜ\nrect; ▭\n"
     "rhov; ϱ\nring; ˚\nropf; 𝕣\nrpar; )\nrscr; 𝓇\nrsqb; ]\nrtri; ▹\nrcy; р\nreg; ®\nrfr; 𝔯\n"
     "rho; ρ\nrlm; \342\200\217\nrsh; ↱\nreg ®\nrx; ℞\n"},
    {'s',
     "straightepsilon; ϵ\nshortparallel; ∥\nsmallsetminus; ∖\nstraightphi; ϕ\nsucccurlyeq; ≽\n"
     "succnapprox; ⪺\nsqsubseteq; ⊑\nsqsupseteq; ⊒\nsubsetneqq; ⫋\nsuccapprox; ⪸\nsupsetneqq; ⫌\n"
     "spadesuit; ♠\nsubseteqq; ⫅\nsubsetneq; ⊊\nsupseteqq; ⫆\nsupsetneq; ⊋\nscpolint; ⨓\n"
     "setminus; ∖\nshortmid; ∣\nsmeparsl; ⧤\nsqsubset; ⊏\nsqsupset; ⊐\nsubseteq; ⊆\nsuccneqq; ⪶\n"
     "succnsim; ⋩\nsupseteq; ⊇\nsearrow; ↘\nsimplus; ⨤\nsimrarr; ⥲\nsubedot; ⫃\nsubmult; ⫁\n"
     "subplus; ⪿\nsubrarr; ⥹\nsuccsim; ≿\nsupdsub; ⫘\nsupedot; ⫄\nsuphsol; ⟉\nsuphsub; ⫗\n"
     "suplarr; ⥻\nsupmult; ⫂\nsupplus; ⫀\nswarrow; ↙\nsacute; ś\nscaron; š\nscedil; ş\n"
     "scnsim; ⋩\nsearhk; ⤥\nseswar; ⤩\nsfrown; ⌢\nshchcy; щ\nsigmaf; ς\nsigmav; ς\nsimdot; ⩪\n"
     "smashp; ⨳\nsoftcy; ь\nsolbar; ⌿\nspades; ♠\nsqcaps; ⊓\357\270\200\nsqcups; ⊔\357\270\200\n"
     "sqsube; ⊑\nsqsupe; ⊒\nsquare; □\nsquarf; ▪\nssetmn; ∖\nssmile; ⌣\nsstarf; ⋆\nsubdot; ⪽\n"
     "subset; ⊂\nsubsim; ⫇\nsubsub; ⫕\nsubsup; ⫓\nsucceq; ⪰\nsupdot; ⪾\nsupset; ⊃\nsupsim; ⫈\n"
     "supsub; ⫔\nsupsup; ⫖\nswarhk; ⤦\nswnwar; ⤪\nsbquo; ‚\nsccue; ≽\nscirc; ŝ\nscnap; ⪺\n"
     "scsim; ≿\nsdotb; ⊡\nsdote; ⩦\nseArr; ⇘\nsearr; ↘\nsetmn; ∖\nsharp; ♯\nsigma; σ\nsimeq; ≃\n"
     "simgE; ⪠\nsimlE; ⪟\nsimne; ≆\nslarr; ←\nsmile; ⌣\nsmtes; ⪬\357\270\200\nsqcap; ⊓\n"
     "sqcup; ⊔\nsqsub; ⊏\nsqsup; ⊐\nsrarr; →\nstarf; ★\nstrns; ¯\nsubnE; ⫋\nsubne; ⊊\nsupnE; ⫌\n"
     "supne; ⊋\nswArr; ⇙\nswarr; ↙\nszlig; ß\nscap; ⪸\nscnE; ⪶\nsdot; ⋅\nsect; §\nsemi; ;\n"
     "sext; ✶\nshcy; ш\nsime; ≃\nsimg; ⪞\nsiml; ⪝\nsmid; ∣\nsmte; ⪬\nsolb; ⧄\nsopf; 𝕤\nspar; ∥\n"
     "squf; ▪\nsscr; 𝓈\nstar; ☆\nsubE; ⫅\nsube; ⊆\nsucc; ≻\nsung; ♪\nsup1; ¹\nsup2; ²\nsup3; ³\n"
     "supE; ⫆\nsupe; ⊇\nszlig ß\nscE; ⪴\nsce; ⪰\nscy; с\nsect §\nsfr; 𝔰\nshy; \302\255\nsim; ∼\n"
     "smt; ⪪\nsol; /\nsqu; □\nsub; ⊂\nsum; ∑\nsup1 ¹\nsup2 ²\nsup3 ³\nsup; ⊃\nsc; ≻\n"
     "shy \302\255\n"},
    {'t',
     "twoheadrightarrow; ↠\ntwoheadleftarrow; ↞\ntrianglerighteq; ⊵\ntrianglelefteq; ⊴\n"
     "triangleright; ▹\ntriangledown; ▿\ntriangleleft; ◃\nthickapprox; ≈\ntherefore; ∴\n"
     "triangleq; ≜\nthetasym; ϑ\nthicksim; ∼\ntimesbar; ⨱\ntriangle; ▵\ntriminus; ⨺\n"
     "trpezium; ⏢\ntopfork; ⫚\ntriplus; ⨹\ntritime; ⨻\ntarget; ⌖\ntcaron; ť\ntcedil; ţ\n"
     "telrec; ⌕\nthere4; ∴\nthetav; ϑ\nthinsp; \342\200\211\nthksim; ∼\ntimesb; ⊠\ntimesd; ⨰\n"
     "topbot; ⌶\ntopcir; ⫱\ntprime; ‴\ntridot; ◬\ntstrok; ŧ\ntheta; θ\nthkap; ≈\nthorn; þ\n"
     "tilde; ˜\ntimes; ×\ntrade; ™\ntrisb; ⧍\ntshcy; ћ\ntwixt; ≬\ntbrk; ⎴\ntdot; \342\203\233\n"
     "thorn þ\ntimes ×\ntint; ∭\ntoea; ⤨\ntopf; 𝕥\ntosa; ⤩\ntrie; ≜\ntscr; 𝓉\ntscy; ц\ntau; τ\n"
     "tcy; т\ntfr; 𝔱\ntop; ⊤\n"},
    {'u',
     "upharpoonright; ↾\nupharpoonleft; ↿\nupdownarrow; ↕\nupuparrows; ⇈\nulcorner; ⌜\n"
     "urcorner; ⌝\nuparrow; ↑\nupsilon; υ\nuwangle; ⦧\nuacute; ú\nubreve; ŭ\nudblac; ű\n"
     "ufisht; ⥾\nugrave; ù\nulcorn; ⌜\nulcrop; ⌏\nurcorn; ⌝\nurcrop; ⌎\nutilde; ũ\nuacute ú\n"
     "ubrcy; ў\nucirc; û\nudarr; ⇅\nudhar; ⥮\nugrave ù\nuharl; ↿\nuharr; ↾\nuhblk; ▀\nultri; ◸\n"
     "umacr; ū\nuogon; ų\nuplus; ⊎\nupsih; ϒ\nuring; ů\nurtri; ◹\nutdot; ⋰\nutrif; ▴\nuuarr; ⇈\n"
     "uArr; ⇑\nuHar; ⥣\nuarr; ↑\nucirc û\nuopf; 𝕦\nupsi; υ\nuscr; 𝓊\nutri; ▵\nuuml; ü\nucy; у\n"
     "ufr; 𝔲\numl; ¨\nuuml ü\numl ¨\n"},
    {'v',
     "vartriangleright; ⊳\nvartriangleleft; ⊲\nvarsubsetneqq; ⫋\357\270\200\n"
     "varsupsetneqq; ⫌\357\270\200\nvarsubsetneq; ⊊\357\270\200\nvarsupsetneq; ⊋\357\270\200\n"
     "varepsilon; ϵ\nvarnothing; ∅\nvarpropto; ∝\nvarkappa; ϰ\nvarsigma; ς\nvartheta; ϑ\n"
     "vzigzag; ⦚\nvangrt; ⦜\nvarphi; ϕ\nvarrho; ϱ\nveebar; ⊻\nvellip; ⋮\nverbar; |\n"
     "vsubnE; ⫋\357\270\200\nvsubne; ⊊\357\270\200\nvsupnE; ⫌\357\270\200\n"
     "vsupne; ⊋\357\270\200\nvBarv; ⫩\nvDash; ⊨\nvarpi; ϖ\nvdash; ⊢\nveeeq; ≚\nvltri; ⊲\n"
     "vnsub; ⊂\342\203\222\nvnsup; ⊃\342\203\222\nvprop; ∝\nvrtri; ⊳\nvArr; ⇕\nvBar; ⫨\nvarr; ↕\n"
     "vert; |\nvopf; 𝕧\nvscr; 𝓋\nvcy; в\nvee; ∨\nvfr; 𝔳\n"},
    {'w',
     "wedbar; ⩟\nwedgeq; ≙\nweierp; ℘\nwreath; ≀\nwcirc; ŵ\nwedge; ∧\nwopf; 𝕨\nwscr; 𝓌\nwfr; 𝔴\n"
     "wp; ℘\nwr; ≀\n"},
    {'x', "xoplus; ⨁\nxotime; ⨂\nxsqcup; ⨆\nxuplus; ⨄\nxwedge; ⋀\nxcirc; ◯\nxdtri; ▽\nxhArr; ⟺\n"
          "xharr; ⟷\nxlArr; ⟸\nxlarr; ⟵\nxodot; ⨀\nxrArr; ⟹\nxrarr; ⟶\nxutri; △\nxcap; ⋂\nxcup; ⋃\n"
          "xmap; ⟼\nxnis; ⋻\nxopf; 𝕩\nxscr; 𝓍\nxvee; ⋁\nxfr; 𝔵\nxi; ξ\n"},
    {'y', "yacute; ý\nyacute ý\nycirc; ŷ\nyacy; я\nyicy; ї\nyopf; 𝕪\nyscr; 𝓎\nyucy; ю\nyuml; ÿ\n"
          "ycy; ы\nyen; ¥\nyfr; 𝔶\nyuml ÿ\nyen ¥\n"},
    {'z',
     "zigrarr; ⇝\nzacute; ź\nzcaron; ž\nzeetrf; ℨ\nzdot; ż\nzeta; ζ\nzhcy; ж\nzopf; 𝕫\nzscr; 𝓏\n"
     "zwnj; \342\200\214\nzcy; з\nzfr; 𝔷\nzwj; \342\200\215\n"},
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
