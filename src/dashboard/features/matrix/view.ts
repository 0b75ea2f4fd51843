import { groupNames, settingNames } from '#contract/settings-derive.ts'
import type { GroupName } from '#contract/settings.ts'
import { chatFilterParams, noFilters } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { parseId } from '#dashboard/platform/to.ts'
import { flag, named, oneOf, optionalText, text, type UrlParam, urlState, useUrlState, type ViewOf } from '#dashboard/ui/page/url-state.ts'
import { rowFilterNames } from './model/rows.ts'

const idList: UrlParam<readonly number[] | null> = {
  read: (written) => {
    const ids = (written ?? '').split('.').flatMap((id) => parseId(id) ?? [])
    return ids.length > 0 ? ids : null
  },
  write: (ids) => ids && ids.join('.'),
}

const id: UrlParam<number | null> = { read: (written) => parseId(written ?? undefined), write: (value) => value?.toString() ?? null }

const groupList: UrlParam<readonly GroupName[]> = {
  read: (written) => groupNames.filter((name) => (written ?? '').split('.').includes(name)),
  write: (names) => (names.length > 0 ? names.join('.') : null),
}

/** What a person looks at in the matrix, kept in the address: a reload, Back and a link sent to a colleague show the same. */
const matrixState = urlState({
  search: named('q', text()),
  /** Which settings are shown. */
  rows: oneOf(rowFilterNames, 'differ'),
  closed: groupList,
  chats: idList,
  chatSearch: named('find', text()),
  ...chatFilterParams,
  /** Only chats that differ from this one. */
  differsFrom: named('differs', id),
  review: flag(),
  /** The change whose undo is to be prepared. */
  undo: optionalText,
  /** The setting that a phone shows. */
  setting: oneOf(settingNames),
})
export type MatrixView = ViewOf<typeof matrixState>

export const useMatrixView = () => useUrlState(matrixState)

/** Without any filter of chats. */
export const allChats = { ...noFilters, chats: null, chatSearch: '', differsFrom: null } satisfies Partial<MatrixView>
