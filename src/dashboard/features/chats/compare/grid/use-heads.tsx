import { useMemo } from 'react'
import { setting, settingNames } from '#contract/settings-derive.ts'
import { groups } from '#contract/settings.ts'
import { count, counted, plural } from '#dashboard/ui/format/numbers.ts'
import { Icon, type IconName } from '#dashboard/ui/theme/icons.tsx'
import type { SettingName } from '#contract/settings.ts'
import type { GroupRow } from '../model/rows.ts'
import { summary } from '../model/tally.ts'
import type { Matrix } from '../use-matrix.ts'
import classes from './Grid.module.css'
import type { MatrixChat } from '../model/matrix-chat.ts'
import { chatTitle } from '#contract/chat-title.ts'
import { FoundText } from '#dashboard/platform/FoundText.tsx'

/** The heads of rows and columns. */
export function useHeads({ names, chats, tallies, context, held, view: { closed, search }, onView }: Matrix) {
  return useMemo(
    () => ({
      corner: (
        <div className={`meta row between ${classes.cornerWords}`}>
          <span>{plural(names.length, '{count} of {all} setting', '{count} of {all} settings', { all: count(held.all.size) })}</span>
          <span>{counted(chats.length, 'chat')}</span>
        </div>
      ),
      row: (name: SettingName) => (
        <div className={`small row between ${classes.setting}`}>
          <span className="cut grow">
            <FoundText text={setting(name).label} typed={search} />
          </span>
          <span className={`cut meta num ${classes.summary}`}>{summary(name, tallies[name], context.catalogue)}</span>
        </div>
      ),
      column: (chat: MatrixChat) => <ChatHead chat={chat} />,
      group: ({ group, isClosed }: GroupRow) => {
        const inGroup = settingNames.filter((name) => setting(name).group === group)
        const differing = inGroup.filter((name) => held.differ.has(name)).length
        return (
          <button
            type="button"
            tabIndex={-1}
            className={`inline-row gap-6 tiny ink ${classes.fold}`}
            aria-expanded={!isClosed}
            onClick={() => onView({ closed: isClosed ? closed.filter((other) => other !== group) : [...closed, group] })}
          >
            <Icon name={isClosed ? 'right' : 'down'} size={12} />
            <b>{groups[group].label}</b>
            <span className="quiet regular">
              {count(differing)} of {count(inGroup.length)} differ
            </span>
          </button>
        )
      },
    }),
    [names, chats, tallies, context, held, closed, search, onView],
  )
}
export type Heads = ReturnType<typeof useHeads>

const states: { icon: IconName; label: string; tone?: string; holds: (chat: MatrixChat) => boolean }[] = [
  { icon: 'offline', label: 'Offline', tone: 'warn', holds: ({ chat }) => chat.offline },
  { icon: 'ticket', label: 'Paid entry', holds: ({ chat }) => chat.monetizeLogin },
  { icon: 'lock', label: 'Private', holds: ({ chat }) => chat.forceSDKLogin },
]

/** The head of a chat: its name, what is unusual about it, and why it takes no edits. */
function ChatHead({ chat }: { chat: MatrixChat }) {
  const shown = chat.access === 'none' ? [] : states.filter(({ holds }) => holds(chat))
  return (
    <div className={`column ${classes.chat}`} title={chatTitle(chat)}>
      <span className={`outside fz-meta strong clamp ${classes.name}`}>{withSoftHyphens(chatTitle(chat))}</span>
      <span className={`row gap-4 quiet fz-meta ${classes.states}`}>
        {shown.map(({ icon, label, tone }) => (
          <Icon key={icon} name={icon} size={12} label={label} {...(tone ? { className: tone } : {})} />
        ))}
        {chat.access === 'read' && <Icon name="eye" size={12} label="Your role cannot change the settings of this chat" />}
        {chat.access === 'none' && <span title="Your role cannot read the settings of this chat">not read</span>}
      </span>
    </div>
  )
}

const longWord = /\p{L}{9,}/gu
/** Before a consonant with a vowel after it, three letters from either end: right in most languages, and readable in the others. */
const syllable = /(?<=\p{L}{3})(?=(?![aeiouy])\p{Script=Latin}[aeiouyáàâäãåæéèêëíìîïóòôöõøœúùûü]\p{L})/giu

/** A name whose long words may be broken with a hyphen. Browsers know this themselves for few languages, and chats have names in any. */
export const withSoftHyphens = (name: string): string => name.replace(longWord, (word) => word.replace(syllable, '\u00AD'))
