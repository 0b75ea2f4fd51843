import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import type { Rule } from '#contract/rules/rule.ts'
import { listsOf } from '#engine/analysis/rules/rule-cost.ts'
import type { Query } from '../database/database.ts'
import { fromJson } from '../access/member.ts'

/** The shared word lists of an account, by the key of their record. A list may be large, so only those that are needed are read. */

const Words = z.object({ words: z.array(z.string()) })

export interface WordListSize {
  /** Changes with the list. */
  version: number
  /** Of its JSON. */
  characters: number
}

export async function readListSizes(query: Query, workspace: string): Promise<Map<string, WordListSize>> {
  const rows = await listsIn(query, workspace)
    .select(['key', 'version', sql<number | string>`length(value)`.as('characters')])
    .execute()
  return new Map(rows.map(({ key, version, characters }) => [key, { version, characters: Number(characters) }]))
}

/** By id. Versions stand for the words of a list, which may be megabytes. */
export type ListVersions = ReadonlyMap<string, Pick<WordListSize, 'version'>>

/**
 * SHA-256 of a rule without its name and description, and of the lists that it uses, hexadecimal: after a change of a list another backtest is needed.
 * @param rule as parsed by the schema, so that its fields have a fixed order
 */
export function digestOf(rule: Rule, lists: ListVersions = new Map()): string {
  const content = JSON.stringify({ ...rule, name: '', description: '' })
  const used = [...new Set(listsOf(rule))].toSorted()
  const versions = used.length === 0 ? '' : JSON.stringify(used.map((key) => [key, lists.get(key)?.version ?? null]))
  return createHash('sha256')
    .update(content + versions)
    .digest('hex')
}

/** The JSON of these lists, without missing ones. */
export async function readListTexts(query: Query, workspace: string, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await listsIn(query, workspace).select(['key', 'value']).where('key', 'in', ids).execute()
  return new Map(rows.map(({ key, value }) => [key, value]))
}

export async function readWordLists(query: Query, workspace: string, ids: readonly string[]): Promise<Map<string, string[]>> {
  const texts = await readListTexts(query, workspace, ids)
  return new Map([...texts].map(([id, text]) => [id, fromJson(Words, text).words]))
}

const listsIn = (query: Query, workspace: string) =>
  query.selectFrom('record').where('workspace', '=', workspace).where('kind', '=', 'word-lists')
