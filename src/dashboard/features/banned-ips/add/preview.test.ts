import { describe, expect, test } from 'vitest'
import { ipv4ToNumber } from '#contract/values.ts'
import { doubtsIn, lineText, includeNothing, entriesToBan, leftover, verdictText } from './preview.ts'
import { judge } from '../ranges/judge.ts'
import { readPaste } from '../paste/paste.ts'
import { formatRange } from '#engine/bans/range.ts'
import { indexRanges } from '#engine/bans/range-index.ts'

const list = indexRanges([
  { first: ipv4ToNumber('77.111.244.0'), last: ipv4ToNumber('77.111.247.255') },
  { first: ipv4ToNumber('5.188.62.0'), last: ipv4ToNumber('5.188.62.255') },
])
const own = ipv4ToNumber('81.2.3.4')
const judged = (text: string) => judge(list, readPaste(text), own)

describe('the verdict on each line', () => {
  test.each([
    ['203.1.113.0/24', 'New', '256 addresses'],
    ['8.8.8.8', 'New', '1 address'],
    ['77.111.245.0/24', 'Covered', 'inside 77.111.244.0/22'],
    ['5.188.62.0/24', 'Covered', 'already listed'],
    ['5.188.62.9-5.188.63.40', 'Overlaps', '41 of 288 new'],
    ['186.0.0.0/8', 'Very wide', '16,777,216 addresses'],
    ['10.0.0.14', 'Private', 'not a public address'],
    ['81.2.3.*', 'Your own', 'contains your own address'],
    ['7.7.7.7 friend of Ana', 'Unclear', 'beside “friend of Ana”'],
    ['2001:db8::1', 'Invalid', 'IPv6 is not supported by this service.'],
    ['1.2.3.4/24', 'Invalid', 'A /24 starts at 1.2.3.0, not at 1.2.3.4. Did you mean 1.2.3.0/24?'],
  ])('%s', (text, label, detail) => {
    expect(verdictText(judged(text)[0]!)).toMatchObject({ label, detail })
  })

  test('of several entries on a line the worst is shown', () => {
    expect(lineText(judged('8.8.8.8, ::1, 77.111.245.1'))).toMatchObject({ label: 'Invalid', detail: '3 entries on this line' })
    expect(lineText([])).toBeNull()
  })
})

describe('what is banned', () => {
  const text = '8.8.8.8\n8.8.8.8\n77.111.245.0/24\n5.188.62.9-5.188.63.40\n186.0.0.0/8\n10.0.0.14\n81.2.3.4\nx\n7.7.7.7 friend of Ana'
  const chosen = (include = includeNothing) => entriesToBan(judged(text), include).map(({ range }) => formatRange(range))

  test('new entries, and none that need confirmation', () => {
    expect(chosen()).toEqual(['8.8.8.8', '5.188.62.9-5.188.63.40'])
    expect(doubtsIn(judged(text))).toEqual({ wide: 1, special: 1, own: 1, unclear: 1 })
  })

  test('entries that are included', () => {
    expect(chosen({ wide: true, special: false, own: false, unclear: false })).toContain('186.0.0.0-186.255.255.255')
    expect(chosen({ wide: false, special: true, own: false, unclear: false })).toContain('10.0.0.14')
    expect(chosen({ wide: false, special: false, own: true, unclear: false })).toContain('81.2.3.4')
    expect(chosen({ wide: false, special: false, own: false, unclear: true })).toContain('7.7.7.7')
  })
})

describe('what stays of a text', () => {
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
    [
      'what needs a choice',
      '1.2.3.4\n10.0.0.1\n7.7.7.7 friend of Ana\n1.2.3.8 1.2.3.9',
      '10.0.0.1\n7.7.7.7 friend of Ana\n1.2.3.8 1.2.3.9',
    ],
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
})
