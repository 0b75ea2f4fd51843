import type { UrlParam } from '#dashboard/ui/page/url-state.ts'
import { parseId } from './to.ts'

/** The id of a chat or of an entry in the address of a page. */
export const idParam: UrlParam<number | null> = {
  read: (written) => parseId(written ?? undefined),
  write: (id) => id?.toString() ?? null,
}
