import { mediaType } from '#http/body.ts'

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
