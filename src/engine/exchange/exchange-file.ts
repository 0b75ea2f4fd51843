import { z } from 'zod/mini'
import { parseJson } from '#contract/values.ts'

/** Files with which people move what they made to another account. */

const version = 1

export type NotImported = { kind: 'notOurs' } | { kind: 'laterVersion' }

/** @param content what the file holds beside the name and the version of its format */
export const exchangeFile = (format: string, content: object): string => `${JSON.stringify({ format, version, ...content }, null, 2)}\n`

/** Reads a file of exchangeFile(), also one of another release. */
export function readExchangeFile<T>(file: string, format: string, Content: z.ZodMiniType<T>): { kind: 'read'; content: T } | NotImported {
  const json = parseJson(file)
  const head = z.object({ format: z.literal(format), version: z.number() }).safeParse(json)
  if (head.success && head.data.version > version) return { kind: 'laterVersion' }
  const content = Content.safeParse(json)
  return head.success && head.data.version === version && content.success ? { kind: 'read', content: content.data } : { kind: 'notOurs' }
}
