import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withBuildLock } from './build-lock.mjs'

let folder: string
let lock: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomkeeper-lock-'))
  lock = join(folder, 'dist', '.lock')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('two builds run one after the other, also when the first fails, and the second says what it waits for', async () => {
  const steps: string[] = []
  const onWait = vi.fn<() => void>()
  let fail = () => {}
  const first = withBuildLock(
    lock,
    () =>
      new Promise((_, reject) => {
        steps.push('first begins')
        fail = () => {
          steps.push('first fails')
          reject(new Error('no space'))
        }
      }),
    onWait,
  )
  expect(onWait).not.toHaveBeenCalled()
  const second = withBuildLock(lock, async () => steps.push('second'), onWait)
  expect(onWait).toHaveBeenCalledOnce()
  fail()
  await expect(first).rejects.toThrow('no space')
  await second
  expect(steps).toEqual(['first begins', 'first fails', 'second'])
  expect(existsSync(lock)).toBe(false)
})

test('a lock whose process has ended is taken over', async () => {
  await withBuildLock(lock, async () => {}, vi.fn<() => void>())
  writeFileSync(lock, String(spawnSync(process.execPath, ['--version']).pid))
  expect(await withBuildLock(lock, async () => 'built', vi.fn<() => void>())).toBe('built')
})
