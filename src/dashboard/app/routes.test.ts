// @vitest-environment happy-dom
import type { RouteObject } from 'react-router-dom'
import { expect, test } from 'vitest'
import { routes } from '#dashboard/app/routes.tsx'

const withCode = (list: RouteObject[], isBounded: boolean): [RouteObject, boolean][] =>
  list.flatMap((route) => [
    ...(route.lazy ? ([[route, isBounded]] as [RouteObject, boolean][]) : []),
    ...withCode(route.children ?? [], isBounded || Boolean(route.ErrorBoundary)),
  ])

test('an error boundary is above every lazy route, because its own boundary would render nothing', () => {
  const found = withCode(routes, false)
  expect(found.length).toBeGreaterThan(9)
  for (const [{ path, ErrorBoundary }, isBounded] of found) expect([path, isBounded, ErrorBoundary]).toEqual([path, true, undefined])
})
