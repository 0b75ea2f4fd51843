import fc, { type Arbitrary } from 'fast-check'
import type { z } from 'zod/mini'

/** The part of zod's schema definitions that the contract uses. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  options?: z.ZodMiniType[]
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  values?: unknown[]
  checks?: { _zod: { def: Check } }[]
}

interface Check {
  check: string
  maximum?: number
  minimum?: number
  value?: number
  pattern?: RegExp
}

/** Values that a schema of the contract accepts, except for some that break a rule written as code. Throws for an unknown kind of schema. */
export function valuesOf(schema: z.ZodMiniType): Arbitrary<unknown> {
  // All classes of zod/mini have this shape, but their types show it only once the kind is known.
  const definition = schema._zod.def as unknown as Definition
  const inner = definition.innerType ?? definition.in
  switch (definition.type) {
    case 'object':
      return objects(definition.shape ?? {})
    case 'array':
      return arrays(valuesOf(definition.element!), checksOf(definition))
    case 'union':
      return fc.oneof(...definition.options!.map(valuesOf))
    case 'optional':
    case 'default':
      return fc.option(valuesOf(inner!), { nil: undefined })
    case 'nullable':
      return fc.option(valuesOf(inner!))
    case 'pipe':
      return valuesOf(inner!)
    case 'literal':
      return fc.constantFrom(...definition.values!)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numbers(checksOf(definition))
    case 'string':
      return texts(checksOf(definition))
    default:
      throw new TypeError(`No values for a schema of the kind ${definition.type}`)
  }
}

/** Only a few of many optional fields: sixty settings in every request would reveal no more and take sixty times as long. */
function objects(shape: Record<string, z.ZodMiniType>): Arbitrary<unknown> {
  const entries = Object.entries(shape)
  const required = Object.fromEntries(
    entries.filter(([, schema]) => !schema.safeParse(undefined).success).map(([name, schema]) => [name, valuesOf(schema)]),
  )
  const optional = entries.filter(([name]) => !(name in required)).map(([name, schema]) => fc.tuple(fc.constant(name), valuesOf(schema)))
  const some = optional.length ? fc.array(fc.oneof(...optional), { maxLength: 6 }) : fc.constant([])
  return fc.tuple(fc.record(required), some).map(([must, may]) => ({ ...must, ...Object.fromEntries(may) }))
}

const arrays = (element: Arbitrary<unknown>, { min_length, max_length }: Checks) =>
  fc.array(element, { minLength: min_length?.minimum ?? 0, maxLength: max_length?.maximum ?? 30, size: 'large' })

function numbers({ greater_than, less_than }: Checks): Arbitrary<number> {
  const [least, most] = [greater_than?.value ?? -5, less_than?.value ?? 2 ** 31]
  return fc.oneof(fc.integer({ min: least, max: most }), fc.constantFrom(least, least + 1, most), fc.integer({ min: 1, max: 40 }))
}

function texts({ max_length, string_format }: Checks): Arbitrary<string> {
  const most = max_length?.maximum ?? 100
  const plain = fc.oneof(
    { weight: 6, arbitrary: fc.string({ minLength: 1, maxLength: Math.min(most, 40), unit: 'grapheme' }) },
    { weight: 1, arbitrary: fc.constantFrom(most, most + 1).map((length) => 'x'.repeat(length)) },
    // 700 characters of three bytes each: beyond the 2,000 bytes of a message, far below its characters.
    { weight: 1, arbitrary: fc.constantFrom('€'.repeat(666), '€'.repeat(667), `${'€'.repeat(699)}xxxx`) },
    { weight: 2, arbitrary: fc.constantFrom('pop', 'en', 'EUR', '192.0.2.1', ' bad', "'; drop table chat; --", '\u202Eabc', '👩‍👩‍👧') },
  )
  const pattern = string_format?.pattern
  if (!pattern || pattern.source === String.raw`\S`) return plain
  return fc.oneof({ weight: 4, arbitrary: fc.stringMatching(pattern) }, { weight: 1, arbitrary: plain })
}

type Checks = Partial<Record<string, Check>>

const checksOf = ({ checks = [] }: Definition): Checks => Object.fromEntries(checks.map(({ _zod: { def } }) => [def.check, def]))
