import { useQuery } from '@tanstack/react-query'
import { isSettingName, type Settings, withSoundNames } from '#contract/settings-derive.ts'
import { type AuditEntry, type AuditEntryDetails, stepKinds } from '#contract/gateway/audit.ts'
import { roles } from '#contract/gateway/rights.ts'
import { endpointQuery } from '#dashboard/platform/api/query.ts'
import { type Catalogue, catalogueQuery, soundName } from '#dashboard/platform/service/catalogue.ts'
import { useMay, useSeesHistory } from '#dashboard/platform/session/rights.ts'
import { to } from '#dashboard/platform/to.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { count, listed, plural } from '#dashboard/ui/format/numbers.ts'
import { clock, minuteText } from '#dashboard/ui/format/time.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { causes, changesInWords, nameOf, subjectOfAudit } from './audit-words.ts'
import { longTime } from '#dashboard/features/changes/timeline/view.ts'
import { Section } from '#dashboard/ui/page/Section.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import classes from './log.module.css'
import { OutcomeCell, BeforeAfter } from './EntryCells.tsx'

interface EntryDetailsProps {
  entry: AuditEntryDetails
  catalogue: Catalogue
  onLine: (line: number) => void
}

/** All that the audit log holds about an entry. */
export function EntryDetails({ entry, catalogue, onLine }: EntryDetailsProps) {
  const { chatId, who, from, at, steps, lines } = entry
  const changes = changesInWords(entry, catalogue)
  const subject = subjectOfAudit(entry, catalogue) || entry.subject
  const seesHistory = useSeesHistory()
  return (
    <>
      {changes.length > 0 && (
        <Section level={3} title="Changes" note="before → after">
          <ul>
            {changes.map(({ name, label, before, after }) => (
              <li key={name} className="row wrap between underline">
                <span>
                  {label} {label !== name && <span className="code quiet fz-help">{name}</span>}
                </span>
                <BeforeAfter before={before} after={after} />
                {chatId !== null && isSettingName(name) && seesHistory && (
                  <PageLink className="link fz-help" to={to.changes({ chatId, field: name })} aria-label={`History of ${label}`}>
                    History
                  </PageLink>
                )}
              </li>
            ))}
          </ul>
          <StillHeld entry={entry} />
        </Section>
      )}
      <KeyValue className="fz-help">
        {subject && (
          <Fact name="About">
            <span className="outside">{subject}</span>
          </Fact>
        )}
        <Fact name="Person">
          {nameOf(entry)} {who.role && <span className="quiet">{roles[who.role].label}</span>}
        </Fact>
        <Fact name="When">
          {longTime(at)}
          <span className="quiet block">{new Date(at).toISOString().slice(11, 19)} UTC</span>
        </Fact>
        {(from.address || from.device || from.method) && (
          <Fact name="From">
            <span className="code">{from.address || 'Unknown address'}</span>
            <span className="quiet block">{[from.device, methods[from.method]].filter(Boolean).join(', ')}</span>
          </Fact>
        )}
        <Fact name="Cause">
          <Cause entry={entry} onLine={onLine} />
        </Fact>
      </KeyValue>
      <Section
        level={3}

        title="Outcome"
        actions={
          <div>
            <OutcomeCell entries={[entry]} catalogue={catalogue} onOpen={onLine} />
          </div>
        }
      >
        <ol>
          {steps.map(({ at: stepAt, kind, note, line }) => (
            <li key={`${stepAt} ${kind}`} className={`underline fz-help gap-16 ${classes.step}`}>
              <span className="num quiet">{exactClock(stepAt)}</span>
              <span>{stepKinds[kind]}</span>
              <span className="quiet outside">{note || (line === null ? '' : `line ${count(line)}`)}</span>
            </li>
          ))}
        </ol>
      </Section>
      <Section level={3} title="Record">
        <KeyValue className="fz-help">
          <Fact name={lines.length === 1 ? 'Line' : 'Lines'}>{listed(lines.map(({ line }) => count(line)))}</Fact>
          {lines[0] && (
            <Fact name="SHA-256">
              <span className="inline-row">
                <span className="code">{shortHash(lines[0].sha256)}</span>
                <CopyButton
                  value={lines.map(({ line, sha256 }) => `${line} ${sha256}`).join('\n')}
                  label="Copy the lines with their SHA-256"
                />
              </span>
            </Fact>
          )}
          <Fact name="Chain">
            <ChainState entry={entry} />
          </Fact>
        </KeyValue>
      </Section>
    </>
  )
}

function ChainState({ entry: { id, chain } }: { entry: AuditEntryDetails }) {
  const { brokenAt, checked, checkedTo } = chain
  if (brokenAt !== null)
    return (
      <span className="bad inline-row">
        <Icon name="error" size={14} /> Changed at line {count(brokenAt)}
      </span>
    )
  if (checked === null || checkedTo < id) return <>Not checked yet</>
  return (
    <span className="inline-row gap-6 wrap">
      <span className="ok inline-row">
        <Icon name="done" size={14} /> Unbroken
      </span>
      <span className="quiet">checked at {minuteText(checked)}</span>
    </span>
  )
}

function Cause({ entry: { cause }, onLine }: { entry: AuditEntryDetails; onLine: (line: number) => void }) {
  if (cause.kind === 'hand') return <>By hand</>
  if (cause.kind === 'undo')
    return (
      <button type="button" className="link" onClick={() => onLine(cause.of)}>
        Undo of line {count(cause.of)}
      </button>
    )
  return (
    <span className="outside">
      {causes[cause.kind].label} “{cause.title}”
    </span>
  )
}

const methods: Readonly<Record<AuditEntryDetails['from']['method'], string>> = {
  token: 'signed in with the access token',
  demo: 'demo account',
  passkey: 'signed in with a passkey',
  company: 'signed in with the company account',
  recovery: 'signed in with a recovery code',
  api: 'through the API',
  '': '',
}

/** With milliseconds. */
const exactClock = (at: number) => `${clock(at)}.${String(at % 1000).padStart(3, '0')}`

const shortHash = (hash: string) => `${hash.slice(0, 4)} ${hash.slice(4, 8)} ${hash.slice(8, 12)} … ${hash.slice(-4)}`

/** Whether the chat still has the settings that an entry gave it. */
function StillHeld({ entry: { action, chatId, changes, outcome } }: { entry: AuditEntry }) {
  const mayRead = useMay()('settings.read', chatId ?? undefined)
  const isWanted = action === 'chatUpdate' && outcome === 'done' && chatId !== null && mayRead
  const chat = useQuery({ ...endpointQuery('chatRead', { params: { chatId: chatId ?? 0 } }), enabled: isWanted }).data?.data
  const catalogue = useQuery(catalogueQuery).data
  if (!isWanted || !chat || !catalogue) return null
  const now: Settings = withSoundNames(chat, soundName(catalogue))
  const others = changes.filter(({ name, after }) => isSettingName(name) && after !== undefined && now[name] !== after).length
  return (
    <p className="help mt-8">
      {others === 0
        ? plural(changes.length, 'The setting still holds this value.', 'All {count} settings still hold these values.')
        : plural(others, '{count} setting holds another value by now.', '{count} settings hold other values by now.')}
    </p>
  )
}
