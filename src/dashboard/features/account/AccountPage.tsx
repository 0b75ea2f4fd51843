import { useSuspenseQuery } from '@tanstack/react-query'
import type { Chat } from '#contract/chats.ts'
import { catalogueQuery, countryName } from '#dashboard/platform/service/catalogue.ts'
import { profileLabels } from '#contract/resources.ts'
import { FieldsActs, FieldsNotes } from '#dashboard/platform/saving/FieldsForm.tsx'
import { q, refresh } from '#dashboard/platform/api/query.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { useFieldsForm } from '#dashboard/platform/saving/use-fields-form.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { AccessPanel } from './AccessPanel.tsx'
import { AccountHead } from './AccountHead.tsx'
import classes from './AccountPage.module.css'
import { CurrencyPanel } from './currency/CurrencyPanel.tsx'
import { PlanPanel } from './plan/PlanPanel.tsx'
import { profileBody, profileOf, profileResolver, type Profile, type ProfileField } from './profile.ts'
import { ProfileForm } from './ProfileForm.tsx'

/** The other tab. Its code is named here and not in the routes, which every first load reads. */
export const servicePage = async () => (await import('./service/ServicePage.tsx')).ServicePage

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
      <StaleNotice what="The account" reading={reading} />
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
