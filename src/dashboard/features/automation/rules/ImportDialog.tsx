import { useState } from 'react'
import { importedRules, type RuleImport, withListKeys, type ListsByKey } from '#engine/exchange/rule-file.ts'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { newKey, writeRecords } from '#dashboard/platform/records/records.ts'
import { FileImportDialog, ImportChoice } from '#dashboard/platform/saving/FileImportDialog.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { counted, plural } from '#dashboard/ui/format/numbers.ts'
import { useWordLists, type WordListEntry } from './queries.ts'
import { actionsInWords, conditionsInWords } from './rule-in-words.ts'
import type { Rule } from '#contract/rules/rule.ts'
import type { SendToGateway } from '#dashboard/platform/session/call-gateway.ts'

const maxListed = 10

type RuleFile = RuleImport & { kind: 'read' }

interface ImportDialogProps {
  file: File
  onClose: () => void
}

/** Shows the rules of a file, and imports the chosen ones as new drafts. */
export const ImportDialog = ({ file, onClose }: ImportDialogProps) => (
  <FileImportDialog
    what="rules"
    file={file}
    read={importedRules}
    problemOf={({ rules, skipped }) => (rules.length > 0 ? null : <SkippedList skipped={skipped} />)}
    onClose={onClose}
  >
    {(found) => <Choice found={found} onClose={onClose} />}
  </FileImportDialog>
)

const SkippedList = ({ skipped }: Pick<RuleFile, 'skipped'>) => (
  <>
    <p>{plural(skipped.length, '{count} rule of the file cannot be used:', '{count} rules of the file cannot be used:')}</p>
    <ul>
      {skipped.slice(0, maxListed).map(({ position, reason }) => (
        <li key={position} className="outside">
          Number {position}: {reason}
        </li>
      ))}
    </ul>
  </>
)

function Choice({ found: { rules, lists, skipped }, onClose }: { found: RuleFile; onClose: () => void }) {
  const own = useWordLists()
  // Generated once, so that a retry does not create a second rule.
  const [entries] = useState(() => rules.map((rule) => ({ id: newKey(), rule })))
  const names = { list: (key: string) => lists[key]?.name ?? null, preset: () => '' }
  const importing = useGatewayAction('ruleSave', async (send, chosen: typeof entries) => {
    try {
      await importRules(send, chosen, lists, own.lists)
    } finally {
      await refreshGateway('rulesRead')
    }
    toast(plural(chosen.length, '{count} rule was imported as a draft', '{count} rules were imported as drafts'))
    onClose()
  })
  const listCount = Object.keys(lists).length
  return (
    <ImportChoice
      title="Import rules"
      entries={entries}
      nameOf={({ rule }) => rule.name}
      descriptionOf={({ rule }) => (
        <span className="outside">
          {actionsInWords(rule, names)} · {conditionsInWords(rule, names)}
        </span>
      )}
      notes={
        <>
          {skipped.length > 0 && (
            <Banner>
              <SkippedList skipped={skipped} />
            </Banner>
          )}
          <p className="help">
            Each becomes a new draft. A file does not contain single chats or modes. Word lists that this account does not have are created.
          </p>
          {listCount > 0 && <p className="help">{counted(listCount, 'word list')} in the file</p>}
        </>
      }
      importing={importing}
      failed="Not all were imported."
      isReady={own.reading.isSuccess}
      submitLabel={(count) => plural(count, 'Import {count} rule', 'Import {count} rules')}
      onCancel={onClose}
    />
  )
}

/**
 * Creates rules as drafts, with the word lists that they use. An existing list with the same name and words is reused; one with the same name and other
 * words stays unchanged, and the rule gets a new list. Rejects with a Failure, after which some of the rules may exist.
 */
async function importRules(
  send: SendToGateway,
  chosen: readonly { id: string; rule: Rule }[],
  lists: ListsByKey,
  own: readonly WordListEntry[],
): Promise<void> {
  const keys = new Map<string, string>()
  const missing: { key: string; inFile: string }[] = []
  for (const [inFile, list] of Object.entries(lists)) {
    const same = own.find(({ value }) => JSON.stringify(value) === JSON.stringify(list))
    const key = same?.key ?? newKey()
    keys.set(inFile, key)
    if (!same) missing.push({ key, inFile })
  }
  if (missing.length > 0)
    await writeRecords(
      'word-lists',
      missing.map(({ key, inFile }) => ({ chatId: null, key, before: null, value: lists[inFile]! })),
    )
  for (const { id, rule } of chosen) await send('ruleSave', { params: { ruleId: id }, body: { rule: withListKeys(rule, keys), seen: 0 } })
}
