import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router-dom'
import { Failure } from '#contract/client.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { PageHead } from '#dashboard/ui/page/Page.tsx'
import { NotFound } from './NotFound.tsx'

const isNotFound = (error: unknown) =>
  (error instanceof Failure && error.kind === 'refused' && error.code === 'not_found') ||
  (isRouteErrorResponse(error) && error.status === 404)

/** What a route shows when its page could not be loaded or broke. */
export function PageError() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const here = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  if (isNotFound(error)) return <NotFound />
  return (
    <>
      <PageHead title="Couldn’t load this page" />
      <LoadError
        what="This page"
        error={error}
        busy={navigation.state === 'loading'}
        retry={() => {
          reset()
          // A failure of the code itself is only put right by loading it again.
          if (!(error instanceof Failure)) return location.reload()
          // Not a revalidation: where the data has come meanwhile, that ends before React Router sees it begin, and the error stays.
          return navigate(here, { replace: true, state: here.state })
        }}
      />
    </>
  )
}
