import { expect, test } from 'vitest'
import { etagOf, namesEtag, versionIn, versionedEtag } from './read-response.ts'

test.each([
  ['W/"a"', 'W/"a"', true],
  ['"a"', 'W/"a"', true],
  ['W/"a"', '"a"', true],
  ['"b", W/"a"', '"a"', true],
  ['"b","a"', '"a"', true],
  [' * ', '"a"', true],
  // A comma may be part of a tag.
  ['"a,b"', '"b"', false],
  ['"x,y", "a"', '"a"', true],
  ['"b"', '"a"', false],
  ['"ab"', '"a"', false],
  ['a', '"a"', false],
  ['"*"', '"a"', false],
  ['', '"a"', false],
  [undefined, '"a"', false],
])('If-None-Match: %s for %s: %s', (sent, etag, expected) => expect(namesEtag(sent, etag)).toBe(expected))

test('equal texts have equal tags', () => {
  expect(etagOf('{"a":1}')).toBe(etagOf('{"a":1}'))
  expect(etagOf('{"a":1}')).not.toBe(etagOf('{"a":2}'))
})

test('a version is read from the tag of any content, and from a tag that is the version alone', () => {
  const tags = [versionedEtag('v1', 'a'), versionedEtag('v1', 'b')]
  expect(new Set(tags).size).toBe(2)
  expect([...tags, `W/${tags[0]}`, '"v1"', 'W/"v1"'].map(versionIn)).toEqual(Array(5).fill('"v1"'))
  expect(['"v1.x""', 'v1', ''].map(versionIn)).toEqual(['"v1.x""', 'v1', ''])
})
