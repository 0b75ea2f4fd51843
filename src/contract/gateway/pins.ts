import { endpoint } from '../endpoint.ts'
import { id, listResponse } from '../values.ts'

/** The chats that a person lists first. */

/** Of a person: one more replaces the oldest. */
export const maxPins = 50

export const pins = {
  pinList: endpoint('GET /me/pins', 'signed-in', 'List the chats that one has pinned, the first one first', { response: listResponse(id) }),
  pinAdd: endpoint('PUT /me/pins/{chatId}', 'chats.read', 'Pin a chat for oneself'),
  pinRemove: endpoint('DELETE /me/pins/{chatId}', 'chats.read', 'Unpin a chat for oneself'),
}
