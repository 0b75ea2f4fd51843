import { ActionIcon, Button, Modal, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { whereKept } from '#dashboard/platform/records/records.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { toast, toastError } from '#dashboard/ui/feedback/toast.tsx'
import { DialogFoot } from '#dashboard/ui/form/DialogFoot.tsx'
import { FileInput, json } from '#dashboard/ui/form/FileInput.tsx'
import { download } from '#dashboard/ui/format/download.ts'
import { count, counted } from '#dashboard/ui/format/numbers.ts'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import type { PollText } from '#engine/polls/poll-text.ts'
import classes from '../polls.module.css'
import { short } from '../short-title.ts'
import { TextItem } from '../TextItem.tsx'
import { pollFileLimit, readPollFile, writePollFile } from './poll-file.ts'
import { dropTemplate, keepTemplates, type Template, templatesQuery } from './templates.ts'

interface TemplatesDialogProps {
  onUse: (text: PollText) => void
  onClose: () => void
}

/** The poll templates, with export and import as a file. */
export function TemplatesDialog({ onUse, onClose }: TemplatesDialogProps) {
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
      (error: unknown) => toastError('The templates were not saved', error),
    )
  }

  const exportAll = () =>
    download('poll-templates.json', new Blob([writePollFile(templates.map(({ value }) => value))], { type: 'application/json' }))

  return (
    <Modal opened onClose={onClose} size={560} title="Templates">
      <Stack gap="lg">
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
          <ul className={classes.list} aria-label="Templates">
            {templates.map((template) => (
              <TemplateItem key={template.key} template={template} onUse={onUse} />
            ))}
          </ul>
        )}
        {!isPending && !error && templates.length === 0 && (
          <p className="help">None yet. “Save as template” in the menu of a poll makes one; so does a file of polls.</p>
        )}
        <DialogFoot>
          <Button leftSection={<Icon name="upload" size={14} />} onClick={() => input.current?.click()}>
            Import…
          </Button>
          {templates.length > 0 && (
            <Button leftSection={<Icon name="download" size={14} />} onClick={exportAll}>
              Export
            </Button>
          )}
          <Button data-autofocus ml="auto" onClick={onClose}>
            Close
          </Button>
        </DialogFoot>
        <FileInput ref={input} label="Poll file" accept={json} onFile={(chosen) => void read(chosen)} />
      </Stack>
    </Modal>
  )
}

function TemplateItem({ template, onUse }: { template: Template; onUse: (text: PollText) => void }) {
  const text = template.value
  const drop = () => void dropTemplate(template).catch((error: unknown) => toastError('The template was not deleted', error))
  return (
    <TextItem text={text} onUse={onUse}>
      <ActionIcon size="xs" aria-label={`Delete the template ${short(text.question)}`} title="Delete" onClick={drop}>
        <Icon name="trash" size={14} />
      </ActionIcon>
    </TextItem>
  )
}
