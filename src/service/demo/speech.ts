import askTheVet from './phrases/ask-the-vet.json' with { type: 'json' }
import mainStage from './phrases/main-stage.json' with { type: 'json' }
import nightCafe from './phrases/night-cafe.json' with { type: 'json' }
import nightRadio from './phrases/night-radio.json' with { type: 'json' }
import tangoBeginners from './phrases/tango-beginners.json' with { type: 'json' }
import type { Random } from './random.ts'
import type { Language } from './people.ts'

/**
 * What people of one language say in one chat. In `topics`, a line is an exchange and ` // ` separates its turns. The turns alternate between two
 * people; `# ` before a turn gives it to the host, `> ` to somebody else. `{slot}` is a value of that slot, the same one throughout the exchange
 * (`{slot2}`: another one), `{2-9}` a number, `{@}` the name of whoever spoke before, `(a|b)` one of a few wordings.
 */
export interface Bank {
  /** Values separated by `|`. */
  slots: Record<string, string>
  topics: Record<string, string[]>
  /** What people put behind a sentence, separated by spaces. */
  emoji?: string
}

interface Speakers<P> {
  opener: P
  answerer: P
  other: P
  host: P
}

export interface Turn<P> {
  by: P
  text: string
}

/** Creates exchanges from a bank. No line is repeated before every line of its topic was used. */
export function createSpeech(bank: Bank, random: Random) {
  const slots = new Map(Object.entries(bank.slots).map(([name, values]) => [name, values.split('|')]))
  const left = new Map<string, string[]>()
  const emoji = bank.emoji?.split(' ') ?? []

  const draw = (topic: string) => {
    let rest = left.get(topic)
    if (!rest?.length) {
      const all = bank.topics[topic]
      if (!all) throw new RangeError(`No topic named ${topic}`)
      rest = random.shuffled(all)
      left.set(topic, rest)
    }
    return rest.pop() ?? ''
  }

  const slot = (name: string, chosen: Map<string, string>): string => {
    const known = chosen.get(name)
    if (known !== undefined) return known
    const values = slots.get(name.replace(/\d$/, ''))
    if (!values) throw new RangeError(`No slot named ${name}`)
    const taken = new Set(chosen.values())
    const value = random.pick(values.length > taken.size ? values.filter((one) => !taken.has(one)) : values)
    chosen.set(name, value)
    return value
  }

  const fill = (template: string, chosen: Map<string, string>, before: string) =>
    template
      .replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
        if (name === '@') return before
        const [, lowest, highest] = /^(\d+)-(\d+)$/.exec(name) ?? []
        return lowest && highest ? String(random.int(Number(lowest), Number(highest))) : slot(name, chosen)
      })
      .replaceAll(/\(([^()|]*\|[^()]*)\)/g, (_, wordings: string) => random.pick(wordings.split('|')))

  const offhand = (text: string) => {
    let said = text
    if (random.chance(0.15) && !/^\p{Lu}{2}/u.test(said)) said = said.charAt(0).toLowerCase() + said.slice(1)
    if (random.chance(0.5)) said = said.replace(/[.。]$/, '')
    if (emoji.length && random.chance(0.18) && !/\p{Extended_Pictographic}/u.test(said) && !endsInLink(said))
      said += ` ${random.pick(emoji)}`
    return said
  }

  return {
    /** An exchange on a topic: its turns in order. Throws a RangeError on a topic that the bank does not have. */
    exchange<P extends { name: string }>(topic: string, speakers: Speakers<P>): Turn<P>[] {
      const chosen = new Map<string, string>()
      let before = speakers.answerer
      return draw(topic)
        .split(' // ')
        .map((template, index) => {
          const [by, words] = whose(template, index, speakers)
          const filled = capitalised(fill(words, chosen, firstName(before.name)).trim())
          before = by
          return { by, text: by === speakers.host ? filled : offhand(filled) }
        })
    },
  }
}

export type Speech = ReturnType<typeof createSpeech>

const capitalised = (text: string) => (text.startsWith('http') ? text : text.charAt(0).toUpperCase() + text.slice(1))

const firstName = (name: string) => name.split(' ')[0] ?? name

function whose<P>(template: string, index: number, { opener, answerer, other, host }: Speakers<P>): [P, string] {
  if (template.startsWith('# ')) return [host, template.slice(2)]
  if (template.startsWith('> ')) return [other, template.slice(2)]
  return [index % 2 ? answerer : opener, template]
}

const endsInLink = (text: string) => text.slice(text.lastIndexOf(' ') + 1).includes('example')

/** What people say in each chat of the demo, by language. The compiler checks the files against the format of a bank. */
export const phrases = { mainStage, nightRadio, askTheVet, nightCafe, tangoBeginners } satisfies Record<
  string,
  Partial<Record<Language, Bank>>
>

export type ChatName = keyof typeof phrases

/** Throws a RangeError where nobody in the chat speaks the language. */
export function bankOf(chat: ChatName, language: Language): Bank {
  const banks: Partial<Record<Language, Bank>> = phrases[chat]
  const bank = banks[language]
  if (!bank) throw new RangeError(`No phrases in "${language}" for ${chat}`)
  return bank
}
