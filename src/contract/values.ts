import { z } from 'zod/mini'

/** Schemas for values that occur throughout the API. Those for reading accept every form that a service may send (docs/assumptions.md). */

const isSafe = (digits: string) => Math.abs(Number(digits)) <= Number.MAX_SAFE_INTEGER
const tooLarge = 'is too large to be held exactly'

/** An id in a path or a body: a positive safe integer. */
export const id = z.number().check(z.int(), z.positive())

/** The id of what the gateway keeps: a person, a passkey, a rule. */
export const key = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** An id in a path: digits only, so that nothing else can become part of an upstream URL. */
export const pathId = z.pipe(
  z.union([id, z.string().check(z.regex(/^[1-9]\d{0,15}$/, { error: 'must be a whole number', abort: true }), z.refine(isSafe, tooLarge))]),
  z.transform(Number),
)

/**
 * An id that is compared and shown, and that nothing is done to: a number, or the digits of one that JavaScript cannot hold (answer-json.ts). A number
 * beyond 2^53 - 1 was rounded by whoever parsed it, so it is refused.
 */
export const wireId = z.union([
  z.number().check(z.refine((value) => Math.abs(value) <= Number.MAX_SAFE_INTEGER, tooLarge)),
  z.string().check(
    z.regex(/^-?\d[\d.]*(?:[eE][-+]?\d+)?$/),
    z.refine((digits) => !isSafe(digits), 'must be a number'),
  ),
])

/** A boolean on the wire: true, false, 1, 0, "1", "0" or null, which means off (docs/assumptions.md row 21). */
export const wireBoolean = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false']), z.null()]),
  z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
)

/** A boolean in a request: true or false only. */
export const boolean = z.boolean()

/** Text from the service. Some services send null for an empty text. */
export const wireText = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
)

/** A count from the service. null, missing and negative mean "not stated". */
export const wireCount = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => (value === null || value === undefined || value < 0 ? null : value)),
)

/** A number of votes. Some services send null for 0. */
export const wireVotes = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => value ?? 0),
)

/**
 * A point in time as a number. The API document says Unix seconds; values above 1e11 can only be milliseconds (docs/assumptions.md row 20).
 * Parsed: Unix seconds, possibly with a fraction.
 */
export const wireSeconds = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
  // Clamped at about the year 5000: a larger number is not a date, and pages must still be able to format it.
  z.transform((value) => Math.max(-1e11, Math.min(Number(value) > 1e11 ? Number(value) / 1000 : Number(value), 1e11))),
)

/**
 * A date as text, `YYYY-MM-DD HH:MM:SS` without a time zone. '', null and the all-zero date mean "no date" (docs/assumptions.md row 7) and become null.
 * Anything else is kept as sent.
 */
export const wireDate = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => (!value || value.startsWith('0000-00-00') ? null : value)),
)

const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const ipv4Pattern = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

const notIpv4 = 'must be an IPv4 address such as 192.0.2.1, without leading zeros'
/** Dotted-decimal IPv4 without leading zeros: some programs read `010.0.0.1` as octal, others as decimal, so it is refused. */
export const ipv4 = z.string().check(z.maxLength(15, { error: notIpv4, abort: true }), z.regex(ipv4Pattern, notIpv4))

/** An IPv4 address as an unsigned 32-bit number. The address must be valid. */
export const ipv4ToNumber = (address: string): number => address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

/** Whether every UTF-16 surrogate is paired: a lone one cannot be encoded in UTF-8. */
const isWellFormed = (text: string) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)

const storable = (text: string) => !text.includes('\0') && isWellFormed(text)

/** Aborts, so that the following checks never run on an overlong text. */
const atMost = (max: number) => z.maxLength(max, { error: `must have at most ${max} characters`, abort: true })

/** Text from people: any language, no NUL and no lone surrogates. @param max Unicode code points */
export const text = (max: number) => z.string().check(atMost(max), z.refine(storable, 'must not contain NUL or broken characters'))

/** Text that is not blank. */
export const filledText = (max: number) => text(max).check(z.regex(/\S/u, 'must not be empty'))

// Controls and line separators, and the marks that turn the direction of the text after them.
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/g
// oxlint-disable-next-line no-control-regex
const hidden = /[\u0001-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** Text of one line: a break becomes a space, and other controls are left out. */
export const lineText = (max: number) => text(max).check(z.overwrite((line) => line.replaceAll(breaks, ' ').replaceAll(hidden, '')))

/**
 * A name that people give: it ends up in logs, e-mails, notifications and terminals, where a line break or an escape would begin something else. They
 * are left out of a name that was stored before as well, so that it can still be read.
 */
export const nameText = (max: number) => lineText(max).check(z.regex(visible, 'must not be empty'))

/** What a person can see: neither space nor format characters nor letters that are drawn as nothing. */
export const visible = /[^\s\p{Cf}\p{Cc}\u034F\u115F\u1160\u17B4\u17B5\u2800\u3164\uFFA0]/u

/** What a text of JSON holds; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The length of a text in UTF-8 bytes. */
export const byteLength = (value: string): number => new TextEncoder().encode(value).length

/** A whole number of a query: a count, or milliseconds. */
export const queryInteger = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number'))]),
  z.transform(Number),
)

/** An `@` with something on both sides and no white space. Matches in linear time. */
export const emailPattern = /^\S[^\s@]*@\S+$/

/** Rows that a count looks at. One more than that means that there may be more: the exact number of so many is not worth reading them all. */
export const maxCounted = 20_000
/** Of a page of a list: it ends once its rows have so many, whatever the limit of its rows is. */
export const maxPageCharacters = 1_000_000
/** Of the notices in the page, which are counted only among so many of the newest. */
export const maxCountedNotices = 1000

/**
 * Of a request to the gateway and to our service. The longest valid settings of a chat have 36,274 characters, which take at most 435 kB however they
 * are escaped.
 */
export const maxRequestBytes = 512 * 1024

/** Text with a limit in UTF-8 bytes, as the API document has it for messages. */
export const textOfBytes = (max: number) =>
  filledText(max).check(z.refine((value) => byteLength(value) <= max, `must have at most ${max} bytes`))

/** `{ status }`: the response of most changes. */
export const doneResponse = z.object({ status: wireBoolean })

/** `{ status, data }` */
export const itemResponse = <T extends z.ZodMiniType>(data: T) => z.object({ status: wireBoolean, data })

/** `{ status, count, data }`. What `count` counts is not documented (docs/assumptions.md row 9), so no code may depend on it. */
export const listResponse = <T extends z.ZodMiniType>(data: T) =>
  z.object({ status: wireBoolean, count: z.optional(z.nullable(z.number())), data: z.array(data) })

/** The body of every refusal of our own service. Other services may leave out everything but `status` (docs/assumptions.md row 2). */
export const refusal = z.object({
  status: wireBoolean,
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** The parameters of paths within a chat. */
export const chatParams = z.object({ chatId: pathId })
