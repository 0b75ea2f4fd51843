import { converse, type Voice } from '../conversation.ts'
import { stageEnglish } from '../phrases/stage-english.ts'
import { stageFrench, stageGerman, stagePolish, stagePortuguese, stageSpanish } from '../phrases/stage-european.ts'
import {
  stageArabic,
  stageHebrew,
  stageItalian,
  stageJapanese,
  stageRussian,
  stageTurkish,
  stageUkrainian,
  stageVietnamese,
} from '../phrases/stage-world.ts'
import { hourOf, weekdayOf, within, type Span } from '../rhythm.ts'
import { lines, spam, type Line, type Wave } from '../special-messages.ts'
import { days, hours, inOrder, minutes, type Room } from './room.ts'

const voices: Voice[] = [
  { language: 'en', bank: stageEnglish, share: 58 },
  { language: 'de', bank: stageGerman, share: 8 },
  { language: 'es', bank: stageSpanish, share: 7 },
  { language: 'pt', bank: stagePortuguese, share: 4 },
  { language: 'pl', bank: stagePolish, share: 4 },
  { language: 'fr', bank: stageFrench, share: 4 },
  { language: 'tr', bank: stageTurkish, share: 4 },
  { language: 'ja', bank: stageJapanese, share: 4 },
  { language: 'ru', bank: stageRussian, share: 3 },
  { language: 'he', bank: stageHebrew, share: 2 },
  { language: 'ar', bank: stageArabic, share: 2 },
  { language: 'uk', bank: stageUkrainian, share: 2 },
  { language: 'it', bank: stageItalian, share: 2 },
  { language: 'vi', bank: stageVietnamese, share: 1.5 },
]

const show = 2.4 * hours

/** The show that is on now, and those of the Saturday evenings before. */
function showsUntil(now: number): Span[] {
  const past: Span[] = []
  for (let start = now - (now % days) + 18.5 * hours - 30 * days; start + show < now - 12 * hours; start += days) {
    if (weekdayOf(start) === 6) past.push({ from: start, to: start + show })
  }
  return [...past, { from: now - 2 * hours, to: now + 0.4 * hours }]
}

const before = 25 * minutes
const after = 25 * minutes

function topicAt(shows: Span[], seconds: number): string {
  const on = shows.find((one) => within({ from: one.from - before, to: one.to + after }, seconds))
  if (!on) return 'between'
  if (seconds < on.from) return 'before'
  return seconds < on.to ? 'during' : 'after'
}

/** Applause: every ninth minute of a show a piece ends. */
const applause = (shows: Span[], seconds: number) =>
  shows.some((one) => within(one, seconds) && Math.floor((seconds - one.from) / minutes) % 9 === 8)

const quiet = (seconds: number) => (hourOf(seconds) < 6 ? 0.02 : hourOf(seconds) < 16 ? 0.1 : 0.2)

function busyness(shows: Span[], seconds: number): number {
  switch (topicAt(shows, seconds)) {
    case 'before':
      return 22
    case 'during':
      return applause(shows, seconds) ? 150 : 34
    case 'after':
      return 26
    default:
      return quiet(seconds)
  }
}

const ticketWave: Wave = {
  ago: 6.4 * minutes,
  minutes: 4,
  posters: { ticket_fairy_31: 31, ticket_fairy_22: 24, 'anna.k.8841': 14, ticket_fairy_09: 9, free4you: 5, guest_5512: 1 },
  texts: [
    '🎁 FREE backstage pass, first 50 only → http://aurora-pass.example/claim?r={n}',
    '🎁 FREE backstage pass, first 50 only → http://aurora-pass.example/claim?r={n}',
    '🎁 FREE backstage pass, first 50 only → http://aurora-pass.example/claim?r={n}',
    '🎁 Free BACKSTAGE pass first 50 → http://aurora-pass.example/claim?r={n}',
  ],
}

const streamWave: Wave = {
  ago: 8.1 * days,
  minutes: 7,
  posters: { livehd_01: 22, livehd_02: 19, livehd_03: 17, 'maria.stream': 12, hd_now: 9, livehd_07: 8, livehd_08: 8, guest_1180: 6 },
  texts: [
    'WATCH in HD no ticket needed >>> http://live-hd.example/?id={n}',
    'watch in HD, no ticket needed >> http://live-hd.example/?id={n}',
  ],
}

const incidents: Line[] = [
  [21.3 * days, 'grumble99', 'turn the violin down you idiots, cannot hear the piano'],
  [21.3 * days - 40, 'Grace Muthoni', 'Be nice please, we are all guests here'],
  [21.3 * days - 75, '*Aurora crew', 'Feedback on the sound is welcome. Insults are not.'],
  [15.2 * days, 'Rosie from Hull', 'Greetings from Scunthorpe tonight, visiting mum. Yes, the town that no chat lets me write 😄'],
  [15.2 * days - 30, 'Tom Hargreaves', 'Scunthorpe!! The Arsenal of chat filters'],
  [9.4 * days, 'zzTop_fan', 'who let this moron near the mixing desk'],
  [9.4 * days - 22, 'zzTop_fan', 'total amateurs, what a scam'],
  [9.4 * days - 58, 'lightsguy', 'You can also just leave, you know'],
  [3.2 * days, 'passgiver', 'dm me for cheap passes, serious offers only'],
  [3.2 * days - 5, 'passgiver', 'cheap passes!!! dm'],
  [3.2 * days - 11, 'passgiver', 'cheap passes!!! dm'],
  [47 * minutes, 'grumble99', 'you lot would clap for a washing machine, bunch of idiots'],
  [46.4 * minutes, 'Siobhán', 'A washing machine in D minor? Sold.'],
  [46 * minutes, 'two_left_feet', '😂😂 best answer'],
]

const lastWords: Line[] = [
  [221, 'passgiver', 'dm me for cheap passes, serious offers only'],
  [204, 'Ирина Климова', 'Здравствуйте из Риги! Скрипка просто чудо'],
  [182, 'Tomás Rivas', 'Vista desde la grada: https://pics.example/pit.jpg'],
  [178, 'Tomás Rivas', '¿Alguien sabe si habrá repetición mañana?'],
  [160, 'ليلى حداد', 'الصوت ممتاز اليوم، شكراً لكم من عمّان'],
  [147, 'Kwame Boateng', 'Is it only me or is somebody selling fake passes in here'],
  [102, '*Aurora crew', 'We are removing a wave of fake ticket links. Please do not open them: tickets are sold on aurora.example only.'],
  [73, 'さくら', 'バイオリンの音がきれい！'],
  [56, 'Mirela S.', 'Setlist so far: https://aurora.example/setlist'],
  [39, 'Jonas W.', 'Und bitte die Kamera links, da sieht man die Geige besser'],
  [22, 'Jonas W.', 'Kommt nach der Pause noch die Zugabe?'],
  [4, 'Ayşe Demir', 'Ses çok net geliyor, teşekkürler ekibe 🎶'],
]

export const mainStage: Room = {
  hash: 'k7:Bq~2x',
  createdDaysAgo: 620,
  settings: {
    name: 'Aurora Live · Main stage',
    monetizeLogin: true,
    guestAvatar: true,
    register: true,
    registerTermsTitle: 'House rules of Aurora Live',
    systemMessages: false,
    httpsOnly: true,
    upload: true,
    uploadAdmin: true,
    p2pAudio: false,
    p2pVideo: false,
    filterWords: 'idiot,idiots,moron, scam, arse, cunt,cheap passes, aurora-pass,live-hd',
    privateChatAdmin: true,
    userslistAdmin: true,
    sound_userJoined: 'none',
    sound_userLeft: 'none',
    sound_message: 'none',
    sound_notice: 'chime',
    options_exportTranscript: false,
    groupChatWelcomeMessage: 'Welcome to Aurora Live! 🎶 Be kind, clap with emoji, and buy tickets on aurora.example only.',
    groupChatWelcomeMessageDelay: 3,
    offlineMessage: 'The stage is dark until the next show. Dates: https://aurora.example',
  },
  design: { theme: 'midnight', accent: '#5a3fd6', corners: 'round' },
  polls: [
    {
      question: 'Encore: which one shall we play?',
      answers: [
        ['Riverbank Suite, second movement', 412],
        ['The one with the whistling', 389],
        ['Północ (with Grażyna on accordion)', 176],
        ['Surprise us', 301],
      ],
      createdAgo: 33 * minutes,
      sentAgo: 11 * minutes,
    },
    {
      question: 'Should the Saturday stream start at 19:00 or at 20:00?',
      answers: [
        ['19:00, so that children can listen too', 148],
        ['20:00, after dinner', 148],
      ],
      createdAgo: 5.2 * days,
      sentAgo: 2.5 * hours,
    },
    {
      question: 'Where should the open-air night be next summer?',
      answers: [
        ['Lisboa', 611],
        ['Gdańsk', 284],
        ['İzmir', 342],
        ['Leeds', 97],
      ],
      createdAgo: 12.8 * days,
      sentAgo: 12.8 * days - 70,
      publishedAgo: 5.7 * days,
    },
    {
      question: 'How was the sound tonight?',
      answers: [
        ['Clear all the way', 507],
        ['Dropped out once or twice', 118],
        ['Mostly broken', 21],
      ],
      createdAgo: 13.7 * days,
      sentAgo: 13.7 * days - 60,
      publishedAgo: 13.66 * days,
    },
    {
      question: 'Which charity gets the raffle money?',
      answers: [
        ['Night shelter on Harbour Street', 0],
        ['Lifeboat crew', 0],
        ['School instruments fund', 0],
      ],
      createdAgo: 21.5 * hours,
    },
    {
      question: 'Test poll, please ignore',
      answers: [
        ['Yes', 2],
        ['No', 1],
      ],
      createdAgo: 19 * days,
      sentAgo: 19 * days - 30,
      deletedAgo: 18.99 * days,
    },
  ],
  bans: [
    '5.188.62.0-5.188.62.255',
    '23.94.18.77',
    '31.13.200.4-31.13.200.9',
    '45.155.204.0-45.155.205.255',
    '62.102.148.68',
    '77.111.244.0-77.111.247.255',
    '77.111.246.12',
    '91.219.236.0-91.219.236.127',
    '91.219.236.128-91.219.236.255',
    '102.129.143.0-102.129.143.255',
    '109.70.100.16-109.70.100.31',
    '141.98.10.0-141.98.11.200',
    '154.16.105.40-154.16.105.47',
    '171.25.193.20-171.25.193.25',
    '185.220.100.240-185.220.101.255',
    '192.0.2.14',
    '192.0.2.64-192.0.2.127',
    '192.0.2.100-192.0.2.140',
    '193.32.160.143',
    '194.26.29.0-194.26.29.63',
    '195.54.160.21',
    '196.196.53.0-196.196.53.255',
    '198.51.100.0-198.51.100.31',
    '198.51.100.32-198.51.100.63',
    '198.51.100.77',
    '198.51.100.200-198.51.100.209',
    '203.0.113.5',
    '203.0.113.6',
    '203.0.113.7',
    '203.0.113.128-203.0.113.255',
    '203.0.113.130',
    '209.141.32.0-209.141.63.255',
    '212.102.40.8-212.102.40.15',
  ],
  messages(random, now) {
    const shows = showsUntil(now)
    const talk = converse(random, {
      voices,
      host: 'Aurora crew',
      span: { from: now - 30 * days, to: now - 5 },
      exchanges: 6000,
      busyness: (seconds) => busyness(shows, seconds),
      topicAt: (seconds) => topicAt(shows, seconds),
      pause: [6, 45],
    })
    return inOrder(
      talk,
      spam(random, now, ticketWave),
      spam(random, now, streamWave),
      lines(random, now, incidents, talk),
      lines(random, now, lastWords, talk),
    )
  },
}
