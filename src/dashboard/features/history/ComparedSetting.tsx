import { Button } from '@mantine/core'
import { setting, type SettingValue } from '#contract/settings-derive.ts'
import type { SettingName } from '#contract/settings.ts'
import type { ChatVersion } from '#contract/workspace/chat-versions.ts'
import { settingInWords } from '#dashboard/platform/saving/setting-words.ts'
import { ShownValue } from '#dashboard/platform/saving/ShownValue.tsx'
import type { Catalogue } from '#dashboard/platform/service/catalogue.ts'
import { counted } from '#dashboard/ui/format/numbers.ts'
import classes from './HistoryPage.module.css'
import { atInWords, titleOf } from './timeline.ts'
import { listDiff, wordDiff } from './word-diff.ts'

interface ComparedSettingProps {
  name: SettingName
  before: SettingValue
  after: SettingValue
  catalogue: Catalogue
  /** The version that changed it last. */
  by: ChatVersion | undefined
  /** `edited`: the value of A is among the edits of the chat. */
  state: 'can' | 'cannot' | 'edited'
  onPutBack: () => void
}

/** One setting of two versions. */
export function ComparedSetting({ name, before, after, catalogue, by, state, onPutBack }: ComparedSettingProps) {
  const { label, control } = setting(name)
  const words = (value: SettingValue) => settingInWords(name, value, catalogue)
  const isText = control.kind === 'longText' || control.kind === 'text'
  return (
    <div className={classes.setting} role="row">
      <div role="rowheader">
        <b className="medium">{label}</b>
        {by && (
          <p className={by.kind === 'outside' ? 'meta warn' : 'meta'}>
            {by.kind === 'outside' ? titleOf(by) : `${titleOf(by)}, ${atInWords(by.at)}`}
          </p>
        )}
      </div>
      {control.kind === 'words' ? (
        <ListCells before={String(before)} after={String(after)} />
      ) : isText && before !== after ? (
        <div role="cell" className={classes.both}>
          <TextDiff before={String(before)} after={String(after)} />
        </div>
      ) : (
        <>
          <div role="cell">
            <ShownValue words={words(before)} />
          </div>
          <div role="cell" className={before === after ? '' : 'strong'}>
            <ShownValue words={words(after)} />
          </div>
        </>
      )}
      <div role="cell" className={classes.action}>
        {state === 'can' && (
          <Button size="xs" aria-label={`Put back ${label}`} onClick={onPutBack}>
            Put back
          </Button>
        )}
        {state === 'edited' && <span className="accent fz-help">In your edits</span>}
      </div>
    </div>
  )
}

const TextDiff = ({ before, after }: { before: string; after: string }) => (
  <p className={`outside ${classes.text}`}>
    {wordDiff(before, after).map(({ kind, text }, index) => {
      const Part = kind === 'added' ? 'ins' : kind === 'removed' ? 'del' : 'span'
      // oxlint-disable-next-line react/no-array-index-key -- parts have no identity but their place
      return <Part key={index}>{text}</Part>
    })}
  </p>
)

function ListCells({ before, after }: { before: string; after: string }) {
  const diff = listDiff(before, after)
  return (
    <>
      <div role="cell">
        {counted(diff.before, 'word')}
        <p className={`outside ${classes.text}`}>
          {diff.removed.map((word) => (
            <del key={word}>{word} </del>
          ))}
        </p>
      </div>
      <div role="cell">
        <b className="strong">{counted(diff.after, 'word')}</b>
        <p className={`outside ${classes.text}`}>
          {diff.added.map((word) => (
            <ins key={word}>{word} </ins>
          ))}
        </p>
      </div>
    </>
  )
}
