import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'
import { gatewayApi } from './api.ts'
import { recordKinds } from './record-kinds.ts'

/** What people send to the gateway and is stored: it is of one line unless it is listed here. */

// Each by the last part of its path.
/** Texts that people write, with as many lines as they like. */
const written = ['question', 'answer1', 'answer2', 'answer3', 'answer4', 'text', 'note', 'post-texts', 'message', 'description', 'announce']
/** What messages and settings are compared with. */
const compared = ['words', 'pattern', 'authors', 'values', 'setting', 'seen', 'version', 'presetId', 'query', 'for', 'base', 'value']
/** Secrets and keys, which are never shown, and addresses, which are parsed. */
const secret = ['token', 'secret', 'code', 'id', 'rawId', 'type', 'address']
const others = new Set([...written, ...compared, ...secret])

const hostile = 'Kim\r\n\u001b[2J\u009b2J\u007f\u2028\u202ebob\u2066@example.org'

/** The texts of a schema, with their paths. */
function textsIn(schema: z.core.$ZodType, path: string): [path: string, schema: z.core.$ZodType][] {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return [[path, schema]]
    case 'object':
      return Object.entries(def.shape).flatMap(([name, part]) => textsIn(part, `${path}.${name}`))
    case 'array':
      return textsIn(def.element, path)
    case 'record':
      return [...textsIn(def.keyType, path), ...textsIn(def.valueType, path)]
    case 'union':
      return def.options.flatMap((option) => textsIn(option, path))
    case 'optional':
    case 'nullable':
    case 'default':
      return textsIn(def.innerType, path)
    case 'pipe':
      return textsIn(def.in, path)
    default:
      return []
  }
}

test('every name that people give is refused or cleaned of what is not of one line', () => {
  const endpoints: [string, Endpoint][] = Object.entries(gatewayApi)
  const texts = [
    ...endpoints.flatMap(([name, { body }]) => (body ? textsIn(body, name) : [])),
    ...Object.entries(recordKinds).flatMap(([kind, { value }]) => textsIn(value, kind)),
  ].filter(([path]) => !others.has(path.split('.').at(-1)!))
  const names = texts.map(([path]) => path)
  for (const name of ['invitationCreate.name', 'scopedTokenCreate.label', 'ruleSave.rule.name', 'word-lists.name', 'presets.name'])
    expect(names).toContain(name)
  const kept = texts.filter(([, schema]) => {
    const { success, data } = z.safeParse(schema, hostile)
    return success && /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(String(data))
  })
  expect(kept.map(([path]) => path)).toEqual([])
})
