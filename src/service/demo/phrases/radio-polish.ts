import type { Bank } from '../speech.ts'

export const radioPolish: Bank = {
  emoji: '🎶 🌙 😊 ❤️ 📻 ☕ 😄 👋 🙂',
  slots: {
    thanks:
      'dziękuję|dzięki|wielkie dzięki|bardzo dziękuję|super|zapisane|pięknie dziękuję|o, to to|kłaniam się|mam, dzięki|serdeczne dzięki',
    praise:
      'cudo|coś pięknego|rewelacja|ciary|pełen zachwyt|poezja|miód na uszy|klasa|złoto|mistrzostwo świata|balsam|jak aksamit|perełka|bajka|pierwszorzędne',
    where:
      'w kuchni|na balkonie|w garażu|na wsi u babci|w pociągu|w akademiku|nad jeziorem|w schronisku|na działce|w samochodzie|na strychu|w stoczni',
    street: 'ulica|wieś|kamienica|rodzina|dzielnica|klatka|okolica',
    from: 'z Gdańska|z Łodzi|z Lublina|z Krakowa|z Torunia|z Białegostoku|z Opola|ze Szczecina|z Wrocławia|z Gdyni|z Rzeszowa|z Suwałk|z Jeleniej Góry|z Reykjavíku|z Dublina|z Oslo|z Chicago|z trasy A2|spod Zamościa|z Bieszczad',
    job: 'piekarni|szpitalu|straży|magazynie|taksówce|portierni|dyspozytorni|drukarni|hotelu|ciężarówce|fabryce|centrali',
    record:
      'płytę z biblioteki|starego winyla|coś z lat siedemdziesiątych|nagranie z koncertu|kasetę demo|trąbkę solo|śpiewanego Leśmiana|bluesa z Delty|czeską balladę|jazz z Namysłowa|duet na dwa kontrabasy|fado|muzykę z filmu|coś na pianino',
    host: 'panie Marku|pani Basiu|Marku|redaktorze|panie redaktorze',
    drink: 'herbata z cytryną|kawa numer trzy|kakao|melisa|barszcz z kubka|zimna kawa|sok malinowy',
    song: 'ten walc|ta ballada|ten saksofon|ta stara piosenka|ten fortepian|to nagranie|ta płyta|ten głos|ta trąbka',
    weather: 'leje|sypie śnieg|mgła jak mleko|wieje|mróz|cisza i gwiazdy|księżyc jak latarnia|mżawka',
    animal: 'kot|pies|papuga|stary jamnik|sąsiad|wnuczka|mąż|żona',
  },
  topics: {
    night: `
{song} (o tej porze|po północy|nad ranem|w taką noc): {praise}
{praise}! {host}, (dziękuję|ukłony|pięknie dobrane)
{song}... {praise}, (po prostu|naprawdę|jak zawsze)
U mnie {drink}, {animal} i {song}. {praise}
Pozdrawiam {from}, {weather}, a {song} w sam raz
{from} donoszę: {weather}, humor dobry, radio gra
{host}, a może {record} jeszcze raz? // O tak, popieram // Ja też
Zamawiam {record} dla wszystkich w {job}
Dla nocnej zmiany w {job} proszę {record} // # Zanotowane, po wiadomościach // Jesteście wielcy
W {job} (ucichło|przerwa|zmiana) i wreszcie słychać, {praise}
Kto {from}? // Ja! // Ja prawie, {20-80} kilometrów dalej
{animal} zasnął przy: {song} // Mój też // Zmowa
{song} przypomina mi {1971-1998} rok i {where}
Gdzie to nagrano? // Podobno {where} // Słychać
Ostatni raz słyszałem to {where}, {1974-2001}
Siedzę {where}, {weather}, słucham was z telefonu
Ktoś zna podobne? // Weź z biblioteki {record} // Dopisuję do listy, dzięki {@}
Nagrałem na kasetę! Poważnie, {where} mam magnetofon // {praise} // Muzeum na żywo
Dopite: {drink}. {song} trwa
Już {1-3}:{10-59}, a ja dalej {where}
Prowadzący dziś w formie, {praise}
Która to płyta w kolejności? // {3-19} // I każda {praise2}
Zgaduję rok: {1958-1992} // Prawie, {1958-1992} // Byłem blisko
Sąsiad {where} też słucha, słyszę przez ścianę // Zaproś na herbatę // Po czwartej
Cała {street} śpi, tylko ja i Wieża
{host}, ukłony od teściowej {from}. Chwali, a ona nie chwali
Do domu {5-95} kilometrów, jeszcze {2-5} piosenek
Zgasły latarnie, {weather}, zostało radio
(Dobry wieczór|Witam|Cześć|Dobrej nocy|Hej|Kłaniam się) {from}
(Dobry wieczór|Witam) {from}, u nas {weather}
Kto (to|teraz) śpiewa? Piękny głos // {host}, powie pan tytuł? // # (Nagranie sprzed lat|Rok {1961-1994}), tytuł podam po (utworze|wiadomościach)
Kto (to gra|gra na trąbce|śpiewa)? // Grają chyba {record} // (Dzięki|Dziękuję), {@}
Pozdrowienia dla nocnej zmiany w {job}
Słucham w {job}, do szóstej rano jeszcze {2-7} godzin
Nocna zmiana w {job} (melduje się|pozdrawia|słucha co noc)
{host}, poproszę {record}
Czy można prosić o {record}? Dla żony, ma dziś imieniny // # (Będzie przed drugą|Zagramy po wiadomościach|Już szukam na półce), (wszystkiego dobrego|sto lat|najlepszego od redakcji)! // {thanks}!
(Na stole|U mnie|Obok radia): {drink}
{drink} i {song}, więcej nie trzeba
{song} (zawsze|znowu) mnie rozkłada na łopatki
Przy takiej muzyce (nie chce się spać|dobrze się prowadzi|lepiej się czyta|prasuję od godziny)
{animal} też słucha, (nawet nie drgnie|śpi na głośniku|śpiewa pod nosem)
Jadę {from}, zostało {60-400} kilometrów, nie wyłączajcie tej płyty
{from} do domu {2-6} godzin, dzięki wam nie zasnę // Szerokiej drogi, {@} // (Dzięki|Bóg zapłać)
Nie mogę spać // Ja też nie, ale z taką muzyką po co // Święte słowa
Ktoś jeszcze nie śpi? // Ja! {from} // I ja, w {job}
Jaka to była płyta przed wiadomościami? // Lista jest na https://radiowieza.example/lista // Super, dzięki {@}
Wrzućcie proszę tytuł // https://radiowieza.example/lista // {thanks}
Strumień mi się zacina // Przełącz na niższą jakość // (Pomogło|Działa|Od razu lepiej), dzięki
Cicho coś dzisiaj nadajecie, czy to moje radio? // U mnie normalnie // To moje, stare jak ja
# Dobry wieczór, tu Radio Wieża. Za chwilę zagramy {record}, a do drugiej przyjmujemy życzenia.
# Kłaniamy się słuchaczom {from}. Zostańcie z nami do czwartej.
# (Przypominam o ankiecie|Ankieta czeka|Głosujemy): co gramy po północy? (Głosować można do pełnej godziny.|Na razie prowadzą płyty z biblioteki.|Głosów już {40-180}.)
Zagłosowałam // Na co? // Na płyty z biblioteki, jak zwykle
Po północy tylko płyty z biblioteki!
Moja babcia miała tę płytę // Moja też, i gramofon na korbkę // To były czasy
To grali na naszym weselu w {1968-1999} roku
Pamiętam ten koncert, {1975-1998}, stałem w deszczu {2-6} godzin
Ten (bas|kontrabas|fortepian|szept)...
(Piękne|Cudne|Ale to jest dobre|Wzruszyłam się|Ciarki|Mistrzostwo)
Pięknie dziś dobierasz, {host}
U nas {weather}, a w radiu ciepło
{weather} za oknem, {drink} w kubku, Wieża w eterze
Ktoś wie, kiedy powtórka audycji? // W niedzielę o piętnastej // (Zapisane|Dzięki)
Można gdzieś posłuchać wczorajszej? // https://radiowieza.example/archiwum/{1000-2999} // Bogu dzięki
Zdjęcie z nocnej zmiany: https://zdjecia.example/noc-{100-999}.jpg
Widok z okna teraz: https://zdjecia.example/okno-{100-999}.jpg // Piękny księżyc
Dobranoc, rano do pracy // Dobranoc, {@} // Kolorowych
Dobranoc wszystkim {from} 🌙
Idę spać, zostawiam was z muzyką
Wstałem o {3-5} do {job}, a wy jeszcze gracie, szacun
Piszę pracę magisterską, zostało {5-60} stron. Ratujcie // Dawaj, {@}, połowa za tobą // Ledwo
{song} i dziecko wreszcie zasnęło // To działa lepiej niż kołysanki // Potwierdzam
{animal} właśnie przewrócił kubek. {drink} na klawiaturze // Klasyka // (😂|😂😂|Oj|Współczuję|To do pralki)
Piekę chleb, wychodzi za {20-50} minut // Aż tu pachnie // Zapraszam {from}
Czy ktoś ma nuty do tego? // Biblioteka miejska, trzecie piętro // Serio? Lecę rano
{song} i człowiek od razu ma {18-25} lat
Pierwszy raz u was, trafiłem przypadkiem // Witaj, {@}, już nie wyjdziesz // Chyba macie rację
Słucham was od {2009-2024} roku
Szkoda, że to tylko do czwartej
Kto prowadzi w sobotę? // Pani Basia // (Świetnie|To będę)
A propos, {host}, w {job} nr {2-19} też słuchamy
To był najlepszy kawałek tej nocy
Głośniej! // Sąsiedzi? // Sąsiedzi też proszą głośniej
Cisza przed refrenem. Uwielbiam
{1-4} w nocy i {song}. Żyć nie umierać
Dla mamy, {70-95} lat, słucha z nami // Sto lat dla mamy! // Dziękuje i macha
Jaki to rok nagrania? // {1961-1989} // Nie wierzę, brzmi jak wczoraj
Słuchamy w {job} i czekamy na pogodę
Awaria prądu, słucham na baterie. Jak za dawnych lat
Siedzę na dachu, {weather}, słuchawki na uszach
(Ech|Och|Ach), {song}
(+1|Dokładnie|Też tak mam|Popieram|Prawda)
`,
    day: `
Dzień dobry {from}, jest dziś audycja? // Jest, od dwudziestej drugiej // {thanks}
(Dzień dobry|Hej) po nocy, kto dotrwał do końca? // Ja, ale oczy na zapałki // Szacun
Szukam płyty z wczoraj, po pierwszej w nocy // Jest na liście: https://radiowieza.example/lista // Mam, dzięki
Wczorajsza noc (rewelacja|na medal|do archiwum koniecznie)
Kupiłem tę płytę, co leciała w sobotę. {20-90} zł, stan idealny
Zdjęcie mojego radia: https://zdjecia.example/radio-{10-99}.jpg // Cudo! Lampowe? // Lampowe, {1956-1969}
Dziś w nocy grają {record}, widziałem w zapowiedzi // (Będę|No to nie śpię)
Próba nowego nadajnika podobno w środę // Oby lepiej niż ostatnio
Pozdrowienia {from} dla całej redakcji
Do usłyszenia wieczorem
`,
  },
}
