import { to } from '#dashboard/platform/to.ts'
import { storeRecords } from '../support/verbs/records.ts'
import { addChat, expectDialog } from '../support/verbs/chats.ts'
import { expect, type TestAccount } from '../support/fixtures.ts'
import { fields, payload, payloadCount, texts } from '../support/attacks/hostile-payloads.ts'
import { allPayloads, lookThrough, scrollOn, test } from '../support/attacks/hostile-check.ts'
import { addPoll } from '../support/verbs/polls.ts'
import { openSettings } from '../support/verbs/settings.ts'

/**
 * S3 and S4: 120 hostile texts in every field that a stranger or a service can fill, on every page that shows it. Fields that our service validates
 * are rewritten on the way, as a hostile or broken service would send them. Scripts that run, dialogs, requests to other hosts and violations of the
 * policy are detected; each text is also counted as rendered, so that no check passes because the text is missing.
 */

test.use({ maxChats: payloadCount + 10 })

/** The `data` of an answer that is a list. */
const listed = (data: Record<string, unknown>) => data as unknown as Record<string, unknown>[]

async function addHostileChats(account: TestAccount, indices: readonly number[]): Promise<number[]> {
  const ids: number[] = []
  for (const index of indices) ids.push(await addChat(account, texts(fields.chat, index)))
  return ids
}

test('hostile polls are text in the list, in every dialog and on the big screen', async ({ signedIn: page, account, seen, upstream }) => {
  test.setTimeout(240_000)
  const chatId = await addChat(account, 'Hall')
  for (const index of allPayloads) await addPoll(account, chatId, texts(fields.poll, index))
  upstream.arm('GET', /polls$/, {
    answer: (data) => listed(data).forEach((poll, index) => Object.assign(poll, texts(fields.pollBeyond, index), { dateDeleted: null })),
  })
  await page.goto(`${to.polls(chatId)}?sort=oldest`)
  await expect(page.getByRole('article').first()).toBeVisible()
  await storeRecords(
    page,
    'poll-rounds',
    allPayloads.map((index) => ({
      chatId,
      key: `${1_000_000 + index}-${index}`,
      value: {
        at: index,
        before: 'delete',
        question: payload(fields.kept.round, index),
        answers: [{ place: 1, text: payload(fields.kept.roundAnswer, index), votes: 1 }],
      },
    })),
  )
  await storeRecords(
    page,
    'poll-templates',
    allPayloads.map((index) => ({
      chatId: null,
      key: `${index}-0`,
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
    await expectDialog(page)
    await seen.look()
  }
  await page.goto(to.present(chatId, 1))
  for (const _ of allPayloads) {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await seen.look()
    await page.keyboard.press('ArrowRight')
  }
  const { round, roundAnswer, template, templateAnswer } = fields.kept
  const { status, createDate } = fields.pollBeyond
  await seen.conclude('polls', [...Object.values(fields.poll), status, createDate, round, roundAnswer, template, templateAnswer])
})

test('hostile chats are text in the overview, the list, its dialogs and the palette', async ({
  signedIn: page,
  account,
  seen,
  upstream,
}) => {
  test.setTimeout(120_000)
  await addHostileChats(account, allPayloads)
  upstream.arm('GET', /^\/chats$/, {
    answer: (data) => listed(data).forEach((chat, index) => Object.assign(chat, texts(fields.chatBeyond, index), { offline: true })),
  })
  await page.goto(to.home())
  await expect(page.getByText(/chats are offline/)).toBeVisible()
  await seen.look()
  const columns = ['hash', 'type', 'lastUsed', 'langId', ...Object.keys(fields.chat).filter((name) => name !== 'name')]
  await page.goto(`/chats?columns=${columns.join('.')}&fit=no`)
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
  await expectDialog(page)
  await seen.look()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('textbox', { name: /^Go to a chat/ })
  for (const index of allPayloads) {
    await field.fill(payload(fields.typed, index))
    await seen.look()
  }
  await seen.conclude('chats', [fields.chat.name, fields.chatBeyond.hash, fields.chatBeyond.lastUsed, fields.typed])
})

const tens = Array.from({ length: payloadCount / 20 }, (_, part) => allPayloads.slice(part * 20, part * 20 + 20))

for (const indices of tens)
  test(`hostile settings are text in header, settings and preview, texts ${indices[0]! + 1} to ${indices.at(-1)! + 1}`, async ({
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
        await preview.getByLabel('Screen', { exact: true }).selectOption(screen)
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
  test(`hostile account and social settings are text, texts ${indices[0]! + 1} to ${indices.at(-1)! + 1}`, async ({
    signedIn: page,
    seen,
    upstream,
  }) => {
    test.setTimeout(240_000)
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

test('hostile notes of bans and entries of Activity are text', async ({ signedIn: page, account, seen, upstream }) => {
  test.setTimeout(120_000)
  const chatId = await addChat(account, 'Hall')
  upstream.arm('GET', /banned-ips$/, {
    answer: (data) =>
      listed(data).push(
        ...allPayloads.flatMap((index) => [texts(fields.ban, index), { firstIp: `9.9.9.${index}`, lastIp: `9.9.9.${index}` }]),
      ),
  })
  await page.goto(to.bannedIps(chatId))
  await expect(page.getByRole('table', { name: 'Banned addresses' })).toBeVisible()
  const nine = 9 * (2 ** 24 + 2 ** 16 + 2 ** 8)
  await storeRecords(
    page,
    'ban-notes',
    allPayloads.map((index) => ({
      chatId,
      key: `${nine + index}-${nine + index}`,
      value: { note: payload(fields.kept.note, index), reviewOn: '' },
    })),
  )
  await page.reload()
  // The notes are read after the table is shown.
  await expect(page.getByRole('table', { name: 'Banned addresses' })).toContainText(payload(fields.kept.note, 0))
  await lookThrough(page, seen, scrollOn(page))
  for (const open of ['import', 'tidy', 'chats', 'map']) {
    await page.goto(`${to.bannedIps(chatId)}?open=${open}`)
    await seen.look()
  }
  await page.goto(to.changes())
  await expect(page.getByRole('list', { name: 'Changes' })).toBeVisible()
  await lookThrough(page, seen, scrollOn(page))
  await seen.conclude('bans', [fields.kept.note])
})
