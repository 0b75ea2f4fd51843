// @vitest-environment happy-dom
import fc from 'fast-check'
import { matchRoutes } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { dashboardPages } from '#dashboard/app/places.ts'
import { routes } from '#dashboard/app/routes.tsx'
import { chatTabs, localPath, parseId, to } from '#dashboard/platform/to.ts'

/* oxlint-disable no-script-url -- such addresses are what must not get through */

const origin = 'https://rooms.example'

/** Where a browser on this origin would navigate. */
const landsOn = (next: string) => new URL(localPath(next), `${origin}/sign-in`)

const isPlainPath = (path: string) => path.startsWith('/') && !/^\/[/\\]/.test(path) && !/[\\\p{Cc}]/u.test(path)

describe('localPath', () => {
  const bypasses = [
    '//evil.example',
    '///evil.example',
    '////evil.example',
    '//evil.example/%2e%2e',
    '//evil.example:443/',
    '//user@evil.example',
    '//[::1]/',
    '//127.0.0.1',
    '//2130706433',
    '//evil。example',
    '/\\evil.example',
    '/\\/evil.example',
    '/\\\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '\\evil.example',
    '/chats\\..\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\r\n/evil.example',
    '/\0/evil.example',
    '/\u0085/evil.example',
    '\t//evil.example',
    '\n//evil.example',
    ' //evil.example',
    '\u00a0//evil.example',
    '\ufeff//evil.example',
    '/\t\\evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/chats/..//evil.example',
    '/chats/../..//evil.example',
    '/%2e//evil.example',
    '/%2e%2e//evil.example',
    '/%2E%2E//evil.example',
    '/.%2e//evil.example',
    '/./\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'https:\\\\evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'http://rooms.example@evil.example',
    'https://rooms.example.evil.example',
    `${origin}.evil.example/`,
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://rooms.example/1',
    'file:///etc/passwd',
    'ftp://evil.example',
    'about:blank',
    'evil.example',
    'chats',
    '@evil.example',
    '?next=//evil.example',
    '#//evil.example',
    '',
    ' ',
    '.',
    '..',
    ';//evil.example',
  ]

  test.each(bypasses)('%j leads to Home', (next) => {
    expect(localPath(next)).toBe('/')
  })

  // A browser treats these encoded characters as part of the path, not as a host.
  test.each([
    '/%09/evil.example',
    '/%2f%2fevil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%5c%5cevil.example',
    '/%0a/evil.example',
    '/%00/evil.example',
    '/%E2%80%A8/evil.example',
    '/@evil.example',
    '/evil.example',
    '/https://evil.example',
    '/javascript:alert(1)',
    '/chats?next=//evil.example',
    '/chats?next=https%3A%2F%2Fevil.example',
    '/chats#//evil.example',
    '/%',
    '/%zz',
  ])('%j is kept unchanged', (next) => {
    expect(localPath(next)).toBe(next)
    expect(landsOn(next).origin).toBe(origin)
  })

  test('a missing path leads to Home', () => {
    expect(localPath(null)).toBe('/')
  })

  test.each(['/', '/chats', '/chats/7/messages', '/chats?show=offline&open=duplicate-7', '/chats?q=wie%C5%BCa#top'])(
    '%s is kept',
    (next) => {
      expect(localPath(next)).toBe(next)
    },
  )

  const oneCharacter = ['/', '\\', '.', '\t', '\n', '\r', '\0', ' ', '@', ':', '?', '#']
  const encoded = ['%2e', '%2f', '%5c', '%09', '%']

  test('every input stays on this origin and produces a path without a host, backslash or control character', () => {
    const pieces = fc.constantFrom(
      'evil.example',
      'chats',
      'https:',
      'javascript:',
      '／',
      '。',
      '\u202e',
      '\ud800',
      ...oneCharacter,
      ...encoded,
    )
    const crafted = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(fc.oneof(crafted, fc.string({ unit: 'binary' }), fc.webUrl(), fc.webPath()), fc.boolean(), (text, slash) => {
        const next = slash ? `/${text}` : text
        expect(landsOn(next).origin).toBe(origin)
        expect(isPlainPath(localPath(next))).toBe(true)
      }),
      { numRuns: 3000 },
    )
  })

  test('the sign-in page returns a visitor to the path that they came from', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        const from = new URL(`${origin}${path || '/'}?${query}`)
        fc.pre(from.origin === origin && !from.pathname.startsWith('//'))
        const here = from.pathname + from.search
        const next = new URL(to.signIn(here), origin).searchParams.get('next')
        expect(localPath(next)).toBe(here)
      }),
    )
  })
})

describe('parseId', () => {
  test.each([
    ['1', 1],
    ['7', 7],
    ['9007199254', 9_007_199_254],
    ['999999999999999', 999_999_999_999_999],
  ])('%s is an ID', (text, id) => {
    expect(parseId(text)).toBe(id)
  })

  test.each([
    '',
    '0',
    '007',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x10',
    ' 7',
    '7 ',
    '7\n',
    'abc',
    '7a',
    '٧',
    '１',
    'NaN',
    'Infinity',
    '9007199254740992',
  ])('%j is not an ID', (text) => {
    expect(parseId(text)).toBeNull()
  })

  test('a missing parameter is not an ID', () => {
    expect(parseId(undefined)).toBeNull()
  })

  test('every parsed ID is a safe integer that prints as the original text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.integer().map(String), fc.maxSafeNat().map(String)), (text) => {
        const id = parseId(text)
        if (id === null) return
        expect(Number.isSafeInteger(id) && id > 0).toBe(true)
        expect(String(id)).toBe(text)
      }),
    )
  })
})

describe('each path matches a route', () => {
  /** Beside those that the registry of pages holds. */
  const paths: { [K in Exclude<keyof typeof to, Exclude<keyof typeof dashboardPages, 'chats'>>]: string[] } = {
    signIn: [to.signIn(), to.signIn('/'), to.signIn('/chats?q=a&show=paid')],
    join: [to.join(), to.join('a-secret')],
    newPasskey: [to.newPasskey(), to.newPasskey('/chats?q=a')],
    chats: [to.chats({ show: 'offline' }), to.chats({ show: 'paid', open: 'new' })],
    rule: [to.rule('1-k2')],
    wordLists: [to.wordLists()],
    newRule: [to.newRule(), to.newRule({ template: 'links' })],
    chat: chatTabs.map((tab) => to.chat(7, tab)),
    settings: [to.settings(7)],
    hours: [to.hours(7)],
    setting: [to.setting(7, 'upload')],
    settingsReview: [to.settingsReview(7), to.settingsReview(7, 48)],
    messages: [to.messages(7)],
    messagesUntil: [to.messagesUntil(7, 1_731_589_200)],
    messagesLeft: [to.messagesLeft(7, 'a-b')],
    polls: [to.polls(7)],
    present: [to.present(7, 3)],
    bannedIps: [to.bannedIps(7), to.bannedIps(7, '10.0.0.1')],
    bansLeft: [to.bansLeft(7, 'a-b')],
    compareWith: [to.compareWith(7)],
    compareReview: [to.compareReview()],
    change: [to.change('a-b')],
    compareMoments: [to.compareMoments(), to.compareMoments(7)],
    compareUndo: [to.compareUndo('a-b')],
    plan: [to.plan()],
    backgroundAccess: [to.backgroundAccess()],
  }

  test.each([...Object.values(dashboardPages).map(({ path }) => path), ...Object.values(paths).flat()])('%s', (path) => {
    const matched = matchRoutes(routes, path) ?? []
    expect(matched.length).toBeGreaterThan(0)
    expect(matched.map(({ route }) => route.path)).not.toContain('*')
  })

  test.each(['/nowhere', '/chats/7/nowhere', '/account/7'])('%s matches no route', (path) => {
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe('*')
  })

  test('the parameters of a path are written to its query', () => {
    expect(to.chats({ show: 'offline', open: 'new' })).toBe('/chats?show=offline&open=new')
    expect(to.signIn('/chats?q=a b&c=d')).toBe('/sign-in?next=%2Fchats%3Fq%3Da%20b%26c%3Dd')
    expect(to.signIn('/')).toBe('/sign-in')
    expect(to.changes({ chatId: 7, field: 'upload' })).toBe('/changes?chat=7&field=upload')
    expect(to.changes()).toBe('/changes')
  })
})
