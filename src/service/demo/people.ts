import names from './people.json' with { type: 'json' }

/** Made-up names of the people who write, by the language they write in. */

export type Language = keyof typeof names

// JSON has exactly these keys; the compiler derived the type from the same file.
export const languages = Object.keys(names) as Language[]

export const namesOf = (language: Language): readonly string[] => names[language]
