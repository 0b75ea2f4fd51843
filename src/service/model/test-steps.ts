import fc, { type Arbitrary } from 'fast-check'
import { apiNames, type ApiName } from '#contract/api.ts'
import type { ModelCall } from './test-model.ts'

/** A call before the ids of an engine are known: `chat` counts the chats in the order of creation. */
export interface Step {
  name: ApiName
  chat: number
  params: Record<string, unknown>
  query: Record<string, unknown>
  body: ModelCall['body']
  ids: number[]
  bad: boolean
}

/** Concurrent calls, usually one, and by how many seconds the clock moves before them. */
export interface Move {
  steps: Step[]
  seconds: number
}

const someOf = (fields: Record<string, Arbitrary<unknown>>, required: string[] = []) =>
  fc.record(fields, { requiredKeys: required }) as Arbitrary<Record<string, unknown>>

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: 'grapheme' }).map((words) => `${words}.`),
  fc.constantFrom('Room', ' a ', "'; drop table chat; --", '%_\\', '日本', '👩‍👩‍👧', 'x'.repeat(200)),
)
const ip = fc.constantFrom('0.0.0.0', '10.0.0.1', '192.0.2.1', '192.0.2.9', '192.0.2.10', '255.255.255.255')
const sound = fc.constantFrom('none', 'pop', 'ring')
const settings = {
  name: text,
  type: fc.constantFrom(0, 1),
  langId: fc.constantFrom('en', 'hr'),
  monetizeLogin: fc.boolean(),
  offline: fc.boolean(),
  filterWords: fc.constantFrom('', ' bad', 'a, b'),
  sound_ring: sound,
  sound_message: sound,
  groupChatWelcomeMessageDelay: fc.constantFrom(0, 1, 86_400),
}
const poll = { question: text, answer1: text, answer2: text, answer3: fc.constantFrom('', 'C'), answer4: text, send: fc.boolean() }

const bodies: Partial<Record<ApiName, Arbitrary<ModelCall['body']>>> = {
  chatCreate: someOf(settings, ['name']),
  chatUpdate: someOf(settings),
  chatDuplicate: someOf({ name: text, settings: fc.boolean(), monetize: fc.boolean(), design: fc.boolean(), bannedIps: fc.boolean() }),
  pollCreate: someOf(poll, ['question', 'answer1', 'answer2']),
  pollUpdate: someOf(poll, ['question', 'answer1', 'answer2']),
  messageSend: someOf({ text, username: fc.constantFrom('', 'Host'), image: fc.constantFrom('', 'https://example.org/a.png') }, ['text']),
  accountUpdate: someOf({
    name: text,
    company: text,
    email: fc.constantFrom('a@example.org', 'b@example.org'),
    countryId: fc.constantFrom(0, null, 840),
    reservedName: fc.constantFrom('', 'mine', 'taken'),
  }),
  currencySet: fc.constantFrom({ currency: 'EUR' }, { currency: 'USD' }),
  banCreate: fc.tuple(ip, fc.option(ip)).map(([one, other]) => (other === null ? { ip: one } : range(one, other))),
  socialUpdate: someOf({ social: fc.boolean(), networkOneLink: text, networkTwoName: text }),
}

/** Two addresses of the list above in ascending order. */
function range(one: string, other: string) {
  const order = ['0.0.0.0', '10.0.0.1', '192.0.2.1', '192.0.2.9', '192.0.2.10', '255.255.255.255']
  const [ip = '', lastIp = ''] = [one, other].toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
  return { ip, lastIp }
}

const wrong: Partial<Record<ApiName, ModelCall['body']>> = {
  chatCreate: { name: ' ' },
  chatUpdate: { name: 'Renamed', sound_ring: 'gong' },
  chatDuplicate: { name: '' },
  pollCreate: { question: 'Q', answer1: 'A' },
  pollUpdate: { question: 'Q', answer1: 'A', answer2: '' },
  messageSend: { text: '€'.repeat(667) },
  messageDeleteSome: {},
  accountUpdate: { name: 'Other', countryId: 1000 },
  currencySet: { currency: 'XQX' },
  banCreate: { ip: '010.0.0.1' },
  socialUpdate: { social: 1 },
}

const tooMany = Array.from({ length: 26 }, (_, index) => index + 1)

const query = someOf({
  limit: fc.integer({ min: 1, max: 4 }),
  from: fc.integer({ min: 0, max: 20 }),
  to: fc.integer({ min: 0, max: 40 }),
  reverse: fc.boolean(),
})

const stepOf = (name: ApiName): Arbitrary<Step> =>
  fc
    .record({
      chat: fc.nat(4),
      params: fc.record({ pollId: fc.integer({ min: 1, max: 4 }), messageId: fc.integer({ min: 1, max: 6 }), ip, first: ip, last: ip }),
      query,
      body: bodies[name] ?? fc.constant({}),
      ids: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 25 }),
      bad: fc.integer({ min: 0, max: 14 }).map((number) => number === 0 && name in wrong),
    })
    .map(({ chat, params: { ip: ipAddress, first: firstIp, last: lastIp, ...numbers }, query: requested, body, ids, bad }) => ({
      name,
      chat,
      params: { ...numbers, ipAddress, firstIp, lastIp },
      query: name === 'messageList' ? { fast: true, ...requested } : {},
      body: bad ? wrong[name]! : body,
      ids: bad ? tooMany : ids,
      bad,
    }))

/** Calls that fill a chat are more frequent, so that there is something to read; those that empty it are rarer. */
const weights: Partial<Record<ApiName, number>> = {
  chatCreate: 4,
  pollCreate: 4,
  messageSend: 8,
  messageList: 4,
  banCreate: 4,
  chatDelete: 1,
}
const step = fc.oneof(...apiNames.map((name) => ({ weight: weights[name] ?? 2, arbitrary: stepOf(name) })))

const move: Arbitrary<Move> = fc.record({
  steps: fc.oneof(
    { weight: 9, arbitrary: step.map((one) => [one]) },
    { weight: 1, arbitrary: fc.array(step, { minLength: 2, maxLength: 3 }) },
  ),
  seconds: fc.integer({ min: 0, max: 3 }),
})

/** The chats of a plan and at most 40 calls. The first call creates a chat, because most calls need one. */
export const histories = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    stepOf('chatCreate').filter(({ bad }) => !bad),
    fc.array(move, { maxLength: 39, size: 'max' }),
  )
  .map(([rooms, first, moves]) => ({ rooms, moves: within(40, [{ steps: [first], seconds: 0 }, ...moves]) }))

function within(most: number, moves: Move[]): Move[] {
  let calls = 0
  return moves.filter(({ steps }) => (calls += steps.length) <= most)
}
