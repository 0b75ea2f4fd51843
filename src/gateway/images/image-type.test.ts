import { expect, test } from 'vitest'
import { imageTypeOf, isImageType } from './image-header.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const box = (size: number, brands: string) => bytes(`\0\0\0${String.fromCharCode(size)}ftyp${brands}`)

test.each([
  ['image/png', bytes('\x89PNG\r\n\x1a\n...')],
  ['image/jpeg', bytes('\xff\xd8\xff\xe0..JFIF')],
  ['image/jpeg', bytes('\xff\xd8\xff\xe1..Exif')],
  ['image/gif', bytes('GIF87a...')],
  ['image/gif', bytes('GIF89a...')],
  ['image/webp', bytes('RIFF\x24\0\0\0WEBPVP8 ')],
  ['image/webp', bytes('RIFF\n\r\0\0WEBPVP8L')],
  ['image/avif', box(28, 'avif\0\0\0\0avifmif1miaf')],
  ['image/avif', box(28, 'avis\0\0\0\0msf1miafMA1B')],
  ['image/avif', box(28, 'mif1\0\0\0\0miafavifMA1B')],
])('%s is recognized by its signature', (type, image) => {
  expect(imageTypeOf(image)).toBe(type)
  expect(isImageType(type)).toBe(true)
})

test.each([
  ['nothing', ''],
  ['text', 'hello'],
  ['SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['SVG behind a byte order mark', '\xef\xbb\xbf<?xml version="1.0"?><svg/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a page that speaks of PNG', '<!-- \x89PNG\r\n\x1a\n -->'],
  ['PNG in the middle', ' \x89PNG\r\n\x1a\n'],
  ['PNG with tidied line ends', '\x89PNG\n\x1a\n'],
  ['half of PNG', '\x89PNG'],
  ['half of JPEG', '\xff\xd8'],
  ['another GIF', 'GIF88a'],
  ['a sound in RIFF', 'RIFF\x24\0\0\0WAVEfmt '],
  ['PDF', '%PDF-1.7'],
  ['BMP', 'BM\x36\0\0\0'],
  ['an icon', '\0\0\x01\0\x01\0'],
  ['TIFF', 'II*\0'],
  ['an archive', 'PK\x03\x04'],
  ['gzip', '\x1f\x8b\x08'],
])('%s is not an image', (_, text) => {
  expect(imageTypeOf(bytes(text))).toBeNull()
})

test.each([
  ['HEIC', box(24, 'heic\0\0\0\0mif1heic')],
  ['a film', box(24, 'isom\0\0\0\0isomavc1')],
  ['a brand behind the end of the list', box(20, 'mif1\0\0\0\0miafavif')],
  ['a list without a length', box(0, 'avif\0\0\0\0avif')],
  ['a brand that starts between two', box(24, 'mif1\0\0\0\0miavif..')],
])('%s is not AVIF', (_, image) => {
  expect(imageTypeOf(image)).toBeNull()
})

test('a Content-Type is accepted in the forms that hosts send, and no others', () => {
  for (const type of ['image/png', 'IMAGE/PNG', ' image/jpeg ; charset=binary', 'image/webp;q=1'])
    expect(isImageType(type), type).toBe(true)
  for (const type of [
    undefined,
    '',
    'image/svg+xml',
    'image/*',
    'image/pngx',
    'text/html; image/png',
    'image',
    'image/x-icon',
    'image/png,image/svg+xml',
  ])
    expect(isImageType(type), type).toBe(false)
})
