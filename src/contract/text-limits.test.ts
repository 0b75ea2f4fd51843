import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { z } from 'zod/mini'
import { api, apiNames, route } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { setting, settingNames, soundSettings } from './settings-derive.ts'
import { emailPattern, maxRequestBytes } from './values.ts'

/** What is too long is refused by its length alone: an expression that is slow on long texts must never see one. */

interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
}

/** Whether a text is among what the schema takes. */
function takesText(schema: z.ZodMiniType): boolean {
  const { type, innerType, options = [] } = schema._zod.def as unknown as Definition
  return type === 'string' || (innerType !== undefined && takesText(innerType)) || options.some(takesText)
}

const textFields = apiNames.flatMap((name) => {
  const { body }: Endpoint = api[name]
  const { shape = {} } = (body?._zod.def ?? {}) as unknown as Definition
  return Object.entries(shape)
    .filter(([, schema]) => takesText(schema))
    .map(([field, schema]) => ({ name, field, schema }))
})

/** The expressions that are tried on such a text, but for the one by which zod counts its characters. */
function expressionsOn(text: string, work: (text: string) => void): string[] {
  // `test` is made of `exec`.
  const spy = vi.spyOn(RegExp.prototype, 'exec')
  work(text)
  const { calls, contexts } = spy.mock
  vi.restoreAllMocks()
  const tried = (contexts as unknown as RegExp[]).filter((_, index) => (calls[index]?.[0].length ?? 0) >= text.length)
  return tried.map(({ source }) => source).filter((source) => source !== String.raw`[\uD800-\uDBFF]`)
}

test('the fields are found', () => {
  const names = textFields.map(({ name, field }) => `${name}.${field}`)
  expect(names).toEqual(expect.arrayContaining(['accountUpdate.email', 'chatCreate.langId', 'banCreate.ip', 'pollUpdate.answer4']))
  expect(names.length).toBeGreaterThan(50)
})

test.each(textFields)('no regular expression is tried on 1 MiB of $name $field', ({ schema }) => {
  const refuse = (text: string) => expect(schema.safeParse(text).success).toBe(false)
  for (const filling of ['a', '@', ' ', '\uD800']) expect(expressionsOn(filling.repeat(1024 * 1024), refuse)).toEqual([])
})

test('no regular expression is tried on a path of 16 KiB', () => {
  for (const part of ['1', '%2e', '1:', 'a/']) {
    const lookUp = (path: string) => expect(route('GET', path, new URLSearchParams())).toEqual({ kind: 'not-found' })
    expect(expressionsOn(`/chats/${part.repeat(16_384 / part.length)}`, lookUp)).toEqual([])
  }
})

test('the longest settings that are valid fit into a request, however they are escaped', () => {
  const longest = settingNames.map((name) => {
    const { control } = setting(name)
    return [name, 'max' in control && control.kind !== 'seconds' ? '😀'.repeat(control.max) : control.default] as const
  })
  const body = Object.fromEntries(longest)
  expect(api.chatUpdate.body!.safeParse({ ...body, ...Object.fromEntries(soundSettings.map((name) => [name, 'pop'])) }).success).toBe(true)
  const escaped = JSON.stringify(body).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16)}`)
  expect(JSON.parse(escaped)).toEqual(body)
  expect(escaped.length).toBeGreaterThan(400_000)
  expect(escaped.length).toBeLessThan(maxRequestBytes)
})

describe('an e-mail address', () => {
  test('is an @ with something on both sides, and no white space', () => {
    const [some, white] = [fc.constantFrom('a', '@', '.', 'ł'), fc.constantFrom(' ', '\n')]
    const texts = fc.string({ unit: fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: white }), maxLength: 12 })
    fc.assert(
      fc.property(texts, (text) => {
        const isOne = !/\s/.test(text) && text.slice(1, -1).includes('@')
        expect(emailPattern.test(text)).toBe(isOne)
      }),
    )
  })
})
