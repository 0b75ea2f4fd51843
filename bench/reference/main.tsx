import '@mantine/core/styles.css'
import { MantineProvider, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

/**
 * The page that `npm run bench:load` compares all others with: the libraries of the dashboard, a hundred plain rows with their data in the page, and
 * nothing else. Changing it makes all earlier figures incomparable.
 */

interface Row {
  id: number
  name: string
  kind: string
  language: string
  lastUsed: string
}

const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
queryClient.setQueryData(['rows'], JSON.parse(document.querySelector('#rows')!.textContent))

function Rows() {
  const { data } = useSuspenseQuery<Row[]>({ queryKey: ['rows'] })
  const [search, setSearch] = useState('')
  return (
    <main>
      <TextInput type="search" label="Search" value={search} onChange={({ target }) => setSearch(target.value)} />
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Kind</th>
            <th>Language</th>
            <th>Last used</th>
          </tr>
        </thead>
        <tbody>
          {data
            .filter(({ name }) => name.includes(search))
            .map(({ id, name, kind, language, lastUsed }) => (
              <tr key={id}>
                <td>
                  <a href={`#${id}`}>{name}</a>
                </td>
                <td>{kind}</td>
                <td>{language}</td>
                <td>
                  <time dateTime={lastUsed}>{new Date(lastUsed).toLocaleDateString('en')}</time>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </main>
  )
}

createRoot(document.querySelector('#root')!).render(
  <MantineProvider>
    <QueryClientProvider client={queryClient}>
      <Rows />
    </QueryClientProvider>
  </MantineProvider>,
)
