import { mediaType } from '#http/body.ts'

/**
 * The number of pixels that an image's header declares, and a browser would allocate, or null if the header is incomplete. If the file declares
 * several sizes, the largest counts. Takes linear time.
 */
export function pixelCount(type: ImageType, bytes: Buffer): number | null {
  try {
    const pixels = Math.max(...sizeReaders[type](bytes).map(([width, height]) => width * height))
    return pixels > 0 ? pixels : null
  } catch (error) {
    // Reading past the end of a buffer throws: the file is truncated within its header.
    if (error instanceof RangeError) return null
    throw error
  }
}

type Size = [width: number, height: number]

const sizeReaders: Record<ImageType, (bytes: Buffer) => Size[]> = {
  'image/png': (bytes) => (textAt(bytes, 12) === 'IHDR' ? [[bytes.readUInt32BE(16), bytes.readUInt32BE(20)]] : []),
  'image/jpeg': jpegSizes,
  'image/gif': gifSizes,
  'image/webp': webpSizes,
  'image/avif': avifSizes,
}

const textAt = (bytes: Buffer, at: number) => bytes.toString('latin1', at, at + 4)

/** Segments with their lengths, up to the one with the image data. Those that start a frame contain its size. */
function jpegSizes(bytes: Buffer): Size[] {
  const sizes: Size[] = []
  for (let at = 2; at < bytes.length && bytes.readUInt8(at) === 0xff;) {
    const marker = bytes.readUInt8(at + 1)
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === 0xda) break
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) sizes.push([bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)])
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return sizes
}

/** The logical screen and every frame: browsers enlarge the screen to fit the first frame. */
function gifSizes(bytes: Buffer): Size[] {
  const sizes: Size[] = [[bytes.readUInt16LE(6), bytes.readUInt16LE(8)]]
  let at = 13 + colourTableBytes(bytes.readUInt8(10))
  for (;;) {
    const kind = bytes[at]
    // If a file is truncated or ends in something else, browsers show the frames before it.
    if (kind === 0x2c && at + 10 <= bytes.length) {
      const [left, top, width, height] = [1, 3, 5, 7].map((offset) => bytes.readUInt16LE(at + offset))
      sizes.push([left! + width!, top! + height!])
      at = skipSubBlocks(bytes, at + 11 + colourTableBytes(bytes.readUInt8(at + 9)))
    } else if (kind === 0x21) at = skipSubBlocks(bytes, at + 2)
    else return sizes
  }
}

/** The length of a colour table, from its flags. */
const colourTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The offset after a sequence of sub-blocks, which each start with their length, up to an empty one. */
function skipSubBlocks(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at]) at += 1 + bytes[at]!
  return at + 1
}

function webpSizes(bytes: Buffer): Size[] {
  const kind = textAt(bytes, 12)
  if (kind === 'VP8X') return [[bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]]
  if (kind === 'VP8 ') return [[bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff]]
  if (kind !== 'VP8L') return []
  const packed = bytes.readUInt32LE(21)
  return [[(packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1]]
}

/** All boxes with the size of an image or a track, wherever they are: an image can be composed of others, each with its own box. */
function avifSizes(bytes: Buffer): Size[] {
  const images = offsetsOf(bytes, 'ispe').map((at): Size => [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)])
  const tracks = offsetsOf(bytes, 'tkhd').map((at): Size => {
    // Version 1 of the box has three times that are four bytes longer; sizes are 16.16 fixed-point numbers.
    const size = at + (bytes.readUInt8(at + 4) === 1 ? 92 : 80)
    return [bytes.readUInt32BE(size) / 65_536, bytes.readUInt32BE(size + 4) / 65_536]
  })
  return [...images, ...tracks]
}

function offsetsOf(bytes: Buffer, name: string): number[] {
  const offsets: number[] = []
  for (let at = bytes.indexOf(name, 0, 'latin1'); at !== -1; at = bytes.indexOf(name, at + 4, 'latin1')) offsets.push(at)
  return offsets
}

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof types)[number]

/** For the Accept header. */
export const acceptedTypes = types.join(', ')

/** Whether a Content-Type header names a bitmap image. SVG is refused: it is a document that can contain scripts and load resources. */
export function isImageType(header: string | undefined): boolean {
  const declared = mediaType(header)
  return types.some((type) => type === declared)
}

/** The type by the file signature, whatever the host declared; null if it is not supported. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  // Latin-1 maps each byte to one character.
  const start = bytes.toString('latin1', 0, 64)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp'
  return isAvif(bytes, start) ? 'image/avif' : null
}

/** A file type box whose list of brands includes AVIF: other formats of the family use the same box, and the major brand may be a generic one. */
function isAvif(bytes: Buffer, start: string): boolean {
  if (!/^[^]{4}ftyp/.test(start)) return false
  const brands = start.slice(8, bytes.readUInt32BE(0)).match(/[^]{4}/g) ?? []
  return brands.some((brand) => brand === 'avif' || brand === 'avis')
}
