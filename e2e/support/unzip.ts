import { inflateRawSync } from 'node:zlib'

/** The files of a ZIP archive, by name. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  // The central directory at the end has the sizes; the entries themselves may lack them.
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'))
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, size] = [archive.readUInt16LE(at + 10) !== 0, archive.readUInt32LE(at + 20)]
    const [name, extra, comment] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30), archive.readUInt16LE(at + 32)]
    const entry = archive.readUInt32LE(at + 42)
    const start = entry + 30 + archive.readUInt16LE(entry + 26) + archive.readUInt16LE(entry + 28)
    const content = archive.subarray(start, start + size)
    files.set(archive.toString('utf8', at + 46, at + 46 + name), packed ? inflateRawSync(content) : content)
    at += 46 + name + extra + comment
  }
  return files
}
