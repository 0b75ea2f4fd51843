import { useQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import type { Person, PersonDetails, Team } from '#contract/gateway/people.ts'
import { gatewayQuery, gatewayWriter, refreshGateway, useGatewayAction, writeToGateway } from '#dashboard/platform/api/gateway-query.ts'
import { to } from '#dashboard/platform/to.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { day } from '#dashboard/ui/format/time.tsx'
import { BarDrawer, barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { lastOwnerReason, leaveIfSignedOut, removePerson } from '../team-actions.tsx'
import { Button } from '#dashboard/ui/form/Button.tsx'
import { useMemo } from 'react'
import { recoveryCodeCount } from '#contract/gateway/own-access.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { SaveBar, SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { type EditedForm, useEditedForm, useFromForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { PasskeyList, SessionList } from '#dashboard/platform/session/AccessLists.tsx'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import { callGateway, type SendToGateway } from '#dashboard/platform/session/call-gateway.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { toast } from '#dashboard/ui/feedback/toast.tsx'
import { count, plural } from '#dashboard/ui/format/numbers.ts'
import { Section } from '#dashboard/ui/page/Section.tsx'
import type { SaveTarget } from '#engine/saving/three-way.ts'
import { GrantForm } from '../GrantForm.tsx'
import { Endings, grantOfPerson, readEndings, reportEnded } from '../endings.tsx'
import { chatNames, passkeyWarning } from '../people/grant-words.ts'
import formClasses from '../team.module.css'
import { grantFields, type GrantFields, grantNames, grantOf, grantResolver, grantTexts } from './person-fields.ts'

interface PersonDrawerProps {
  /** As in the list, until the details are read. */
  person: Person
  team: Team
  chats: Chat[]
  onClose: () => void
}

/** One person: what they may do, how they get in, and where they are signed in. */
export function PersonDrawer({ person, team, chats, onClose }: PersonDrawerProps) {
  const reading = useQuery(gatewayQuery('personRead', { params: { personId: person.id } }))
  return (
    <BarDrawer
      title={person.name}
      subtitle={
        <span className="help regular row wrap">
          <span>
            Joined {day(person.joined)}
            {person.invitedBy && `, invited by ${person.invitedBy}`}
          </span>
          <PageLink to={to.changes({ person: person.id })} className="link">
            Changes
          </PageLink>
        </span>
      }
      isCloseFocused
      onClose={onClose}
    >
      <Loaded what="This person" reading={reading} loadingClass={barDrawer.fields}>
        {(details) => <PersonForm details={details} team={team} chats={chats} onRemoved={onClose} />}
      </Loaded>
    </BarDrawer>
  )
}

/** The fields with the revision that a save is based on. */
type Held = GrantFields & { revision: number }
type Body = ReturnType<typeof grantOf> & { revision: number }
const heldOf = (details: PersonDetails): Held => ({ ...grantFields(details), revision: details.revision })

function targetFor(personId: string, send: SendToGateway): SaveTarget<GrantFields, Held, Body> {
  const params = { personId }
  return {
    names: grantNames,
    read: async () => heldOf((await callGateway('personRead', { params })).data),
    bodyOf: ({ revision, ...fresh }, changes) => ({ ...grantOf({ ...fresh, ...changes }), revision }),
    write: async (body) => reportEnded(await send('personUpdate', { params, body })),
  }
}

interface PersonFormProps {
  details: PersonDetails
  team: Team
  chats: Chat[]
  onRemoved: () => void
}

function PersonForm({ details, team, chats, onRemoved }: PersonFormProps) {
  const me = usePerson()
  const names = useMemo(() => chatNames(chats), [chats])
  const texts = useMemo(() => grantTexts(names), [names])
  const edits = useEditedForm<GrantFields, GrantFields>({
    draftName: draftName(`person ${details.id}`),
    names: grantNames,
    held: useMemo(() => heldOf(details), [details]),
    resolver: grantResolver,
    mode: 'onTouched',
  })
  const saving = useSaving({
    edits,
    what: details.name,
    savedMessage: `${details.name} saved`,
    writes: gatewayWriter('personUpdate'),
    target: (send) => targetFor(details.id, send),
    needsReview: async (values) => {
      const after = grantOfPerson(grantOf(values), team.roles)
      const endings = await readEndings((personId) => (personId === details.id ? after : undefined))
      if (endings?.length === 0) return false
      confirm({
        title: `Save the changes to ${details.name}?`,
        body: <Endings endings={endings} />,
        confirmLabel: 'Save changes',
        danger: true,
        run: async () => saving.save(saving.editedNames()),
      })
      return true
    },
    onSaved: async () => {
      await refreshGateway('personRead', 'teamRead', 'scopedTokenList')
      if (details.id === me?.id) await loadSession()
    },
  })
  const lastOwner = lastOwnerReason(team, details)
  return (
    <div className={barDrawer.column}>
      <form
        className={barDrawer.fields}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          saving.save()
        }}
      >
        {passkeyWarning(details) && (
          <Banner>
            <b>{details.hasUsedRecoveryCode ? 'Signed in with a recovery code.' : 'No passkey.'}</b> {details.name} has to register a
            passkey.
          </Banner>
        )}
        <GrantForm
          form={edits.form}
          chats={chats}
          roleChanges={team.roles}
          look="person"
          fixedRole={lastOwner}
          mark={(name) => <EditedMark name={name} edits={edits} texts={texts} />}
        />
        <Passkeys details={details} />
        <Sessions details={details} />
        <div className="beside gap-16">
          <p className="help grow">
            {lastOwner ?? 'Removing takes effect with the next request, and open pages say so within 30 s. Changes keeps the name.'}
          </p>
          <Button size="xs" tone="danger" blocked={lastOwner !== null} onClick={() => void removePerson(details, onRemoved)}>
            Remove {details.name}…
          </Button>
        </div>
        <button type="submit" hidden>
          Save
        </button>
      </form>
      <div className="sticky-bottom">
        <SaveBar saving={saving} at="bottom" hasNoKey />
      </div>
      <SaveDialogs saving={saving} texts={texts} />
    </div>
  )
}

interface EditedMarkProps {
  name: keyof GrantFields
  edits: EditedForm<GrantFields, GrantFields>
  texts: FieldTexts<GrantFields>
}

function EditedMark({ name, edits: { form, base }, texts }: EditedMarkProps) {
  const value = useFromForm(form, () => form.getValues(name))
  if (value === base[name]) return null
  return (
    <p className={formClasses.mark} data-edited-mark>
      <span className="accent">Edited</span>
      <span className="outside">Was {texts.words(name, base[name]) || 'empty'}</span>
      <button
        type="button"
        className={formClasses.undo}
        aria-label={`Undo: ${texts.label(name)}`}
        onClick={() => form.setValue(name, base[name], { shouldValidate: true, shouldDirty: true })}
      >
        Undo
      </button>
    </p>
  )
}

/** Where a person is signed in. */
function Sessions({ details: { id: personId, sessions } }: { details: PersonDetails }) {
  const end = useGatewayAction(
    'sessionEnd',
    async (send, sessionId: string) => {
      await send('sessionEnd', { params: { personId, sessionId } })
      toast('The session was ended')
      await refreshGateway('personRead', 'teamRead')
    },
    { isBare: true },
  )
  return (
    <Section title="Sessions" note={count(sessions.length)} level={3}>
      {sessions.length === 0 && <p className="meta">Not signed in anywhere.</p>}
      <SessionList sessions={sessions} onEnd={end.mutate} ending={end.isPending ? end.variables : undefined} />
    </Section>
  )
}

/** The passkeys of a person. Whoever lost a device is kept out by removing its passkey. */
function Passkeys({ details }: { details: PersonDetails }) {
  const { id: personId, name, passkeyList, recoveryCodesLeft } = details
  const me = usePerson()
  const remove = (passkey: (typeof passkeyList)[number]) =>
    confirm({
      title: `Remove the passkey ${passkey.name}?`,
      body: (
        <>
          <p>{name} can no longer sign in with it, and is signed out everywhere.</p>
          {passkeyList.length === 1 && <p>It is the only passkey. After that, only a recovery code or a new invitation lets {name} in.</p>}
        </>
      ),
      confirmLabel: 'Remove passkey',
      danger: true,
      run: async () => {
        await writeToGateway('passkeyRemove', { params: { personId, passkeyId: passkey.id } })
        toast('The passkey was removed')
        if (personId === me?.id) return leaveIfSignedOut()
        await refreshGateway('personRead', 'teamRead')
      },
    })
  return (
    <Section title="Passkeys" note={count(passkeyList.length)} level={3}>
      <PasskeyList passkeys={passkeyList} onRemove={remove} />
      <p className="meta mt-8">
        {plural(recoveryCodesLeft, '{count} of {all} recovery codes left', '{count} of {all} recovery codes left', {
          all: String(recoveryCodeCount),
        })}
      </p>
    </Section>
  )
}
