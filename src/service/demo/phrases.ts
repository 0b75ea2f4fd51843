import type { Language } from './people.ts'
import askTheVet from './phrases/ask-the-vet.json' with { type: 'json' }
import mainStage from './phrases/main-stage.json' with { type: 'json' }
import nightCafe from './phrases/night-cafe.json' with { type: 'json' }
import nightRadio from './phrases/night-radio.json' with { type: 'json' }
import tangoBeginners from './phrases/tango-beginners.json' with { type: 'json' }
import type { Bank } from './speech.ts'

/** What people say in each chat of the demo, by language. The format of a bank is explained in speech.ts; the compiler checks the files against it. */
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
