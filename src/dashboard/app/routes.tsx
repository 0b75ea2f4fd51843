import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import { type ComponentType, Suspense, useState } from 'react'
import { matchRoutes, redirect, type LoaderFunctionArgs, type Params, type RouteObject, useParams } from 'react-router-dom'
import { api } from '#contract/api.ts'
import { Failure } from '#contract/client.ts'
import { pageReads, type RequiredData } from '#contract/page-data.ts'
import { ChatsPage } from '#dashboard/features/chats/list/ChatsPage.tsx'
import type { FrameHandle } from '#dashboard/platform/session/PlaceHead.tsx'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { chatHome } from '#dashboard/platform/chats/chat-home.ts'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { may, useMay } from '#dashboard/platform/session/rights.ts'
import { knownSession, loadSession } from '#dashboard/platform/session/session.ts'
import { chatTabs, localPath, parseId, to } from '#dashboard/platform/to.ts'
import { loadPart } from '#dashboard/ui/theme/load-part.tsx'
import { pageCode } from './page-code.ts'
import { chatFrame, chatPages, detailPages, framelessPages } from './pages.ts'
import { dashboardPages, type PageEntry, type PlaceName, places, pagesWithin } from './places.ts'
import { FirstWait, Frame } from './shell/Frame.tsx'
import { PageError } from './shell/PageError.tsx'
import { showFirstSkeleton } from './shell/skeletons.tsx'
import type { Access } from '#contract/gateway/rights.ts'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

/** The routes of the pages in pages.ts: who may open them, and which data each waits for. */

/** Fetches the data unless it is cached. */
const ready = <T, K extends QueryKey>(query: EnsureQueryDataOptions<T, Error, T, K>): Promise<unknown> => queryClient.ensureQueryData(query)

function chatIdIn(params: Params): number {
  const chatId = parseId(params['chatId'])
  if (chatId === null) throw new Failure('refused', { code: 'not_found' })
  return chatId
}

/** @throws Failure `not_found` if a parameter is not an ID */
const read: Record<RequiredData, (params: Params) => Promise<unknown>> = {
  account: () => ready(endpointQuery(...pageReads.account())),
  plan: () => ready(endpointQuery(...pageReads.plan())).catch(() => {}),
  chats: () => ready(endpointQuery(...pageReads.chats())),
  catalogue: () => ready(catalogueQuery),
  chat: async (params) => ready(endpointQuery(...pageReads.chat(chatIdIn(params)))),
  polls: async (params) => ready(endpointQuery(...pageReads.polls(chatIdIn(params)))),
  social: () => ready(endpointQuery(...pageReads.social())),
}

/** Redirects visitors without a session to the sign-in page, which returns them afterwards. */
async function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const session = await knownSession()
  if (!session.signedIn) return redirect(to.signIn(pathname + search))
  return session.team?.person?.mustRegisterPasskey ? redirect(to.newPasskey(pathname + search)) : null
}

/** For the page to register a passkey: nobody else has to. */
async function requirePasskeyMissing({ request }: LoaderFunctionArgs) {
  const session = await knownSession()
  if (!session.signedIn) return redirect(to.signIn())
  return session.team?.person?.mustRegisterPasskey ? null : redirect(localPath(new URL(request.url).searchParams.get('next')))
}

async function openChat({ params }: LoaderFunctionArgs) {
  await knownSession()
  return redirect(chatHome(may, chatIdIn(params)))
}

/** The first of its pages: the place has none of its own. */
async function openAutomation() {
  await knownSession()
  return redirect(firstWithin('automation') ?? to.home())
}

async function leaveWhenSignedIn({ request }: LoaderFunctionArgs) {
  const session = await loadSession()
  return session.signedIn ? redirect(localPath(new URL(request.url).searchParams.get('next'))) : null
}

type PageHandle = Pick<PageEntry, 'right' | 'data'> & { title?: string; within?: PlaceName }

const chatOf = (params: Params) => parseId(params['chatId']) ?? undefined
const rightOf = (name: RequiredData) => (name === 'catalogue' ? 'signed-in' : api[pageReads[name](0)[0]].right)

/** Reads what the person may read of the data of a page: nothing of a page that they may not open. */
const readAll = ({ right, data }: PageHandle, params: Params): Promise<unknown>[] =>
  may(right, chatOf(params)) ? data.filter((name) => may(rightOf(name), chatOf(params))).map((name) => read[name](params)) : []

/** For the address of a place: the first of its pages that the person may open. Nobody asked for one of them by name. */
const firstWithin = (place: PlaceName) => Object.values(dashboardPages).find(({ within, right }) => within === place && may(right))?.path

type Parts = Omit<PageEntry, 'title' | 'early'> & {
  path: string
  title?: string
  within?: PlaceName
  Page?: ComponentType
  children?: RouteObject[]
}

/** A page that is rendered once its data is available. Cached data is shown at once and refreshed if it is stale. */
const page = ({ path, title, within, right, data, module, Page, children }: Parts): RouteObject => ({
  path,
  handle: { ...(title && { title }), ...(within && { within }), right, data } satisfies PageHandle,
  loader: async ({ params, request }) => {
    // The frame is already redirecting a visitor without a session, so requests for data would only be refused.
    if (!(await knownSession()).signedIn) return null
    const first = within && path === `/${within}` && !may(right) ? firstWithin(within) : undefined
    if (first !== undefined) return redirect(first + new URL(request.url).search)
    await Promise.all(readAll({ right, data }, params))
    return null
  },
  // Searches and filters are part of the URL too, but need no new data.
  shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
    currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
  ...(module
    ? { lazy: async () => ({ Component: withRight(right, await loadPart(pageCode[module])) }) }
    : Page && { Component: withRight(right, Page) }),
  ...(children && { children }),
})

/**
 * An error boundary keeps the rest of the frame working. It must be on a parent route: React Router renders nothing for a route whose code did not
 * load.
 */
const bounded = (...children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

/** A page that needs no data of an account. */
const withoutSession = ({ path, module }: Pick<Parts, 'path' | 'module'>, loader: (args: LoaderFunctionArgs) => Promise<unknown>) =>
  bounded({
    path,
    loader,
    HydrateFallback: () => null,
    lazy: async () => ({ Component: await loadPart(pageCode[module!]) }),
  })

/** It also knows where pages were before. */
const notFound: RouteObject = { path: '*', lazy: () => import('./NotFound.tsx') }

const { chats, ...otherPages } = dashboardPages

export const routes: RouteObject[] = [
  withoutSession(framelessPages.signIn, leaveWhenSignedIn),
  withoutSession(framelessPages.join, knownSession),
  withoutSession(framelessPages.newPasskey, requirePasskeyMissing),
  {
    // These pages need a session but have no frame.
    loader: requireSession,
    HydrateFallback: () => null,
    ErrorBoundary: PageError,
    children: [page(framelessPages.present)],
  },
  {
    path: '/',
    id: 'frame',
    handle: {
      tabsOf: (place, mayOpen, facts, open) =>
        pagesWithin(place as PlaceName, mayOpen, facts, open).map(({ path, title, tab }) => ({ path, label: tab ?? title })),
      places,
      chatTabs: chatTabs.map((name) => ({ name, label: chatPages[name].title })),
    } satisfies FrameHandle,
    loader: async (args) => {
      const redirection = await requireSession(args)
      if (!redirection) showFirstSkeleton()
      return redirection
    },
    shouldRevalidate: () => false,
    Component: Frame,
    HydrateFallback: FirstWait,
    ErrorBoundary: PageError,
    children: [
      bounded(
        // The most visited page is part of the first load.
        page({ ...chats, Page: ChatsPage }),
        { path: '/automation', loader: openAutomation },
        ...Object.values(otherPages).map(page),
        ...Object.values(detailPages).map(page),
        page({
          ...chatFrame,
          children: [
            bounded(
              { index: true, element: null, loader: openChat },
              ...chatTabs.map((path) => page({ ...chatPages[path], path })),
              notFound,
            ),
          ],
        }),
        notFound,
      ),
    ],
  },
]

let prefetches = 0
export const isPrefetching = () => prefetches > 0

/** Prefetches the code and the data of a page when a person points at its link. Errors are only shown once the page is opened. */
export function prefetch(path: string) {
  for (const { route, params } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy === 'function') {
      prefetches++
      void route
        .lazy()
        .catch(() => {})
        .finally(() => prefetches--)
    }
    const handle = route.handle as PageHandle | FrameHandle | undefined
    if (handle && 'data' in handle) for (const reading of readAll(handle, params)) reading.catch(() => {})
  }
}

const NoRight = lazyPart(async () => (await import('./shell/NoRight.tsx')).NoRight)

/** Shows a page to those who may open it, and tells others which right they lack. It follows the rights while the page is open. */
function withRight(right: Access, Page: ComponentType): ComponentType {
  return function PageWithRight() {
    const may = useMay()
    const chatId = parseId(useParams()['chatId']) ?? undefined
    const isAllowed = may(right, chatId)
    const [wasRefused, setWasRefused] = useState(false)
    if (!isAllowed && !wasRefused) setWasRefused(true)
    // A page waits for its data in its route, but not one that is shown because the right was given meanwhile.
    const inside = isAllowed ? <Page /> : <NoRight right={right} chatId={chatId} />
    return wasRefused ? <Suspense>{inside}</Suspense> : inside
  }
}
