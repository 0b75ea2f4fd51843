import fc from 'fast-check'
import type { Send } from '#contract/client.ts'
import { nothingLearned } from '#contract/service-profile.ts'
import {
  defaults,
  setting,
  settingNames,
  settingsRead,
  settingsWrite,
  unreachable,
  type Settings,
  type SettingValue,
} from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { updateBody, type KnownSounds, namesByNumber, soundsAtRisk, withWrite } from '#engine/saving/sounds.ts'

/** Services that keep settings each in their own way, what people may do to those, and a way there on which answers get lost. */

type Held = Record<SettingName, SettingValue | null>

/** What a service makes of fields that an update leaves out (docs/assumptions.md). */
export type LeftOut = 'keeps' | 'resets' | 'empties'

/** The service's sounds by number. Its operator has named the first seven in the catalogue. */
const sounds = ['none', 'pop', 'ding', 'chime', 'knock', 'bell', 'ring', 'gong', 'owl', 'rain']
export const known = 7
export const named = sounds.slice(0, known).map((name, id) => ({ id, name }))

/** What a page knows of a service's sounds, in a browser that keeps it from save to save. @param declared by the operator */
export function knownSounds(declared: { id: number; name: string }[] = named): KnownSounds {
  let evidence = nothingLearned.sounds
  const nameOf = (sound: number) => namesByNumber(declared, evidence).get(sound)
  return {
    nameOf,
    soundsAtRiskIn: (settings) => soundsAtRisk(evidence, settings, nameOf),
    mayChangeOmitted: () => true,
    bodyOf: (fresh, changes) => updateBody(fresh, changes, nameOf, {}),
    learn: (write) => (evidence = withWrite(evidence, write)),
  }
}

export const isSound = (name: SettingName) => setting(name).control.kind === 'sound'
export const numberOf = (value: SettingValue | null) =>
  typeof value === 'number' || value === null ? value : sounds.indexOf(String(value))

/** How another service sees sounds. */
interface SoundManner {
  /** Its names, each at its number. */
  sounds?: string[]
  /** What it makes of a name that it does not know. */
  strange?: 'refuses' | 'ignores' | 'resets'
  /** The number that a sound is reset to. */
  usual?: (name: SettingName) => number
}

const json = (body: unknown) => new Response(JSON.stringify(body))

/**
 * @param leftOut what happens to fields that an update does not name
 * @param fixed fields that an update does not change, whatever it answers
 */
export function serviceWith(
  held: Held,
  leftOut: LeftOut,
  fixed: SettingName[] = [],
  { sounds: order = sounds, strange = 'refuses', usual = () => 1 }: SoundManner = {},
) {
  const absent = (name: SettingName) => {
    if (leftOut === 'keeps') return held[name]
    return leftOut === 'empties' ? null : isSound(name) ? usual(name) : defaults[name]
  }
  /** The number under which a sound that is written so is held. */
  const numbered = (name: SettingName, written: SettingValue): SettingValue | null => {
    const number = order.indexOf(String(written))
    return number !== -1 ? number : strange === 'resets' ? usual(name) : held[name]
  }
  const sent: Partial<Record<SettingName, SettingValue>>[] = []
  return {
    held,
    numbered,
    /** What each update named, in turn. */
    sent,
    read: () => {
      const wire = settingNames.map((name) => [name, typeof held[name] === 'boolean' ? Number(held[name]) : held[name]])
      return json({
        status: 1,
        data: { id: 7, hash: 'x', createDate: 1, lastUsed: null, registerTermsLink: null, ...Object.fromEntries(wire) },
      })
    },
    write: (text: string) => {
      const body = JSON.parse(text) as Partial<Record<SettingName, SettingValue>>
      sent.push(body)
      const refused = settingNames.filter((name) => isSound(name) && name in body && !order.includes(String(body[name])))
      if (strange === 'refuses' && refused.length > 0) return json({ status: false, message: `no such sound: ${refused.join()}` })
      for (const name of settingNames.filter((name) => !fixed.includes(name)))
        held[name] = name in body ? (isSound(name) ? numbered(name, body[name]!) : body[name]!) : absent(name)
      return json({ status: 1 })
    },
  }
}
export type Service = ReturnType<typeof serviceWith>

/** The service's settings as anybody reads them now, sounds by number. */
export const readAs = (held: Held): Settings =>
  Object.fromEntries(settingNames.map((name) => [name, settingsRead[name].parse(held[name])])) as Settings

/** The result may name a sound that the service numbers. */
export const isSame = (name: SettingName, a: SettingValue, b: SettingValue) => (isSound(name) ? numberOf(a) === numberOf(b) : a === b)
export const differing = (a: Settings, b: Settings) => settingNames.filter((name) => !isSame(name, a[name], b[name]))

/** White space, commas, emoji, right-to-left and combining characters as often as letters. */
const unit = fc.oneof(
  fc.constantFrom(' ', ' ', ',', '\n', '\t', '"', '\\', '<', '\u200F', '\u202E', '\uFEFF', 'e\u0301', '👩‍👩‍👧', '😀', 'שלום', 'سلام'),
  fc.string({ unit: 'grapheme', maxLength: 1 }),
)
export const anyText = (name: SettingName) =>
  fc
    .array(unit, { maxLength: 20 })
    .map((units) => units.join(''))
    .filter((text) => settingsWrite[name].safeParse(text).success)

/** @param as what a person may choose, or what a service may hold */
function anyValue(name: SettingName, as: 'chosen' | 'held'): fc.Arbitrary<SettingValue> {
  const { control } = setting(name)
  switch (control.kind) {
    case 'switch':
      return fc.boolean()
    case 'text':
    case 'longText':
    case 'email':
    case 'words':
      return anyText(name)
    case 'seconds':
      return fc.nat(control.max)
    case 'choice':
      return fc.constantFrom(...control.choices.map(({ value }) => value))
    case 'language':
      return fc.oneof(fc.constantFrom('en', 'pl', 'ar'), fc.nat(100))
    case 'sound':
      return as === 'held' ? fc.nat(sounds.length - 1) : fc.oneof(fc.nat(known - 1), fc.constantFrom(...sounds.slice(0, known)))
    default:
      return unreachable(control)
  }
}
export const anyHeld = fc.record(
  Object.fromEntries(settingNames.map((name) => [name, anyValue(name, 'held')])),
) as unknown as fc.Arbitrary<Settings>
export const edits = (names: readonly SettingName[], most: number): fc.Arbitrary<Partial<Settings>> =>
  fc
    .subarray([...names], { minLength: 1, maxLength: most })
    .chain(
      (chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, anyValue(name, 'chosen')]))) as fc.Arbitrary<Partial<Settings>>,
    )

type Loss = 'none' | 'request' | 'answer' | 'garbled'
export const anyLoss = fc.constantFrom<Loss>(...Array<Loss>(27).fill('none'), 'request', 'answer', 'garbled')

/**
 * A connection to a service that loses answers to changes, before or after the work.
 * @param lostReads whether each read, in turn, gets no answer
 */
export const sendTo =
  (service: Service, losses: Loss[], lostReads: boolean[] = []): Send =>
  async (_path, { method, body = '' }) => {
    if (method === 'GET') {
      if (lostReads.shift()) throw new TypeError('connection reset')
      return service.read()
    }
    const loss = losses.shift() ?? 'none'
    if (loss === 'request') throw new TypeError('connection reset')
    const answer = service.write(body)
    if (loss === 'answer') throw new TypeError('connection reset')
    return loss === 'garbled' ? new Response('<h1>Bad gateway</h1>', { status: 502 }) : answer
  }
