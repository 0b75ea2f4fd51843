// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { endpointQuery, queryClient } from '#dashboard/platform/api/query.ts'
import { UnreadableNotice } from './UnreadableNotice.tsx'

const bans = endpointQuery('banList', { params: { chatId: 1 } })

function Page() {
  const { data } = useQuery({ ...bans, staleTime: Infinity })
  return <p>{data?.data.length} shown</p>
}

const shown = (isOnScreen: boolean) =>
  render(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        {isOnScreen && <Page />}
        <UnreadableNotice />
      </MantineProvider>
    </QueryClientProvider>,
  )

const answer = (unreadable?: number) => ({
  status: true,
  data: [{ firstIp: '192.0.2.1', lastIp: '192.0.2.1' }],
  ...(unreadable !== undefined && { unreadable }),
})

test('rows that cannot be read are named where their list is shown', () => {
  queryClient.setQueryData(bans.queryKey, answer(2))
  shown(true)
  expect(screen.getByText('2 banned ranges cannot be read.')).toBeTruthy()
  expect(screen.getByText('1 shown')).toBeTruthy()
})

test('nothing is said of a list that could be read whole, or that is not on the screen', () => {
  queryClient.setQueryData(bans.queryKey, answer())
  const { unmount } = shown(true)
  expect(screen.queryByText(/cannot be read/)).toBeNull()
  unmount()
  queryClient.setQueryData(bans.queryKey, answer(1))
  shown(false)
  expect(screen.queryByText(/cannot be read/)).toBeNull()
})
