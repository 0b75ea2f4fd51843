import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createAccount } from '../command.ts'
import { asking, createChat, emptyHistory, post } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { NotStarted, startProduct } from '../../e2e/support/product.ts'

/**
 * R22: a second process on the same data refuses to start at once, names the process that uses them, and changes nothing. Of two processes started at
 * the same moment exactly one starts. `npx tsx proof/service/second-process.ts [TIMES]`, 10 by default.
 */

const times = Number(process.argv[2] ?? 10)

async function main(folder: string): Promise<void> {
  const token = await createAccount({ DATA_DIR: folder })
  const first = await startProduct({ DATA_DIR: folder })
  const ask = asking(first.address, token)
  const chatId = await createChat(ask)
  const history = emptyHistory()
  let named = 0
  let changed = 0
  let slowest = 0
  for (let count = 0; count < times; count++) {
    await post(ask, chatId, history)
    // The first one stands still meanwhile: its worker writes on its own.
    process.kill(first.pid, 'SIGSTOP')
    const before = filesIn(folder)
    const begun = performance.now()
    const words = await refusalOf(folder)
    slowest = Math.max(slowest, (performance.now() - begun) / 1000)
    if (words?.includes(`Process ${first.pid} is already using the data`)) named++
    const after = filesIn(folder)
    process.kill(first.pid, 'SIGCONT')
    changed += [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name)).length
  }
  await first.stop()
  const races = await Promise.all(Array.from({ length: Math.ceil(times / 2) }, () => withFolder(oneOfTwo)))
  const won = races.filter(Boolean).length
  figure(
    'R22',
    named === times && changed === 0 && slowest <= 2 && won === races.length && history.refused.length === 0,
    `${named} of ${times} refused with the first one's process id, in ${slowest.toFixed(2)} s at most, ${changed} files changed; of two that start together exactly one came up ${won} of ${races.length} times`,
  )
}

/** Undefined if the second process started normally. */
async function refusalOf(folder: string): Promise<string | undefined> {
  try {
    await (await startProduct({ DATA_DIR: folder })).stop()
  } catch (error) {
    if (error instanceof NotStarted && error.code === 1) return error.message
    throw error
  }
}

async function oneOfTwo(folder: string): Promise<boolean> {
  const outcomes = await Promise.allSettled([startProduct({ DATA_DIR: folder }), startProduct({ DATA_DIR: folder })])
  const came = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
  await Promise.all(came.map((product) => product.stop()))
  return came.length === 1
}

/** A fingerprint of each file's content and times, by name. */
function filesIn(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder).map((name) => {
      const path = join(folder, name)
      const { mtimeMs, ctimeMs, mode } = statSync(path)
      const content = createHash('sha256').update(readFileSync(path)).digest('hex')
      return [name, [content, mtimeMs, ctimeMs, mode].join(' ')]
    }),
  )
}

await withFolder(main)
