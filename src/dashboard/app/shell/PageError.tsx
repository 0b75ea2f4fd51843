import { Suspense, useEffect, useState } from 'react'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom'
import { Failure } from '#contract/client.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { lazyPart } from '#dashboard/ui/page/lazy-part.tsx'

const NotFound = lazyPart(async () => (await import('#dashboard/app/NotFound.tsx')).Component)

const isNotFound = (error: unknown) =>
  (error instanceof Failure && error.kind === 'refused' && error.code === 'not_found') ||
  (isRouteErrorResponse(error) && error.status === 404)

/** The error boundary of a route, shown when its page could not be loaded or has crashed. */
export function PageError() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const here = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const [hint, setHint] = useState('')
  useEffect(() => {
    const isOver = { current: false }
    void import('./blocked-hint.ts')
      .then(({ blockedHint }) => blockedHint(error))
      .then(
        (found) => !isOver.current && setHint(found),
        () => {},
      )
    return () => void (isOver.current = true)
  }, [error])
  if (isNotFound(error))
    return (
      <Suspense>
        <NotFound />
      </Suspense>
    )
  return (
    <>
      <PageHead title="Couldn’t load this page" />
      <LoadError
        what="This page"
        hint={hint}
        reading={{
          error,
          isFetching: navigation.state === 'loading',
          refetch: () => {
            reset()
            // An error in the code itself can only be resolved by a reload.
            if (!(error instanceof Failure)) return location.reload()
            // A revalidation does not work here: if the data has arrived in the meantime, it ends before React Router sees it start, and the error
            // stays.
            return navigate(here, { replace: true, state: here.state })
          },
        }}
      />
    </>
  )
}
