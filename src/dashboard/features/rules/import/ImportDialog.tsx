import { Button, Checkbox, Group, Modal, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { importedRules, type RuleImport } from '#contract/rules/exchange.ts'
import { refreshWorkspace, useWorkspaceAction } from '#dashboard/platform/api/workspace-query.ts'
import { newKey } from '#dashboard/platform/records/records.ts'
import { FailedChange } from '#dashboard/platform/saving/change-notes.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { useWordLists } from '../queries.ts'
import { actionsInWords, conditionsInWords } from '../rule-in-words.ts'
import { importRules } from './import-rules.ts'

/** Bytes. */
const maxFileBytes = 5_000_000
const maxListed = 10

const problems = {
  tooLarge: 'The file is larger than 5 MB. Choose a file with rules of Roomkeeper.',
  notRules: 'The file contains no rules of Roomkeeper.',
  laterVersion: 'A later version of Roomkeeper wrote this file, in a format that this version does not support.',
} as const

interface ImportDialogProps {
  file: File
  onClose: () => void
}

/** Shows the rules of a file, and imports the chosen ones as new drafts. */
export function ImportDialog({ file, onClose }: ImportDialogProps) {
  const { data: found, error } = useQuery({
    queryKey: ['rule file', file.name, file.size, file.lastModified],
    queryFn: async (): Promise<RuleImport | { kind: 'tooLarge' }> =>
      file.size > maxFileBytes ? { kind: 'tooLarge' } : importedRules(await file.text()),
    gcTime: 0,
    retry: false,
  })
  return (
    <Modal opened onClose={onClose} size={560} title="Import rules">
      {found?.kind === 'read' && found.rules.length > 0 ? (
        <Found found={found} onClose={onClose} />
      ) : (
        <Stack gap="lg">
          {found?.kind === 'read' && <Skipped skipped={found.skipped} />}
          {found || error ? (
            found?.kind !== 'read' && <Banner tone="bad">{found ? problems[found.kind] : 'The file could not be read.'}</Banner>
          ) : (
            <Skeleton height={80} />
          )}
          <Group justify="flex-end">
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  )
}

function Skipped({ skipped }: Pick<RuleImport & { kind: 'read' }, 'skipped'>) {
  if (skipped.length === 0) return null
  return (
    <Banner>
      <p>{plural(skipped.length, '{count} rule of the file cannot be used:', '{count} rules of the file cannot be used:')}</p>
      <ul>
        {skipped.slice(0, maxListed).map(({ position, reason }) => (
          <li key={position} className="outside">
            Number {position}: {reason}
          </li>
        ))}
      </ul>
    </Banner>
  )
}

function Found({ found, onClose }: { found: RuleImport & { kind: 'read' }; onClose: () => void }) {
  const { rules, lists, skipped } = found
  const own = useWordLists()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  // Generated once, so that a retry does not create a second rule.
  const [ids] = useState(() => rules.map(() => newKey()))
  const chosen = rules.flatMap((rule, index) => (left.has(index) ? [] : [{ id: ids[index]!, rule }]))
  const names = { list: (key: string) => lists[key]?.name ?? null, preset: () => '' }
  const importing = useWorkspaceAction('ruleSave', async (send) => {
    try {
      await importRules(send, chosen, lists, own.lists)
    } finally {
      await refreshWorkspace('rulesRead')
    }
    toast(plural(chosen.length, '{count} rule was imported as a draft', '{count} rules were imported as drafts'))
    onClose()
  })
  const canImport = chosen.length > 0 && own.reading.isSuccess
  return (
    <Stack gap="lg">
      {importing.error !== null && (
        <Banner tone="bad">
          <FailedChange error={importing.error} title="Not all were imported." />
        </Banner>
      )}
      <Skipped skipped={skipped} />
      <p className="help">
        Each becomes a new draft. A file does not contain single chats or presets. Word lists that this account does not have are created.
      </p>
      <Stack gap="sm" className="long-list">
        {rules.map((rule, index) => (
          <Checkbox
            key={ids[index]}
            checked={!left.has(index)}
            onChange={() => setLeft(new Set(left.has(index) ? [...left].filter((other) => other !== index) : [...left, index]))}
            label={<span className="outside">{rule.name}</span>}
            description={
              <span className="outside">
                {actionsInWords(rule, names)} · {conditionsInWords(rule, names)}
              </span>
            }
          />
        ))}
      </Stack>
      {Object.keys(lists).length > 0 && <p className="help">{counted(Object.keys(lists).length, 'word list')} in the file</p>}
      <Group justify="flex-end" gap="sm">
        <Button data-autofocus onClick={onClose} disabled={importing.isPending}>
          Cancel
        </Button>
        <Button
          variant="filled"
          loading={importing.isPending}
          {...(!canImport && { 'data-disabled': true, 'aria-disabled': true })}
          onClick={() => canImport && importing.mutate()}
        >
          {plural(chosen.length, 'Import {count} rule', 'Import {count} rules')}
        </Button>
      </Group>
    </Stack>
  )
}
