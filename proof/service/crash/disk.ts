import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Event } from './trace.ts'

/** A file as it is on the disk, and the writes that the system still holds in memory. */
interface File {
  durable: Buffer
  waiting: (Extract<Event, { kind: 'write' }> | Extract<Event, { kind: 'truncate' }>)[]
}

/** A disk writes a sector completely or not at all. */
const sector = 512

/**
 * A folder on a disk that may lose power. Written data is durable only once the file is synced. Changes of names are assumed to be durable at once
 * and in order, as in journalling file systems.
 */
export class Disk {
  readonly #files = new Map<string, File>()

  /** @param folder its files as they are now count as synced */
  constructor(folder: string) {
    for (const name of readdirSync(folder)) this.#files.set(name, { durable: readFileSync(join(folder, name)), waiting: [] })
  }

  apply(event: Event): void {
    if (event.kind === 'answer') return
    const name = basename(event.path)
    const file = this.#file(name)
    switch (event.kind) {
      case 'create':
        break
      case 'write':
      case 'truncate':
        file.waiting.push(event)
        break
      case 'sync':
        for (const change of file.waiting) file.durable = changed(file.durable, change)
        file.waiting = []
        break
      case 'unlink':
        this.#files.delete(name)
        break
      case 'link':
      case 'rename':
        this.#files.set(basename(event.to), file)
        if (event.kind === 'rename') this.#files.delete(name)
    }
  }

  /** Writes that a power cut may lose. */
  waitingFor(name: string): number {
    return this.#files.get(name)?.waiting.length ?? 0
  }

  /** The contents after a power cut: `isKept` decides for each unsynced sector whether it was written. */
  writeWhatIsLeft(folder: string, isKept: () => boolean): void {
    for (const [name, { durable, waiting }] of this.#files) {
      let content: Buffer = Buffer.from(durable)
      for (const change of waiting.flatMap(inSectors)) if (isKept()) content = changed(content, change)
      writeFileSync(join(folder, name), content, { mode: 0o600 })
    }
  }

  #file(name: string): File {
    const file = this.#files.get(name) ?? { durable: Buffer.alloc(0), waiting: [] }
    this.#files.set(name, file)
    return file
  }
}

/** Changes the content in place where its length stays, and may return it. */
function changed(content: Buffer, change: File['waiting'][number]): Buffer {
  const end = change.kind === 'truncate' ? change.size : Math.max(content.length, change.at + change.data.length)
  const grown = end > content.length ? Buffer.concat([content], end) : content.subarray(0, end)
  if (change.kind === 'write') change.data.copy(grown, change.at)
  return grown
}

function inSectors(change: File['waiting'][number]): File['waiting'] {
  if (change.kind === 'truncate') return [change]
  const { at, data } = change
  const pieces: File['waiting'] = []
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + sector - ((at + from) % sector))
    pieces.push({ ...change, at: at + from, data: data.subarray(from, to) })
    from = to
  }
  return pieces
}
