import { queryOptions } from '@tanstack/react-query'
import { chatTitle } from '#contract/chat-title.ts'
import { Failure } from '#contract/client.ts'
import { isSettingName, withSoundNames, type Settings } from '#contract/settings-derive.ts'
import { changesSettings, type JobKind } from '#contract/gateway/jobs.ts'
import { endpointQuery, queryClient, refresh } from '#dashboard/platform/api/query.ts'
import { draftName, settleDrafts } from '#dashboard/platform/saving/drafts.ts'
import { catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { callGateway } from '#dashboard/platform/session/call-gateway.ts'
import { nowMs } from '#dashboard/ui/format/clocks.ts'
import { type ChatOrder, type KnownResult, ordersIn, resultIn } from '#engine/changes/chat-result.ts'

/** A change of the settings of many chats and what became of them, as the gateway keeps it: of a save, or of a mode that is turned on or ended. */
export interface Save {
  id: string
  kind: JobKind
  title: string
  doneTitle: string
  /** Milliseconds. */
  at: number
  by: string
  /** Whether this person started it. */
  isOwn: boolean
  /** Empty where a mode has not begun to end, or nothing was to be put back. */
  orders: ReadonlyMap<number, ChatOrder>
  results: ReadonlyMap<number, KnownResult>
  /** Where the results begin that were not read yet. */
  next: number
  /** No more will come. */
  isEnded: boolean
}

/** While the job goes on. Milliseconds. */
const readEveryMs = 1000

/** null: the gateway does not keep it any more. */
export const saveQuery = (id: string) =>
  queryOptions({
    queryKey: ['settings save', id],
    queryFn: ({ signal, client, queryKey }) =>
      readSave(id, client.getQueryData<Save | null>(queryKey) ?? null, signal).catch((error: unknown) => {
        if (error instanceof Failure && error.status === 404) return null
        throw error
      }),
    // Maps are compared by what refers to them.
    structuralSharing: false,
    refetchInterval: ({ state }) => (state.data?.isEnded === false ? readEveryMs : false),
  })

export const refreshSave = (id: string) => queryClient.invalidateQueries(saveQuery(id))

async function readSave(id: string, known: Save | null, signal: AbortSignal): Promise<Save | null> {
  const save = known && known.orders.size > 0 ? known : await readOrders(id, signal)
  if (!save) return null
  const results = new Map(save.results)
  const fresh: KnownResult[] = []
  let { next, isEnded } = save
  for (let hasMore = true; hasMore;) {
    const answer = await callGateway('jobResultList', { params: { jobId: id }, query: { after: next } }, { signal })
    for (const outcome of answer.data) {
      const order = save.orders.get(outcome.chatId)
      if (order) fresh.push(resultIn(order, outcome))
    }
    ;({ next, hasMore, isEnded } = answer)
  }
  // What is not known to be new may have been changed again since.
  if (known && isOfEdits(save)) takeOver(fresh, known.results)
  for (const result of fresh) results.set(result.chatId, result)
  return { ...save, results, next, isEnded }
}

async function readOrders(id: string, signal: AbortSignal): Promise<Save | null> {
  const { data } = await callGateway('jobRead', { params: { jobId: id } }, { signal })
  const { kind, title, doneTitle, at, by, isOwn, changes } = data
  if (!changesSettings(kind)) return null
  const orders = changes ? ordersIn(changes) : []
  const isNamed = orders.every(({ chatName }) => chatName !== '')
  const chats = isNamed ? [] : (await queryClient.ensureQueryData(endpointQuery('chatList', {}))).data
  const names = new Map(chats.map((chat) => [chat.id, chatTitle(chat)]))
  const named = orders.map((order): [number, ChatOrder] => {
    const { chatId, chatName } = order
    return [chatId, { ...order, chatName: chatName || (names.get(chatId) ?? chatTitle({ chatId, name: '' })) }]
  })
  return { id, kind, title, doneTitle, at, by, isOwn, orders: new Map(named), results: new Map(), next: 0, isEnded: false }
}

/** Whether it saves edits of this person, of which there are drafts. */
const isOfEdits = ({ kind, isOwn }: Save) => isOwn && kind === 'settings-of-chats'

const namesIn = ({ applied }: KnownResult) => Object.keys(applied).filter(isSettingName)

/** Shows what was saved, while the job goes on: in the list of chats, and in the drafts, whose edits it ends. What the list has may be newer. */
function takeOver(results: readonly KnownResult[], before: Save['results']) {
  const { queryKey } = endpointQuery('chatList', {})
  const listAt = (queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? Number.POSITIVE_INFINITY) + (nowMs() - Date.now())
  const saved = results.flatMap((result) => {
    const known = before.get(result.chatId)?.applied
    const names = namesIn(result).filter((name) => known?.[name]?.after !== result.applied[name]?.after)
    if (result.at <= listAt || names.length === 0) return []
    const held = Object.fromEntries(names.map((name) => [name, result.applied[name]!.after])) as Partial<Settings>
    return [{ chatId: result.chatId, held, names }]
  })
  if (saved.length === 0) return
  const byChat = new Map(saved.map(({ chatId, held }) => [chatId, held]))
  // The list first: without its edit a cell shows what the list holds. It is no newer for that.
  queryClient.setQueryData(
    queryKey,
    (list) => list && { ...list, data: list.data.map((chat) => (byChat.has(chat.id) ? { ...chat, ...byChat.get(chat.id) } : chat)) },
    { updatedAt: queryClient.getQueryState(queryKey)!.dataUpdatedAt },
  )
  settleDrafts(saved.map(({ chatId, held, names }) => ({ name: draftName('settings', chatId), held, saved: names })))
}

export async function showSaved(id: string): Promise<void> {
  await refresh('chatList', 'chatRead')
  // One that is being read may not have the last of it.
  await queryClient.cancelQueries(saveQuery(id))
  try {
    const [save, catalogue, { data }] = await Promise.all([
      queryClient.fetchQuery({ ...saveQuery(id), staleTime: 0 }),
      queryClient.ensureQueryData(catalogueQuery),
      queryClient.ensureQueryData(endpointQuery('chatList', {})),
    ])
    const saved = data.flatMap((chat) => {
      const result = save?.results.get(chat.id)
      if (!save || !result) return []
      const held = withSoundNames(chat, soundName(catalogue))
      // What was edited while it was saved is an edit of what this save left; not where somebody else has changed it since.
      const own = isOfEdits(save) ? namesIn(result).filter((name) => held[name] === result.applied[name]?.after) : []
      return [{ name: draftName('settings', chat.id), held: { ...held }, saved: own }]
    })
    settleDrafts(saved)
  } catch (error) {
    // A page that needs it reads it itself, and says what went wrong.
    if (!(error instanceof Failure)) throw error
  }
}
