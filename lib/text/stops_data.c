#include "text/stops_data.h"

#include <stdio.h>
#include <string.h>

static const tr_stops languages[] = {
    {
        .languages = " en ",
        .answers = " no. ",
        .feet = " ft ft. feet foot ",
        .inches = " in in. ",
        .millions = " million",
        .numbers = {{"number", " No. no. Nos. nos. № "},
                    {"figure", " Fig. fig. Figs. figs. "},
                    {"volume", " Vol. vol. Vols. vols. "},
                    {"chapter", " Ch. ch. Chap. chap. Chs. chs. "},
                    {"section", " Sec. sec. Sect. sect. Secs. secs. "}},
        .counted = " section sections chapter chapters version versions release releases kernel "
                   "figure figures fig table tables part paragraph article appendix annex clause "
                   "step item level rule ",
        .months = " march may august ",
        .before_months = " in of since until till during next last early late mid ",
        .before_dates = " on from to by before after since until till between and ",
        .articles = " the a an ",
        .never = " Mr. Mrs. Ms. DR. MR. MRS. MS. ST. PROF. Messrs. Mmes. Dr. Drs. Prof. Rev. Fr. "
                 "Hon. Rt. Pres. Gov. Govs. "
                 " Sen. Sens. Rep. Reps. Amb. Atty. Supt. Insp. Det. Gen. Col. Maj. Capt. Cmdr. "
                 " Cdr. Lt. Sgt. Cpl. Pvt. Adm. Brig. Msgr. Asst. Assoc. Ven. "
                 " Wm. Chas. Geo. Jos. Thos. Jas. Benj. Robt. Edw. "
                 " Mt. Mts. Ft. Dept. Univ. Fig. Figs. Eq. Eqs. "
                 " e.g. E.g. i.e. I.e. vs. Vs. v. cf. Cf. viz. approx. Approx. ca. N.B. a.k.a. ",
        .ends = " St. Ste. Bros. al. Mon. Tue. Tues. Wed. Thu. Thur. Thurs. Fri. ",
        .numbered =
            " No. Nos. no. nos. p. pp. para. paras. fig. figs. sec. secs. Sec. Secs. sect. "
            " Sect. vol. vols. Vol. Vols. ch. chap. chaps. Ch. Chap. Chaps. art. arts. Art. "
            " Arts. eq. eqs. ex. Ex. app. App. pt. pts. Pt. Pts. ser. Ser. l. ll. n. nn. "
            " Op. op. Sat. Sun. Jan. Feb. Mar. Apr. Jun. Jul. Aug. Sep. Sept. Oct. Nov. "
            " Dec. A.D. est. Est. b. c. d. r. Bldg. Apt. Rm. Hwy. Rte. Ext. Tel. tel. ",
        .either = " a.m. p.m. A.M. P.M. Ave. Blvd. Rd. Inc. Corp. Ltd. Co. Cos. L.L.C. Jr. Sr. "
                  "Esq. Ph.D. PhD. M.D. Ala. Ariz. "
                  " Calif. Colo. Conn. Fla. Ga. Kan. Ky. La. Md. Mich. Minn. Mo. Mont. Neb. Nev. "
                  " Okla. Ore. Pa. Penn. Tenn. Tex. Va. Vt. Wis. Wyo. Que. Ont. ",
        .starters =
            " The A An This That These Those It He She They We You I His Her Their Its Our Your My "
            " There Here What Who Whom Whose Why When Where Which How If As At In On For From To "
            " With Within Without About Above After Before Behind Below Between During Until Since "
            " By Through Under Over Upon Among Against Despite Because Although Though While "
            " Whereas Unless Whether And But Or Nor So Yet Then Thus Hence Therefore However "
            " Moreover Furthermore Nevertheless Meanwhile Instead Otherwise Perhaps Maybe Also "
            " Still Even Only Just Once Now Today Tomorrow Yesterday Soon Later Finally "
            " Eventually Recently Usually Often Sometimes Never Always Nobody Nothing None "
            " Everybody Everyone Everything Somebody Someone Something Anyone Anything Each Every "
            " Both Either Neither Some Any Many Most Much More Few Several Another Other Others "
            " Such Is Are Was Were Am Do Does Did Has Have Had Can Could Should Would Must Let "
            " Please Yes Well Not ",
        .followers =
            " Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March "
            " April May June July August September October November December Mon Tues Wed "
            " Thurs Fri Sat Sun ET EST EDT CT CST CDT MT MST MDT PT PST PDT GMT UTC BST "
            " CET CEST Eastern Central Mountain Pacific Greenwich Chief Chairman Chairwoman "
            " CEO CFO President Vice Executive Director Governor Gov Senator Sen "
            " Representative Rep Attorney Day Boulevard Avenue Street School Memorial ",
        .pronouns = " I ",
        .ordinals = " January February April June July August September October November December ",
        .labels = " an in is than OS vitamin vitamins method letter kit key value variable drive "
                  "plan option "
                  "type class grade group hepatitis part section "
                  " appendix exhibit point platform slot column row gate block box room variant "
                  " category schedule annex model line zone "
                  " Vitamin Vitamins Method Letter Kit Key Value Variable Drive Plan Option Type "
                  "Class Grade Group Hepatitis Part Section "
                  " Appendix Exhibit Point Platform Slot Column Row Gate Block Box Room Variant "
                  " Category Schedule Annex Model Line Zone ",
    },
    {
        .languages = " de ",
        .numbers = {{"Nummer", " Nr. nr. Nrn. № "},
                    {"Abbildung", " Abb. Fig. "},
                    {"Band", " Bd. Bde. "},
                    {"Kapitel", " Kap. "},
                    {"Abschnitt", " Abschn. "}},
        .counted = " abschnitt abschnitte abschnitten kapitel kapiteln version versionen release "
                   "kernel abbildung abb tabelle tab teil absatz artikel anhang schritt punkt "
                   "ziffer nummer nr regel ",
        .articles =
            " der die das dem den des ein eine einer einem einen eines im am zum zur vom beim ",
        .never =
            " Dr. Dres. Prof. Hr. Hrn. Fr. Frl. Dipl. Ing. Mag. Mr. Mrs. Ms. St. hl. Hl. Frh. "
            " Gebr. Fa. Fam. Msgr. Pfr. Abg. Lt. med. phil. jur. rer. nat. rer.pol. theol. "
            " habil. h.c. Mt. z.B. Z.B. z.b. zB. d.h. D.h. bzw. Bzw. sog. Sog. ca. inkl. Inkl. "
            " exkl. einschl. zzgl. Zzgl. abzgl. ggf. Ggf. ggfs. evtl. Evtl. vgl. Vgl. bspw. "
            " Bspw. bzgl. Bzgl. betr. Betr. lt. mind. Mind. max. insb. Insb. insbes. bes. "
            " allg. dt. engl. frz. franz. lat. griech. ital. russ. österr. schweiz. amerik. "
            " europ. röm. kath. ev. evang. ehem. geb. gest. verh. verw. gez. zit. Hrsg. Hg. "
            " Verf. Anm. zw. u. od. i.d.R. I.d.R. i.A. i.V. i.H.v. i.S.d. i.S.v. i.V.m. "
            " z.T. Z.T. z.Zt. Z.Zt. z.Z. z.Hd. m.E. M.E. u.U. U.U. o.g. v.a. V.a. v.l.n.r. "
            " vs. Abb. DR. PROF. ST. Kap. Bd. Bde. Ziff. ",
        .ends = " Str. *str. *Str. Nr. Nrn. Tel. Mio. Mrd. Tsd. Std. Min. Sek. Stck. Aufl. jun. "
                "sen. Bros. u.a. U.a. "
                " u.ä. u.Ä. o.ä. o.Ä. e.V. a.D. v. ",
        .numbered = " S. Art. Abs. Abschn. Tab. Bsp. Fig. Jg. Nr. Nrn. Tel. No. Vol. Str. *str. "
                    "*Str. Mo. Di. "
                    " Mi. Do. Sa. So. Jan. Feb. Febr. Mär. Apr. Jun. Jul. Aug. Sep. Sept. Okt. "
                    " Nov. Dez. ",
        .either = " Co. Inc. Corp. Ltd. ",
        .followers = " KG KGaA OHG GmbH AG ",
        .starters =
            " Der Die Das Den Dem Des Ein Eine Einen Einem Einer Eines Kein Keine Keiner Er Sie Es "
            " Wir Ihr Ich Du Man Mein Meine Dein Deine Sein Seine Seinen Seinem Seiner Ihre Ihren "
            " Ihrem Ihrer Unser Unsere Euer Eure Dieser Diese Dieses Diesen Diesem Jener Jene "
            "Jenes "
            " Jeder Jede Jedes Alle Alles Viele Einige Manche Mehrere Beide Niemand Jemand Nichts "
            " Etwas Und Aber Oder Denn Doch Sondern Wenn Als Da Dass Weil Obwohl Während Nachdem "
            " Bevor Bis Seit Seitdem Sobald Falls Ob Wie Wo Wer Was Wann Warum Weshalb Wieso "
            "Welche "
            " Welcher Welches Wen Wem Wohin Woher In Im An Am Auf Aus Bei Beim Mit Nach Von Vom "
            "Vor "
            " Zu Zum Zur Für Durch Gegen Ohne Um Über Unter Hinter Neben Zwischen Trotz Wegen Laut "
            " Ab Außer Außerdem Dann Danach Davor Dabei Dafür Dagegen Daher Damals Damit Daran "
            " Darauf Daraus Darin Darüber Darum Dazu Deshalb Deswegen Dennoch Dort Dorthin Hier "
            " Hierbei Hierzu Heute Gestern Morgen Jetzt Nun Nur Noch Schon Auch So Somit Sonst "
            " Später Zuerst Zunächst Zuletzt Schließlich Endlich Manchmal Oft Immer Nie Niemals "
            " Vielleicht Wahrscheinlich Natürlich Leider Allerdings Jedoch Ebenso Insgesamt "
            " Inzwischen Bisher Bereits Trotzdem Ja Nein Nicht Bitte Ist Sind War Waren Hat Haben "
            " Hatte Hatten Wird Werden Wurde Wurden Kann Können Konnte Muss Müssen Soll Sollte "
            "Darf "
            " Ferner Zudem ",
        .labels = " in ist OS Vitamin Vitamine Kit Methode Taste Wert Variable Variablen Laufwerk "
                  "Parameter Funktion Plan Option Typ Klasse Gruppe Hepatitis Teil Punkt Anhang "
                  " Anlage Abschnitt Variante Fall Kategorie Block Ebene Note Modell Linie Zone "
                  " Halle Haus Gebäude Raum Zimmer Tor Team Buchstabe Buchstaben ",
        .ordinals =
            " Januar Jänner Februar März April Mai Juni Juli August September Oktober November "
            " Dezember Jan Feb Febr Apr Jun Jul Aug Sep Sept Okt Nov Dez Montag Dienstag Mittwoch "
            " Donnerstag Freitag Samstag Sonntag Jahrhundert Jh Jhs Jhd Jhdt Jahrtausend Jahrzehnt "
            "Jahr "
            " Monat Woche Tag Tage Tages Tagen Stunde Minute Sekunde Lebensjahr Schuljahr Halbjahr "
            "Quartal Semester "
            " Geburtstag Todestag Hochzeitstag Jahrestag Jubiläum Advent Weihnachtsfeiertag "
            " Weltkrieg Reich Republik Kreuzzug Akt Akts Aktes Kapitel Abschnitt Absatz Artikel "
            "Auflage Band "
            " Teil Seite Strophe Satz Buch Ausgabe Folge Staffel Runde Etappe Spieltag Spiel "
            " Halbzeit Viertel Platz Rang Klasse Liga Bundesliga Division Stock Stockwerk "
            " Etage Obergeschoss Untergeschoss OG UG Stufe Grad Mal Male Versuch Schritt Punkt "
            "Person "
            " Generation Sitzung Legislaturperiode Wahlperiode Bezirk Arrondissement Armee "
            " Regiment Bataillon FC SC SV FSV VfL TSV Preis Dimension Ordnung Gebot Sinfonie "
            " Symphonie Strafkammer Zivilsenat Strafsenat Senat Kammer Präsident König Dynastie "
            " Sure Lauf Durchgang Wahlgang Lesung Lektion Übung ",
        .determiners =
            " der die das dem den des am im vom zum zur beim ins jeder jede jedes jeden jedem mein "
            " meine meinem meinen meiner sein seine seinem seinen seiner ihr ihre ihrem ihren "
            "ihrer "
            " unser unsere unserem unseren Der Die Das Dem Den Des Am Im Vom Zum Zur Beim Jeder "
            " Jede Jedes Jeden Jedem Mein Meine Sein Seine Ihr Ihre Unser Unsere ",
    },
    {
        .languages = " fr ",
        .numbers = {{"numéro", " n° N° nº Nº n. № "},
                    {"figure", " fig. Fig. "},
                    {"volume", " vol. Vol. "},
                    {"chapitre", " chap. Chap. "},
                    {"section", " sect. Sect. "}},
        .counted = " section chapitre version versions figure fig tableau partie paragraphe "
                   "article annexe étape point ",
        .articles = " le la les un une des du au aux ",
        .never = " M. MM. Mme. Mmes. Mlle. Mlles. Dr. Drs. Pr. Prof. Mgr. St. Ste. av. apr. env. "
                 " c.-à-d. C.-à-d. p.ex. P.ex. cf. Cf. boul. vs. ",
        .numbered = " p. pp. n. no. No. art. Art. chap. Chap. vol. Vol. fig. Fig. t. T. éd. tél. "
                    " Tél. janv. févr. avr. juill. sept. oct. nov. déc. ",
        .starters =
            " Le La Les L' L’ Un Une Des Du De D' D’ Ce C' C’ Cet Cette Ces Cela Ça Il Elle Ils "
            " Elles On Nous Vous Je J' J’ Tu Son Sa Ses Leur Leurs Notre Nos Votre Vos Mon Ma Mes "
            " Et Mais Ou Or Donc Car Puis Ainsi Alors Ensuite Enfin Cependant Toutefois Pourtant "
            " Si S' S’ Quand Lorsque Comme Où Qui Que Qu' Qu’ Quoi Pourquoi Comment Dans En Sur "
            " Sous Pour Par Avec Sans Avant Après Pendant Depuis Entre Chez Vers Contre Malgré "
            " Selon Au Aux À Aujourd' Aujourd’ Hier Demain Ici Là Tout Tous Toute Toutes Plusieurs "
            " Certains Certaines Aucun Aucune Chaque Ne N' N’ Non Oui Bien Même Plus Très ",
        .labels = " vitamine vitamines plan option type classe groupe hépatite partie section "
                  " annexe point av. apr. ",
    },
    {
        .languages = " es ",
        .numbers = {{"número", " n.º N.º nº Nº n.° núm. Núm. № "},
                    {"figura", " fig. Fig. "},
                    {"volumen", " vol. Vol. "},
                    {"capítulo", " cap. Cap. "},
                    {"sección", " secc. Secc. "}},
        .counted = " sección capítulo versión versiones figura fig tabla parte párrafo artículo "
                   "anexo paso punto ",
        .articles = " el la los las un una unos unas del al ",
        .never = " Sr. Sra. Srta. Sres. Sras. Dr. Dra. Dres. Dña. Prof. Profa. Ing. Lic. Gral. "
                 " Cnel. Sto. Sta. Mons. p.ej. P.ej. vs. aprox. Av. Avda. EE. JJ. ",
        .ends = " Ud. Uds. Vd. Vds. EE.UU. JJ.OO. ",
        .numbered = " p. pp. pág. págs. n. núm. Núm. art. Art. cap. Cap. vol. Vol. fig. Fig. t. T. "
                    " tel. Tel. ",
        .either = " a.m. p.m. S.A. ",
        .starters =
            " El La Los Las Lo Un Una Unos Unas Este Esta Estos Estas Esto Ese Esa Esos Esas Eso "
            " Aquel Aquella Él Ella Ellos Ellas Yo Tú Usted Ustedes Nosotros Su Sus Mi Mis Tu Tus "
            " Nuestro Nuestra Y O Pero Sino Aunque Si Cuando Como Donde Mientras Porque Pues Así "
            " Entonces Luego Después Antes Además También Tampoco Sin Con En De Del A Al Por Para "
            " Desde Hasta Entre Sobre Bajo Según Durante Tras Contra Hoy Ayer Mañana Ahora Aquí "
            " Allí Ahí Ya No Sí Nunca Siempre Nadie Nada Todo Todos Toda Todas Algunos Algunas "
            " Muchos Muchas Cada Se Le Les Me Te Nos Qué Quién Cómo Cuándo Dónde Hay Es Son Era "
            " Fue Fueron Ha Han Está Están Más Sin Finalmente Actualmente ",
        .followers = " ET EST EDT CST CDT MST MDT PST PDT GMT UTC ",
        .labels = " vitamina vitaminas plan opción tipo clase grupo hepatitis parte sección anexo "
                  " punto a. d. ",
    },
    {
        .languages = " it ",
        .numbers = {{"numero", " n. N. n° N° № "},
                    {"figura", " fig. Fig. "},
                    {"volume", " vol. Vol. "},
                    {"capitolo", " cap. Cap. "},
                    {"sezione", " sez. Sez. "}},
        .counted = " sezione capitolo versione versioni figura fig tabella parte paragrafo "
                   "articolo allegato punto ",
        .articles = " il lo la i gli le un uno una del della al alla ",
        .never = " Sig. Sigg. Sig.ra Sig.na Dott. Dott.ssa Dr. Prof. Prof.ssa Ing. Avv. Arch. "
                 " Geom. Rag. On. Mons. p.es. P.es. es. vs. ",
        .either = " S.p.A. S.r.l. ",
        .numbered = " n. nn. p. pp. pag. pagg. art. artt. Art. cap. Cap. vol. Vol. fig. Fig. tel. "
                    " Tel. ",
        .starters =
            " Il Lo La I Gli Le L' L’ Un Uno Una Un' Un’ Questo Questa Questi Queste Quello Quella "
            " Quelli Quelle Egli Lui Lei Loro Noi Voi Io Tu Essi Suo Sua Suoi Sue Mio Mia E Ed O "
            "Ma "
            " Però Anche Se Quando Come Dove Mentre Perché Poiché Così Allora Poi Dopo Prima "
            " Inoltre Tuttavia Infatti Quindi Infine In Nel Nella Nei Nelle Nello Nell' Nell’ A Al "
            " Alla Ai Alle Allo All' All’ Da Dal Dalla Dai Dalle Di Del Della Dei Delle Con Su Sul "
            " Sulla Per Tra Fra Senza Secondo Durante Oggi Ieri Domani Ora Adesso Qui Là Non Sì No "
            " Mai Sempre Nessuno Niente Tutto Tutti Alcuni Molti Ogni Che Chi Cosa È Sono Era "
            "Erano "
            " Ha Hanno Si Ci C' C’ ",
        .pronouns = " I E È O ",
        .labels = " vitamina vitamine piano opzione tipo classe gruppo epatite parte sezione "
                  " allegato punto a. d. ",
    },
    {
        .languages = " pt ",
        .numbers = {{"número", " n.º N.º nº Nº n.° N.° № "},
                    {"figura", " fig. Fig. "},
                    {"volume", " vol. Vol. "},
                    {"capítulo", " cap. Cap. "},
                    {"seção", " seç. Seç. "}},
        .counted = " seção seções secção capítulo versão versões figura fig tabela parte parágrafo "
                   "artigo anexo passo item ",
        .articles = " o a os as um uma do da dos das no na ao ",
        .never = " Sr. Sra. Srs. Sras. Srta. Dr. Dra. Drs. Prof. Profa. Eng. Exmo. Exma. Sto. Sta. "
                 " Av. p.ex. P.ex. vs. aprox. ",
        .either = " S.A. ",
        .numbered = " n. p. pp. pág. págs. art. Art. cap. Cap. vol. Vol. fig. Fig. tel. Tel. ",
        .starters =
            " O A Os As Um Uma Uns Umas Este Esta Estes Estas Isto Esse Essa Esses Essas Isso "
            " Aquele Aquela Ele Ela Eles Elas Eu Tu Você Vocês Nós Seu Sua Seus Suas Meu Minha "
            " Nosso Nossa E Ou Mas Porém Se Quando Como Onde Enquanto Porque Pois Assim Então "
            " Depois Antes Além Também Em No Na Nos Nas De Do Da Dos Das Com Por Para Pelo Pela "
            " Desde Até Entre Sobre Sob Segundo Durante Após Contra Ao À Aos Às Sem Hoje Ontem "
            " Amanhã Agora Aqui Ali Lá Já Não Sim Nunca Sempre Ninguém Nada Tudo Todos Todas "
            " Alguns Algumas Muitos Muitas Cada Que Quem É São Era Foi Foram Há ",
        .pronouns = " O A E É ",
        .labels = " vitamina vitaminas plano opção tipo classe grupo hepatite parte seção secção "
                  " anexo ponto a. d. ",
    },
    {
        .languages = " nl ",
        .numbers = {{"nummer", " nr. Nr. nrs. № "},
                    {"figuur", " fig. Fig. afb. Afb. "},
                    {"deel", " dl. Dl. "},
                    {"hoofdstuk", " hfst. Hfst. "},
                    {"paragraaf", " par. Par. "}},
        .counted = " sectie hoofdstuk versie versies figuur fig tabel deel paragraaf artikel "
                   "bijlage stap punt ",
        .articles = " de het een ",
        .never = " dhr. Dhr. mevr. Mevr. mw. Mw. dr. Dr. drs. Drs. ir. Ir. ing. Ing. mr. Mr. prof. "
                 " Prof. ds. Ds. St. bijv. Bijv. bv. d.w.z. D.w.z. o.a. O.a. m.a.w. M.a.w. i.v.m. "
                 " t.a.v. t.o.v. m.b.t. i.p.v. n.a.v. o.l.v. m.n. ca. resp. incl. excl. zgn. "
                 " evt. vgl. Vgl. vs. ",
        .either = " N.V. B.V. ",
        .numbered = " nr. Nr. blz. p. pp. art. hfst. fig. afb. par. tel. Tel. ",
        .starters =
            " De Het Een Dit Dat Deze Die Hij Zij Ze Wij We Ik Jij Je U Jullie Zijn Haar Hun Ons "
            " Onze Mijn Uw Er Daar Hier En Maar Of Want Dus Als Wanneer Toen Terwijl Omdat Hoewel "
            " Nadat Voordat Zodra Indien In Op Aan Bij Met Naar Van Voor Door Om Over Onder Tegen "
            " Tijdens Na Sinds Tot Tussen Zonder Volgens Vandaag Gisteren Morgen Nu Dan Daarna "
            " Daarom Ook Toch Echter Misschien Soms Vaak Altijd Nooit Niemand Iedereen Niets Alles "
            " Alle Veel Sommige Elke Wat Wie Waar Waarom Hoe Welke Is Was Waren Heeft Had Kan Geen "
            " Niet Nee Ja ",
        .pronouns = " U ",
        .labels = " vitamine vitamines plan optie type klasse groep hepatitis deel bijlage punt ",
    },
    {
        .languages = " sv da nb nn no ",
        .never =
            " dr. Dr. prof. Prof. hr. Hr. t.ex. T.ex. f.eks. F.eks. bl.a. Bl.a. d.v.s. dvs. ca. "
            " s.k. fr.o.m. t.o.m. m.a.o. jfr. Jfr. resp. inkl. exkl. f.d. kl. Kl. nr. Nr. "
            " ",
        .numbered = " s. S. sid. kap. art. bd. fig. tel. Tel. ",
        .starters =
            " Den Det De En Ett Et Dette Detta Denna Denne Dessa Disse Han Hun Hon Vi Jag Jeg Du "
            "Ni "
            " I Man Och Og Men Eller Så Om När Når Da Då Som Efter Före Før Under I På Av Af Med "
            " Till Til För For Från Fra Vid Ved Utan Uden Uten Hos Mot Mod Mellan Mellem Mellom Nu "
            " Nå Här Her Där Der Också Også Dock Inte Ikke Ingen Alla Alle Många Mange Vad Hva "
            "Hvad "
            " Vem Hvem Var Hvor Varför Hvorfor Är Er ",
        .pronouns = " I ",
        .labels = " vitamin plan typ type klass klasse grupp gruppe hepatit hepatitt del bilaga "
                  " bilag punkt ",
    },
    {
        .languages = " pl ",
        .never = " dr. Dr. prof. Prof. hab. inż. gen. płk. mjr. kpt. ks. Ks. św. Św. bp. abp. np. "
                 " Np. m.in. tzw. tzn. tj. ul. Ul. al. Al. im. woj. ok. Ok. godz. zob. Zob. por. "
                 " Por. red. tłum. wyd. ",
        .numbered = " s. str. art. Art. ust. poz. t. T. rozdz. rys. Rys. tab. Tab. tel. Tel. ",
        .starters =
            " W We Z Ze Na Do Od Po Za O U I A Ale Lub Albo Więc Jednak Jeśli Jeżeli Gdy Kiedy Jak "
            " Gdzie Ponieważ Bo Że Choć To Ten Ta Te Ci Tego Tej On Ona Ono Oni One My Wy Ja Ty "
            " Jego Jej Ich Nasz Mój Przed Przez Przy Pod Nad Bez Dla Między Podczas Według Dziś "
            " Dzisiaj Wczoraj Jutro Teraz Tu Tutaj Tam Już Nie Tak Nigdy Zawsze Nikt Nic Wszystko "
            " Wszyscy Każdy Niektórzy Wiele Co Kto Czy Dlaczego Jest Są Był Była Było Byli Były "
            " Potem Następnie Również Także ",
        .pronouns = " W Z O U I A ",
        .labels = " witamina witaminy witaminę plan typ typu klasa klasy grupa grupy ",
    },
    {
        .languages = " cs sk ",
        .never =
            " Dr. dr. MUDr. JUDr. PhDr. RNDr. PaedDr. MVDr. Ing. Mgr. Bc. doc. Doc. prof. Prof. "
            " plk. gen. sv. Sv. např. Např. napr. Napr. tzv. tzn. tj. cca. ul. nám. ",
        .either = " s.r.o. a.s. ",
        .numbered = " č. Č. s. str. obr. Obr. tab. Tab. kap. odst. čl. tel. Tel. ",
        .starters =
            " V Ve Z Ze Na Do Od Po Za O U I A Ale Nebo Však Když Jak Jako Kde Protože Pokud To "
            "Ten "
            " Ta Ti Ty Toto Tato Tento On Ona Ono Oni My Vy Já Jeho Její Jejich Náš Můj Před Přes "
            " Při Pod Nad Bez Pro Mezi Během Podle Dnes Včera Zítra Teď Nyní Tady Tam Už Ne Ano "
            " Nikdy Vždy Nikdo Nic Vše Všichni Každý Někteří Mnoho Co Kdo Proč Je Jsou Byl Byla "
            " Bylo Byli Pak Potom Také ",
        .pronouns = " V Z O U I A ",
        .labels = " vitamin vitamín plán typ typu třída skupina skupiny ",
    },
    {
        .languages = " ru ",
        .never = " т.е. Т.е. т.н. т.к. Т.к. проф. Проф. акад. им. ул. просп. пер. пл. наб. св. Св. "
                 " см. См. ср. Ср. напр. Напр. обл. ред. изд. англ. нем. франц. лат. греч. рус. ",
        .ends = " тыс. млн. млрд. долл. руб. St. ",
        .numbered = " д. кв. корп. стр. Стр. с. С. рис. Рис. табл. Табл. ст. Ст. п. пп. гл. Гл. т. "
                    " тел. Тел. ",
        .starters =
            " В Во На С Со К Ко По За Из От До Для О Об У Но И А Или Он Она Оно Они Мы Вы Я Ты Это "
            " Этот Эта Эти Тот Та Те То Так Такой Такие Также Тоже Однако Если Когда Как Что Чтобы "
            " Кто Где Куда Почему Поэтому Затем Потом После Перед При Под Над Без Через Между "
            "Среди "
            " Хотя Пока Не Ни Нет Да Все Всё Его Её Ее Их Наш Мой Свой Сегодня Вчера Завтра Сейчас "
            " Теперь Здесь Там Тогда Уже Ещё Еще Только Даже Некоторые Многие Каждый Никто Ничего "
            " Был Была Было Были Есть Можно Нужно Кроме Согласно Вместо Около ",
        .pronouns = " В С К О У И А Я ",
        .labels = " витамин витамина витамины план тип типа класс класса группа группы гепатит "
                  " гепатита ",
    },
    {
        .languages = "",
        .never = " Dr. Mr. Mrs. Ms. Prof. St. vs. ",
    },
};

const tr_stops *tr_stops_find(const char *language)
{
    char key[16];
    snprintf(key, sizeof key, " %s ", language);
    const tr_stops *stops = languages;
    while (*stops->languages && !strstr(stops->languages, key))
        stops++;
    return stops;
}
