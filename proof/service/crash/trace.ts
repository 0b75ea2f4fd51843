import { createReadStream, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'

/** What a process did to the files of a folder, and what it answered, in the order in which it was done. */
export type Event =
  | { kind: 'create' | 'sync' | 'unlink'; path: string }
  | { kind: 'truncate'; path: string; size: number }
  | { kind: 'write'; path: string; at: number; data: Buffer }
  | { kind: 'link' | 'rename'; path: string; to: string }
  /** The process sent an answer. */
  | { kind: 'answer'; request: string }

/** The options with which strace records all that `eventsIn` reads. It leaves the process id to the program. */
export const recordingTo = (file: string) => [
  ...'strace -D -f --seccomp-bpf -yy -xx -s 10000000 -o'.split(' '),
  file,
  '-e',
  `trace=${[...files, ...syncs, ...answers].join(',')}`,
]

const files = ['openat', 'pwrite64', 'ftruncate', 'unlink', 'unlinkat', 'link', 'linkat', 'rename', 'renameat', 'renameat2']
const syncs = ['fsync', 'fdatasync']
const answers = ['write', 'writev']
/** Calls that would change a file in a way that is not supported here. */
const unknown = new Set(['unlinkat', 'linkat', 'renameat', 'renameat2'])

/** Resolves when the recording is complete: strace ends after the program. */
export async function finished(file: string, pid: number): Promise<void> {
  // Short process ids are padded.
  const end = `${String(pid).padEnd(5)} +++ exited`
  while (!readFileSync(file).subarray(-100_000).includes(end)) await setTimeout(50)
}

/** @param folder only its files count */
export async function* eventsIn(file: string, folder: string): AsyncGenerator<Event> {
  /** The first parts of calls by thread, if the end is on a later line. */
  const begun = new Map<string, string>()
  /** The position of each descriptor that is written sequentially. */
  const positions = new Map<string, number>()
  for await (const line of createInterface(createReadStream(file))) {
    const [, thread = '', text = ''] = /^(\d+) +(.*)$/s.exec(line) ?? []
    if (text.endsWith('<unfinished ...>')) {
      begun.set(thread, text.slice(0, -'<unfinished ...>'.length))
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(text)?.[0]
    const call = resumed ? `${begun.get(thread) ?? ''}${text.slice(resumed.length)}` : text
    // `name(...) = result`, where a path may follow the result.
    const [, result] = /\) += (-?\d+)(?:<[^<>]*>| .*)?$/.exec(call) ?? []
    if (result === undefined || result === '-1') continue
    const event = eventOf(call, result, positions)
    if (event && (event.kind === 'answer' || event.path.startsWith(`${folder}/`))) yield event
  }
}

function eventOf(call: string, result: string, positions: Map<string, number>): Event | undefined {
  const name = call.slice(0, call.indexOf('('))
  const texts = [...call.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => bytes(hex))
  const [, descriptor = '', hex = ''] = /^\w+\((\d+)<((?:\\x[0-9a-f]{2})+)>/.exec(call) ?? []
  const path = bytes(hex).toString()
  const lastNumber = Number(/(\d+)\s*\) += \d+$/.exec(call)?.[1])
  if (unknown.has(name)) throw new Error(`The call ${name} is not understood`)
  switch (name) {
    case 'openat': {
      positions.delete(result)
      const opened = texts[0]?.toString() ?? ''
      if (call.includes('O_TRUNC')) return { kind: 'truncate', path: opened, size: 0 }
      return call.includes('O_CREAT') ? { kind: 'create', path: opened } : undefined
    }
    case 'pwrite64':
      return { kind: 'write', path, at: lastNumber, data: texts[0]! }
    case 'ftruncate':
      return { kind: 'truncate', path, size: lastNumber }
    case 'fsync':
    case 'fdatasync':
      return { kind: 'sync', path }
    case 'unlink':
      return { kind: 'unlink', path: texts[0]!.toString() }
    case 'link':
    case 'rename':
      return { kind: name, path: texts[0]!.toString(), to: texts[1]!.toString() }
    default:
      return path ? written(descriptor, path, Buffer.concat(texts), positions) : answered(Buffer.concat(texts))
  }
}

function written(descriptor: string, path: string, data: Buffer, positions: Map<string, number>): Event {
  const at = positions.get(descriptor) ?? 0
  positions.set(descriptor, at + data.length)
  return { kind: 'write', path, at, data }
}

/** Over a socket, which has no path: strace writes its addresses as they are. */
function answered(data: Buffer): Event | undefined {
  const request = /^HTTP\/1\.1 200 [^]*?\r\nx-request-id: (\S+)\r\n/i.exec(data.toString('latin1'))?.[1]
  return request === undefined ? undefined : { kind: 'answer', request }
}

const bytes = (hex: string) => Buffer.from(hex.replaceAll('\\x', ''), 'hex')
