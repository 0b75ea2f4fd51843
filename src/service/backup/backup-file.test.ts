import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAccountCommand } from '../accounts/account-actions.ts'
import { BadBackup, checkBackup, type Manifest } from './backup-file.ts'
import { runBackupCommand } from './backup.ts'
import { runRestoreCommand } from './restore.ts'
import { servicePart } from './service-part.ts'

let folder: string
let sound: Buffer
let manifest: Manifest
const changed = () => join(folder, 'changed')

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'roomkeeper-backup-'))
  const env = { DATA_DIR: join(folder, 'data') }
  await runAccountCommand(['create', '--email', 'a@example.org', '--name', 'Ada'], env)
  const file = join(folder, 'sound')
  await runBackupCommand([file], env, [servicePart])
  sound = readFileSync(file)
  manifest = await checkBackup(file)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Refused, or the change was to what does not count, such as the system that gzip names in its header. */
async function outcome(content: Buffer | string): Promise<unknown> {
  writeFileSync(changed(), content)
  return checkBackup(changed()).catch((error: unknown) => error)
}

it('refuses a file that is truncated anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: sound.length - 1 }), async (length) => {
      expect(await outcome(sound.subarray(0, length))).toBeInstanceOf(BadBackup)
    }),
  )
  expect(String(await outcome(sound.subarray(0, sound.length / 2)))).toContain('truncated')
})

it('never accepts different content from a file with a changed byte', async () => {
  let refused = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(sound)
      bytes.writeUInt8(bytes.readUInt8(at) ^ change, at)
      const result = await outcome(bytes)
      if (result instanceof BadBackup) refused++
      else expect(result).toEqual(manifest)
    }),
  )
  expect(refused).toBeGreaterThan(50)
})

it.each([
  ['a row was changed', (text: string) => text.replace('Ada', 'Eve'), 'damaged'],
  ['a row is gone', (text: string) => text.replace(/^\["account",.*\n/m, ''), 'damaged'],
  ['a table is gone', (text: string) => text.replace(/^\{"table":"poll".*\n/m, ''), 'damaged'],
  ['something follows the end', (text: string) => `${text}[1]\n`, 'damaged'],
  ['the end is missing', (text: string) => text.replace(/^\{"tables".*\n/m, ''), 'truncated'],
  ['it is of another program', () => '{"hello":"world"}\n', 'not a backup'],
  ['it is empty', () => '', 'not a backup'],
])('refuses a file in which %s, however well it is packed', async (_, change, words) => {
  const text = gunzipSync(sound).toString()
  const other = change(text)
  expect(other).not.toBe(text)
  const result = await outcome(gzipSync(other))
  expect(result).toBeInstanceOf(BadBackup)
  expect(String(result)).toContain(words)
})

it('refuses a backup of a newer release', async () => {
  const newer = gunzipSync(sound)
    .toString()
    .replace(/"schema":"[^"]*"/, '"schema":"9999-far-ahead"')
  writeFileSync(changed(), gzipSync(newer))
  await expect(runRestoreCommand([changed()], { DATA_DIR: join(folder, 'other') }, [servicePart])).rejects.toThrow('newer release')
})

it('reports a missing file', async () => {
  await expect(checkBackup(join(folder, 'nowhere'))).rejects.toThrow('There is no such file.')
})
