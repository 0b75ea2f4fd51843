import type { Command } from './protocol.ts'
import { createWorkerHandler } from './worker-handler.ts'

/** The worker that analysis.ts starts. */

const respond = createWorkerHandler((reply, handedOver) => self.postMessage(reply, { transfer: handedOver }))

self.onmessage = ({ data }: MessageEvent<Command>) => respond(data)
