import { costOf, costProblem, ownCost } from '#engine/analysis/rules/rule-cost.ts'
import { charactersOf, costJson, readCost, serverProblem, writeCost } from '../cost.ts'
import { readListTexts } from '../word-lists.ts'
import { whileNoted } from './crash-note.ts'
import { stopAndNotify } from './stop.ts'
import type { WatchRound } from './watch.ts'
import type { WatchedRule } from './watched-rule.ts'

/** Gives the running rules of an account to the thread of the rules, and stops those that cost too much together. */

/** Drops the rules that were stopped from `watch.rules`. Rejects as Matching does. */
export async function compileRules(round: WatchRound): Promise<void> {
  const { watch, database, workspace } = round
  const isCompiled = ({ key }: WatchedRule) => watch.compiled.has(key)
  if (!watch.rules.every(isCompiled)) {
    const stopped = await whileNoted(round, () => compileMissing(round))
    watch.rules = watch.rules.filter((rule) => !stopped.has(rule))
  }
  const keys = watch.rules.map(({ key }) => key)
  const listIds = [...new Set(watch.rules.flatMap((rule) => rule.listIds))]
  await watch.matching.ask({ kind: 'keep', keys, listIds, chatIds: [...watch.chats.keys()] })
  for (const key of watch.compiled.keys()) if (!keys.includes(key)) watch.compiled.delete(key)
  for (const id of watch.givenLists.keys()) if (!listIds.includes(id)) watch.givenLists.delete(id)
  const cost = costOf(
    watch.rules.flatMap(({ key }) => watch.compiled.get(key)?.own ?? []),
    charactersOf(watch.lists),
  )
  const before = await readCost(database.query, workspace)
  if (before?.characters !== cost.characters || before.steps !== cost.steps) await round.write((trx) => writeCost(trx, workspace, cost))
}

/** Live rules first, and of those that have run for longest: a rule that was started last is the one that is too many. */
const inOrder = (one: WatchedRule, other: WatchedRule) =>
  Number(other.state === 'live') - Number(one.state === 'live') || one.since - other.since || (one.id < other.id ? -1 : 1)

/** Resolves to the rules that were stopped. */
async function compileMissing(round: WatchRound): Promise<Set<WatchedRule>> {
  const { watch } = round
  const stopped = new Set<WatchedRule>()
  const lists = charactersOf(watch.lists)
  const costs: { characters: number; steps: number; listIds: string[] }[] = []
  for (const rule of watch.rules.toSorted(inOrder)) {
    // Its words are known before it is compiled.
    const own = watch.compiled.get(rule.key)?.own ?? ownCost(rule.rule, 0)
    const isWithin = async (added: typeof own) => {
      const cost = costOf([...costs, added], lists)
      const ofRule = costProblem(costOf([added], lists), 'rule')
      return (ofRule ?? costProblem(cost, 'account') ?? (await serverProblem(round.database.query, round.workspace, cost))) === null
    }
    const compiled = (await isWithin(own)) ? await compile(round, rule) : null
    if (compiled && (await isWithin(compiled))) costs.push(compiled)
    else {
      stopped.add(rule)
      await round.write((trx, now) => stopAndNotify(round, trx, rule, 'cost', now))
    }
  }
  return stopped
}

/** Resolves to what it costs by itself. */
async function compile({ watch, database, workspace, write }: WatchRound, { key, id, version, rule, listIds }: WatchedRule) {
  const known = watch.compiled.get(key)
  if (known) return known.own
  const missing = listIds.filter((listId) => watch.givenLists.get(listId) !== watch.lists.get(listId)?.version)
  for (const [listId, json] of await readListTexts(database.query, workspace, missing)) {
    await watch.matching.ask({ kind: 'list', id: listId, json })
    watch.givenLists.set(listId, watch.lists.get(listId)?.version ?? 0)
  }
  const { faults, size } = await watch.matching.ask({ kind: 'rule', key, rule })
  const own = ownCost(rule, size)
  watch.compiled.set(key, { isFaulty: faults.length > 0, own })
  const version_ = { workspace, rule_id: id, version }
  // Saved by an earlier release.
  const stored = await database.query
    .selectFrom('rule_version')
    .select('cost')
    .where((is) => is.and(version_))
    .executeTakeFirst()
  if (stored?.cost === '')
    await write((trx) =>
      trx
        .updateTable('rule_version')
        .set({ cost: costJson(rule, own) })
        .where((is) => is.and(version_))
        .execute(),
    )
  return own
}
