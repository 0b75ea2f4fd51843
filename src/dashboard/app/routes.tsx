import type { EnsureQueryDataOptions, QueryKey } from '@tanstack/react-query'
import { matchRoutes, redirect, type LoaderFunctionArgs, type Params, type RouteObject } from 'react-router-dom'
import { Failure } from '#contract/client.ts'
import { PlanStrip } from '#dashboard/features/account/plan/PlanStrip.tsx'
import { catalogueQuery } from '#dashboard/platform/service/catalogue.ts'
import { ChatsPage } from '#dashboard/features/chats/list/ChatsPage.tsx'
import { q, queryClient } from '#dashboard/platform/api/query.ts'
import { knownSession, loadSession } from '#dashboard/platform/session/session.ts'
import { Frame } from '#dashboard/app/shell/Frame.tsx'
import { loadOverPlanBand } from '#dashboard/app/shell/OverPlanSlot.tsx'
import { NotFound } from '#dashboard/app/shell/NotFound.tsx'
import { PageError } from '#dashboard/app/shell/PageError.tsx'
import { FrameSkeleton } from '#dashboard/app/shell/skeletons.tsx'
import { localPath, parseId, to } from '#dashboard/platform/to.ts'

/** Where the domains meet: paths, the data each page waits for, and the parts one domain shows of another. */

/** Fetches what is not there yet. */
const ready =
  <T, K extends QueryKey>(query: EnsureQueryDataOptions<T, Error, T, K>) =>
  (): Promise<unknown> =>
    queryClient.ensureQueryData(query)

const account = async () => {
  const { data } = await queryClient.ensureQueryData(q('accountRead', {}))
  // Without its code the page is drawn all the same.
  if (data.plan.exceed) await loadOverPlanBand().catch(() => {})
}
/** For pages that need nothing of the account, under a frame that does. */
const plan = () => account().catch(() => {})
const chats = ready(q('chatList', {}))
const catalogue = ready(catalogueQuery)

/** Sends visitors without a session to the sign-in page, and back afterwards. */
async function requireSession({ request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  return (await knownSession()).signedIn ? null : redirect(to.signIn(pathname + search))
}

async function leaveWhenSignedIn({ request }: LoaderFunctionArgs) {
  const session = await loadSession()
  return session.signedIn ? redirect(localPath(new URL(request.url).searchParams.get('next'))) : null
}

export interface PageHandle {
  /** What the page waits for. A parameter that is no id makes it Not Found. */
  needs: (params: Params) => (() => Promise<unknown>)[]
}

/** A page whose data is there before it is drawn. Data that is there but old is shown and refreshed. */
function page({ needs, ...route }: PageHandle & Omit<RouteObject, 'index' | 'handle' | 'loader'> & { index?: boolean }): RouteObject {
  return {
    ...route,
    handle: { needs } satisfies PageHandle,
    loader: async ({ params }) => {
      // The frame is sending a visitor without a session away at this moment; asking for data would only be refused.
      if ((await knownSession()).signedIn) await Promise.all(needs(params).map((fetch) => fetch()))
      return null
    },
    // What is searched and filtered is in the address too, and needs nothing new from the service.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search ? false : defaultShouldRevalidate,
  } as RouteObject
}

/** Broken pages leave what is around them alive. Around them, not on them: React Router draws nothing for a page whose code did not come. */
const bounded = (...children: RouteObject[]): RouteObject => ({ ErrorBoundary: PageError, children })

function chatId(params: Params): number {
  const id = parseId(params['chatId'])
  if (id === null) throw new Failure('refused', { code: 'not_found' })
  return id
}

/** One import for both pages: each adds a list of files to the first load. */
const accountPages = () => import('#dashboard/features/account/AccountPage.tsx')

const pages: RouteObject[] = [
  page({
    index: true,
    needs: () => [account, chats],
    lazy: async () => ({ Component: (await import('#dashboard/app/Overview.tsx')).Overview }),
  }),
  page({
    path: 'chats',
    needs: () => [account, chats, catalogue],
    // The page that is opened most comes with the frame.
    element: <ChatsPage plan={<PlanStrip brief />} />,
  }),
  page({
    path: 'chats/:chatId',
    needs: (params) => [ready(q('chatRead', { params: { chatId: chatId(params) } })), chats, account, catalogue],
    lazy: async () => ({ Component: (await import('#dashboard/features/chats/ChatLayout.tsx')).ChatLayout }),
    children: [
      bounded(
        { index: true, element: null, loader: ({ params }) => redirect(to.settings(chatId(params))) },
        {
          path: 'settings',
          lazy: async () => ({ Component: (await import('#dashboard/features/settings/SettingsPage.tsx')).SettingsPage }),
        },
        {
          path: 'messages',
          lazy: async () => ({ Component: (await import('#dashboard/features/messages/MessagesPage.tsx')).MessagesPage }),
        },
        page({
          path: 'polls',
          needs: (params) => [ready(q('pollList', { params: { chatId: chatId(params) } }))],
          lazy: async () => ({ Component: (await import('#dashboard/features/polls/PollsPage.tsx')).PollsPage }),
        }),
        {
          path: 'banned-ips',
          lazy: async () => ({ Component: (await import('#dashboard/features/banned-ips/BannedIpsPage.tsx')).BannedIpsPage }),
        },
        { path: '*', Component: NotFound },
      ),
    ],
  }),
  page({
    path: 'account',
    needs: () => [account, chats, catalogue],
    lazy: async () => {
      const [{ AccountPage }, { remove }] = await Promise.all([accountPages(), import('#dashboard/features/chats/acts.tsx')])
      return { element: <AccountPage onDelete={(chat) => remove([chat])} /> }
    },
  }),
  page({
    path: 'account/service',
    needs: () => [account, catalogue],
    lazy: async () => ({ Component: await (await accountPages()).servicePage() }),
  }),
  page({
    path: 'social',
    needs: () => [ready(q('socialRead', {})), plan],
    lazy: async () => ({ Component: (await import('#dashboard/features/social/SocialPage.tsx')).SocialPage }),
  }),
  page({
    path: 'activity',
    needs: () => [catalogue, plan],
    lazy: async () => ({ Component: (await import('#dashboard/features/activity/ActivityPage.tsx')).ActivityPage }),
  }),
  { path: '*', Component: NotFound },
]

export const routes: RouteObject[] = [
  bounded({
    path: '/sign-in',
    loader: leaveWhenSignedIn,
    HydrateFallback: () => null,
    lazy: async () => ({ Component: (await import('#dashboard/app/sign-in/SignInPage.tsx')).SignInPage }),
  }),
  {
    // For a screen at an event: no frame around it, but the same session.
    path: '/chats/:chatId/polls/present',
    loader: requireSession,
    HydrateFallback: () => null,
    ErrorBoundary: PageError,
    children: [
      page({
        path: ':pollId',
        needs: (params) => {
          const inChat = { params: { chatId: chatId(params) } }
          return [ready(q('chatRead', inChat)), ready(q('pollList', inChat))]
        },
        lazy: async () => ({ Component: (await import('#dashboard/features/polls/present/PresentPage.tsx')).PresentPage }),
      }),
    ],
  },
  {
    path: '/',
    id: 'frame',
    loader: requireSession,
    shouldRevalidate: () => false,
    Component: Frame,
    HydrateFallback: FrameSkeleton,
    ErrorBoundary: PageError,
    children: [bounded(...pages)],
  },
]

/** Fetches the code and the data of a page that somebody points at. Failures wait until they really go there. */
export function prefetch(path: string) {
  for (const { route, params } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy === 'function') void route.lazy().catch(() => {})
    const { needs } = (route.handle ?? {}) as Partial<PageHandle>
    for (const fetch of needs?.(params) ?? []) void fetch().catch(() => {})
  }
}
