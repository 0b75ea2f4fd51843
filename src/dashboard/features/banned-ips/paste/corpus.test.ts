import { expect, test } from 'vitest'
import { formatRange } from '#engine/bans/range.ts'
import { readPaste } from './paste.ts'

/** Short inputs as block lists, firewalls and spreadsheets write them. "!": refused, "? …": banned only when it is included, "??": range or two? */
const read = (text: string) =>
  readPaste(text).map((entry) => {
    if ('range' in entry) return `${entry.unclear === undefined ? '' : '? '}${formatRange(entry.range)}`
    return entry.isPair ? '??' : '!'
  })

const net = '1.2.3.0-1.2.3.255'
const range = '1.2.3.4-1.2.3.9'

test.each<[string, string, string[]]>([
  // Block lists
  ['a comment of Spamhaus names the list', '1.2.3.0/24 ; SBL256894', [net]],
  ['a comment line with the gateway', '; our gateway is 192.0.2.1\n1.2.3.4', ['1.2.3.4']],
  ['a comment behind a semicolon with an address', '1.2.3.4 ; behind 192.0.2.1, spared', ['1.2.3.4']],
  ['a comment behind a hash with an address', '1.2.3.4 # not 192.0.2.1', ['1.2.3.4']],
  ['a comment behind slashes with an address', '1.2.3.4 // seen by 192.0.2.1', ['1.2.3.4']],
  ['two statements', 'deny 1.2.3.4; deny 5.6.7.8;', ['1.2.3.4', '5.6.7.8']],
  ['a deny and an allow', 'deny 1.2.3.4; allow 5.6.7.8;', ['1.2.3.4', '!']],
  ['two addresses with a semicolon', '1.2.3.4; 99.6.7.8', ['1.2.3.4', '99.6.7.8']],
  ['a name before a range', 'Bad net:1.2.3.0-1.2.3.255', ['!']],
  ['numbers with leading zeros', '001.002.003.000 - 001.002.003.255 , 000 , Bad net', ['!']],
  ['an address with a country', '1.2.3.4 RU spammer', ['? 1.2.3.4']],
  ['a heading', 'Known bad addresses 2026:\n1.2.3.4', ['!', '1.2.3.4']],
  ['hosts.deny, or hosts.allow', 'ALL: 1.2.3.4', ['? 1.2.3.4']],
  ['a service in one of them', 'sshd: 1.2.3.4', ['? 1.2.3.4']],
  ['a list of YAML', '- 1.2.3.4\n- "5.6.7.8"', ['1.2.3.4', '5.6.7.8']],
  // JSON
  ['JSON lines of a block list', '{"cidr":"1.2.3.0/24","sblid":"SBL1"}\n{"cidr":"5.6.7.8/32","sblid":"SBL2"}\n', [net, '5.6.7.8']],
  ['its last line', '{"cidr":"1.2.3.0/24"}\n{"type":"metadata","size":1}', [net, '!']],
  ['one line of JSON', '{"ip":"1.2.3.4","reason":"spam"}', ['1.2.3.4']],
  ['start and end', '[{"start":"1.2.3.4","end":"1.2.3.9"}]', [range]],
  ['snake case', '[{"start_ip":"1.2.3.4","end_ip":"1.2.3.9"}]', [range]],
  ['a decision that bans', '[{"value":"1.2.3.4","type":"ban","scope":"Ip"}]', ['1.2.3.4']],
  ['a decision that lets in', '[{"value":"1.2.3.4","type":"whitelist"}]', ['!']],
  ['a number for an address', '[{"ip":16909060}]', ['!']],
  ['a broken line among JSON lines', '{"ip":"1.2.3.4"}\n{"ip":', ['!']],
  // Firewalls and configurations
  ['ufw deny', 'ufw deny from 1.2.3.4', ['1.2.3.4']],
  ['ufw deny with a port', 'ufw deny proto tcp from 1.2.3.0/24 to any port 22', [net]],
  ['ufw deny to an address', 'ufw deny from 1.2.3.4 to 192.0.2.1 port 22', ['!']],
  ['ufw allow', 'ufw allow from 1.2.3.4', ['!']],
  ['Apache requires', 'Require ip 1.2.3.4', ['? 1.2.3.4']],
  ['Apache requires not', 'Require not ip 1.2.3.4 5.6.7.0/24', ['1.2.3.4', '5.6.7.0-5.6.7.255']],
  ['old Apache denies', 'Deny from 1.2.3.4', ['1.2.3.4']],
  ['old Apache allows', 'Allow from 1.2.3.4', ['!']],
  ['Cisco denies', 'access-list 10 deny 1.2.3.0 0.0.0.255', [net]],
  ['Cisco denies a host', 'deny ip host 1.2.3.4 any', ['1.2.3.4']],
  ['Cisco permits', 'access-list 10 permit 1.2.3.0 0.0.0.255', ['!']],
  ['nft drops', 'ip saddr 1.2.3.4 drop', ['1.2.3.4']],
  ['nft accepts', 'ip saddr 1.2.3.4 accept', ['!']],
  ['nft drops all others', 'ip saddr != 1.2.3.4 drop', ['!']],
  ['pf blocks', 'block in quick from 1.2.3.4 to any', ['1.2.3.4']],
  ['pf passes', 'pass in from 1.2.3.4 to any', ['!']],
  ['firewalld', 'rule family="ipv4" source address="1.2.3.4" reject', ['1.2.3.4']],
  ['fail2ban spares', 'ignoreip = 127.0.0.1/8 1.2.3.4', ['!']],
  ['fail2ban bans', 'banip 1.2.3.4', ['1.2.3.4']],
  ['ipset', 'add blocklist 1.2.3.4', ['1.2.3.4']],
  ['ipset with nomatch', 'add bad 1.2.3.4 nomatch', ['!']],
  ['all but one', 'deny all except 1.2.3.4', ['!']],
  ['a route', 'blackhole 1.2.3.0/24', [net]],
  // Ranges in two columns
  ['netmask', '1.2.3.0 255.255.255.0', [net]],
  ['netmask behind a slash', '1.2.3.0/255.255.255.0', [net]],
  ['wildcard', '1.2.3.0 0.0.0.255', [net]],
  ['to', '1.2.3.4 to 1.2.3.9', [range]],
  ['an arrow', '1.2.3.4 -> 1.2.3.9', [range]],
  ['tabs without a header', '1.2.3.4\t1.2.3.9', ['??']],
  ['a comma without a header', '1.2.3.0,1.2.3.255', ['??']],
  ['a whole network across the first number', '1.0.0.0 2.255.255.255', ['??']],
  ['two visitors', '1.2.3.4 77.6.5.9', ['1.2.3.4', '77.6.5.9']],
  // Spreadsheets
  ['sep and a header', 'sep=;\nStart IP;End IP;Note\n1.2.3.4;1.2.3.9;trolls', [range]],
  ['a table with tabs', 'from\tto\n1.2.3.4\t1.2.3.9', [range]],
  ['a column of masks', 'network,netmask\n1.2.3.0,255.255.255.0\n5.6.7.8,', [net, '5.6.7.8']],
  ['a column of actions', 'ip,action\n1.2.3.4,deny\n5.6.7.8,allow', ['1.2.3.4', '!']],
  ['a date of a spreadsheet', 'firstIp,reviewOn\n1.2.3.4,03/04/2026', ['!']],
  ['a date with dots', 'firstIp,reviewOn\n1.2.3.4,3.4.2026', ['1.2.3.4']],
  ['quoted cells', '"IP Address","Comment"\r\n"1.2.3.4","a ""troll"""\r\n', ['1.2.3.4']],
  // Marks that nobody sees
  ['a mark of the byte order and a no-break space', '\uFEFF1.2.3.4\u00A0\n', ['1.2.3.4']],
  ['a mark of direction', '\u200E1.2.3.4\u200F', ['1.2.3.4']],
  ['a zero-width space', '1.2.\u200B3.4', ['1.2.3.4']],
])('%s', (_, text, expected) => {
  expect(read(text)).toEqual(expected)
})

test('two addresses are one range or two, as chosen', () => {
  const text = '1.2.3.4\t1.2.3.9'
  expect(readPaste(text, 'range').map((entry) => 'range' in entry && formatRange(entry.range))).toEqual([range])
  expect(readPaste(text, 'single').map((entry) => 'range' in entry && formatRange(entry.range))).toEqual(['1.2.3.4', '1.2.3.9'])
})

test.each([
  ['2026-12-01', '2026-12-01'],
  ['2026/12/1', '2026-12-01'],
  ['2026-12-01 00:00:00', '2026-12-01'],
  ['1.12.2026', '2026-12-01'],
  ['25/12/2026', '2026-12-25'],
  ['12/25/2026', '2026-12-25'],
  ['4/4/2026', '2026-04-04'],
])('the date %s is read', (written, date) => {
  expect(readPaste(`ip,review\n1.2.3.4,${written}`)).toMatchObject([{ reviewOn: date, range: expect.anything() as unknown }])
})
