import { afterEach } from 'vitest'
import { queryClient } from './query.ts'

/** Before each test file that may read through the page's only query client: a query of one test would go on in the next, with its intervals. */
afterEach(() => queryClient.clear())
