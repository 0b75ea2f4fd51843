import type { Command } from './protocol.ts'
import { createResponder } from './responder.ts'

/** The worker that analysis.ts starts. */

const respond = createResponder((reply, handedOver) => self.postMessage(reply, { transfer: handedOver }))

self.onmessage = ({ data }: MessageEvent<Command>) => respond(data)
