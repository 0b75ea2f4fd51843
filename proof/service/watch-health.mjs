// @ts-check
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * A thread that requests /healthz of the address in its data every 20 ms, over one connection, and replies to each message with the longest response
 * time in milliseconds since the last message. Anything but 200 counts as a minute.
 */

const agent = new Agent({ keepAlive: true, maxSockets: 1 })
let slowest = 0
let began = 0

parentPort?.on('message', () => {
  // A pending request counts with its waiting time so far.
  parentPort?.postMessage(Math.max(slowest, began && performance.now() - began))
  slowest = 0
})

for (;;) {
  began = performance.now()
  const status = await ask()
  slowest = Math.max(slowest, status === 200 ? performance.now() - began : 60_000)
  began = 0
  await setTimeout(20)
}

/** @returns {Promise<number>} the status, or 0 without an answer */
function ask() {
  return new Promise((resolve) => {
    const sent = get(`${workerData}/healthz`, { agent }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    sent.on('error', () => resolve(0))
  })
}
