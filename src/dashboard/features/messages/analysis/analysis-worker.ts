import type { WorkerCommand } from './analysis.ts'
import { createWorkerHandler } from './worker-handler.ts'

const respond = createWorkerHandler((reply, transfer) => self.postMessage(reply, { transfer }))

self.onmessage = ({ data }: MessageEvent<WorkerCommand>) => respond(data)
