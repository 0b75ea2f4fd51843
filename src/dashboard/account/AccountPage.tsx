import { useSuspenseQuery } from '@tanstack/react-query'
import { catalogueQuery } from '../catalogue.ts'
import { q, refresh } from '../query.ts'
import { call } from '../session.ts'
import { useFieldsForm } from '../use-fields-form.ts'
import { ClashDialog } from '../ui/ClashDialog.tsx'
import { NotSaved, Stale } from '../ui/notes.tsx'
import { PageHead } from '../ui/Page.tsx'
import { NotKeptNote } from '../ui/SaveNotes.tsx'
import { SaveActs } from '../ui/SaveActs.tsx'
import { AccessPanel } from './AccessPanel.tsx'
import classes from './AccountPage.module.css'
import { CurrencyPanel } from './CurrencyPanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { countryName, labels, profileBody, profileOf, profileResolver, type Profile, type ProfileField } from './profile.ts'
import { ProfileForm } from './ProfileForm.tsx'

const read = async () => profileOf((await call('accountRead', {})).data)
const write = (profile: Profile, fresh: Profile) => call('accountUpdate', { body: profileBody(profile, fresh) })

/** Who the account is, how full its plan is, and the few things about it that are decided once. */
export function AccountPage() {
  const reading = useSuspenseQuery(q('accountRead', {}))
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const account = reading.data.data
  const fields = useFieldsForm<Profile>({
    what: 'Profile',
    held: profileOf(account),
    resolver: profileResolver,
    read,
    write,
    onSaved: () => refresh('accountRead'),
  })
  const words = (name: ProfileField, value: string) => (name === 'countryId' ? countryName(catalogue, value) : value)
  const problem = fields.changed.find((name) => fields.form.formState.errors[name])

  return (
    <>
      <div className={classes.head}>
        <PageHead
          title="Account"
          acts={
            <SaveActs
              edits={fields.changed.length}
              busy={fields.busy}
              problem={problem && `Correct the ${labels[problem].toLowerCase()} to save`}
              onSave={fields.save}
              onDiscard={fields.discard}
            />
          }
        />
      </div>
      <Stale what="The account" reading={reading} />
      <div className={classes.columns}>
        <div className={classes.column}>
          {fields.error !== null && <NotSaved error={fields.error} />}
          {fields.notKept.length > 0 && (
            <NotKeptNote
              notKept={fields.notKept.map((one) => ({
                name: one.name,
                label: labels[one.name],
                meant: words(one.name, one.meant),
                kept: words(one.name, one.kept),
                onPutBack: () => fields.putBack(one),
              }))}
              onClose={fields.dropNotKept}
            />
          )}
          <ProfileForm form={fields.form} base={fields.base} values={fields.values} catalogue={catalogue} onSave={fields.save} />
          <AccessPanel account={account} />
        </div>
        <div className={classes.column}>
          <PlanPanel plan={account.plan} chats={chats} />
          <CurrencyPanel key={account.currency} currency={account.currency} chats={chats} />
        </div>
      </div>
      {fields.clashes && (
        <ClashDialog
          clashes={fields.clashes.list.map(({ name, base, mine, theirs }) => ({
            name,
            label: labels[name],
            base: words(name, base),
            mine: words(name, mine),
            theirs: words(name, theirs),
          }))}
          onChoose={fields.clashes.choose}
        />
      )}
    </>
  )
}
