import type { Bank } from '../speech.ts'

export const stageGerman: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️ 😊',
  slots: {
    piece: 'Riverbank Suite|Północ|Winter Ferry|Low Tide|das Wiegenlied|Tram 28|das mit dem Pfeifen|Nine Lanterns',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife|Hiroshi',
    city: 'Köln|Graz|Leipzig|Basel|Hamburg|Kiel|Bern|Dresden|Freiburg|Linz|Bremen|Erfurt|Innsbruck',
    part: 'die Geige|das Akkordeon|der Bass|das Cello|die Stimme|das Schlagzeug',
  },
  topics: {
    before: `
(Guten Abend|Hallo|Servus|Moin) aus {city} 👋
(Geht's|Geht es) schon los? // In {3-12} Minuten // (Super|Prima|Danke)
Wir sitzen zu {2-6} vor dem Beamer
Ist das Bild bei euch auch noch schwarz? // Ja, Geduld // ok 😄
Hoffentlich kommt {piece}
Erstes Mal dabei, bin (gespannt|aufgeregt|ganz Ohr)
`,
    during: `
Kommt nach der Pause noch (die Zugabe|{piece})? // Bestimmt
{part} klingt heute (fantastisch|so warm|wunderbar|glasklar)
(Gänsehaut|Wahnsinn|Großartig|Herrlich)(!|!!|)
Und bitte die Kamera links, da sieht man {player} besser
{player} ist (der Hammer|nicht zu fassen|einmalig|heute in Hochform)
Wie heißt das Stück? // {piece} // Danke, {@}!
Grüße aus {city}, hier (regnet|schneit|stürmt) es und ihr rettet den Abend
Ton (ruckelt|hakt) bei mir kurz, bei euch auch? // Hier in {city} alles gut // Neu geladen, geht wieder
(Zugabe|Zugabe!|ZUGABE) 👏👏
Das habe ich {2-9} Mal live gehört, noch nie so schön
Unsere Kleine tanzt durchs Wohnzimmer
Gibt es davon Noten? // Auf der Seite unter Scores // Perfekt
Habt ihr schon abgestimmt? // {piece} natürlich // Ich auch
Für {piece} würde ich bis {city} laufen
Bei {piece} habe ich (Tränen in den Augen|Gänsehaut|alles liegen lassen)
Tolles Licht heute
`,
    after: `
Danke für den (schönen|wunderbaren|tollen) Abend, gute Nacht aus {city}
Wann ist der nächste Stream? // Samstag, gleiche Zeit // Bin dabei
Das war viel zu kurz
`,
    between: `
Hat jemand noch eine Karte für {city}? // Nur über die offizielle Seite kaufen! // Stimmt, danke
Ich höre seit Tagen nur noch {piece}
Fährt jemand aus {city} zum Konzert? // Ja, Zug um {9-17} Uhr // Dann sehen wir uns
`,
  },
}

export const stageSpanish: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️ 💃',
  slots: {
    piece: 'Riverbank Suite|Północ|Winter Ferry|la nana|Tram 28|la del silbido|Harbour Lights|Copper Coast',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife|Hiroshi',
    city: 'Valencia|Bogotá|Rosario|Sevilla|Quito|Montevideo|Guadalajara|Lima|Bilbao|Santiago|Málaga|Mérida',
    part: 'el violín|el acordeón|el bajo|la voz|la guitarra|el chelo',
  },
  topics: {
    before: `
(Hola|Buenas|Buenas noches|Saludos) desde {city} 👋
¿Ya empezó? // Faltan {3-15} minutos // (Gracias|Uf, llego a tiempo)
¿Se ve bien ahí? Yo tengo la pantalla negra // Recarga la página // Listo, gracias
Con mate y auriculares, todo listo
Ojalá toquen {piece}
`,
    during: `
¿Alguien sabe si habrá repetición mañana? // Sí, siete días con la misma entrada // ¡Genial!
(Qué|Pero qué) (maravilla|belleza|locura|emoción|nivel)(!|!!|)
{part} suena (increíble|precioso|de otro mundo|muy limpio) esta noche
{player} (es de otro planeta|está que se sale|me hace llorar)
¿Cómo se llama esta? // {piece} // (Gracias|Mil gracias), {@}
Vista desde la grada: https://pics.example/pit-{10-99}.jpg
Aquí en {city} estamos (bailando|llorando|todos callados) en la cocina
¡(Otra|Otra, otra|Bravo|Bravooo)!
Se me cortó (el audio|la imagen) un segundo, ¿a alguien más? // En {city} todo bien
Voté por {piece}, ¿y ustedes? // Por la nana, siempre // Buen gusto
Mi abuela dice que {player} toca como los ángeles
Piel de gallina con {piece}
Suban un poquito {part}, por favor 🙏
Son las {1-5} de la mañana y no me pienso ir
Saludos a {player} de parte de todo {city}
Llevaba {2-8} años esperando escuchar {piece} en directo
`,
    after: `
Gracias a todos, (qué noche|qué concierto|noche redonda)
Buenas noches desde {city} 🌙
¿Cuándo es el próximo? // El sábado // Ahí estaré
`,
    between: `
¿Quién va al concierto de {city}? // ¡Yo! Con mi hermana // Nos vemos en la puerta
Otra vez escuchando {piece} en el trabajo
¿Las entradas se pueden regalar? // Sí, al pagar hay una casilla // Perfecto
`,
  },
}

export const stagePortuguese: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️',
  slots: {
    piece: 'Riverbank Suite|Północ|Tram 28|a canção de embalar|a do assobio|Low Tide|Harbour Lights',
    player: 'Grażyna|Mirela|Tomás|Kwame|Inês|Hiroshi',
    city: 'Lisboa|Porto|Recife|Coimbra|Belo Horizonte|Braga|Curitiba|Salvador|Faro|Luanda|Setúbal|Florianópolis',
  },
  topics: {
    before: `
(Boa noite|Olá|Oi, gente|Boas) de {city} 👋
Já começou? // Ainda não, faltam {3-15} minutos // Obrigada!
Som e imagem perfeitos aqui em {city}
Espero que toquem {piece}
`,
    during: `
Que (maravilha|lindo|espetáculo|noite)(!|!!|)
{player} é (de outro mundo|um génio|demais)
Como se chama esta? // {piece} // Obrigado, {@}
Arrepiada com {piece}, em {city} ninguém fala
A Inês no piano, orgulho! 🇵🇹
Alguém mais ficou sem som? // Aqui em {city} está ótimo // Voltou, obrigada
(Bis|Bis, bis|Bravo|Mais uma)!
Votei em {piece} // Eu também // Vamos ganhar 😄
A minha mãe está a cantar mais alto do que a banda
Vai dar para ver outra vez amanhã? // Sim, sete dias // Que bom
Saudades de ouvir {piece} ao vivo em {city}
Aqui são {1-5} da manhã e continuo acordado
`,
    after: `
Obrigada a todos, que noite linda. Um beijo de {city}
Até sábado, gente
Passou a correr, queria mais uma hora
`,
    between: `
Alguém vai ao concerto de {city}? // Eu vou, fila da frente // Que inveja
Hoje só ouço {piece}
Já há bilhetes para dezembro? // Sexta às dez
`,
  },
}

export const stageFrench: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️',
  slots: {
    piece: 'Riverbank Suite|Północ|Winter Ferry|la berceuse|celle où ils sifflent|Saltwater Waltz|Copper Coast',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife|Hiroshi',
    city: 'Nantes|Marseille|Dakar|Genève|Liège|Montréal|Rennes|Abidjan|Strasbourg|Lyon|Tunis|Namur',
    part: 'le violon|l’accordéon|la basse|le violoncelle|la voix',
  },
  topics: {
    before: `
(Bonsoir|Salut|Coucou|Bonsoir à tous) de {city} 👋
Ça commence à quelle heure ? // Dans {3-12} minutes // Merci !
J’espère qu’ils joueront {piece}
Chez nous à {city} on est {2-7} sur le canapé
`,
    during: `
(Magnifique|Sublime|Quelle merveille|Superbe|Incroyable) !
{part} est (superbe|à tomber|d’une douceur) ce soir
C’est quoi ce morceau ? // {piece} // Merci {@} !
{player} est (incroyable|en feu|bouleversant) ce soir
J’ai perdu le son, vous aussi ? // Non, tout va bien à {city} // C’est revenu
Des frissons à {city}
(Une autre|Bis|Encore) !
On pourra revoir le concert ? // Oui, pendant sept jours // Génial
J’ai voté pour {piece} // Moi aussi // On va gagner 😄
Mon chat s’est endormi sur {piece}, c’est un compliment
Les lumières sont magnifiques
`,
    after: `
Merci à toute l’équipe, quelle soirée ! Bonne nuit de {city}
C’était trop court
`,
    between: `
Quelqu’un va au concert de {city} ? // Oui, avec ma sœur // On se retrouve devant
J’écoute {piece} en boucle depuis samedi
`,
  },
}

export const stagePolish: Bank = {
  emoji: '👏 🎶 😍 🙌 ❤️',
  slots: {
    piece: 'Północ|Riverbank Suite|kołysanka|ten kawałek z gwizdaniem|Tram 28|Winter Ferry|Nine Lanterns',
    player: 'Grażyna|Mirela|Tomás|Kwame|Aoife|Hiroshi',
    from: 'z Gdańska|z Łodzi|z Lublina|z Krakowa|z Torunia|z Białegostoku|z Opola|ze Szczecina|z Wrocławia|z Gdyni|z Rzeszowa',
  },
  topics: {
    before: `
(Dobry wieczór|Cześć|Hej|Witam) {from} 👋
Już zaczęli? // Jeszcze {3-12} minut // Uff, zdążyłam
Herbata jest, koc jest, można zaczynać
`,
    during: `
Grażyna i jej akordeon (❤️|!!|, coś pięknego|, brawo)
(Ciarki|Cudo|Przepięknie|Brawo|Magia)(!|!!|!!!)
Co to za utwór? // {piece} // Dzięki, {@}
{player} gra dziś (jak natchniony zespół|fenomenalnie|najlepiej na świecie)
Pozdrowienia {from} dla całej ekipy
Dźwięk mi przerywa, u was też? // U mnie gra jak złoto // Odświeżyłem, działa
(Bis|Bis, bis|Jeszcze jeden)!
Głosowałem na: {piece} // Ja też // No to wygramy
Będzie nagranie? // Tak, przez tydzień // Super
Słuchamy całą rodziną {from}, mąż udaje, że się nie wzruszył
`,
    after: `
Dziękujemy {from}, dobranoc 🌙
Za krótko! Kiedy następny? // W sobotę
`,
    between: `
Ktoś jedzie {from} na koncert? // Ja, pociągiem o {6-12} // To razem
Od soboty nucę jedno: {piece}
`,
  },
}
