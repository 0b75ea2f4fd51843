import { answersTooMany, answerTooLarge, upstreamNotApi } from '../refusals.ts'

/**
 * What answers of a remote service may cost: the bytes of one, the bytes of all that are being read, and how JSON is nested, which is counted while it
 * arrives, because 8 MB of brackets take seconds and a gigabyte to parse.
 */

const MiB = 1024 * 1024
/** In MiB, for one answer to a read. 10,000 chats take about 30 MB. */
export const defaultMaxAnswerMiB = 32
/** Whoever changes something gets a short answer. It is never refused for what others read: its outcome would be unknown. */
export const maxWriteAnswerBytes = MiB
/** The answers of the API document have 4 levels. */
export const maxJsonDepth = 32
/** Each takes about 100 bytes of memory, however short it is in the answer. */
export const maxJsonContainers = 1_000_000

/** Reads the body of an answer. Throws a Refusal, and reads no further, where it costs too much. */
export type ReadAnswer = (body: ReadableStream<Uint8Array>, isRead: boolean) => Promise<string>

/** Twice the limit of one answer may be in memory at the same time, for all requests. */
export function createAnswerReader(maxMiB = defaultMaxAnswerMiB): ReadAnswer {
  const maxBytes = maxMiB * MiB
  let inFlight = 0
  return async (body, isRead) => {
    const chunks: Uint8Array[] = []
    const scan = createJsonScan()
    let size = 0
    try {
      for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
        size += chunk.length
        inFlight += chunk.length
        if (size > (isRead ? maxBytes : Math.min(maxBytes, maxWriteAnswerBytes))) throw answerTooLarge(isRead ? maxMiB : null)
        if (isRead && inFlight > 2 * maxBytes) throw answersTooMany()
        scan(chunk)
        chunks.push(chunk)
      }
      return new TextDecoder().decode(Buffer.concat(chunks))
    } finally {
      inFlight -= size
    }
  }
}

const quote = 0x22
const backslash = 0x5c

/** Counts levels and containers of JSON that arrives in chunks. The function throws a Refusal where there are too many. */
function createJsonScan(): (chunk: Uint8Array) => void {
  let depth = 0
  let containers = 0
  let isInText = false
  let isEscaped = false

  function open() {
    depth++
    containers++
    if (depth > maxJsonDepth) throw upstreamNotApi(`its JSON is nested deeper than ${maxJsonDepth} levels`)
    if (containers > maxJsonContainers)
      throw upstreamNotApi(`its JSON has more than ${maxJsonContainers.toLocaleString('en')} objects and lists`)
  }

  // By index and with few comparisons for a byte: every byte of every answer passes here.
  return (chunk) => {
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === backslash) isEscaped = true
        else if (byte === quote) isInText = false
      } else if (byte === quote) isInText = true
      // [ and {, ] and } differ in one bit.
      else if ((byte | 0x20) === 0x7b) open()
      else if ((byte | 0x20) === 0x7d) depth--
    }
  }
}
