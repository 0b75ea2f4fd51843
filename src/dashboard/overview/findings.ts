import type { Account } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import { isUnused, longestUnused, usedAt } from '../last-used.ts'
import { to } from '../to.ts'
import type { IconName } from '../ui/icons.tsx'
import { counted } from '../ui/numbers.ts'
import { day } from '../ui/time.tsx'

/** Something an account holder would want to know, with the way to it. */
export interface Finding {
  icon: IconName
  amber?: true
  title: string
  detail: string
  link: { label: string; to: string }
}

const names = (chats: Chat[]) => {
  const shown = chats.slice(0, 3).map(({ name }) => name)
  return [...shown, ...(chats.length > 3 ? [`${chats.length - 3} more`] : [])].join(' · ')
}

/** @param now seconds */
export function findings(chats: Chat[], account: Account, now: number): Finding[] {
  const offline = chats.filter((chat) => chat.offline)
  const unused = longestUnused(chats.filter((chat) => isUnused(chat, now)))
  const paid = chats.filter(({ monetizeLogin }) => monetizeLogin)
  const closed = chats.filter(
    (chat) =>
      !chat.offline && !chat.forceSDKLogin && !chat.anonymous && !chat.serviceLogin && !chat.networkOneLogin && !chat.networkTwoLogin,
  )
  const [oldest] = unused
  const { rooms } = account.plan
  const list: (Finding | false | undefined)[] = [
    offline.length > 0 && {
      icon: 'offline',
      title: offline.length === 1 ? '1 chat is offline' : `${counted(offline.length, 'chat')} are offline`,
      detail: names(offline),
      link: { label: 'Show', to: to.chats({ show: 'offline' }) },
    },
    oldest && {
      icon: 'clock',
      title: `${counted(unused.length, 'chat')} unused for 90 days`,
      detail: `Oldest: ${oldest.name}, ${oldest.lastUsed ? day(usedAt(oldest) ?? 0) : 'never used'}.${rooms === null ? '' : ` ${unused.length === 1 ? 'It counts' : 'They count'} against your ${counted(rooms, 'room')}.`}`,
      link: { label: 'Show', to: to.chats({ show: 'unused' }) },
    },
    paid.length > 0 &&
      !account.currency && {
        icon: 'ticket',
        amber: true,
        title: 'Paid entry without a currency',
        detail: `${counted(paid.length, 'chat asks', 'chats ask')} for payment, but the account has no currency yet.`,
        link: { label: 'Show', to: to.chats({ show: 'paid' }) },
      },
    closed.length > 0 && {
      icon: 'lock',
      amber: true,
      title: 'Nobody can sign in',
      detail: `Every way in is switched off: ${names(closed)}.`,
      link: { label: 'Open', to: to.settings(closed[0]?.id ?? 0) },
    },
  ]
  return list.filter((finding) => typeof finding === 'object')
}
