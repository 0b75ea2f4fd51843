import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import * as z from 'zod/mini'
import type { Cell } from '#db/part.ts'
import { startChecksum, type TableChecksum } from './rows.ts'

/**
 * The format of a backup, the same for every engine: gzipped lines of JSON. First a header; then each table, one line with its name and columns and one
 * line per row; last a footer with the number of rows and the hash of each table, so that a truncated or changed file is detected.
 */

const Head = z.object({
  format: z.literal('roomkeeper-backup-1'),
  /** The version of Roomkeeper that wrote it. */
  release: z.string(),
  /** The last migration of the service's tables; `none` where a remote service is used. */
  schema: z.string(),
  /** The last migration of the gateway's tables; missing where there are none, and in the files of earlier releases. */
  gateway: z.optional(z.string()),
  /** When, as ISO 8601 in UTC. */
  taken: z.string(),
  /** The id of the installation (db/installation.ts); missing in the files of release 0.1.0. */
  installation: z.optional(z.string()),
})
const TableLine = z.object({ table: z.string(), columns: z.array(z.string()) })
const Row = z.array(z.union([z.string(), z.number(), z.null()]))
const Foot = z.object({ tables: z.array(z.object({ table: z.string(), rows: z.number(), sha256: z.string() })) })

/** The version of tables that a file does not contain. */
export const noSchema = 'none'

export type Head = z.infer<typeof Head>

/** The content of a valid backup. */
export interface Manifest extends Head {
  tables: TableChecksum[]
}

type BackupEntry = { columns: string[]; table: string } | { row: Cell[] }

/** The file is not a backup, or damaged; the message says which. */
export class BadBackup extends Error {}

/** Far above the longest row. It limits the memory that a file of another kind can take. */
const maxLineLength = 16 * 1024 * 1024

/** Reads a whole backup and verifies its checksums. Rejects with BadBackup when it is not a backup, truncated or damaged. */
export async function checkBackup(file: string): Promise<Manifest> {
  const reading = entriesOf(file)
  for (;;) {
    const { done, value } = await reading.next()
    if (done) return value
  }
}

/** The tables and rows of a backup as they are read; returns its manifest. They are verified only once the end is reached without BadBackup. */
export async function* entriesOf(file: string): AsyncGenerator<BackupEntry, Manifest> {
  let head: Head | undefined
  let sum: ReturnType<typeof startChecksum> | undefined
  const sums: TableChecksum[] = []
  let foot: z.infer<typeof Foot> | undefined
  for await (const line of linesIn(file)) {
    const value = parseLine(line, head ? 'damaged' : 'foreign')
    if (!head) {
      head = validated(Head, value, 'foreign')
      continue
    }
    if (foot) throw damaged()
    if (Array.isArray(value)) {
      if (!sum) throw damaged()
      sum.add(line)
      yield { row: validated(Row, value, 'damaged') }
      continue
    }
    if (sum) sums.push(sum.end())
    sum = undefined
    const isFoot = typeof value === 'object' && value !== null && 'tables' in value
    if (isFoot) foot = validated(Foot, value, 'damaged')
    else {
      const opened = validated(TableLine, value, 'damaged')
      sum = startChecksum(opened.table)
      sum.add(line)
      yield opened
    }
  }
  if (!head) throw foreign()
  if (!foot) throw new BadBackup('The backup is truncated: its end is missing.')
  if (JSON.stringify(foot.tables.map(({ table, rows, sha256 }) => ({ table, rows, sha256 }))) !== JSON.stringify(sums)) throw damaged()
  return { ...head, tables: sums }
}

const foreign = () => new BadBackup('The file is not a backup of Roomkeeper.')
const damaged = () => new BadBackup('The backup is damaged: its content does not match its checksums.')

function parseLine(line: string, otherwise: 'foreign' | 'damaged'): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw otherwise === 'foreign' ? foreign() : damaged()
  }
}

function validated<T>(schema: z.ZodMiniType<T>, value: unknown, otherwise: 'foreign' | 'damaged'): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw otherwise === 'foreign' ? foreign() : damaged()
}

/** Node's readline does not pass on errors of its source and reads lines of any length. */
async function* linesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const text = createGunzip()
  source.on('error', (error) => text.destroy(error))
  source.pipe(text).setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of text) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > maxLineLength) throw damaged()
    }
  } catch (error) {
    throw asBadBackup(error)
  } finally {
    source.destroy()
  }
  if (rest) throw damaged()
}

function asBadBackup(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = error instanceof Error ? error.message : ''
  if (code === 'ENOENT') return new BadBackup('There is no such file.')
  if (message === 'incorrect header check') return foreign()
  if (code === 'Z_BUF_ERROR') return new BadBackup('The backup is truncated: its end is missing.')
  return String(code).startsWith('Z_') ? damaged() : error
}
