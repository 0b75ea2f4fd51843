import { settingNames } from '#contract/settings-derive.ts'
import { to } from '#dashboard/platform/to.ts'
import { test } from '../../e2e/support/upstreams/with-faulty-upstream.ts'
import type { Fault } from '../../e2e/support/upstreams/faulty-upstream.ts'
import { expect } from '../../e2e/support/fixtures.ts'
import { addChat, dialog } from '../../e2e/support/verbs/chats.ts'
import { figure } from '../../src/test-figure.ts'

/** L4: a change of 200 chats while a tenth of all requests fails, with a reload in the middle. */

const chats = 200
const faults: Fault[] = [
  'reset',
  'reset after the work',
  'body cut',
  '500 JSON',
  '502 HTML',
  'refused without words',
  'broken JSON',
  'delivered twice',
  '500 JSON after the work',
  '504 JSON after the work',
]

test.use({ maxChats: chats + 10 })

test('L4 200 chats under faults: each result is true, nothing else changes, the job continues after a reload', async ({
  signedIn: page,
  account,
  upstream,
  allowErrors,
}) => {
  test.setTimeout(600_000)
  allowErrors(/status of (?:412|429|50\d)|Failed to load resource/)
  const names = Array.from({ length: chats }, (_, index) => `Chat ${String(index + 1).padStart(3, '0')}`)
  const ids: number[] = []
  for (const name of names) ids.push(await addChat(account, name))
  const stored = async () => new Map((await account.api('chatList', {})).data.map((chat) => [chat.name, chat]))
  const before = await stored()

  await page.goto(to.compare())
  await page.getByRole('button', { name: /^All \d+/ }).click()
  await page.getByRole('searchbox', { name: /^Search \d+ settings/ }).fill('Links')
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: /^Links/ }) })
  await row.getByRole('gridcell').first().click()
  await page.keyboard.press('Shift+Space')
  await page.keyboard.press('0')
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toContainText(`${chats} changes in ${chats} chats`)
  await page.keyboard.press('Control+s')
  await expect(dialog(page, /^Review/)).toContainText(`Save ${chats} changes`)

  // Of each chat one write and two reads are sent; every tenth of each meets a fault.
  for (const [index, id] of ids.entries()) {
    const url = new RegExp(`^/chats/${id}$`)
    const fault = faults[Math.floor(index / 10) % faults.length]!
    if (index % 10 === 3) upstream.arm('PUT', url, fault, 1)
    if (index % 10 === 6) upstream.arm('GET', url, fault, 1)
    if (index % 10 === 9) {
      upstream.arm('GET', url, {}, 1)
      upstream.arm('GET', url, fault, 1)
    }
  }
  await page.getByRole('button', { name: `Save ${chats} changes` }).click()
  const done = page.getByRole('status').filter({ hasText: /values done/ })
  await expect(done).toContainText(/^[3-9]\d of|^1\d\d of/, { timeout: 120_000 })
  await page.reload()
  await expect(page.getByRole('table', { name: 'What became of each setting' })).toBeVisible()
  await expect(done).toBeHidden({ timeout: 400_000 })
  const claim = page.getByRole('status').filter({ hasText: /settings changed/ })
  const saved = Number(/\d+/.exec((await claim.textContent()) ?? '')?.[0])

  // The list is long, so the export of the page names what became of each chat.
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()])
  const lines = (await text(await file.createReadStream())).split('\r\n').slice(1).filter(Boolean)
  const after = await stored()
  let isTrue = lines.length === chats
  for (const line of lines) {
    const [, name = '', , , , , outcome = ''] = line.split(',')
    const [was, is] = [before.get(name)!, after.get(name)!]
    const changed = settingNames.filter((setting) => was[setting] !== is[setting])
    if (JSON.stringify(changed) !== JSON.stringify(outcome === 'Done' ? ['allowLinks'] : [])) {
      isTrue = false
      console.log(`${name}: ${outcome}, but ${changed.join(', ') || 'nothing'} changed`)
    }
  }
  figure(
    'L4',
    isTrue && saved === chats,
    `${chats} chats in a browser, a fault in 1 of 10 requests, one reload: ${saved} saved, every result true, nothing else changed`,
  )
  expect(isTrue).toBe(true)
})

async function text(stream: AsyncIterable<Buffer | string>): Promise<string> {
  let whole = ''
  for await (const part of stream) whole += String(part)
  return whole
}
