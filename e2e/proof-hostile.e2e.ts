import type { Page } from '@playwright/test'
import { to } from '#dashboard/to.ts'
import { figure } from '../proof/figure.ts'
import { addChat, dialog } from './chat-verbs.ts'
import { expect, type TestAccount } from './fixtures.ts'
import { fields, payload, payloadCount, texts } from './hostile-payloads.ts'
import { all, test, type Seen } from './hostile-seen.ts'
import { list, openMessages, post, rows, statement, toEnd } from './message-verbs.ts'
import { addPoll, writeToDatabase } from './poll-verbs.ts'
import { openSettings } from './setting-verbs.ts'

/**
 * S3 and S4: 120 texts that want to be more than text, in every field that a stranger or a service can fill, on every page that shows it. Fields that
 * the service checks are rewritten on their way, as a hostile or broken one would send them. Whatever runs, asks for a dialog or for another host, or
 * touches the policy of the page is seen; and that each text was really drawn is counted, so that nothing passes by not being there.
 */

test.use({ rooms: payloadCount + 10 })

/** An answer's `data` that is a list. */
const listed = (data: Record<string, unknown>) => data as unknown as Record<string, unknown>[]

async function addHostileChats(account: TestAccount, indices: readonly number[]): Promise<number[]> {
  const ids: number[] = []
  for (const index of indices) ids.push(await addChat(account, texts(fields.chat, index)))
  return ids
}

/** Puts values into the browser's own database, which a page has to have opened before. */
const keepInBrowser = (page: Page, store: string, entries: { key: (string | number)[]; value: unknown }[]) =>
  page.evaluate(
    async ([name, rowsToKeep]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open('roomkeeper')
        opening.addEventListener('success', () => resolve(opening.result))
        opening.addEventListener('error', () => reject(opening.error!))
      })
      const writing = database.transaction(name, 'readwrite')
      for (const { key, value } of rowsToKeep) writing.objectStore(name).put(value, key)
      await new Promise((resolve) => writing.addEventListener('complete', resolve))
      database.close()
    },
    [store, entries] as const,
  )

/** Reads to the last message, and goes back to the first. */
async function readAll(page: Page) {
  await expect(async () => {
    await toEnd(page)
    await expect(statement(page)).toContainText(/^all/, { timeout: 500 })
  }).toPass()
  await list(page).evaluate(({ parentElement }) => parentElement!.scrollTo(0, 0))
}

/** Collects what a long page or list shows, a screen at a time. */
async function lookThrough(page: Page, seen: Seen, scroller: (by: number) => Promise<boolean>) {
  await seen.look()
  while (await scroller(600)) {
    // Drawn after the browser told of the scrolling.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await seen.look()
  }
}

/** Scrolls whatever can be scrolled, and says whether anything moved. */
const scrollOn = (page: Page) => (by: number) =>
  page.evaluate((distance) => {
    const moved = [document.scrollingElement!, ...document.querySelectorAll('main *')].filter((element) => {
      const before = element.scrollTop
      if (element.scrollHeight > element.clientHeight) element.scrollBy(0, distance)
      return element.scrollTop > before
    })
    return moved.length > 0
  }, by)

async function postHostileMessages(account: TestAccount, chatId: number) {
  await post(account, chatId, ...all.map((index) => texts(fields.message, index)))
  writeToDatabase('update message set user_id = id where chat_id = ? and id % 2 = 0', chatId)
}

test('messages: the list, cards of posters, the list of posters, the word filter, pictures', async ({
  signedIn: page,
  account,
  seen,
  allowTrouble,
}) => {
  test.setTimeout(180_000)
  const pictures: string[] = []
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/bff/image') && pictures.push(request.url())))
  const chatId = await addChat(account, { name: 'Hall', filterWords: all.map((index) => payload(14, index).replaceAll(',', '')).join(',') })
  await postHostileMessages(account, chatId)
  await openMessages(page, chatId)
  await readAll(page)
  await lookThrough(page, seen, scrollOn(page))
  for (const _ of all) {
    await page.keyboard.press('j')
    await page.keyboard.press('o')
    await seen.look()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Poster', exact: true }).click()
  await seen.look()
  await page.keyboard.press('Escape')
  await openMessages(page, chatId, '?open=lab')
  await expect(dialog(page, 'Try the word filter').getByText(/looked at/)).toBeVisible()
  await seen.look()
  expect(pictures, 'pictures that nobody asked for').toEqual([])

  // Asked for, they come through the gateway or not at all: here no such host is known.
  allowTrouble(/status of (400|404|415|502|504)/)
  await page.evaluate(() => localStorage.setItem('roomkeeper-pictures', 'yes'))
  await openMessages(page, chatId)
  await lookThrough(page, seen, scrollOn(page))
  expect(pictures.length, 'pictures asked of the gateway').toBeGreaterThan(0)
  figure('S4', true, `pictures: none before they were asked for, then ${pictures.length} requests, all to the gateway`)
  await seen.conclude('messages', [fields.message.text, fields.message.username])
})

test('links in messages: to the web alone, apart, without a trace', async ({ signedIn: page, account }) => {
  const chatId = await addChat(account, 'Hall')
  await postHostileMessages(account, chatId)
  const tricks = [
    'https://roomkeeper.example@evil.example/a',
    'https://user:pass@evil.example/b',
    'https://аррӏе.example/c',
    'https://evil.example:8443/d',
    'HTTPS://EVIL.example/e',
    'https:\\\\evil.example\\f https://evil\u202E.example/g',
    'ftp://evil.example/h javascript:alert(1) data:text/html,x //evil.example/i www.evil.example/j',
    'https://good.example%2Fevil.example/k',
    'https://[::1]/l https://2130706433/m https://0x7f.1/n',
    'a\u202Eb\u2066c\u200Bd\u061Ce',
  ]
  await post(account, chatId, ...tricks)
  await openMessages(page, chatId)
  await readAll(page)
  const links = new Map<string, { href: string; target: string; rel: string; before: string }>()
  const collect = async () => {
    for (const link of await list(page)
      .locator('a')
      .evaluateAll((anchors: HTMLAnchorElement[]) =>
        anchors.map(({ href, target, rel, previousElementSibling, textContent }) => ({
          href,
          target,
          rel,
          text: textContent,
          before: previousElementSibling?.textContent ?? '',
        })),
      ))
      links.set(link.text, link)
  }
  await collect()
  const marks = await rows(page).filter({ hasText: 'U+202E' }).first().innerText()
  for (const mark of ['U+202E', 'U+2066', 'U+200B', 'U+061C']) expect(marks).toContain(mark)
  const scroll = scrollOn(page)
  while (await scroll(400)) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await collect()
  }
  const found = [...links]
  const isSafe = ({ href, target, rel }: { href: string; target: string; rel: string }) =>
    /^https?:$/.test(new URL(href).protocol) && target === '_blank' && rel === 'noopener noreferrer'
  // Either the text begins with the host, or the host stands before it.
  const showsHost = (text: string, { href, before }: { href: string; before: string }) => {
    const { host, protocol } = new URL(href)
    return before === host || /^[^/?#]*:\/\/[^/?#]*/.exec(text.toLowerCase())?.[0] === `${protocol}//${host}`
  }
  const unsafe = found.filter(([, link]) => !isSafe(link))
  const hidden = found.filter(([text, link]) => !showsHost(text, link))
  figure(
    'S5',
    unsafe.length === 0 && hidden.length === 0,
    `${found.length} links drawn: ${unsafe.length} unsafe, ${hidden.length} hide their host`,
  )
  expect(found.length).toBeGreaterThan(30)
  expect({ unsafe, hidden }).toEqual({ unsafe: [], hidden: [] })
})

test('polls: the list, every dialog, the big screen', async ({ signedIn: page, account, seen, upstream }) => {
  test.setTimeout(240_000)
  const chatId = await addChat(account, 'Hall')
  for (const index of all) await addPoll(account, chatId, texts(fields.poll, index))
  upstream.arm('GET', /polls$/, {
    answer: (data) => listed(data).forEach((poll, index) => Object.assign(poll, texts(fields.pollBeyond, index), { dateDeleted: null })),
  })
  await page.goto(`${to.polls(chatId)}?sort=oldest`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await keepInBrowser(
    page,
    'poll-rounds',
    all.map((index) => ({
      key: [account.accountId, chatId, 1_000_000 + index, index],
      value: {
        at: index,
        before: 'delete',
        question: payload(fields.kept.round, index),
        answers: [{ place: 1, text: payload(fields.kept.roundAnswer, index), votes: 1 }],
      },
    })),
  )
  await keepInBrowser(
    page,
    'poll-templates',
    all.map((index) => ({
      key: [account.accountId, index, 0],
      value: {
        question: payload(fields.kept.template, index),
        answer1: payload(fields.kept.templateAnswer, index),
        answer2: 'No',
        answer3: '',
        answer4: '',
      },
    })),
  )
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await lookThrough(page, seen, scrollOn(page))
  for (const open of ['rounds', 'templates', 'from', 'several', 'edit-1', 'like-2', 'copy-3', 'across-4']) {
    await page.goto(`${to.polls(chatId)}?open=${open}`)
    await expect(page.getByRole('dialog')).toBeVisible()
    await seen.look()
  }
  await page.goto(to.present(chatId, 1))
  for (const _ of all) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await seen.look()
    await page.keyboard.press('ArrowRight')
  }
  const { round, roundAnswer, template, templateAnswer } = fields.kept
  const { status, createDate } = fields.pollBeyond
  await seen.conclude('polls', [...Object.values(fields.poll), status, createDate, round, roundAnswer, template, templateAnswer])
})

test('chats: the overview, the list, its dialogs, the palette', async ({ signedIn: page, account, seen, upstream }) => {
  test.setTimeout(120_000)
  await addHostileChats(account, all)
  upstream.arm('GET', /^\/chats$/, {
    answer: (data) => listed(data).forEach((chat, index) => Object.assign(chat, texts(fields.chatBeyond, index), { offline: true })),
  })
  await page.goto(to.overview())
  await expect(page.getByText(/chats are offline/)).toBeVisible()
  await seen.look()
  const columns = [...Object.keys(fields.chat), 'hash'].filter((name) => name !== 'name')
  await page.goto(`/chats?columns=${['type', 'language', 'lastUsed', ...columns].join(',')}`)
  await expect(page.getByRole('table', { name: 'Chats' })).toBeVisible()
  await lookThrough(page, seen, scrollOn(page))
  for (const open of ['new', 'duplicate']) {
    await page.goto(to.chats({ open }))
    await seen.look()
  }
  await page.goto(to.chats())
  await expect(page.getByRole('table', { name: 'Chats' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Select all' }).first().check()
  await page.getByRole('button', { name: 'Delete…' }).last().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await seen.look()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: /^Go to a chat/ })
  for (const index of all) {
    await field.fill(payload(fields.typed, index))
    await seen.look()
  }
  await seen.conclude('chats', [fields.chat.name, fields.chatBeyond.hash, fields.chatBeyond.lastUsed, fields.typed])
})

const tens = Array.from({ length: payloadCount / 20 }, (_, part) => all.slice(part * 20, part * 20 + 20))

for (const indices of tens)
  test(`a chat: its head, settings and preview, texts ${indices[0]! + 1} to ${indices.at(-1)! + 1}`, async ({
    signedIn: page,
    account,
    seen,
    upstream,
  }) => {
    test.setTimeout(120_000)
    const ids = await addHostileChats(account, indices)
    const dress = (chat: Record<string, unknown>) => {
      const at = ids.indexOf(chat['id'] as number)
      if (at >= 0) Object.assign(chat, texts(fields.chatBeyond, indices[at]!))
    }
    upstream.arm('GET', /^\/chats$/, { answer: (data) => listed(data).forEach(dress) })
    upstream.arm('GET', /^\/chats\/\d+$/, { answer: dress })
    for (const id of ids) {
      await openSettings(page, id)
      const preview = page.getByRole('region', { name: 'Preview' })
      await seen.look()
      for (const screen of ['Sign-in', 'Offline page', 'Chat']) {
        await preview.getByLabel('What is seen').selectOption(screen)
        await seen.look()
      }
    }
    await seen.conclude(
      `settings ${indices[0]! + 1}`,
      [...Object.values(fields.chat), ...Object.values(fields.chatBeyond).filter((field) => field !== fields.chatBeyond.lastUsed)],
      indices,
    )
  })

for (const indices of tens)
  test(`account and share buttons, texts ${indices[0]! + 1} to ${indices.at(-1)! + 1}`, async ({ signedIn: page, seen, upstream }) => {
    let index = indices[0]!
    upstream.arm('GET', /^\/account$/, { answer: (data) => Object.assign(data, texts(fields.account, index)) })
    upstream.arm('GET', /^\/social$/, { answer: (data) => Object.assign(data, texts(fields.social, index)) })
    upstream.arm('PUT', /^\/social$/, { whole: (json) => Object.assign(json, { status: false, message: payload(fields.refusal, index) }) })
    for (index of indices) {
      await page.goto(to.account())
      await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
      await seen.look()
      await page.goto(to.social())
      await expect(page.getByRole('heading', { level: 2, name: /Preview/ })).toBeVisible()
      await seen.look()
      await page.getByRole('textbox', { name: 'Handle' }).fill('')
      await page.getByRole('textbox', { name: 'Link' }).fill('')
      await page.getByRole('button', { name: /^Save/ }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await seen.look()
      await page.getByRole('button', { name: 'Discard' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('button', { name: 'Discard' })).toHaveCount(0)
    }
    await seen.conclude(
      `account ${indices[0]! + 1}`,
      [...Object.values(fields.account), ...Object.values(fields.social), fields.refusal],
      indices,
    )
  })

test('bans and their notes; the record of changes', async ({ signedIn: page, account, seen, upstream }) => {
  test.setTimeout(120_000)
  const chatId = await addChat(account, 'Hall')
  upstream.arm('GET', /banned-ips$/, {
    answer: (data) =>
      listed(data).push(...all.flatMap((index) => [texts(fields.ban, index), { firstIp: `9.9.9.${index}`, lastIp: `9.9.9.${index}` }])),
  })
  await page.goto(to.bannedIps(chatId))
  await expect(page.getByRole('table', { name: 'Banned addresses' })).toBeVisible()
  const nine = 9 * (2 ** 24 + 2 ** 16 + 2 ** 8)
  await keepInBrowser(
    page,
    'ban-notes',
    all.map((index) => ({
      key: [account.accountId, chatId, nine + index, nine + index],
      value: { note: payload(fields.kept.note, index), reviewOn: '' },
    })),
  )
  const { room, subject, before, after, said } = fields.kept
  await keepInBrowser(
    page,
    'activity',
    all.map((index) => ({
      key: [account.accountId, 1000 + index, 0],
      value: {
        act: index % 2 === 0 ? 'chatUpdate' : 'job',
        kind: 'settings',
        at: 1_700_000_000_000 + index,
        chatId,
        room: payload(room, index),
        subject: payload(subject, index),
        changes: [{ name: 'groupChatWelcomeMessage', before: payload(before, index), after: payload(after, index) }],
        outcome: 'refused',
        said: payload(said, index),
      },
    })),
  )
  await page.reload()
  await expect(page.getByRole('table', { name: 'Banned addresses' })).toBeVisible()
  await lookThrough(page, seen, scrollOn(page))
  for (const open of ['import', 'tidy', 'rooms', 'map']) {
    await page.goto(`${to.bannedIps(chatId)}?open=${open}`)
    await seen.look()
  }
  await page.goto(to.activity())
  const more = page.getByRole('button', { name: /^Show \d+ more/ })
  await expect(page.getByRole('status').filter({ hasText: 'newest first' })).toBeVisible()
  while (await more.isVisible()) await more.click()
  await lookThrough(page, seen, scrollOn(page))
  await seen.conclude('bans and record', [fields.kept.note, room, subject, before, after, said])
})
