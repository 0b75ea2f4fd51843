import { mediaType } from '#http/body.ts'

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'] as const
export type ImageType = (typeof types)[number]

/** What we ask a host for. */
export const acceptedTypes = types.join(', ')

/** Whether a content-type header names a picture of dots. SVG is none: it is a document that can hold scripts and fetch things. */
export function isImageType(header: string | undefined): boolean {
  const declared = mediaType(header)
  return types.some((type) => type === declared)
}

/** What the first bytes say that it is, whatever it was called; null when none of ours. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  // Latin 1 makes one character of each byte.
  const start = bytes.toString('latin1', 0, 64)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (/^GIF8[79]a/.test(start)) return 'image/gif'
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'image/webp'
  return isAvif(bytes, start) ? 'image/avif' : null
}

/** A file type box whose list of brands names AVIF: the family has other members, and their main brand may be a general one. */
function isAvif(bytes: Buffer, start: string): boolean {
  if (!/^[^]{4}ftyp/.test(start)) return false
  const brands = start.slice(8, bytes.readUInt32BE(0)).match(/[^]{4}/g) ?? []
  return brands.some((brand) => brand === 'avif' || brand === 'avis')
}
