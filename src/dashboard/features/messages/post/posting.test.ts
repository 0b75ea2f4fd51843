import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { byteLength } from '#contract/values.ts'
import { bodyOf, bytesOver, isTheSent, PostDraft, readSent, roomBefore, sentBefore, withSent } from './posting.ts'

const fields = { text: 'Doors open at eight', username: '', image: '' }
const parse = (changes: Partial<typeof fields>) => PostDraft.safeParse({ ...fields, ...changes })
const problems = (changes: Partial<typeof fields>) =>
  parse(changes).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('what may be posted', () => {
  test('2,000 bytes, not characters; one more is refused and says by how much', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'é', '字', '👩‍👩‍👧'), { minLength: 1, maxLength: 3000 }), (letters) => {
        const text = letters.join('')
        const over = byteLength(text) - 2000
        expect(bytesOver(text)).toBe(over)
        const expected =
          over > 0 ? [`text: ${new Intl.NumberFormat('en').format(over)} byte${over === 1 ? '' : 's'} over the limit of 2,000`] : []
        expect(problems({ text })).toEqual(expected)
      }),
    )
    expect(problems({ text: 'é'.repeat(1000) })).toEqual([])
    expect(problems({ text: `${'é'.repeat(1000)}!` })).toEqual(['text: 1 byte over the limit of 2,000'])
  })

  test.each([' ', '\n\t', ''])('no text: %j', (text) => {
    expect(problems({ text })).toEqual(['text: Enter a message'])
  })

  test.each(['\0', '\uD83D'])('no NUL and no half characters: %j', (text) => {
    expect(problems({ text })).toHaveLength(1)
  })

  test('the text goes as it was typed; name and image lose the spaces around them', () => {
    const typed = { text: '  two\n  lines ', username: ' Ann ', image: ' https://pictures.example/a.png ' }
    const sent = { text: '  two\n  lines ', username: 'Ann', image: 'https://pictures.example/a.png' }
    expect(bodyOf(parse(typed).data!)).toEqual(sent)
    expect(bodyOf(parse({}).data!)).toEqual({ text: fields.text })
  })

  test('an image goes only with a name, and the form says why', () => {
    const image = 'https://pictures.example/a.png'
    expect(problems({ image })).toEqual([expect.stringContaining('image: The chat shows an image only next to a name')])
    expect(problems({ image, username: '  ' })).toHaveLength(1)
    expect(problems({ image, username: 'Ann' })).toEqual([])
  })

  test.each([
    'http://pictures.example/a.png',
    'pictures.example/a.png',
    'ftp://pictures.example/a.png',
    'data:image/png;base64,AAAA',
    'https://',
  ])('no image: %s', (image) => {
    expect(problems({ image, username: 'Ann' })).toEqual(['image: Enter a full address that starts with https://'])
  })

  test('all that is wrong is said at once', () => {
    expect(problems({ text: '', image: 'http://pictures.example/a.png' })).toHaveLength(2)
  })
})

describe('the same text again', () => {
  const now = 1_700_000_000_000

  test('asks within two minutes, whatever was sent in between', () => {
    const sent = withSent(withSent([], 'Doors open', now), 'Please be kind', now + 5000)
    expect(sentBefore(sent, 'Doors open', now + 61_000)).toBe(61)
    expect(sentBefore(sent, ' Doors open\r\n', now + 119_000)).toBe(119)
    expect(sentBefore(sent, 'Doors open', now + 120_000)).toBeNull()
    expect(sentBefore(sent, 'Doors closed', now + 1000)).toBeNull()
  })

  test('the last time counts, and old ones are forgotten', () => {
    const sent = withSent(withSent(withSent([], 'a', now), 'b', now + 60_000), 'b', now + 150_000)
    expect(sent.map(({ text }) => text)).toEqual(['b', 'b'])
    expect(sentBefore(sent, 'b', now + 151_000)).toBe(1)
  })

  test('a clock that is set back forgets instead of asking for ever', () => {
    expect(sentBefore(withSent([], 'a', now), 'a', now - 3_600_000)).toBeNull()
  })

  test('it survives being kept; what is not ours is nothing', () => {
    const sent = withSent([], 'a', now)
    expect(readSent(JSON.stringify(sent))).toEqual(sent)
    for (const kept of [null, '', 'no JSON', '{}', '[1]', '[{"text":"a"}]']) expect(readSent(kept)).toEqual([])
  })
})

describe('a message without an answer, looked for in the chat', () => {
  const message = (messageId: number, time: number, text = 'Doors open', userName = 'Ann'): Message => ({
    messageId,
    time,
    userId: null,
    image: null,
    userName,
    text,
  })
  const body = { text: 'Doors open', username: 'Ann' }

  test('the same text from before is not it', () => {
    const known = roomBefore([message(1, 100)], true)
    expect(isTheSent(body, known, message(1, 100))).toBe(false)
    expect(isTheSent(body, known, message(2, 100))).toBe(true)
  })

  test('text and name must be its own, as a service may tidy them', () => {
    const known = roomBefore([], true)
    expect(isTheSent(body, known, message(2, 100, 'Doors closed'))).toBe(false)
    expect(isTheSent(body, known, message(2, 100, 'Doors open', 'Ben'))).toBe(false)
    expect(isTheSent({ text: ' a\r\nb ' }, known, message(2, 100, 'a\nb', 'System'))).toBe(true)
  })

  test('reading from there finds whatever came later, and nothing unknown of before, whatever the clocks say', () => {
    const rooms = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(rooms, fc.integer({ min: 1, max: 60 }), fc.nat(100), (times, pageSize, later) => {
        const room = times.toSorted((one, other) => other - one).map((time, index) => message(index + 1, time + 0.5))
        const page = room.slice(0, pageSize)
        const known = roomBefore(page, page.length === room.length)
        const newest = room[0]!.time
        const isRead = ({ time }: Message) => known.from === undefined || time >= known.from
        expect(isRead(message(1000, newest + later))).toBe(true)
        const mistaken = room.filter((old) => isRead(old) && isTheSent(body, known, old))
        expect(mistaken).toEqual([])
      }),
    )
  })

  test('servers whose clocks disagree: what came later may bear an earlier time', () => {
    expect(roomBefore([message(3, 100), message(2, 90), message(1, 80)], false).from).toBe(81)
  })

  test('a page of one second: the rest of that second is read too', () => {
    expect(roomBefore([message(2, 100), message(1, 100)], false).from).toBe(100)
  })
})
