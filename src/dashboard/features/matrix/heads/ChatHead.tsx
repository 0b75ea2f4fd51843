import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import type { MatrixChat } from '../model/matrix-chat.ts'
import classes from './heads.module.css'
import { withSoftHyphens } from './soft-hyphens.ts'
import { chatTitle } from '#contract/chat-title.ts'

const states: { icon: IconName; label: string; tone?: string; holds: (chat: MatrixChat) => boolean }[] = [
  { icon: 'offline', label: 'Offline', tone: 'warn', holds: ({ chat }) => chat.offline },
  { icon: 'ticket', label: 'Paid entry', holds: ({ chat }) => chat.monetizeLogin },
  { icon: 'lock', label: 'Private', holds: ({ chat }) => chat.forceSDKLogin },
]

/** The head of a chat: its name, what is unusual about it, and why it takes no edits. */
export function ChatHead({ chat }: { chat: MatrixChat }) {
  const shown = chat.access === 'none' ? [] : states.filter(({ holds }) => holds(chat))
  return (
    <div className={classes.column} title={chatTitle(chat)}>
      <span className={classes.name}>{withSoftHyphens(chatTitle(chat))}</span>
      <span className={classes.states}>
        {shown.map(({ icon, label, tone }) => (
          <Icon key={icon} name={icon} size={12} label={label} {...(tone ? { className: tone } : {})} />
        ))}
        {chat.access === 'read' && <Icon name="eye" size={12} label="Your role cannot change the settings of this chat" />}
        {chat.access === 'none' && <span title="Your role cannot read the settings of this chat">not read</span>}
      </span>
    </div>
  )
}
