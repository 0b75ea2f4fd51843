import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { command, createAccount } from '../command.ts'
import { makePostgres } from './crash/postgres.ts'
import { asking, createChat, emptyHistory, postUntil } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { startProduct } from '../../e2e/support/product.ts'

/**
 * R29: the commands of backup and restore. A backup taken while the service writes is restored into SQLite and into PostgreSQL and compared by the
 * hash of each table's rows. Damaged copies, and restores killed in the middle, must leave the old data or the new ones, whole.
 * `npx tsx proof/service/backups.ts [DAMAGES]`, 20 cut and 20 changed files by default, and half as many kills.
 */

const damages = Number(process.argv[2] ?? 20)

async function main(place: string): Promise<void> {
  const server = await makePostgres()
  try {
    const [data, file] = [join(place, 'data'), join(place, 'backup')]
    const tables = await backUpWhileWriting(data, file)

    // Over a database with other contents.
    const target = join(place, 'target')
    await createAccount({ DATA_DIR: target })
    const old = await tablesAt({ DATA_DIR: target })
    const refused = await refusedDamages(place, file, target)
    const killed = await killedRestores(place, file, target, [old, tables])

    await command('restore', [file], { DATA_DIR: target })
    await command('restore', [file], { DATABASE_URL: server.url })
    const equal = [{ DATA_DIR: target }, { DATABASE_URL: server.url }].map(async (env) => (await tablesAt(env)) === tables)
    const equals = (await Promise.all(equal)).filter(Boolean).length
    const rows = (JSON.parse(tables) as { rows: number }[]).reduce((sum, table) => sum + table.rows, 0)
    figure(
      'R29',
      equals === 2 && refused.refused === 2 * damages && refused.touched === 0 && killed.whole === killed.kills,
      `${rows} rows backed up while ${writers} wrote; restored copies on SQLite and PostgreSQL equal by row hash: ${equals} of 2; ${refused.refused} of ${2 * damages} damaged copies refused, ${refused.touched} files touched by them; after ${killed.whole} of ${killed.kills} killed restores everything old (${killed.old}) or everything new (${killed.fresh}) was there`,
    )
  } finally {
    await server.remove()
  }
}

const writers = 8

/** Resolves to the tables' names, rows and hashes. */
async function backUpWhileWriting(data: string, file: string): Promise<string> {
  const token = await createAccount({ DATA_DIR: data })
  await command('demo-data', ['--account', '1', '--chats', '3', '--messages', '20000'], { DATA_DIR: data })
  const product = await startProduct({ DATA_DIR: data })
  const ask = asking(product.address, token)
  const chatId = await createChat(ask)
  let isOver = false
  const writing = postUntil(ask, chatId, emptyHistory(), writers, () => isOver)
  const { tables } = await command('backup', [file], { DATA_DIR: data })
  isOver = true
  await writing
  await product.stop()
  return JSON.stringify(tables)
}

/** The contents of a database, taken from a backup of it: the hash of each table's rows. */
async function tablesAt(env: Record<string, string>): Promise<string> {
  const { tables } = await withFolder((folder) => command('backup', [join(folder, 'backup')], env))
  return JSON.stringify(tables)
}

async function refusedDamages(place: string, file: string, target: string) {
  const sound = readFileSync(file)
  const anywhere = () => Math.floor(Math.random() * sound.length)
  const flipped = () => {
    const bytes = Buffer.from(sound)
    // The first ten bytes are the gzip header, which is not content.
    const at = 10 + Math.floor(Math.random() * (bytes.length - 10))
    bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << Math.floor(Math.random() * 8)), at)
    return bytes
  }
  const copies = Array.from({ length: damages }, () => [sound.subarray(0, anywhere()), flipped()]).flat()
  const damaged = join(place, 'damaged')
  let refused = 0
  let touched = 0
  for (const copy of copies) {
    writeFileSync(damaged, copy)
    const before = filesIn(target)
    const outcome = await command('restore', [damaged], { DATA_DIR: target }).catch((error: unknown) => String(error))
    if (typeof outcome === 'string' && /damaged|truncated|not a backup/.test(outcome)) refused++
    if (filesIn(target) !== before) touched++
  }
  return { refused, touched }
}

/** Each on a fresh copy of the target. */
async function killedRestores(place: string, file: string, target: string, [old, fresh]: [old: string, fresh: string]) {
  const begun = performance.now()
  const first = join(place, 'first')
  cpSync(target, first, { recursive: true })
  await command('restore', [file], { DATA_DIR: first })
  const duration = performance.now() - begun
  const outcome = { kills: Math.ceil(damages / 2), whole: 0, old: 0, fresh: 0 }
  for (let count = 0; count < outcome.kills; count++) {
    const copy = join(place, `copy-${count}`)
    cpSync(target, copy, { recursive: true })
    // Some of them late, while the new database replaces the old one.
    const after = duration * (count % 2 ? 0.8 + Math.random() * 0.3 : Math.random())
    await command('restore', [file], { DATA_DIR: copy }, after).catch(() => {})
    const found = await tablesAt({ DATA_DIR: copy })
    if (found === old) outcome.old++
    if (found === fresh) outcome.fresh++
    if (found === old || found === fresh) outcome.whole++
  }
  return outcome
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((path) => `${path} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`)
    .join('\n')

await withFolder(main)
