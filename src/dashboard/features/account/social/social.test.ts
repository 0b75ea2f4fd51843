// @vitest-environment happy-dom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { handleProblem, linkProblem, shownHandle, socialResolver } from './SocialPage.tsx'

test.each(['', 'https://example.org', 'http://example.org/chat?a=1#b', 'HTTPS://EXAMPLE.ORG', 'https://zażółć.example/ü'])(
  'the link %j',
  (link) => {
    expect(linkProblem(link)).toBeNull()
  },
)

test.each([
  'example.org',
  'vbscript:x',
  'data:text/html,x',
  ' https://example.org',
  'https://',
  'https:// x',
  '//example.org',
  'ftp://x.y',
])('no link: %j', (link) => {
  expect(linkProblem(link)).not.toBeNull()
})

test('every accepted link leads to the web', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (link) => {
      const isLink = link !== '' && linkProblem(link) === null
      expect(!isLink || ['http:', 'https:'].includes(new URL(link).protocol)).toBe(true)
    }),
  )
})

test.each([
  ['', null],
  ['roomkeeper', null],
  ['@room_keeper.2', null],
  ['two words', /spaces/],
  ['https://example.org/me', /without the address/],
  ['a/b', /Letters/],
  ['@', /Letters/],
  ['x'.repeat(201), /200/],
] as const)('the handle %j', (handle, problem) => {
  if (problem === null) expect(handleProblem(handle)).toBeNull()
  else expect(handleProblem(handle)).toMatch(problem)
})

test('a handle is shown with one @', () => {
  expect(['', 'me', '@me'].map(shownHandle)).toEqual(['', '@me', '@me'])
})

test('values that the service holds are not validated', async () => {
  const base = { social: true, networkOneLink: 'example.org', networkTwoName: 'two words' }
  const options = { fields: {}, shouldUseNativeValidation: false }
  expect((await socialResolver({ ...base, social: false }, base, options)).errors).toEqual({})
  expect(Object.keys((await socialResolver({ ...base, networkOneLink: 'x' }, base, options)).errors)).toEqual(['networkOneLink'])
})
