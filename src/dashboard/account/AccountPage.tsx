import { useSuspenseQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { catalogueQuery, countryName } from '../catalogue.ts'
import { profileLabels } from '../field-labels.ts'
import { FieldsActs, FieldsNotes } from '../FieldsForm.tsx'
import { q, refresh } from '../query.ts'
import { call, type SendRequest } from '../session.ts'
import { to } from '../to.ts'
import { useFieldsForm } from '../use-fields-form.ts'
import { Stale } from '../ui/notes.tsx'
import { AccessPanel } from './AccessPanel.tsx'
import { AccountHead } from './AccountHead.tsx'
import classes from './AccountPage.module.css'
import { CurrencyPanel } from './CurrencyPanel.tsx'
import { PlanPanel } from './PlanPanel.tsx'
import { profileBody, profileOf, profileResolver, type Profile, type ProfileField } from './profile.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** The other tab. Its code is named here and not in the routes, which every first load reads. */
export const servicePage = async () => (await import('./ServicePage.tsx')).ServicePage

const read = async () => profileOf((await call('accountRead', {})).data)
const write = (send: SendRequest, profile: Profile, fresh: Profile) =>
  send('accountUpdate', { body: profileBody(profile, fresh) }, { isFinal: profile.email !== fresh.email })

/** Who the account is, how full its plan is, and the few things about it that are decided once. @param onDelete asks before it deletes a chat */
export function AccountPage({ onDelete }: { onDelete: (chat: Chat) => void }) {
  const reading = useSuspenseQuery(q('accountRead', {}))
  const chats = useSuspenseQuery(q('chatList', {})).data.data
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const account = reading.data.data
  const fields = useFieldsForm<Profile>({
    what: 'Profile',
    held: profileOf(account),
    resolver: profileResolver,
    read,
    writes: 'accountUpdate',
    write,
    onSaved: () => refresh('accountRead'),
  })
  const words = (name: ProfileField, value: string) => (name === 'countryId' ? countryName(catalogue, value) : value)

  return (
    <>
      <AccountHead current={to.account()} acts={<FieldsActs fields={fields} labels={profileLabels} />} />
      <Stale what="The account" reading={reading} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <FieldsNotes fields={fields} labels={profileLabels} words={words} />
          <ProfileForm form={fields.form} base={fields.base} values={fields.values} catalogue={catalogue} onSave={fields.save} />
          <AccessPanel account={account} />
        </div>
        <div className={classes.column}>
          <PlanPanel plan={account.plan} chats={chats} onDelete={onDelete} />
          <CurrencyPanel key={account.currency} currency={account.currency} chats={chats} />
        </div>
      </div>
    </>
  )
}
