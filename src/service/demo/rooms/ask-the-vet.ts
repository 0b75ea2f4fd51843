import { converse } from '../conversation.ts'
import { vetEnglish } from '../phrases/vet-english.ts'
import { hourOf, weekdayOf } from '../rhythm.ts'
import { lines, type Line } from '../special-messages.ts'
import { days, hours, inOrder, minutes, type Room } from './room.ts'

/** Weekdays from five to seven, Saturdays from ten to noon. */
function inSession(seconds: number): boolean {
  const hour = hourOf(seconds)
  const weekday = weekdayOf(seconds)
  if (weekday === 0) return false
  return weekday === 6 ? hour === 10 || hour === 11 : hour === 17 || hour === 18
}

const lastWords: Line[] = [
  [16 * minutes, 'Hanneke', 'Biscuit limps since the beach yesterday, 8 kg, terrier cross. I still have tablets from last time'],
  [13.2 * minutes, '*Dr Okafor', 'Same leg as last time, {@}? And is the label still on the box?'.replace('{@}', 'Hanneke')],
  [11.4 * minutes, 'Hanneke', 'Same leg, label says 8 kg, half a tablet'],
  [9.1 * minutes, '*Dr Okafor', 'Half a tablet is right for 8 kg, with food. Call me if she is still limping on Monday.'],
  [7 * minutes, 'Ellen Sørlie', 'Same thing helped our Frida, get well soon Biscuit 🐾'],
  [4.3 * minutes, 'Hanneke', 'She ate a whole sock. Again.'],
]

const incidents: Line[] = [
  [12.3 * days, 'petpharm_direct', 'Cheap flea drops without prescription http://petpharm.example/?c=41'],
  [12.3 * days - 120, '*Dr Okafor', 'Please do not buy from links in a chat. Some of these drops kill cats.'],
]

export const askTheVet: Room = {
  hash: 'Ip1l~Oo0',
  createdDaysAgo: 678,
  settings: {
    name: 'Ask the vet, with Dr Adaeze Okafor',
    type: 1,
    forceSDKLogin: true,
    networkOneLogin: false,
    networkTwoLogin: false,
    anonymous: false,
    allowListeners: false,
    allowAudio: false,
    allowVideo: true,
    filterWords: ' prescription free,petpharm,stupid question',
    p2pVideo: true,
    p2pVideoAdmin: true,
    p2pAudio: true,
    p2pAudioAdmin: true,
    privateChatAdmin: true,
    userslist: false,
    inviteFriends: false,
    autoInvite: false,
    sound_userJoined: 'none',
    sound_userLeft: 'none',
    sound_message: 'pop',
    sound_ring: 'ring',
    options_openChatInNewWindow: false,
    options_clearChatMessages: false,
    groupChatWelcomeMessage:
      'Good to have you here. Tell us kind, age and weight of your animal, and since when. In an emergency do not write: drive to the nearest practice.',
    groupChatWelcomeMessageDelay: 1,
    privateChatWelcomeMessage: 'Private questions are answered after the session. Pictures help.',
    privateChatWelcomeMessageDelay: 5,
    offlineMessage: 'The practice is closed today. Poison line: https://vet.example/poison-line',
    offlineShowForm: true,
    offlineMessageEmail: 'reception@vet.example',
  },
  design: { theme: 'clinic', accent: '#2a7f62', corners: 'round' },
  polls: [
    {
      question: 'Topic of next Friday’s session?',
      answers: [
        ['Teeth', 41],
        ['Fireworks and fear', 67],
        ['Old animals', 41],
      ],
      createdAgo: 3.1 * days,
      sentAgo: 3.1 * days - 40,
    },
    {
      question: 'Was your question answered today?',
      answers: [
        ['Yes', 88],
        ['In part', 9],
        ['No', 3],
      ],
      createdAgo: 7.2 * days,
      sentAgo: 7.2 * days - 15,
      publishedAgo: 7.1 * days,
    },
    {
      question: 'Would you join a session on Sunday?',
      answers: [
        ['Yes', 0],
        ['No', 0],
      ],
      createdAgo: 20 * days,
      deletedAgo: 19.5 * days,
    },
  ],
  bans: ['203.0.113.99', '192.0.2.32-192.0.2.47'],
  messages(random, now) {
    const talk = converse(random, {
      voices: [{ language: 'en', bank: vetEnglish, share: 1 }],
      host: 'Dr Okafor',
      span: { from: now - 30 * days, to: now - 20 * minutes },
      exchanges: 430,
      busyness: (seconds) => (inSession(seconds) ? 40 : hourOf(seconds) < 6 ? 0.2 : 1),
      topicAt: (seconds) => (Math.floor(seconds / 61) % 3 ? 'questions' : 'chat'),
      pause: [50, 260],
    })
    return inOrder(
      talk.filter(({ time }) => time > now - 30 * days + hours),
      lines(random, now, incidents, talk),
      lines(random, now, lastWords, talk),
    )
  },
}
