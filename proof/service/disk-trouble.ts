import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createAccount } from '../command.ts'
import { asking, compare, createChat, emptyHistory, messagesIn, post, type Ask, type History } from './crash/writing.ts'
import { withFolder } from '../data.ts'
import { figure } from '../../src/test-figure.ts'
import { NotStarted, startProduct, type Product } from '../../e2e/support/product.ts'

/**
 * R21: disks that fail. First strace makes the n-th write or sync of the product fail, once or thirty times in a row, for n from 1 to 200; then a
 * disk is really filled up, and emptied again. Nothing acknowledged may be missing afterwards, every other answer is a 503 within 5 s, reads continue,
 * /healthz reports the problem, and the product recovers by itself. Needs the right to mount a disk.
 * `npx tsx proof/service/disk-trouble.ts [POINTS] [ROUNDS]`, 40 and 3 by default.
 */

const points = Number(process.argv[2] ?? 40)
const rounds = Number(process.argv[3] ?? 3)
const longest = 5000

/** Counts that must stay 0. */
const wrong = { lost: 0, half: 0, unclean: 0, slow: 0, ended: 0, notBack: 0, unhealthy: 0 }
/** Counts of expected events, which show that something was measured. */
const seen = { acknowledged: 0, refused: 0, storedAllTheSame: 0, refusedStarts: 0, slowest: 0, back: 0 }

async function main(): Promise<void> {
  const faults = ['pwrite64:error=ENOSPC', 'fsync,fdatasync:error=EIO', 'pwrite64:error=EIO']
  for (let point = 0; point < points; point++) {
    const nth = 1 + Math.round((199 * Math.floor(point / 2)) / Math.max(1, Math.ceil(points / 2) - 1))
    await withFolder((folder) => failAt(folder, faults[point % 3]!, point % 2 ? `${nth}..${nth + 29}` : String(nth)))
  }
  const filled = rounds > 0 && (await withFolder(fillUp))
  const words = Object.entries(wrong).map(([kind, count]) => `${count} ${kinds[kind as keyof typeof wrong]}`)
  figure(
    'R21',
    Object.values(wrong).every((count) => count === 0) && filled && seen.refused > 0,
    `${points} points of failing writes and syncs and ${filled ? `${rounds} full disks` : 'no full disk, which takes the right to mount one'}: ${seen.acknowledged} acknowledged, ${seen.refused} refused with 503 (${seen.storedAllTheSame} of them stored all the same), ${seen.refusedStarts} starts refused with a reason; ${words.join(', ')}; slowest answer ${Math.round(seen.slowest)} ms, back ${Math.round(seen.back)} ms after there was room`,
  )
}

const kinds = {
  lost: 'acknowledged writes lost',
  half: 'half changes',
  unclean: 'other answers',
  slow: 'answers after 5 s',
  ended: 'exits',
  notBack: 'times not back by itself',
  unhealthy: 'wrong words of /healthz',
}

/** @param when which of the calls fail, in strace's syntax */
async function failAt(folder: string, fault: string, when: string): Promise<void> {
  const token = await createAccount({ DATA_DIR: folder })
  const history = emptyHistory()
  const calls = fault.split(':')[0]!
  const through = ['strace', '-D', '-f', '--seccomp-bpf', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${fault}:when=${when}`]
  const product = await startProduct({ DATA_DIR: folder }, { launcher: through }).catch(refusedStart)
  let chatId: number | undefined
  if (product) {
    const ask = asking(product.address, token)
    chatId = await untilOneIsMade(ask)
    const write = async () => {
      while (history.sent.size < 250) {
        const answer = await post(ask, chatId!, history)
        if (answer?.status !== 200) await look(ask, `/api/chats/${chatId}/messages?fast=true`)
      }
    }
    await Promise.all([write(), write(), write(), write()])
    if (!(await isBack(product, ask, chatId, history))) wrong.notBack++
    judge(history)
    await product.kill()
  }
  await lookAgain(folder, token, chatId, history)
}

/** A start may fail on a failing disk, if it gives the reason. */
function refusedStart(error: unknown): null {
  if (!(error instanceof NotStarted) || error.code !== 1 || !/Cannot start: .*(disk|full|i\/o)/i.test(error.message)) throw error
  seen.refusedStarts++
  return null
}

/** Creating the first chat may hit the fault. */
async function untilOneIsMade(ask: Ask): Promise<number> {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await ask('POST', '/api/chats', { name: 'Proof' })
    if (answer?.status === 200) return Number(answer.body['chatId'])
    if (answer?.status === 503 && answer.retryAfter) seen.refused++
    else wrong.unclean++
  }
  throw new Error('No chat could be made')
}

/** A read must get an answer or a clean 503, in time. */
async function look(ask: Ask, path: string): Promise<void> {
  const answer = await ask('GET', path)
  if (answer?.status !== 200 && !(answer?.status === 503 && answer.retryAfter)) wrong.unclean++
  seen.slowest = Math.max(seen.slowest, answer?.milliseconds ?? 0)
  if (answer && answer.milliseconds > longest) wrong.slow++
}

/** Whether a write is accepted and /healthz is good, within 5 s. */
async function isBack(product: Product, ask: Ask, chatId: number, history: History): Promise<boolean> {
  const begun = performance.now()
  while (performance.now() - begun < longest) {
    const answer = await post(ask, chatId, history)
    if (answer?.status === 200 && (await health(product)) === 200) {
      seen.back = Math.max(seen.back, performance.now() - begun)
      return true
    }
    await setTimeout(100)
  }
  return false
}

const health = async ({ address }: Product) => (await fetch(`${address}/healthz`)).status

/** Counts the answers. */
function judge(history: History): void {
  seen.acknowledged += history.acknowledged.size
  for (const { status, retryAfter, milliseconds } of history.refused) {
    if (status === 503 && retryAfter) seen.refused++
    else wrong.unclean++
    seen.slowest = Math.max(seen.slowest, milliseconds)
    if (milliseconds > longest) wrong.slow++
  }
  if (history.sent.size !== history.acknowledged.size + history.refused.length) wrong.ended++
}

/** Starts the product on a working disk and compares. A refused change may exist: after a 503 the outcome is unknown. */
async function lookAgain(folder: string, token: string, chatId: number | undefined, history: History): Promise<void> {
  const product = await startProduct({ DATA_DIR: folder })
  const ask = asking(product.address, token)
  const id = chatId ?? (await createChat(ask))
  const stored = await messagesIn(ask, id)
  const { lost, half } = compare(history, stored)
  wrong.lost += lost
  wrong.half += half
  seen.storedAllTheSame += [...stored.values()].filter((text) => !history.acknowledged.has(text)).length
  if ((await post(ask, id, emptyHistory()))?.status !== 200) wrong.notBack++
  await product.stop()
}

/** Whether there was a disk to fill. */
async function fillUp(folder: string): Promise<boolean> {
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return false
  }
  try {
    await onDisk(disk)
  } finally {
    execFileSync('umount', ['--lazy', disk])
  }
  return true
}

async function onDisk(disk: string): Promise<void> {
  const folder = join(disk, 'data')
  const ballast = join(disk, 'ballast')
  const token = await createAccount({ DATA_DIR: folder })
  const history = emptyHistory()
  let product = await startProduct({ DATA_DIR: folder })
  let ask = asking(product.address, token)
  const chatId = await createChat(ask)
  for (let round = 0; round < rounds; round++) {
    writeFileSync(ballast, Buffer.alloc(freeBytes(disk) - 300_000))
    await writeUntilRefused(ask, chatId, history)
    // As if other programs used the same disk, not a byte is free.
    writeFileSync(`${ballast}-2`, Buffer.alloc(freeBytes(disk)))
    for (let count = 0; count < 20; count++) {
      await post(ask, chatId, history)
      await look(ask, `/api/chats/${chatId}/messages?fast=true`)
    }
    // The health check runs once a second.
    await setTimeout(1100)
    if ((await health(product)) !== 503) wrong.unhealthy++
    rmSync(ballast)
    rmSync(`${ballast}-2`)
    if (!(await isBack(product, ask, chatId, history))) wrong.notBack++
  }
  // A product that is killed on a full disk starts again at the latest once there is space.
  writeFileSync(ballast, Buffer.alloc(freeBytes(disk)))
  await writeUntilRefused(ask, chatId, history)
  await product.kill()
  const onFull = await startProduct({ DATA_DIR: folder }).catch(refusedStart)
  if (onFull) {
    await look(asking(onFull.address, token), `/api/chats/${chatId}/messages?fast=true`)
    await onFull.stop()
  }
  rmSync(ballast)
  product = await startProduct({ DATA_DIR: folder })
  ask = asking(product.address, token)
  if (!(await isBack(product, ask, chatId, history))) wrong.notBack++
  await product.stop()
  judge(history)
  await lookAgain(folder, token, chatId, history)
}

async function writeUntilRefused(ask: Ask, chatId: number, history: History): Promise<void> {
  for (let count = 0; count < 5000; count++) if ((await post(ask, chatId, history))?.status !== 200) return
  throw new Error('The disk does not get full')
}

function freeBytes(disk: string): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

await main()
