import { Badge, type BadgeProps } from '#dashboard/ui/feedback/Badge.tsx'
import type { Chat } from '#contract/chats.ts'
import { providerName, type ProviderNames } from '#contract/provider-names.ts'
import { chatStates } from '#dashboard/platform/chats/filters/chat-filters.ts'
import { type ChatLabels, useIsOpenByHours } from '#dashboard/platform/chats/chat-labels.ts'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import { listed } from '#dashboard/ui/format/numbers.ts'
import { Tooltip } from '#dashboard/ui/overlay/Tooltip.tsx'
import classes from './list.module.css'
import { useDoctor } from '#dashboard/platform/chats/doctor.ts'

interface State {
  icon: IconName
  label: string
  tone?: 'warn'
}

/** What is unusual about a chat. @param isOpen what its opening hours want now; undefined: it has none that are on */
function statesOf({ offline, monetizeLogin, forceSDKLogin }: Chat, isOpen: boolean | undefined): State[] {
  // Closed by its timetable: nobody needs to look at it.
  const isClosed = offline && isOpen === false
  const all: (State | false)[] = [
    offline && (isClosed ? { icon: 'offline', label: 'Closed now' } : { icon: 'offline', label: chatStates.offline.label, tone: 'warn' }),
    monetizeLogin && { icon: 'ticket', label: chatStates.paid.label },
    forceSDKLogin && { icon: 'lock', label: chatStates.private.label },
    isOpen !== undefined && !isClosed && { icon: 'calendar', label: 'Opening hours on' },
  ]
  return all.filter((state) => state !== false)
}

/** What the badges of a chat depend on. A page reads it once for all of its rows. */
export interface BadgesContext {
  currency: string
  catalogue: Catalogue
}

export interface RowContext extends BadgesContext {
  labels: ChatLabels
  pinned: ReadonlySet<number>
  /** In the search. */
  typed: string
}

/** What is unusual about a chat, in words. Only offline is amber. @param maxLetters states beyond it are a number, with their words in a tooltip */
export function StateBadges({ chat, context, maxLetters = Infinity }: { chat: Chat; context: BadgesContext; maxLetters?: number }) {
  const all = statesOf(chat, useIsOpenByHours(chat))
  const shown = all.filter((_, index) => lettersOf(all.slice(0, index + 1)) <= maxLetters)
  const rest = all.slice(shown.length).map(({ label }) => label)
  return (
    <>
      {shown.map(({ icon, label, tone }) => (
        <Badge key={label} tone={tone} icon={<Icon name={icon} size={12} />}>
          {label}
        </Badge>
      ))}
      <Rest labels={rest} />
      <DoctorCount chat={chat} context={context} />
    </>
  )
}

const lettersOf = (states: readonly State[]) => states.reduce((sum, { label }) => sum + label.length, 0)

/** @param max labels beyond it are a number, with their words in a tooltip */
export function LabelBadges({ labels, max = labels.length }: { labels: readonly string[]; max?: number }) {
  const rest = labels.slice(max)
  return (
    <>
      {labels.slice(0, max).map((label) => (
        <Badge key={label} tone="outline" title={label}>
          <bdi className={`cut ${classes.label}`}>{label}</bdi>
        </Badge>
      ))}
      <Rest labels={rest} tone="outline" />
    </>
  )
}

function Rest({ labels, tone }: { labels: string[]; tone?: 'outline' }) {
  return labels.length > 0 && <NumberBadge number={`+${labels.length}`} words={listed(labels)} {...{ tone }} />
}

/** A number, with what it counts in a tooltip. */
function NumberBadge({ number, words, ...look }: { number: string; words: string } & Pick<BadgeProps, 'tone' | 'icon'>) {
  return (
    <Tooltip label={words}>
      <Badge role="img" aria-label={words} {...look}>
        {number}
      </Badge>
    </Tooltip>
  )
}

/** How many of a chat's settings are probably unintended. The settings page lists them. */
function DoctorCount({ chat, context }: { chat: Chat; context: BadgesContext }) {
  const findings = useDoctor()?.findingsOf(chat, context.currency, context.catalogue) ?? []
  if (findings.length === 0) return null
  const words = `Settings worth a look: ${findings.map(({ title }) => title).join(' · ')}`
  return <NumberBadge number={String(findings.length)} words={words} tone="outline" icon={<Icon name="info" size={12} />} />
}

const ways = [
  { key: 'anonymous', icon: 'account', label: 'Guests' },
  { key: 'serviceLogin', icon: 'key', label: 'Password' },
  { key: 'networkOneLogin', icon: 'net1', label: 'Network one', name: 'networkOne' },
  { key: 'networkTwoLogin', icon: 'net2', label: 'Network two', name: 'networkTwo' },
] as const satisfies { key: keyof Chat; icon: IconName; label: string; name?: keyof ProviderNames }[]

/** The ways into a chat, each in its own column so that columns of rows can be compared. */
export function SignInWays({ chat }: { chat: Chat }) {
  const open = ways.filter(({ key }) => chat[key] && !chat.forceSDKLogin)
  const names =
    open.map((way) => ('name' in way && providerName(way.name)) || way.label).join(', ') ||
    (chat.forceSDKLogin ? 'None: your website signs users in' : 'None')
  return (
    <Tooltip label={names}>
      <span className="inline-row gap-8" role="img" aria-label={names}>
        {ways.map((way) => (
          <span key={way.key} className={`quiet ${classes.way}`}>
            {open.includes(way) ? <Icon name={way.icon} /> : <span className={classes.dot} />}
          </span>
        ))}
      </span>
    </Tooltip>
  )
}
