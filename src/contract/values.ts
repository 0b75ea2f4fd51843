import { z } from 'zod/mini'

/** The values that the API document uses again and again, each accepting every shape a server may send (docs/assumptions.md). */

/** An id in a path or a body: a positive integer that JavaScript can count. */
export const id = z.number().check(z.int(), z.positive())

/** The same, as it stands in a path: digits only, so that nothing else can ever become part of an upstream address. */
export const pathId = z.pipe(z.union([id, z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'must be a whole number'))]), z.transform(Number))

/** A boolean on the wire: true, false, 1, 0, "1", "0" or null (null = off). assumptions.md row 21. */
export const wireBoolean = z.pipe(
  z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false']), z.null()]),
  z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
)

/** A boolean that people and programs send: nothing but true and false. */
export const boolean = z.boolean()

/** Text from the service. Some servers send null for "none". */
export const wireText = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => value ?? ''),
)

/** A count from the service. null means "not stated"; so do a missing and a negative one. */
export const wireCount = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => (value === null || value === undefined || value < 0 ? null : value)),
)

/** Votes: never null for the reader, null on some servers. */
export const wireVotes = z.pipe(
  z.nullish(z.number()),
  z.transform((value) => value ?? 0),
)

/**
 * A moment as a number. The API document says seconds since epoch; values above 1e11 can only be milliseconds
 * (assumptions.md row 20). Tidy form: seconds, possibly with a fraction.
 */
export const wireSeconds = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d+(\.\d+)?$/))]),
  // What is beyond the year 5000 even as milliseconds, or as far before 1970, is no date; a page must survive it.
  z.transform((value) => Math.max(-1e11, Math.min(Number(value) > 1e11 ? Number(value) / 1000 : Number(value), 1e11))),
)

/**
 * A text date, `YYYY-MM-DD HH:MM:SS` without a zone. '', null and the all-zero date mean "no date" (assumptions.md row 7) and become null.
 * Anything else is kept as sent.
 */
export const wireDate = z.pipe(
  z.nullish(z.string()),
  z.transform((value) => (!value || value.startsWith('0000-00-00') ? null : value)),
)

const octet = '(?:0|[1-9]\\d?|1\\d\\d|2[0-4]\\d|25[0-5])'
const ipv4Pattern = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

const notIpv4 = 'must be an IPv4 address such as 192.0.2.1, without leading zeros'
/** IPv4 dot-decimal without leading zeros: `010.0.0.1` is read as octal by some programs and as decimal by others, so it is refused. */
export const ipv4 = z.string().check(z.maxLength(15, { error: notIpv4, abort: true }), z.regex(ipv4Pattern, notIpv4))

/** An IPv4 address as an unsigned 32-bit number. The address must be valid. */
export const ipv4ToNumber = (address: string): number => address.split('.').reduce((number, part) => number * 256 + Number(part), 0)

/** Whether every UTF-16 surrogate has its other half: half a character cannot be stored as UTF-8 and would come back as another text. */
const isWellFormed = (text: string) => !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text)

const storable = (text: string) => !text.includes('\0') && isWellFormed(text)

/** Aborts, so that no later check of the schema runs on a text of any length that somebody sends. */
const atMost = (max: number) => z.maxLength(max, { error: `must have at most ${max} characters`, abort: true })

/** Text from people: any language, no NUL and no half characters. @param max most characters (Unicode code points) */
export const text = (max: number) => z.string().check(atMost(max), z.refine(storable, 'must not contain NUL or broken characters'))

/** Text with something to see in it. */
export const filledText = (max: number) => text(max).check(z.regex(/\S/u, 'must not be empty'))

/** The size of a text as the service counts it: UTF-8 bytes. */
export const byteLength = (value: string): number => new TextEncoder().encode(value).length

/** An `@` with something on both sides and no white space. Each character is looked at once, whatever the text. */
export const emailPattern = /^\S[^\s@]*@\S+$/

/**
 * Largest body of a request that the gateway and our service read, in bytes. The longest settings of a chat have 36,274 characters, which take at most
 * 435 kB however they are escaped; what is larger cannot be valid, and would only be held in memory.
 */
export const maxRequestBytes = 512 * 1024

/** Text limited in UTF-8 bytes, as the API document limits message texts (api.md, Limits). @param max most bytes */
export const textOfBytes = (max: number) =>
  filledText(max).check(z.refine((value) => byteLength(value) <= max, `must have at most ${max} bytes`))

/** `{ status }`: the whole answer of most changes. */
export const doneResponse = z.object({ status: wireBoolean })

/** `{ status, data }` */
export const itemResponse = <T extends z.ZodMiniType>(data: T) => z.object({ status: wireBoolean, data })

/** `{ status, count, data }`. What `count` counts is not stated (assumptions.md row 9), so no code may depend on it. */
export const listResponse = <T extends z.ZodMiniType>(data: T) =>
  z.object({ status: wireBoolean, count: z.optional(z.nullable(z.number())), data: z.array(data) })

/** The body of every refusal of our own service; other services may leave out all but `status` (assumptions.md row 2). */
export const refusal = z.object({
  status: wireBoolean,
  code: z.optional(z.string()),
  message: z.optional(z.string()),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})

/** Paths of one chat. */
export const chatParams = z.object({ chatId: pathId })
