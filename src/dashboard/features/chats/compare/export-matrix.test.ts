import { expect, test } from 'vitest'
import type { Chat } from '#contract/chats.ts'
import { defaults } from '#contract/settings-derive.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { MatrixChat } from './model/matrix-chat.ts'
import { matrixAsCsv, matrixAsJson } from './export-matrix.ts'

const chat = (id: number, name: string): MatrixChat => {
  const saved = { ...defaults, name, offlineMessage: '=1+1', id, hash: `h${id}` } as Chat
  return { id, name, chat: saved, saved, values: { ...saved, allowLinks: false }, edited: ['allowLinks'], access: 'edit' }
}
const catalogue = { languages: [], sounds: [] } as unknown as Catalogue

test('a row for each setting and a column for each chat, with what the service holds; what looks like a formula is guarded', () => {
  expect(matrixAsCsv([chat(1, '=cmd()'), chat(2, 'Lobby, small')], ['allowLinks', 'offlineMessage'], catalogue)).toBe(
    `\uFEFFgroup,setting,field,'=cmd(),"Lobby, small"\r\n,chat id,id,1,2\r\nMessages and content,Links,allowLinks,On,On\r\nOffline,Offline message,offlineMessage,'=1+1,'=1+1\r\n`,
  )
})

test('as JSON the values are those of the API', () => {
  expect(JSON.parse(matrixAsJson([chat(1, 'Lobby')], ['allowLinks']))).toEqual([
    { id: 1, hash: 'h1', name: 'Lobby', settings: { allowLinks: true } },
  ])
})
