import { infiniteQueryOptions, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { withSoundNames } from '#contract/settings-derive.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { callWorkspace } from '#dashboard/platform/session/workspace.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import classes from './history.module.css'
import { History } from './History.tsx'

/** Newest first. */
const versionsQuery = (chatId: number) =>
  infiniteQueryOptions({
    queryKey: ['versionList', chatId] as const,
    queryFn: async ({ signal, pageParam }) =>
      (await callWorkspace('versionList', { params: { chatId }, query: pageParam === null ? {} : { before: pageParam } }, { signal })).data,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** The known versions of a chat's settings. */
export function HistoryPage() {
  const chatId = parseId(useParams()['chatId']) ?? 0
  const { data } = useSuspenseQuery(endpointQuery('chatRead', { params: { chatId } })).data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const chat = useMemo(() => withSoundNames(data, soundName(catalogue)), [data, catalogue])
  const reading = useInfiniteQuery(versionsQuery(chatId))
  if (reading.data)
    return (
      <History
        key={chatId}
        chat={chat}
        versions={reading.data.pages.flatMap(({ versions }) => versions)}
        watchedSince={reading.data.pages[0]!.watchedSince}
        older={reading}
      />
    )
  if (reading.error) return <LoadError what="The history" error={reading.error} retry={reading.refetch} busy={reading.isFetching} />
  return <Loading what="the history" className={classes.alone} />
}
