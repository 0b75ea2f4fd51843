import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginning, hasLink, isLong, messageParts, nameParts } from './visible-text.ts'

/* oxlint-disable no-script-url -- such addresses are what must not get through */

/** The parts as text: links in angle brackets with their host, invisible characters as their code in square brackets. */
const seen = (text: string) =>
  messageParts(text)
    .map((part) => {
      if (part.kind === 'link') return `<${part.text} ${part.host}${part.isImage ? ' image' : ''}>`
      return part.kind === 'mark' ? `[${part.code}]` : part.text
    })
    .join('')

describe('links', () => {
  test.each([
    ['Setlist: https://aurora.example/setlist.', 'Setlist: <https://aurora.example/setlist aurora.example>.'],
    ['(see http://a.example/x)', '(see <http://a.example/x a.example>)'],
    ['https://a.example/wiki/Cello_(film), yes', '<https://a.example/wiki/Cello_(film) a.example>, yes'],
    ['((https://a.example/(b)))!!', '((<https://a.example/(b) a.example>))!!'],
    ['HTTPS://A.EXAMPLE/X', '<HTTPS://A.EXAMPLE/X a.example>'],
    ['https://bank.example@evil.example/login', '<https://bank.example@evil.example/login evil.example>'],
    ['https://раураl.example', '<https://раураl.example xn--l-7sba6dbr.example>'],
    ['https://a.example:8443/?q=1&r=2#top', '<https://a.example:8443/?q=1&r=2#top a.example:8443>'],
    ['请看https://a.example/x。谢谢', '请看<https://a.example/x a.example>。谢谢'],
    ['“https://a.example” <https://b.example>', '“<https://a.example a.example>” <<https://b.example b.example>>'],
    ['https://a.example\nhttps://b.example', '<https://a.example a.example>\n<https://b.example b.example>'],
    ['https://[::1]:80/x', '<https://[::1]:80/x [::1]:80>'],
  ])('%s', (text, parts) => {
    expect(seen(text)).toBe(parts)
  })

  test.each(['https://', 'http://.', 'https://?', 'javascript:alert(1)', 'data:text/html,x', 'ftp://a.example', 'a.example', 'https:a'])(
    '%s is not a link',
    (text) => {
      expect(messageParts(text).filter(({ kind }) => kind === 'link')).toEqual([])
    },
  )

  test.each(['png', 'JPG', 'jpeg', 'gif', 'webp', 'avif'])('a path that ends with .%s is an image', (type) => {
    expect(seen(`https://a.example/x.${type}?size=2`)).toContain(' image>')
  })

  test.each([
    'https://a.example/x.svg',
    'https://a.example/?x.png',
    'https://a.png',
    'https://a.example/png',
    'https://a.example/x.png/page',
    'https://a.example/x.pngs',
  ])('%s is not an image', (text) => {
    expect(seen(text)).not.toContain(' image>')
  })

  test('end at an invisible character', () => {
    expect(seen('https://a.example/\u202Egnp.exe')).toBe('<https://a.example/ a.example>[U+202E]gnp.exe')
    expect(seen('https://a.exa\u200Bmple')).toBe('<https://a.exa a.exa>[U+200B]mple')
  })

  test('are found by hasLink', () => {
    expect(['see https://a.example', 'https://', 'a.example', ''].map(hasLink)).toEqual([true, false, false, false])
  })
})

describe('invisible characters', () => {
  test.each([
    ['\u202Enimda', '[U+202E]nimda'],
    ['a\u0000b\u007F\u009B', 'a[U+0000]b[U+007F][U+009B]'],
    ['fr\u200Bee\u200D\u2060\uFEFF\u00AD', 'fr[U+200B]ee[U+200D][U+2060][U+FEFF][U+00AD]'],
    ['\u2066a\u2069\u200F', '[U+2066]a[U+2069][U+200F]'],
    ['\u3164\u115F', '[U+3164][U+115F]'],
    ['\u{E0041}', '[U+E0041]'],
    ['a\u2028b\u2029', 'a[U+2028]b[U+2029]'],
    ['\uD83D!', '[U+D83D]!'],
    ['line\r\nbreak\tand tab', 'line\r\nbreak\tand tab'],
    ['a\u200Cb', 'a[U+200C]b'],
  ])('%j is shown as %s', (text, parts) => {
    expect(seen(text)).toBe(parts)
  })

  test.each([
    '👩\u200D💻',
    '👨🏽\u200D👩🏻\u200D👧\u200D👦',
    '🏳️\u200D🌈 🏴\u200D☠️ ❤️\u200D🔥 👁️\u200D🗨️ 🤷🏾\u200D♀️',
    '🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}',
    '1️⃣ ☕️ 🇵🇱',
    'می\u200Cخواهم',
    'क्\u200Dष',
    '\u06DD\u0600',
    'Zoë, 佐藤 美咲, ليلى حداد',
  ])('%s stays one text', (text) => {
    expect(messageParts(text)).toEqual([{ kind: 'text', text }])
  })

  test.each(Array.from('اܐᠠकকਕકକகకಕകකកက'))('a joiner after %s is part of the spelling', (letter) => {
    for (const joiner of ['\u200C', '\u200D']) expect(seen(`${letter}${joiner}${letter}`)).toBe(`${letter}${joiner}${letter}`)
  })

  test('a joiner without effect is named, also next to emoji', () => {
    expect(seen('👩\u200D \u200D💻 👩\u200D\u200D💻')).toBe('👩[U+200D] [U+200D]💻 👩[U+200D][U+200D]💻')
  })
})

test.each([
  ['https://a.example/x', true],
  ['HTTPS://A.example:8443?q', true],
  ['https://bank.example@evil.example/', false],
  ['https://аррӏе.example/', false],
  ['https://ｅvil.example/', false],
  ['http://0x7f.1/', false],
  ['https:///evil.example', false],
])('whether %s names its host: %s', (text, namesHost) => {
  expect(messageParts(text)).toMatchObject([{ kind: 'link', namesHost }])
})

test('names have no links', () => {
  expect(nameParts('https://a.example\u202E')).toEqual([
    { kind: 'text', text: 'https://a.example' },
    { kind: 'mark', text: '\u202E', code: 'U+202E' },
  ])
  expect(nameParts('')).toEqual([])
})

/** Separated by "|". */
const awkward =
  'https://|http://a.example/x.png|javascript:|<img src=x onerror=alert(1)>|)|(|.|@| |\n|👩|\u200D|💻|\uFE0F|\u202E|\0|\uD83D|\uDE00|می|\u200C|🏴|\u{E0067}|\u{E007F}|é|中'
const pieces = fc.constantFrom(...awkward.split('|'))
const hostile = fc.oneof(
  fc.array(pieces).map((some) => some.join('')),
  fc.string({ unit: 'binary' }),
)

describe('with any text', () => {
  test('the parts are the whole text, none is empty, and adjacent text is merged', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const parts of [messageParts(text), nameParts(text)]) {
          expect(parts.map((part) => part.text).join('')).toBe(text)
          expect(parts.filter((part) => part.text === '')).toEqual([])
          expect(parts.filter(({ kind }, index) => kind === 'text' && parts[index + 1]?.kind === 'text')).toEqual([])
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('links are http or https also for the browser, and text has no direction marks', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const part of messageParts(text)) {
          if (part.kind === 'link') {
            expect(['http:', 'https:']).toContain(new URL(part.href).protocol)
            expect(new URL(part.href).host).toBe(part.host)
          }
          if (part.kind === 'text') expect(part.text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B\u200E\u200F\0]/)
        }
      }),
      { numRuns: 3000 },
    )
  })

  test('huge texts of the worst kind are split in linear time', () => {
    const size = 300_000
    const texts = ['a', 'https://', ')', '\u202E', '👩\u200D', '🏴\u{E0067}', '👍\uFE0F', 'https://a.example/(', 'http', '\u200C']
    for (const text of texts) {
      const whole = text.repeat(size / text.length)
      expect(messageParts(whole).reduce((sum, part) => sum + part.text.length, 0)).toBe(whole.length)
    }
    expect(messageParts(`https://a.example/${')'.repeat(size)}`)[0]).toMatchObject({ text: 'https://a.example/' })
  })
})

describe('the beginning of a long message', () => {
  const shown = (text: string) =>
    beginning(messageParts(text))
      .map((part) => part.text)
      .join('')

  test('2,000 characters or 40 lines are cut, 600 characters are not', () => {
    expect([isLong('x'.repeat(2000)), isLong('x\n'.repeat(40)), isLong('x'.repeat(600)), isLong('')]).toEqual([true, true, false, false])
  })

  test('does not split characters', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'grapheme', minLength: 0, maxLength: 2000 })), (text) => {
        const start = shown(text.repeat(1 + Math.floor(2000 / (text.length + 1))))
        const kept = start.endsWith('…') ? start.slice(0, -1) : start
        expect(text.repeat(1 + Math.floor(2000 / (text.length + 1))).startsWith(kept)).toBe(true)
        expect(kept.length).toBeLessThanOrEqual(900)
      }),
      { numRuns: 500 },
    )
    expect(shown(`${'a'.repeat(599)}👨‍👩‍👧‍👦${'b'.repeat(2000)}`)).toBe(`${'a'.repeat(599)}…`)
  })

  test('a shortened link shows its host and keeps its target', () => {
    const link = `https://a.example/${'x'.repeat(1900)}`
    const [text, cut] = beginning(messageParts(`${'a'.repeat(595)} ${link}`))
    expect(text?.text).toBe(`${'a'.repeat(595)} `)
    expect(cut).toMatchObject({ kind: 'link', href: link, host: 'a.example' })
    expect(cut?.text).toMatch(/^https:\/\/a\.example\/x+…$/)
  })
})
