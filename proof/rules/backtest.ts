import type { Rule, RuleCondition } from '#contract/rules/rule.ts'
import { testRule } from '#contract/rules/test-rules.ts'
import { gatewayPaths } from '#contract/session.ts'
import { BacktestLine, backtestPath, type BacktestResult } from '#contract/gateway/rules.ts'
import type { Product } from '../../e2e/support/product.ts'
import { figure } from '../../src/test-figure.ts'
import { withProduct } from '../data.ts'
import { signIn } from '../page.ts'

/**
 * G4: backtests of rules on an archive of 1,000,000 messages against the built product, one after the other, with how long the event loop of its
 * server stood still meanwhile. Argument: messages in all (1000000). Takes two minutes, most of them to write the messages.
 */

const messages = Number(process.argv[2] ?? 1_000_000)
const chats = 5
const maxMs = 10_000
const maxBlockMs = 50
const days = 366

const words = Array.from({ length: 200 }, (_, index) => `word${index}`)
const counting: RuleCondition[] = [
  { kind: 'sameText', authors: 3, seconds: 120 },
  { kind: 'authorRate', moreThan: 5, seconds: 60 },
  { kind: 'linkOutside', allowed: ['example.com'] },
  { kind: 'words', words: [...words, 'ticket', 'free'], lists: [] },
  { kind: 'firstMessage' },
]
const rules: Record<string, Rule> = {
  'words, links and counted messages': testRule([], { groups: [{ match: 'any', conditions: counting }] }),
  'an expression': testRule([
    { kind: 'expression', pattern: String.raw`\b(?:free|cheap) (?:tickets?|backstage pass(?:es)?)\b|\+?\d[\d -]{7,}\d` },
  ]),
  everything: testRule([{ kind: 'longer', than: 0 }]),
}

async function backtest({ address }: Product, headers: Record<string, string>, rule: Rule): Promise<BacktestResult> {
  const body = JSON.stringify({ rule, days })
  const answer = await fetch(address + gatewayPaths.workspace + backtestPath, { method: 'POST', headers, body })
  const lines = (await answer.text()).trim().split('\n')
  const last = BacktestLine.parse(JSON.parse(lines.at(-1)!))
  if (last.kind !== 'done') throw new Error(`It did not complete: ${JSON.stringify(last)}`)
  return last.result
}

const sizes = Array.from({ length: chats }, () => messages / chats)
await withProduct(sizes, async ({ product, token }) => {
  const headers = await signIn(product, token)
  const said: string[] = []
  let isReached = true
  for (const [name, rule] of Object.entries(rules)) {
    await product.sample(true)
    const begun = performance.now()
    const { read, matched } = await backtest(product, headers, rule)
    const ms = performance.now() - begun
    const blockMs = (await product.sample()).maxBlockMs
    isReached &&= ms <= maxMs && blockMs <= maxBlockMs && read === messages
    said.push(`${name}: ${matched} of ${read} in ${(ms / 1000).toFixed(1)} s, event loop blocked for ${Math.ceil(blockMs)} ms at most`)
  }
  const { maxResidentBytes } = await product.sample()
  figure('G4', isReached, `${said.join('; ')}; server ${Math.round(maxResidentBytes / 1e6)} MB at most`)
})
