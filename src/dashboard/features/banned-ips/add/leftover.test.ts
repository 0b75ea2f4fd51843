import { expect, test } from 'vitest'
import { judge } from '../ranges/judge.ts'
import { indexRanges } from '#engine/bans/range-index.ts'
import { readPaste } from '../paste/paste.ts'
import { leftover } from './leftover.ts'
import { entriesToBan, includeNothing } from './preview.ts'

/** What stays of a text where 9.9.9.9 is banned already. */
function left(text: string): string {
  const judged = judge(indexRanges([{ first: 0x09090909, last: 0x09090909 }]), readPaste(text), null)
  return leftover(text, judged, entriesToBan(structuredClone(judged), includeNothing))
}

test.each([
  ['all is banned', '1.2.3.4\n5.6.7.8 # troll\n', ''],
  ['what was banned before has nothing left to do', '9.9.9.9\n1.2.3.4', ''],
  ['a mistake', '1.2.3.4\n1.2.3\n5.6.7.8', '1.2.3'],
  ['a line with one entry that is left', '1.2.3.4 ::1\n5.6.7.8', '1.2.3.4 ::1'],
  ['what needs a choice', '1.2.3.4\n10.0.0.1\n7.7.7.7 friend of Ana\n1.2.3.8 1.2.3.9', '10.0.0.1\n7.7.7.7 friend of Ana\n1.2.3.8 1.2.3.9'],
  ['a duplicate of something that is left', '10.0.0.1\n10.0.0.1', '10.0.0.1\n10.0.0.1'],
  ['comments', '# mine\n1.2.3\n# end\n1.2.3.4', '1.2.3\n# end'],
  ['a table keeps its header', 'firstIp,note\n1.2.3.4,a\n1.2.3,"two\nlines"\n5.6.7.8,b\n', 'firstIp,note\n1.2.3,"two\nlines"'],
])('%s', (_, text, expected) => {
  expect(left(text)).toBe(expected)
})

test('JSON stays as a whole', () => {
  const text = '[{"ip":"1.2.3.4"},{"ip":"x"}]'
  expect(left(text)).toBe(text)
  expect(left('[{"ip":"1.2.3.4"}]')).toBe('')
})
