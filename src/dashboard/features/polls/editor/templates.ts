import { queryOptions } from '@tanstack/react-query'
import { Failure } from '#contract/client.ts'
import { browserStore, type BrowserKey } from '#dashboard/platform/records/browser-db.ts'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { isSameText, type PollText } from '../draft.ts'

/** Poll templates, stored in this browser only. */

export interface Template {
  key: BrowserKey
  text: PollText
}

const store = browserStore<PollText>('poll-templates')

export const templatesQuery = (accountId: number) =>
  queryOptions({
    queryKey: ['poll-templates', accountId],
    queryFn: async () => (await store.within([accountId])).map(({ key, value }): Template => ({ key, text: value })),
    staleTime: Infinity,
    retry: false,
  })

const follow = (accountId: number) => queryClient.invalidateQueries({ queryKey: ['poll-templates', accountId] })

/** Stores the templates that do not exist yet, and resolves to how many were added. Rejects with a Failure if this browser cannot store data. */
export async function keepTemplates(accountId: number, texts: PollText[]): Promise<number> {
  try {
    const known = (await store.within([accountId])).map(({ value }) => value)
    const fresh = texts.filter((text, index) => ![...known, ...texts.slice(0, index)].some((other) => isSameText(other, text)))
    for (const [index, text] of fresh.entries()) await store.set([accountId, Date.now(), index], text)
    return fresh.length
  } catch (cause) {
    throw new Failure('refused', { advice: 'This browser cannot store anything: the window is private, or the disk is full.', cause })
  } finally {
    await follow(accountId)
  }
}

export async function dropTemplate(key: BrowserKey): Promise<void> {
  await store.remove(key)
  await follow(key[0])
}
