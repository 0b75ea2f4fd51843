import fc from 'fast-check'
import { expect, test } from 'vitest'
import { png } from '../testing/image-host.ts'
import { type ImageType, imageTypeOf, pixelCount } from './image-header.ts'

const base64 = (text: string) => Buffer.from(text, 'base64')

/** Complete files: of one pixel, and AVIF of two by two. */
const gif = base64('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7')
const jpeg = base64(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
)
const lossy = base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA')
const lossless = base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')
const extended = base64('UklGRkoAAABXRUJQVlA4WAoAAAAQAAAAAAAAAAAAQUxQSAwAAAARBxAR/Q9ERP8DAABWUDggGAAAABQBAJ0BKgEAAQAAAP4AAA3AAP7mtQAAAA==')
const avif = base64(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
)

/** The file with other bytes at an offset. */
function changed(file: Buffer, at: number, ...bytes: number[]): Buffer {
  const copy = Buffer.from(file)
  copy.set(bytes, at)
  return copy
}
const sof = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
const frame = gif.indexOf(0x2c)
const ispe = avif.indexOf('ispe')

test.each<[string, ImageType, Buffer, number]>([
  ['PNG', 'image/png', png, 1],
  ['a large PNG', 'image/png', changed(png, 16, 0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x20), 400_000_000],
  ['JPEG', 'image/jpeg', jpeg, 1],
  ['a large JPEG', 'image/jpeg', changed(jpeg, sof + 5, 0x4e, 0x20, 0x4e, 0x21), 20_000 * 20_001],
  ['GIF', 'image/gif', gif, 1],
  ['a GIF with a large screen', 'image/gif', changed(gif, 6, 0x20, 0x4e, 0x21, 0x4e), 20_000 * 20_001],
  ['a GIF with a large frame', 'image/gif', changed(gif, frame + 5, 0x20, 0x4e, 0x21, 0x4e), 20_000 * 20_001],
  ['lossy WebP', 'image/webp', lossy, 1],
  ['large lossy WebP', 'image/webp', changed(lossy, 26, 0xff, 0x3f, 0xfe, 0x3f), 16_383 * 16_382],
  ['lossless WebP', 'image/webp', lossless, 1],
  ['large lossless WebP', 'image/webp', changed(lossless, 21, 0xff, 0xff, 0xff, 0x0f), 16_384 * 16_384],
  ['WebP with more than dots', 'image/webp', extended, 1],
  ['large WebP with more than dots', 'image/webp', changed(extended, 24, 0x1f, 0x4e, 0, 0x20, 0x4e, 0), 20_000 * 20_001],
  ['AVIF', 'image/avif', avif, 4],
  ['large AVIF', 'image/avif', changed(avif, ispe + 8, 0, 0, 0x4e, 0x20, 0, 0, 0x4e, 0x21), 20_000 * 20_001],
])('the pixels of %s are counted', (_, type, file, pixels) => {
  expect(imageTypeOf(file)).toBe(type)
  expect(pixelCount(type, file)).toBe(pixels)
})

test('the pixels of an AVIF sequence are those of its track', () => {
  const track = (version: number, at: number) => {
    const box = Buffer.alloc(at + 8)
    box.write('tkhd', 0)
    box.writeUInt8(version, 4)
    box.writeUInt32BE(640 * 65_536, at)
    box.writeUInt32BE(480 * 65_536, at + 4)
    return box
  }
  for (const box of [track(0, 80), track(1, 92)]) expect(pixelCount('image/avif', Buffer.concat([avif, box]))).toBe(640 * 480)
})

test.each<[string, ImageType, Buffer]>([
  ['a PNG that begins with something else', 'image/png', changed(png, 12, 0x49, 0x44, 0x41, 0x54)],
  ['a PNG without dots', 'image/png', changed(png, 16, 0, 0, 0, 0)],
  ['a JPEG without a frame', 'image/jpeg', changed(jpeg, sof + 1, 0xe5)],
  ['a JPEG whose height comes later', 'image/jpeg', changed(jpeg, sof + 5, 0, 0)],
  ['a WebP of another kind', 'image/webp', changed(lossy, 15, 0x39)],
  ['an AVIF without a size', 'image/avif', changed(avif, ispe, 0)],
])('the size of %s is null', (_, type, file) => {
  expect(pixelCount(type, file)).toBeNull()
})

test('random files yield a size or null, and never an error', () => {
  const files: [ImageType, Buffer][] = [
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/gif', gif],
    ['image/webp', lossy],
    ['image/webp', lossless],
    ['image/webp', extended],
    ['image/avif', avif],
  ]
  for (const [type, file] of files)
    for (let length = 0; length < file.length; length++) expect(pixelCount(type, file.subarray(0, length)) ?? 1).toBeGreaterThan(0)
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.uint8Array({ maxLength: 300 }), fc.nat(60), ([type, file], bytes, keep) => {
      expect(pixelCount(type, Buffer.concat([file.subarray(0, keep), bytes])) ?? 1).toBeGreaterThan(0)
    }),
    { numRuns: 2000 },
  )
})
