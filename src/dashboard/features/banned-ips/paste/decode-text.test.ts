import { expect, test } from 'vitest'
import { decodeText } from './paste.ts'

const text = '1.2.3.4 # Spaß\n'
const codes = Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (isBig: boolean) => new Uint8Array(codes.flatMap((code) => (isBig ? [0, code] : [code, 0])))

test.each([
  ['UTF-8', new TextEncoder().encode(text)],
  ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(text)])],
  ['UTF-16, low byte first', utf16(false)],
  ['UTF-16, high byte first', utf16(true)],
  ['UTF-16 with its mark', new Uint8Array([0xff, 0xfe, ...utf16(false)])],
  ['UTF-16 with the other mark', new Uint8Array([0xfe, 0xff, ...utf16(true)])],
  ['Windows-1252', new Uint8Array(codes)],
  ['nothing', new Uint8Array()],
])('%s', (name, bytes) => {
  expect(decodeText(bytes.buffer)).toBe(name === 'nothing' ? '' : text)
})
