import { setTimeout } from 'node:timers/promises'
import { gatewayApi } from '#contract/gateway/api.ts'
import { maxBudget } from '#contract/gateway/standing-access.ts'
import { type Rule, type RuleCondition, maxListWords } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { gatewayPaths } from '#contract/session.ts'
import type { DatabaseLocation } from '#db/open.ts'
import { expressionOf } from '#engine/analysis/rules/expression.ts'
import { costLimits } from '#engine/analysis/rules/rule-cost.ts'
import { startPostgres } from '#service/testing/postgres.ts'
import { type Product, startProduct } from '../../e2e/support/product.ts'
import { figure } from '../../src/test-figure.ts'
import { addAccount, withDatabase, withFolder } from '../data.ts'
import { confirmToken, signIn } from '../page.ts'
import { asking } from '../service/crash/writing.ts'
import { figuresOf, paced } from '../service/load-generator.ts'
import { watchHealth } from '../service/watch-health.ts'

/**
 * G6: 20 accounts whose rules use up their budgets: as many words as possible, expressions for which texts lead to ever new states, and conditions that
 * count messages. 20,000 messages of the greatest length arrive, and the product is started again while it compares them. /healthz is read every 20 ms
 * throughout, on SQLite and, where it is found, on PostgreSQL. Argument: messages in all (20000). Takes seven minutes.
 */

const messages = Number(process.argv[2] ?? 20_000)
const accounts = 20
const perSecond = 100
const secondsAfter = 30
const maxHealthMs = 250
const maxBytes = 500e6

/** A word of one letter takes the most memory for each character of its JSON. Accounts and lists share no words. */
const listsOfRule = 12
const wordsOf = (list: number) =>
  Array.from({ length: maxListWords }, (_, index) => String.fromCharCode(0x4e00 + ((index + list * 397) % 20_000)))
const listIds = Array.from({ length: 2 * listsOfRule }, (_, index) => `list${index}`)

/** Expressions of so many instructions together. They match nothing, so each of them is tested. */
function expressions(steps: number): RuleCondition[] {
  const conditions: RuleCondition[] = []
  for (let left = steps; ;) {
    const pattern = `[a-m].{1,${90 + conditions.length}}#${conditions.length}`
    const expression = expressionOf(pattern)
    if (expression.kind === 'fault' || expression.size > left) return conditions
    left -= expression.size
    conditions.push({ kind: 'expression', pattern })
  }
}

const any = (conditions: readonly RuleCondition[]): Rule =>
  testRule([], {
    groups: Array.from({ length: Math.ceil(conditions.length / 20) }, (_, index) => ({
      match: 'any',
      conditions: conditions.slice(index * 20, (index + 1) * 20),
    })),
  })

function withLists(ids: readonly string[]): Rule {
  const lists: RuleCondition[] = [ids.slice(0, 10), ids.slice(10)].map((some) => ({ kind: 'words', words: [], lists: [...some] }))
  return any([...lists, ...expressions(costLimits.rule.steps - 100)])
}

/** It remembers each message for ten minutes, with what each of its 200 conditions found. */
const counting = any(
  Array.from({ length: 200 }, (_, index): RuleCondition =>
    index % 20 === 0 ? { kind: 'authorRate', moreThan: 1000, seconds: 600 - index } : { kind: 'longer', than: 2000 },
  ),
)
const rules: Record<string, Rule> = { one: withLists(listIds.slice(0, listsOfRule)), two: withLists(listIds.slice(listsOfRule)), counting }

/** Requests of the page of an account. */
const asPage = async (product: Product, token: string) => {
  const headers = await confirmToken(product, token, await signIn(product, token))
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(product.address + gatewayPaths.workspace + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
}

async function startRules(product: Product, token: string): Promise<void> {
  const ask = await asPage(product, token)
  await ask('POST', '/standing-access')
  await ask('PUT', '/standing-access/budget', { budget: maxBudget })
  for (const [index, key] of listIds.entries())
    await ask('POST', '/records/word-lists', { changes: [{ chatId: null, key, version: 0, value: { name: key, words: wordsOf(index) } }] })
  for (const [id, rule] of Object.entries(rules)) {
    await ask('PUT', `/rules/${id}`, { rule, seen: 0 })
    await ask('PUT', `/rules/${id}/state`, { state: 'shadow', version: 1 })
  }
}

const readRules = async (product: Product, token: string) =>
  gatewayApi.rulesRead.response.parse(await (await asPage(product, token))('GET', '/rules')).data.rules

async function untilAllCount(product: Product, tokens: readonly string[]): Promise<void> {
  for (const token of tokens) while ((await readRules(product, token)).some(({ starting }) => starting !== null)) await setTimeout(500)
}

const letters = () => Array.from({ length: 2000 }, () => String.fromCharCode(97 + Math.floor(Math.random() * 26))).join('')

async function measure(name: string, location: DatabaseLocation, env: Record<string, string>) {
  const owners = await withDatabase(location, async (database) => {
    const made = []
    for (let account = 0; account < accounts; account++) made.push(await addAccount(database, [0]))
    return made
  })
  const tokens = owners.map(({ token }) => token)
  let slowest = 0
  let used = 0
  const whileWatched = async (work: (product: Product) => Promise<void>) => {
    const product = await startProduct({ LOG_LEVEL: 'silent', ...env }, { measured: true })
    const health = watchHealth(product.address)
    try {
      await work(product)
      slowest = Math.max(slowest, await health.slowest())
      used = Math.max(used, (await product.sample()).maxResidentBytes)
    } finally {
      await health.stop()
      await product.stop()
    }
  }
  let notStored = 0
  let stopped = 0
  await whileWatched(async (product) => {
    for (const token of tokens) await startRules(product, token)
    await untilAllCount(product, tokens)
    const posts = owners.map(({ token, chatIds }) => {
      const ask = asking(product.address, token)
      return async () => (await ask('POST', `/api/chats/${chatIds[0]}/messages`, { text: letters() })) ?? { status: 0 }
    })
    let next = 0
    notStored = figuresOf(await paced(perSecond, messages / perSecond, () => posts[next++ % accounts]!())).others
    await setTimeout(secondsAfter * 1000)
  })
  await whileWatched(async (product) => {
    await setTimeout(secondsAfter * 1000)
    for (const token of tokens) stopped += (await readRules(product, token)).filter(({ state }) => state !== 'shadow').length
  })
  return {
    reached: slowest <= maxHealthMs && used <= maxBytes && notStored + stopped === 0,
    words: `${name}: /healthz within ${Math.ceil(slowest)} ms, ${Math.round(used / 1e6)} MB at most, ${notStored} of ${messages} messages not stored, ${stopped} of ${accounts * Object.keys(rules).length} rules stopped`,
  }
}

await withFolder(async (folder) => {
  const server = await startPostgres()
  try {
    const measured = [await measure('SQLite', { folder }, { DATA_DIR: folder })]
    if (server) measured.push(await measure('PostgreSQL', { url: server.url }, { DATABASE_URL: server.url, DATA_DIR: folder }))
    figure(
      'G6',
      measured.every(({ reached }) => reached),
      measured.map(({ words }) => words).join('; '),
    )
  } finally {
    await server?.stop()
  }
})
