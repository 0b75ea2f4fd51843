import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockFolder } from '#db/data-folder.ts'
import { runCommand } from '../../test-program.ts'

/** Restoring over a SQLite database, with the commands as processes: a connection of this process would be in their way. */

let root: string
let data: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'roomkeeper-restore-'))
  data = join(root, 'data')
})
afterEach(() => rmSync(root, { recursive: true }))

/** Resolves to what the command printed; rejects with its words on stderr. */
async function command(name: string, args: string[], folder = data): Promise<Record<string, unknown>> {
  const { code, out, errors } = await runCommand([name, ...args], { DATA_DIR: folder })
  if (code !== 0) throw new Error(errors)
  return JSON.parse(out) as Record<string, unknown>
}
const createAccount = (name: string) => command('account', ['create', '--email', 'a@example.org', '--name', name])
const backUp = (name: string, folder = data) => command('backup', [join(root, name)], folder)
const restore = (name: string) => command('restore', [join(root, name)])

const contents = () =>
  Object.fromEntries(
    readdirSync(data)
      .filter((name) => name.startsWith('roomkeeper.db'))
      .map((name) => [name, readFileSync(join(data, name)).toString('base64')]),
  )

it('replaces the database and keeps the old one beside it', async () => {
  await createAccount('Ada')
  const ada = await backUp('ada')
  await createAccount('Grace')
  const both = await backUp('both')
  const { before } = await restore('ada')
  expect(await backUp('ada-again')).toMatchObject({ tables: ada['tables'] })
  expect(await backUp('both-again', String(before))).toMatchObject({ tables: both['tables'] })
  // And the account command works on what was restored.
  expect(await createAccount('Edsger')).toMatchObject({ accountId: 2 })
  // Eight processes, one after another, on a machine that may be busy.
}, 90_000)

it('is refused while a service uses the folder, naming its process id', async () => {
  await createAccount('Ada')
  await backUp('ada')
  const unlock = lockFolder(data)
  const before = contents()
  await expect(restore('ada')).rejects.toThrow(`Process ${process.pid} is already using the data in ${data}`)
  expect(contents()).toEqual(before)
  // The other commands work beside it.
  await createAccount('Grace')
  await backUp('both')
  unlock()
  await restore('ada')
})

it('is refused while another process has the database open', async () => {
  await createAccount('Ada')
  await backUp('ada')
  const opener = `const { openDatabase } = await import('#db/open.ts'); const database = openDatabase({ folder: process.argv[1] })
    await database.query.selectFrom('account').selectAll().execute(); console.log('open'); setInterval(() => database, 1000)`
  const other = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', opener, data])
  await once(other.stdout, 'data')
  await expect(restore('ada')).rejects.toThrow('Another process has the database open')
  expect(readdirSync(data).filter((name) => /^(restoring|before)/.test(name))).toEqual([])
  other.kill('SIGKILL')
  await once(other, 'close')
  await restore('ada')
})
