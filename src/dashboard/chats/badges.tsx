import { Badge } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { Chat } from '#contract/chats.ts'
import { catalogueQuery } from '../catalogue.ts'
import { q } from '../query.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Tip } from '../ui/Tip.tsx'
import classes from './badges.module.css'

// Its rules are not needed for the first look at the table.
const DoctorCount = lazy(async () => ({ default: (await import('./DoctorCount.tsx')).DoctorCount }))

/** What is unusual about a chat, in words. Only offline is amber. */
export function StateBadges({ chat }: { chat: Chat }) {
  const { currency } = useSuspenseQuery(q('accountRead', {})).data.data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  return (
    <>
      {chat.offline && (
        <Badge color="amber" leftSection={<Icon name="offline" size={12} />}>
          Offline
        </Badge>
      )}
      {chat.monetizeLogin && <Badge leftSection={<Icon name="ticket" size={12} />}>Paid entry</Badge>}
      {chat.forceSDKLogin && <Badge leftSection={<Icon name="lock" size={12} />}>Private</Badge>}
      <Suspense>
        <DoctorCount chat={chat} currency={currency} catalogue={catalogue} />
      </Suspense>
    </>
  )
}

const ways = [
  { key: 'anonymous', icon: 'account', label: 'Guests' },
  { key: 'serviceLogin', icon: 'key', label: 'Password' },
  { key: 'networkOneLogin', icon: 'net1', label: 'Network one' },
  { key: 'networkTwoLogin', icon: 'net2', label: 'Network two' },
] as const satisfies { key: keyof Chat; icon: IconName; label: string }[]

/** The ways into a chat, each in its own place so that columns of rows can be compared. */
export function SignInWays({ chat }: { chat: Chat }) {
  const open = ways.filter(({ key }) => chat[key] && !chat.forceSDKLogin)
  const names = open.map(({ label }) => label).join(', ') || (chat.forceSDKLogin ? 'None: your own site signs people in' : 'None')
  return (
    <Tip label={names}>
      <span className={classes.ways} role="img" aria-label={names}>
        {ways.map((way) => (
          <span key={way.key} className={classes.way}>
            {open.includes(way) ? <Icon name={way.icon} /> : <span className={classes.dot} />}
          </span>
        ))}
      </span>
    </Tip>
  )
}
