import { Button } from '@mantine/core'
import { useMemo } from 'react'
import type { Chat } from '#contract/chats.ts'
import type { PersonDetails, Team } from '#contract/workspace/people.ts'
import { callWorkspace, type SendToWorkspace } from '#dashboard/platform/session/workspace.ts'
import { refreshWorkspace, workspaceWriter } from '#dashboard/platform/api/workspace-query.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import { barDrawer } from '#dashboard/ui/overlay/BarDrawer.tsx'
import { SaveBar } from '#dashboard/platform/saving/SaveBar.tsx'
import { SaveDialogs } from '#dashboard/platform/saving/SaveDialogs.tsx'
import type { SaveTarget } from '#engine/saving/three-way.ts'
import { useEditedForm, useFromForm, type EditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { usePerson } from '#dashboard/platform/session/rights.ts'
import { loadSession } from '#dashboard/platform/session/session.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import formClasses from '../GrantForm.module.css'
import { GrantForm } from '../GrantForm.tsx'
import { Endings } from '../lent/Endings.tsx'
import { grantOfPerson, readEndings, reportEnded } from '../lent/endings.ts'
import { chatNames, passkeyWarning } from '../people/grant-words.ts'
import type { TeamActions } from '../people/use-team-actions.tsx'
import { Passkeys } from './Passkeys.tsx'
import classes from './PersonDrawer.module.css'
import { grantFields, grantNames, grantOf, grantResolver, grantTexts, type GrantFields } from './person-fields.ts'
import { Sessions } from './Sessions.tsx'

/** The fields with the revision that a save is based on. */
type Held = GrantFields & { revision: number }
type Body = ReturnType<typeof grantOf> & { revision: number }
const heldOf = (details: PersonDetails): Held => ({ ...grantFields(details), revision: details.revision })

function targetFor(personId: string, send: SendToWorkspace): SaveTarget<GrantFields, Held, Body> {
  const params = { personId }
  return {
    names: grantNames,
    read: async () => heldOf((await callWorkspace('personRead', { params })).data),
    bodyOf: ({ revision, ...fresh }, changes) => ({ ...grantOf({ ...fresh, ...changes }), revision }),
    write: async (body) => reportEnded(await send('personUpdate', { params, body })),
  }
}

interface PersonFormProps {
  details: PersonDetails
  team: Team
  chats: Chat[]
  actions: TeamActions
}

export function PersonForm({ details, team, chats, actions }: PersonFormProps) {
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
    writes: workspaceWriter('personUpdate'),
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
      await refreshWorkspace('personRead', 'teamRead', 'scopedTokenList')
      if (details.id === me?.id) await loadSession()
    },
  })
  const lastOwner = actions.lastOwnerReason(details)
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
        <div className={classes.remove}>
          <p className="help">
            {lastOwner ?? 'Removing takes effect with the next request, and open pages say so within 30 s. Activity keeps the name.'}
          </p>
          <Button
            size="xs"
            {...(lastOwner ? { 'data-disabled': true, 'aria-disabled': true } : { c: 'red', onClick: () => actions.remove(details) })}
          >
            Remove {details.name}…
          </Button>
        </div>
        <button type="submit" hidden>
          Save
        </button>
      </form>
      <div className={classes.bar}>
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
