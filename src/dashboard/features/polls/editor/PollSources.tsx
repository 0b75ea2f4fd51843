import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { chatTitle } from '#contract/chat-title.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { deleteRecord, whereKept } from '#dashboard/platform/records/records.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { LoadError } from '#dashboard/ui/feedback/notices.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { FileInput, json } from '#dashboard/ui/form/FileInput.tsx'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { downloadText } from '#dashboard/ui/format/download.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { type PollText, textOf } from '#engine/polls/poll-text.ts'
import { filledAnswers } from '../draft.ts'
import { short } from '../state.ts'
import { isShown, sorted } from '../view.ts'
import { pollFileLimit, readPollFile, writePollFile } from './poll-file.ts'
import { keepTemplates, templatesQuery } from '../records.ts'
import { CloseDialog } from '#dashboard/ui/overlay/Dialog.tsx'
import { Loading } from '#dashboard/ui/feedback/Loaded.tsx'

/** What a poll can start from: the text of another chat's poll, or a template. Nothing is sent until the drawer that opens is saved. */

interface SourceProps {
  onUse: (text: PollText) => void
  onClose: () => void
}

export function FromChatDialog({ chatId, onUse, onClose }: SourceProps & { chatId: number }) {
  const chats = useSuspenseQuery(endpointQuery('chatList', {})).data.data.filter(({ id }) => id !== chatId)
  const [from, setFrom] = useState<number | null>(null)
  return (
    <CloseDialog title="Copy from another chat" size={560} onClose={onClose} focusesClose={false}>
      <SearchSelect
        label="Chat"
        placeholder={chats.length > 0 ? 'Choose a chat' : 'There is no other chat'}
        nothingFound="No such chat"
        data-autofocus
        data={chats.map((chat) => ({ value: String(chat.id), label: chatTitle(chat) })).toSorted((a, b) => a.label.localeCompare(b.label))}
        value={from === null ? null : String(from)}
        onChange={(id) => setFrom(Number(id))}
      />
      {from !== null && <PollsOf chatId={from} onUse={onUse} />}
    </CloseDialog>
  )
}

function PollsOf({ chatId, onUse }: { chatId: number; onUse: (text: PollText) => void }) {
  const reading = useQuery(endpointQuery('pollList', { params: { chatId } }))
  if (reading.isPending) return <Loading what="the polls" className="" />
  if (!reading.data) return <LoadError what="The polls of this chat" reading={reading} />
  const polls = sorted(
    reading.data.data.filter((poll) => isShown(poll, 'all')),
    'newest',
  )
  if (polls.length === 0) return <p className="help">This chat has no polls.</p>
  return (
    <ul className="long-list" aria-label="Polls of that chat">
      {polls.map((poll) => (
        <TextItem key={poll.id} text={textOf(poll)} onUse={onUse} />
      ))}
    </ul>
  )
}

export function TemplatesDialog({ onUse, onClose }: SourceProps) {
  const { data: templates = [], error, isPending } = useQuery(templatesQuery())
  const input = useRef<HTMLInputElement>(null)
  const [problems, setProblems] = useState<string[]>([])

  async function read(file: File) {
    const found =
      file.size > pollFileLimit ? { error: 'The file is larger than 1 MB, the limit for a poll file.' } : readPollFile(await file.text())
    if ('error' in found) return setProblems([found.error])
    setProblems(found.problems)
    await keepTemplates(found.polls).then(
      (fresh) => toast(`${counted(fresh, 'template')} added`),
      (failure: unknown) => toastError('The templates were not saved', failure),
    )
  }

  const exportAll = () => downloadText('poll-templates.json', writePollFile(templates.map(({ value }) => value)))

  const buttons = (
    <div className="row grow">
      <Button icon="upload" onClick={() => input.current?.click()}>
        Import…
      </Button>
      {templates.length > 0 && (
        <Button icon="download" onClick={exportAll}>
          Export
        </Button>
      )}
    </div>
  )
  return (
    <CloseDialog title="Templates" size={560} onClose={onClose} actions={buttons}>
      <p className="help">Polls to start from. {whereKept}</p>
      {error && (
        <Banner tone="bad">
          {readErrorMessage(error).cause}. {readErrorMessage(error).advice}
        </Banner>
      )}
      {problems.length > 0 && (
        <Banner tone="bad">
          <b>Not everything was read.</b> {problems.slice(0, 5).join('. ')}
          {problems.length > 5 && `, and ${count(problems.length - 5)} more`}
        </Banner>
      )}
      {isPending && <Loading what="the templates" className="" />}
      {templates.length > 0 && (
        <ul className="long-list" aria-label="Templates">
          {templates.map((template) => (
            <TextItem key={template.key} text={template.value} onUse={onUse}>
              <IconButton
                icon="trash"
                size="xs"
                aria-label={`Delete the template ${short(template.value.question)}`}
                title="Delete"
                onClick={() =>
                  void deleteRecord('poll-templates', template).catch((failure: unknown) =>
                    toastError('The template was not deleted', failure),
                  )
                }
              />
            </TextItem>
          ))}
        </ul>
      )}
      {!isPending && !error && templates.length === 0 && (
        <p className="help">None yet. “Save as template” in the menu of a poll makes one; so does a file of polls.</p>
      )}
      <FileInput ref={input} label="Poll file" accept={json} onFile={(chosen) => void read(chosen)} />
    </CloseDialog>
  )
}

function TextItem({ text, onUse, children }: { text: PollText; onUse: (text: PollText) => void; children?: ReactNode }) {
  return (
    <li className="list-line">
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
