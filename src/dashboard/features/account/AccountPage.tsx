import { Button, IconButton } from '#dashboard/ui/form/Button.tsx'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Chat } from '#contract/chats.ts'
import { profileLabels } from '#contract/resources.ts'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { useAction, writer } from '#dashboard/platform/api/actions.ts'
import { endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { SaveBar, SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { SaveNotes } from '#dashboard/platform/saving/change-notes.tsx'
import { useEditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { catalogueQuery, countryName } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { counted } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { wholeTarget } from '#engine/saving/three-way.ts'
import { createWholeReader } from '#engine/saving/whole-answer.ts'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import classes from './account.module.css'
import { currencyLabel } from './currency.ts'
import { PlanPanel } from './plan/PlanPanel.tsx'
import { CurrencySteps } from './CurrencySteps.tsx'
import { type Profile, profileBody, profileFields, profileOf, profileResolver } from './profile.ts'
import { ProfileForm, ProfileFacts } from './ProfileForm.tsx'
import type { Account } from '#contract/account.ts'
import { serviceName } from '#contract/provider-names.ts'
import { readTokenKey } from '#dashboard/platform/session/sign-in.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'

const noChats: Chat[] = []

/** Nobody who sees no chats reads their list. The route has read it for all others. */
function useChats(): Chat[] {
  const may = useMay()
  return useQuery({ ...endpointQuery('chatList', {}), enabled: may('chats.read') }).data?.data ?? noChats
}

function profileTarget(send: SendRequest) {
  const { read, known } = createWholeReader((options) => call('accountRead', {}, options), profileFields)
  return wholeTarget(
    async () => profileOf(await read()),
    (profile: Profile, fresh) => {
      const body = known(profileBody(profile, fresh), (name) => profile[name] !== fresh[name])
      return send('accountUpdate', { body }, { isFinal: profile.email !== fresh.email })
    },
  )
}

interface AccountPageProps {
  /** Asks before it deletes a chat. */
  onDelete: (chat: Chat) => void
}

/** Who the account is, how full its plan is, and the few things about it that are decided once. */
export function AccountPage({ onDelete }: AccountPageProps) {
  const reading = useSuspenseQuery(endpointQuery('accountRead', {}))
  const chats = useChats()
  const catalogue = useSuspenseQuery(catalogueQuery).data
  const account = reading.data.data
  const edits = useEditedForm<Profile, Profile>({
    draftName: draftName('profile'),
    names: profileFields,
    held: useMemo(() => profileOf(account), [account]),
    resolver: profileResolver,
    mode: 'onTouched',
  })
  const saving = useSaving({
    edits,
    what: 'Profile',
    savedMessage: 'Profile saved',
    writes: writer('accountUpdate'),
    target: profileTarget,
    onSaved: (_, isChecked) => isChecked && refresh('accountRead'),
  })
  const texts: FieldTexts<Profile> = {
    label: (name) => profileLabels[name],
    words: (name, value) => (name === 'countryId' ? countryName(catalogue, value) : value),
  }

  const mayWrite = useMay()('account.write')
  const profile = (
    <div className={classes.column}>
      <SaveNotes saving={saving} />
      {mayWrite ? (
        <ProfileForm form={edits.form} base={edits.base} catalogue={catalogue} onSave={() => saving.save()} />
      ) : (
        <ProfileFacts profile={edits.base} texts={texts} />
      )}
      <AccessPanel account={account} />
    </div>
  )
  const plan = (
    <div className={classes.column}>
      <PlanPanel plan={account.plan} chats={chats} onDelete={onDelete} />
      <CurrencyPanel key={account.currency} currency={account.currency} chats={chats} />
    </div>
  )
  return (
    <>
      <PlaceHead isSticky actions={<SaveBar saving={saving} at="head" />} />
      <StaleNotice what="The account" reading={reading} />
      <div className="columns">
        {mayWrite && profile}
        {plan}
        {!mayWrite && profile}
      </div>
      <SaveDialogs saving={saving} texts={texts} />
    </>
  )
}

/** The currency of the account: shown once it is set, an irreversible step before. */
function CurrencyPanel({ currency, chats }: { currency: string; chats: Chat[] }) {
  const may = useMay()
  const paid = chats.filter(({ monetizeLogin }) => monetizeLogin)
  return (
    <Section
      className={classes.section}
      id="currency"
      title="Currency"
      note={currency === '' && 'not set yet'}
      actions={
        <Badge tone={currency === '' ? 'warn' : 'quiet'} icon={<Icon name="lock" size={12} />}>
          Can be set only once
        </Badge>
      }
    >
      {currency === '' ? (
        may('account.currency') && <CurrencySteps paid={paid} />
      ) : (
        <>
          <p>
            <b className="outside">{currencyLabel(currency)}</b>
          </p>
          <p className="help" hidden={!may('chats.read')}>
            {paid.length === 0 ? (
              'No chat asks for payment. Paid entry can be switched on in the settings of a chat.'
            ) : (
              <>
                Paid entry is charged in it: <PageLink to={to.chats({ show: 'paid' })}>{counted(paid.length, 'chat')}</PageLink>.
              </>
            )}
          </p>
        </>
      )}
    </Section>
  )
}

/** What only the service decides, and the account's secret. */
function AccessPanel({ account }: { account: Account }) {
  const may = useMay()
  return (
    <Section className={classes.section} title="Access">
      <KeyValue className={classes.list}>
        {may('account.tokenKey') && (
          <Fact name="Token key">
            <TokenKey />
          </Fact>
        )}
        <Fact name="Account ID" className="code row gap-4">
          {account.id} <CopyButton value={String(account.id)} label="Copy the account ID" />
        </Fact>
        {account.passwordSet !== undefined && <Fact name="Password">{account.passwordSet ? 'set' : 'not set'}</Fact>}
      </KeyValue>
      <details className="fz-meta">
        <summary className="link">Details</summary>
        <p className="num">
          Type {account.type ?? '?'}, test level {account.testLevel ?? '?'}: used internally by {serviceName()}
        </p>
      </details>
    </Section>
  )
}

/** Masked; the gateway hands it over only after the token was entered again. It lives in this part of the page and nowhere else. */
function TokenKey() {
  const [key, setKey] = useState<string | null>()
  const [shown, setShown] = useState(true)
  const { error, isPending, mutate } = useAction(null, async () => setKey(await readTokenKey()))
  if (key === null) return <span>none</span>
  return (
    <>
      {key !== undefined && shown ? (
        <span className="code outside" aria-label="Token key">
          {key}
        </span>
      ) : (
        <span aria-label="Token key, hidden" role="img">
          ••••••••••••••••
        </span>
      )}
      {key === undefined ? (
        <Button size="xs" icon="eye" loading={isPending} onClick={() => mutate()}>
          Show
        </Button>
      ) : (
        <>
          <IconButton
            icon={shown ? 'eyeOff' : 'eye'}
            size="xs"
            aria-label={shown ? 'Hide the token key' : 'Show the token key'}
            onClick={() => setShown(!shown)}
          />
          <CopyButton value={key} label="Copy the token key" />
        </>
      )}
      {error !== null && (
        <span className="small bad full" role="alert">
          Not shown. {readErrorMessage(error).advice}
        </span>
      )}
    </>
  )
}
