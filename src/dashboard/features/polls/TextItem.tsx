import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PollText } from '#engine/polls/poll-text.ts'
import { filledAnswers } from './draft.ts'
import classes from './polls.module.css'
import { short } from './short-title.ts'

/** The text of a poll in a list of templates or polls. */
export function TextItem({ text, onUse, children }: { text: PollText; onUse: (text: PollText) => void; children?: ReactNode }) {
  return (
    <li className={classes.item}>
      <div className="grow">
        <p className="outside medium">{text.question}</p>
        {filledAnswers(text).map((answer, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- answers may be equal and are never reordered
          <span key={index} className="outside help block">
            {answer}
          </span>
        ))}
      </div>
      <Button size="xs" aria-label={`Use ${short(text.question)}`} onClick={() => onUse(text)}>
        Use
      </Button>
      {children}
    </li>
  )
}
