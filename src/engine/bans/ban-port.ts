import type { Call, ReadCall } from '#contract/client.ts'
import type { BanPort } from './plan.ts'
import { formatAddress, fromWire } from './range.ts'

/** Reads and changes the lists of chats over the API. @param send sends the changes */
export const banPort = (send: Call, read: ReadCall = send): BanPort => ({
  list: async (chatId, signal) => {
    // A row that can't be read doesn't keep the others from being changed.
    const { data } = await read('banList', { params: { chatId } }, { signal, skipsUnreadable: true })
    return data.flatMap((wire) => fromWire(wire) ?? [])
  },
  ban: (chatId, { first, last }, signal) => {
    const body = { ip: formatAddress(first), ...(last !== first && { lastIp: formatAddress(last) }) }
    // The request is not repeated by the client: the list shows whether the ban is there, and the scheduler decides when it is sent again.
    return send('banCreate', { params: { chatId }, body }, { signal, noRetry: true })
  },
  unban: (chatId, { first, last }, signal) =>
    first === last
      ? send('banLift', { params: { chatId, ipAddress: formatAddress(first) } }, { signal })
      : send('banLiftRange', { params: { chatId, firstIp: formatAddress(first), lastIp: formatAddress(last) } }, { signal }),
})
