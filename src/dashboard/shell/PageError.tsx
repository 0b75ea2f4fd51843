import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router-dom'
import { Failure } from '#contract/client.ts'
import { LoadFailure } from '../ui/notes.tsx'
import { PageHead } from '../ui/Page.tsx'
import { NotFound } from './NotFound.tsx'

const isNotFound = (error: unknown) =>
  (error instanceof Failure && error.kind === 'refused' && error.code === 'not_found') ||
  (isRouteErrorResponse(error) && error.status === 404)

/** What a route shows when its page could not be loaded or broke. */
export function PageError() {
  const error = useRouteError()
  const { reset } = useQueryErrorResetBoundary()
  const revalidator = useRevalidator()
  if (isNotFound(error)) return <NotFound />
  return (
    <>
      <PageHead title="Something is missing" />
      <LoadFailure
        what="This page"
        error={error}
        busy={revalidator.state === 'loading'}
        act={() => {
          reset()
          // A failure of the code itself is only put right by loading it again.
          return error instanceof Failure ? revalidator.revalidate() : location.reload()
        }}
      />
    </>
  )
}
