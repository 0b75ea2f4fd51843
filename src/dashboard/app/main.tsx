import '#dashboard/app/supported.ts'
import '#dashboard/app/trusted-types.ts'
import '#dashboard/ui/theme/mantine.css'
import '#dashboard/ui/theme/base.css'
import '#dashboard/ui/theme/theme.css'
import '#dashboard/ui/theme/text.css'
import '#dashboard/ui/theme/layout.css'
import '#dashboard/ui/theme/surfaces.css'
import '#dashboard/ui/theme/buttons.css'
import '#dashboard/ui/theme/variables.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { z } from 'zod/mini'
import { queryClient } from '#dashboard/platform/api/query.ts'
import { isSignInAwaited, onSessionChange } from '#dashboard/platform/session/session-state.ts'
import { FromDrawnPage } from '#dashboard/app/drawn-page.tsx'
import { takePageData } from '#dashboard/app/page-data.ts'
import { nextTry, onNextTry } from '#dashboard/app/shell/WaitingNotice.tsx'
import { isPrefetching, prefetch, routes } from '#dashboard/app/routes.tsx'
import { SignInAgain } from '#dashboard/app/sign-in/SignInAgain.tsx'
import { returnFocus } from '#dashboard/ui/overlay/return-focus.ts'
import { firstIdle, firstPageReady } from '#dashboard/ui/page/first-idle.ts'
import { Pages } from '#dashboard/ui/page/PageLink.tsx'

// Otherwise zod compiles parsers with `new Function`, which the Content-Security-Policy blocks.
z.config({ jitless: true })

// A newer release has removed the files of this page, so a reload fetches the new ones: of the page that was being opened, if one was. A second reload
// for the same release would be a loop, and a reload while offline would replace the page with an error page of the browser.
addEventListener('vite:preloadError', (event) => {
  const key = 'roomkeeper-reloaded'
  const release = import.meta.url
  const next = router.state.navigation.location
  // What is only prefetched is not needed yet: a reload now would lose the click that usually follows.
  if (!navigator.onLine || sessionStorage.getItem(key) === release || (isPrefetching() && !next)) return
  sessionStorage.setItem(key, release)
  event.preventDefault()
  if (next) location.assign(next.pathname + next.search + next.hash)
  else location.reload()
})

takePageData()
const router = createBrowserRouter(routes)

const pages = {
  // Opening the page that is shown adds no step that Back would have to undo.
  open: (path: string) => void router.navigate(path, { replace: path === location.pathname + location.search + location.hash }),
  prefetch,
}

// Until the page has its code and its data, the skeleton of index.html is shown. What the data waits for comes earlier: the dialog to sign in again, and
// the words that the service asked to wait.
const isReady = () => router.state.initialized || isSignInAwaited() || nextTry() !== null
let isRendered = false
function renderWhenReady() {
  if (isRendered || !isReady()) return
  isRendered = true
  createRoot(document.querySelector('#root')!).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <Pages value={pages}>
          <RouterProvider router={router} />
        </Pages>
        <SignInAgain />
        <FromDrawnPage />
      </QueryClientProvider>
    </StrictMode>,
  )
  firstPageReady(() => queryClient.isFetching() > 0)
}
router.subscribe(renderWhenReady)
onSessionChange(renderWhenReady)
onNextTry(renderWhenReady)
renderWhenReady()

returnFocus()

// The code of toasts, menus and tooltips with Mantine's theme, so that they open immediately, even offline.
void firstIdle.then(() => {
  for (const load of [
    () => import('#dashboard/ui/theme/MantineTheme.tsx'),
    () => import('#dashboard/ui/feedback/toasts.tsx'),
    () => import('#dashboard/ui/overlay/OpenedMenu.tsx'),
    () => import('#dashboard/ui/overlay/TooltipBubble.tsx'),
  ])
    load().catch(() => {})
})
