import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPaste } from './paste.ts'
import type { Pasted } from './pasted.ts'
import { formatRange } from '#engine/bans/range.ts'

/** Line, range or error, comment. */
const seen = (text: string) =>
  readPaste(text).map((entry) => [entry.line, 'range' in entry ? formatRange(entry.range) : entry.error, entry.comment])

/** Ranges, and "!" for an error. */
const ranges = (text: string) => readPaste(text).map((entry) => ('range' in entry ? formatRange(entry.range) : '!'))
const errors = (text: string) => readPaste(text).flatMap((entry) => ('error' in entry ? [entry.error] : []))

describe('lists', () => {
  test('lines with comments, blank ones, and several entries in one', () => {
    expect(
      seen('\uFEFF# Known bad\r\n1.2.3.4 # troll\n\n  5.6.7.0/24\t8.8.8.8, 9.9.9.9;10.*\r// more\n1.2.3.4-9 // two // signs\n; end\n'),
    ).toEqual([
      [2, '1.2.3.4', 'troll'],
      [4, '5.6.7.0-5.6.7.255', ''],
      [4, '8.8.8.8', ''],
      [4, '9.9.9.9', ''],
      [4, '10.0.0.0-10.255.255.255', ''],
      [6, '1.2.3.4-1.2.3.9', 'two // signs'],
    ])
  })

  test.each([
    ['"1.2.3.4"', ['1.2.3.4']],
    ["'1.2.3.4','5.6.7.8'", ['1.2.3.4', '5.6.7.8']],
    ['“1.2.3.4” `5.6.7.8`', ['1.2.3.4', '5.6.7.8']],
    ['- 1.2.3.4', ['1.2.3.4']],
    ['1.2.3.4 - 1.2.3.9', ['1.2.3.4-1.2.3.9']],
    ['1.2.3.4 – 1.2.3.9, 5.6.7.8', ['1.2.3.4-1.2.3.9', '5.6.7.8']],
    ['185.220.100.240 – 101.255', ['185.220.100.240-185.220.101.255']],
    // Not a range up to .5: the words behind a dash are a note.
    ['1.2.3.4 - 5 attempts', ['1.2.3.4']],
    ['1.2.3.4 ; SBL1234', ['1.2.3.4']],
    ['1.2.3.4;', ['1.2.3.4']],
    ['1.2.3.4; ::1', ['1.2.3.4', '!']],
    ['1.2.3.4#x', ['1.2.3.4']],
    ['1.2.3.4//x', ['1.2.3.4']],
    ['1.2.3.4 | 5.6.7.8', ['1.2.3.4', '5.6.7.8']],
    ['', []],
    ['   \n\t\n', []],
    ['#', []],
  ])('%j', (text, expected) => {
    expect(ranges(text)).toEqual(expected)
  })

  test('an error is at its line and does not affect the others', () => {
    expect(seen('010.0.0.1 1.2.3.4\n::1 5.6.7.8')).toEqual([
      [1, expect.stringMatching(/leading zeros/), ''],
      [1, '1.2.3.4', ''],
      [2, expect.stringMatching(/IPv6/), ''],
      [2, '5.6.7.8', ''],
    ])
  })

  test('a line of prose is one error, and an address among unknown words is unclear', () => {
    const [prose, address] = readPaste('please ban this person now\nEvil guy at 1.2.3.4 and his friend')
    expect(prose).toMatchObject({ text: 'please ban this person now', error: expect.stringMatching(/^Not an IPv4/) as string })
    expect(address).toMatchObject({ text: '1.2.3.4', unclear: 'Evil guy at and his friend', range: expect.anything() as unknown })
  })

  test('a very long text is truncated, never inside a character', () => {
    const [entry] = readPaste('😀'.repeat(1000))
    expect(entry?.text).toBe(`${'😀'.repeat(50)}…`)
    expect(readPaste(`x${'😀'.repeat(1000)}`)[0]?.text).toBe(`x${'😀'.repeat(49)}…`)
  })

  test('an error has a suggestion', () => {
    expect(readPaste('1.2.3.4/24')[0]).toMatchObject({ suggestion: '1.2.3.0/24' })
  })
})

describe('a web server’s log', () => {
  const access = '[10/Oct/2026:13:55:36 +0000] "GET /9.9.9.9 HTTP/1.1" 200 612 "http://8.8.8.8/" "agent 7.7.7.7"'

  test.each([
    [`1.2.3.4 - - ${access}`, '1.2.3.4'],
    [`1.2.3.4 - "6.6.6.6" ${access}`, '1.2.3.4'],
    [`chat.example.org:443 1.2.3.4 - - ${access}`, '1.2.3.4'],
    [`1.2.3.4, 5.6.7.8 - - ${access}`, '1.2.3.4'],
    [`9.9.9.9.example.net - - ${access}`, 'This log line contains no IPv4 address of a visitor.'],
    [`2001:db8::1 - - ${access}`, 'IPv6 is not supported by this service.'],
    [`1.2.3.4 - - [10/Oct/2026:13:55:36 +0000] "GET /#a//b HTTP/1.1" 200 612 "-" "broken \\" 9.9.9.9 \\`, '1.2.3.4'],
    [
      `- - - [10/Oct/2026:13:55:36 +0000] "GET / HTTP/1.1" 200 612 "-" "\\" 9.9.9.9 \\`,
      'This log line contains no IPv4 address of a visitor.',
    ],
    ['[Fri Oct 09 10:42:29.902022 2026] [core:error] [pid 35708] [client 1.2.3.4:52801] File does not exist: /9.9.9.9', '1.2.3.4'],
    [
      '2026/10/09 10:42:29 [error] 31#31: *1 open() "/srv/9.9.9.9" failed, client: 1.2.3.4, server: 8.8.8.8, request: "GET / HTTP/1.1"',
      '1.2.3.4',
    ],
    ['2026/10/09 10:42:29 [error] 31#31: *1 failed, client: ::1, server: 8.8.8.8', 'IPv6 is not supported by this service.'],
  ])('%s', (line, expected) => {
    expect(seen(line)).toEqual([[1, expected, '']])
  })

  test('log text behind a comment sign does not make a log line', () => {
    expect(ranges(`5.6.7.8-9 # 1.2.3.4 - - ${access}`)).toEqual(['5.6.7.8-5.6.7.9'])
    expect(ranges(`# 1.2.3.4 - - ${access}`)).toEqual([])
  })
})

describe('rules of other programs', () => {
  test('nginx', () => {
    const file = 'deny 1.2.3.0/24; # bots\n  Deny  5.6.7.8;deny 9.9.9.9;\nallow 192.0.2.1;\ndeny all;\n'
    expect(seen(file)).toEqual([
      [1, '1.2.3.0-1.2.3.255', 'bots'],
      [2, '5.6.7.8', ''],
      [2, '9.9.9.9', ''],
      [3, 'This line allows addresses. It bans no one.', ''],
      [4, expect.stringMatching(/^Not an IPv4/), ''],
    ])
  })

  test.each([
    ['-A INPUT -s 1.2.3.0/24 -j DROP', ['1.2.3.0-1.2.3.255']],
    ['-A INPUT -s 1.2.3.4/32 -p tcp -m tcp --dport 443 -j REJECT --reject-with icmp-port-unreachable', ['1.2.3.4']],
    ['sudo iptables -I INPUT 1 --source 1.2.3.4,5.6.7.8 -j DROP', ['1.2.3.4', '5.6.7.8']],
    ['/usr/sbin/iptables -t filter -A INPUT -m iprange --src-range 1.2.3.4-1.2.3.9 -j DROP', ['1.2.3.4-1.2.3.9']],
    ['-A INPUT -s 1.2.3.4 -j ACCEPT', ['!']],
    ['-A INPUT ! -s 1.2.3.4 -j DROP', ['!']],
    ['-A INPUT -d 1.2.3.4 -j DROP', ['!']],
    ['-A INPUT -s 1.2.3.4', ['!']],
    ['-A INPUT -j DROP -s', ['!']],
    ['iptables -D INPUT -s 1.2.3.4 -j DROP', ['!']],
    ['ip6tables -A INPUT -s 2001:db8::/32 -j DROP', ['!']],
  ])('%s', (line, expected) => {
    expect(ranges(line)).toEqual(expected)
  })

  test('the comment of a rule', () => {
    expect(seen('-A INPUT -s 1.2.3.4/32 -m comment --comment "since # May" -j DROP')).toEqual([[1, '1.2.3.4', 'since # May']])
  })
})

describe('CSV', () => {
  test('with a header, in any order of columns, with quoted notes', () => {
    const file =
      '\n"note";"lastIp";"firstIp";"reviewOn"\r\n"a; ""b""\nc";1.2.3.9;1.2.3.4;2026-12-01\r\n\r\n;;5.6.7.0/24;soon\n;1;5.6.7.8;\n;;;x'
    expect(readPaste(file)).toEqual([
      {
        line: 3,
        text: 'a; "b"\nc;1.2.3.9;1.2.3.4;2026-12-01',
        comment: 'a; "b"\nc',
        reviewOn: '2026-12-01',
        range: expect.anything() as unknown,
      },
      { line: 6, text: ';;5.6.7.0/24;soon', comment: '', error: expect.stringMatching(/review date “soon” is unclear/) as string },
      { line: 7, text: ';1;5.6.7.8;', comment: '', error: expect.stringMatching(/four numbers/) as string },
      { line: 8, text: ';;;x', comment: '', error: expect.stringMatching(/^Not an IPv4/) as string },
    ])
  })

  test('only firstIp', () => {
    expect(ranges('firstIp\n1.2.3.4\n5.6.7.0/24\n')).toEqual(['1.2.3.4', '5.6.7.0-5.6.7.255'])
  })

  test('the guard against formulas is removed, any other apostrophe stays', () => {
    expect(readPaste("firstIp,note\n1.2.3.4,'=1+1\n1.2.3.4,'tis").map(({ comment }) => comment)).toEqual(['=1+1', "'tis"])
  })

  test('an unclosed quotation mark hides nothing', () => {
    expect(errors('firstIp,note\n1.2.3.4,"cut\n5.6.7.8,x')).toEqual(['The quotation mark that opens here is not closed.'])
  })

  test('without such a header it is a list', () => {
    expect(ranges('1.2.3.4,5.6.7.8\nfirstIp,lastIp')).toEqual(['1.2.3.4', '5.6.7.8', '!'])
    expect(ranges('1.2.3.4 # a,firstIp,b')).toEqual(['1.2.3.4'])
  })
})

describe('JSON', () => {
  test.each([
    ['our own', '{"roomkeeper":1,"bannedIps":[{"firstIp":"1.2.3.4","lastIp":"1.2.3.9"}]}'],
    ['an answer of the API', '{"status":true,"count":1,"data":[{"firstIp":"1.2.3.4","lastIp":"1.2.3.9"}]}'],
    ['a list of ranges', '[{"firstIp":"1.2.3.4","lastIp":"1.2.3.9"}]'],
    ['a list of texts', ' [\n "1.2.3.4-9" ]'],
  ])('%s', (_, text) => {
    expect(seen(text)).toEqual([[1, '1.2.3.4-1.2.3.9', '']])
  })

  test('notes and dates come along, a day that does not exist does not', () => {
    const item = { firstIp: '1.2.3.4', lastIp: null, note: 'spam\nagain' }
    const [one, other] = readPaste(
      JSON.stringify([
        { ...item, reviewOn: '2026-12-01' },
        { ...item, reviewOn: '2026-02-30' },
      ]),
    )
    expect(one).toMatchObject({ line: 1, comment: 'spam\nagain', reviewOn: '2026-12-01' })
    expect(other).not.toHaveProperty('reviewOn')
  })

  test.each([
    ['{"roomkeeper":2,"bannedIps":[]}', /different version/],
    ['{"roomkeeper":1,"settings":{}}', /contains no list/],
    ['{"data":{}}', /contains no list/],
    ['{"bannedIps":[{"firstIp":"1.2.3.4"}', /incomplete or invalid/],
    ['[{"firstIp":1}]', /"firstIp"/],
    ['[{"firstIp":"1.2.3.4","lastIp":9}]', /"firstIp"/],
    ['["x",null,5,[]]', /.*/],
    ['[{"firstIp":"1.2.3.4","lastIp":"9"}]', /four numbers/],
  ])('%s is refused: %s', (text, expected) => {
    const found = errors(text)
    expect(found).toHaveLength(readPaste(text).length)
    expect(found[0]).toMatch(expected)
  })

  test('an empty list holds nothing', () => {
    expect(readPaste('[]')).toEqual([])
  })
})

describe('anything', () => {
  const scraps = fc.constantFrom(
    ...'1.2.3.4|1.2.3.0/24|1.2.*|::1|010.1.1.1|-|–| | |\n|,|;|"|#|//|[|]|{|}|\\|\t|\uFEFF|\u2028|*|/'.split('|'),
    ...'deny |allow |-A |-s | -j DROP|[10/Oct/2026:|"GET / HTTP/1|[client |firstIp|note'.split('|'),
  )
  const anyText = fc.oneof(
    fc.array(scraps, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
  )

  test('is read without an exception, in order, each entry with a range or an error', () => {
    const isRight = (entry: Pasted) => {
      if (entry.text.length > 101) return false
      return 'range' in entry
        ? entry.range.first >= 0 && entry.range.first <= entry.range.last && entry.range.last < 2 ** 32
        : entry.error !== ''
    }
    fc.assert(
      fc.property(anyText, (text) => {
        const entries = readPaste(text)
        expect(entries.filter((entry) => !isRight(entry))).toEqual([])
        expect(entries.map(({ line }) => line)).toEqual(entries.map(({ line }) => line).toSorted((one, other) => one - other))
      }),
      { numRuns: 3_000 },
    )
  })

  test('100,000 lines of nonsense are as many errors', () => {
    expect(errors('lorem ipsum dolor\n'.repeat(100_000))).toHaveLength(100_000)
  })

  // Each of these takes minutes at the least if a pattern tries its parts in every combination.
  test.each([
    '*',
    '.',
    ':',
    '1',
    '1.',
    '-',
    '"',
    '\\',
    '[',
    ';',
    ' ',
    ' -',
    '1 ',
    '1 - ',
    '"\\',
    '#',
    '/',
    '(',
    'deny ',
    '::',
    '1.2.3.4;',
    ', client: ',
    '"GET ',
  ])('100,000 characters of %j in one line', (part) => {
    for (const end of ['x', '"']) {
      const line = part.repeat(Math.ceil(100_000 / part.length)) + end
      for (const text of [line, `firstIp,note\n1.2.3.4,${line}`, `-A INPUT ${line}`, `[{"a":${line}`])
        expect(readPaste(text).length).toBeGreaterThanOrEqual(0)
    }
  })
})
