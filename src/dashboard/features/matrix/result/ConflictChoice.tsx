import { Radio } from '@mantine/core'
import { setting } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { ShownValue } from '#dashboard/platform/saving/ShownValue.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import type { KeptTheirs } from '#engine/changes/chat-result.ts'
import classes from './ConflictChoice.module.css'

interface ConflictChoiceProps {
  conflicts: KeptTheirs[]
  chatName: string
  catalogue: Catalogue
  /** The settings for which mine was chosen. */
  mine: ReadonlySet<SettingName>
  onMine: (mine: ReadonlySet<SettingName>) => void
  disabled: boolean
}

/** What somebody else changed meanwhile: theirs is kept until somebody chooses. */
export function ConflictChoice({ conflicts, chatName, catalogue, mine, onMine, disabled }: ConflictChoiceProps) {
  return (
    <div className={classes.box} role="group" aria-label={`To decide in ${chatName}`}>
      <div className={classes.head} aria-hidden>
        <span>Setting</span>
        <span>Yours</span>
        <span>Theirs</span>
        <span>When you began</span>
      </div>
      {conflicts.map(({ name, base, mine: own, theirs }) => {
        const shown = (value: typeof own) => <ShownValue words={settingInWords(name, value, catalogue)} />
        const choose = (isMine: boolean) => {
          const others = [...mine].filter((other) => other !== name)
          onMine(new Set(isMine ? [...others, name] : others))
        }
        return (
          <div key={name} className={classes.line} role="radiogroup" aria-label={setting(name).label}>
            <span className="medium">{setting(name).label}</span>
            <Radio
              name={`${chatName} ${name}`}
              label={<Choice word="Yours">{shown(own)}</Choice>}
              checked={mine.has(name)}
              disabled={disabled}
              onChange={() => choose(true)}
            />
            <Radio
              name={`${chatName} ${name}`}
              label={
                <Choice word="Theirs">
                  {shown(theirs)} <span className="quiet fz-help">kept until you choose</span>
                </Choice>
              }
              checked={!mine.has(name)}
              disabled={disabled}
              onChange={() => choose(false)}
            />
            <span className="quiet">
              <span className={classes.word}>When you began: </span>
              {shown(base)}
            </span>
          </div>
        )
      })}
    </div>
  )
}

/** The column names it on wide screens. */
const Choice = ({ word, children }: { word: string; children: React.ReactNode }) => (
  <>
    <span className={classes.word}>{word}: </span>
    {children}
  </>
)
