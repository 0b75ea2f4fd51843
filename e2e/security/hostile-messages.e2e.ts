import type { Page } from '@playwright/test'
import { figure } from '../../src/test-figure.ts'
import { addChat, dialog } from '../support/verbs/chats.ts'
import { expect, type TestAccount } from '../support/fixtures.ts'
import { fields, payload, payloadCount, texts } from '../support/attacks/hostile-payloads.ts'
import { allPayloads, lookThrough, scrollOn, test } from '../support/attacks/hostile-check.ts'
import { list, openMessages, post, rows, loadedStatus, toEnd } from '../support/verbs/messages.ts'
import { writeToDatabase } from '../support/verbs/polls.ts'

/** S3, S4 and S5: hostile texts in messages, and where links in them lead. */

test.use({ maxChats: payloadCount + 10 })

/** Scrolls to the last message and back to the first. */
async function readAll(page: Page) {
  await expect(async () => {
    await toEnd(page)
    await expect(loadedStatus(page)).toContainText(/^all/, { timeout: 500 })
  }).toPass()
  await list(page).evaluate(({ parentElement }) => parentElement!.scrollTo(0, 0))
}

async function postHostileMessages(account: TestAccount, chatId: number) {
  await post(account, chatId, ...allPayloads.map((index) => texts(fields.message, index)))
  writeToDatabase('update message set user_id = id where chat_id = ? and id % 2 = 0', chatId)
}

test('hostile messages are text in the list, author cards, the list of authors, the word filter and images', async ({
  signedIn: page,
  account,
  seen,
  allowErrors,
}) => {
  test.setTimeout(180_000)
  const pictures: string[] = []
  page.on('request', (request) => void (new URL(request.url()).pathname.startsWith('/bff/image') && pictures.push(request.url())))
  const chatId = await addChat(account, {
    name: 'Hall',
    filterWords: allPayloads.map((index) => payload(14, index).replaceAll(',', '')).join(','),
  })
  await postHostileMessages(account, chatId)
  await openMessages(page, chatId)
  await readAll(page)
  await lookThrough(page, seen, scrollOn(page))
  for (const _ of allPayloads) {
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('o')
    await seen.look()
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Author', exact: true }).click()
  await seen.look()
  await page.keyboard.press('Escape')
  await openMessages(page, chatId, '?open=lab')
  await expect(dialog(page, 'Try the word filter').getByText(/checked\./)).toBeVisible()
  await seen.look()
  expect(pictures, 'pictures that nobody asked for').toEqual([])

  // Requested images come through the gateway or not at all: these hosts do not exist.
  allowErrors(/status of (400|404|415|502|504)/)
  await page.evaluate(() => localStorage.setItem('roomkeeper-pictures', 'yes'))
  await openMessages(page, chatId)
  await lookThrough(page, seen, scrollOn(page))
  expect(pictures.length, 'pictures asked of the gateway').toBeGreaterThan(0)
  figure('S4', true, `pictures: none before they were asked for, then ${pictures.length} requests, all to the gateway`)
  await seen.conclude('messages', [fields.message.text, fields.message.username])
})

test('links in messages lead to the web only, in a new tab, without opener and referrer', async ({ signedIn: page, account }) => {
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
  // Either the text begins with the host, or the host is shown before it.
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
