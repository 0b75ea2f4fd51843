import { TextInput } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Plan } from '#contract/account.ts'
import type { Chat } from '#contract/chats.ts'
import { serviceName, serviceNameFirst } from '#contract/provider-names.ts'
import { profileLabels } from '#contract/resources.ts'
import { writer } from '#dashboard/platform/api/actions.ts'
import { endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import { SaveBar } from '#dashboard/platform/saving/SaveBar.tsx'
import { SaveDialogs } from '#dashboard/platform/saving/SaveDialogs.tsx'
import { SaveNotes } from '#dashboard/platform/saving/change-notes.tsx'
import { useEditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { catalogueQuery, countryName } from '#dashboard/platform/service/catalogue.ts'
import { overPlan } from '#dashboard/platform/service/over-plan.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { call, type SendRequest, useSession } from '#dashboard/platform/session/session.ts'
import { to } from '#dashboard/platform/to.ts'
import { Badge } from '#dashboard/ui/feedback/Badge.tsx'
import { Banner } from '#dashboard/ui/feedback/Banner.tsx'
import { LimitOnly, Meter } from '#dashboard/ui/feedback/Meter.tsx'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { counted, listed } from '#dashboard/ui/format/numbers.ts'
import { PageLink } from '#dashboard/ui/page/PageLink.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { wholeTarget } from '#engine/saving/three-way.ts'
import { createWholeReader } from '#engine/saving/whole-answer.ts'
import { AccessPanel } from './AccessPanel.tsx'
import classes from './account.module.css'
import { currencyLabel } from './currency/currencies.ts'
import { CurrencySteps } from './currency/CurrencySteps.tsx'
import { MakeRoom } from './plan/MakeRoom.tsx'
import { moreRooms } from './plan/plan.ts'
import own from './plan/PlanPanel.module.css'
import { type Profile, profileBody, profileFields, profileOf, profileResolver } from './profile.ts'
import { ProfileFacts } from './ProfileFacts.tsx'
import { ProfileForm } from './ProfileForm.tsx'

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
  /** The head with the tabs. */
  head: (actions: ReactNode) => ReactNode
  /** Asks before it deletes a chat. */
  onDelete: (chat: Chat) => void
}

/** Who the account is, how full its plan is, and the few things about it that are decided once. */
export function AccountPage({ head, onDelete }: AccountPageProps) {
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
      {head(<SaveBar saving={saving} at="head" />)}
      <StaleNotice what="The account" reading={reading} />
      <div className={classes.columns}>
        {mayWrite ? (
          <>
            {profile}
            {plan}
          </>
        ) : (
          <>
            {plan}
            {profile}
          </>
        )}
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
    <section className={classes.section} aria-labelledby="currency">
      <h2 className="section-heading" id="currency">
        Currency {currency === '' && <span>not set yet</span>}
        <Badge className="push" tone={currency === '' ? 'warn' : 'quiet'} icon={<Icon name="lock" size={12} />}>
          Can be set only once
        </Badge>
      </h2>
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
    </section>
  )
}

/** How full the plan is, how to make room, and what a few more chats would mean. */
function PlanPanel({ plan, chats, onDelete }: { plan: Plan; chats: Chat[]; onDelete: (chat: Chat) => void }) {
  const over = overPlan(plan)
  const may = useMay()
  const owners = useSession().team?.owners ?? []
  const { hash } = useLocation()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (hash === '#plan') section.current?.scrollIntoView()
  }, [hash])
  return (
    <section ref={section} className={classes.section} aria-labelledby="plan">
      <h2 className="section-heading" id="plan">
        Plan <span>set by {serviceName()}, read only</span>
      </h2>
      {over && (
        <div className={own.over}>
          <Banner>
            <b>{over.title}</b> {over.detail} {over.remedy}
          </Banner>
        </div>
      )}
      <div className={own.meters}>
        <Meter label="Chats" used={plan.usedRooms} limit={plan.rooms} />
        <Meter label="Admins" used={plan.usedAdmins} limit={plan.admins} />
        <Meter label="Keywords" used={plan.usedKeywords} limit={plan.keywords} />
        <LimitOnly label="Concurrent users" limit={plan.users} note="shared" />
      </div>
      <p className="help">Keywords are linkable keywords that are displayed in all chats. The plan sets how many there can be.</p>
      <p className="help">
        Concurrent users are shared among all chats. {serviceNameFirst()} does not say how many there are now, so only the limit is shown.
      </p>
      <WhatIf plan={plan} />
      {over && !may('chats.delete') && owners.length > 0 && (
        <p className="help">
          An Owner can make room or ask for a larger plan: <span className="outside">{listed(owners)}</span>.
        </p>
      )}
      <MakeRoom chats={chats} isOver={plan.usedRooms !== null && plan.rooms !== null && plan.usedRooms > plan.rooms} onDelete={onDelete} />
    </section>
  )
}

function WhatIf({ plan }: { plan: Plan }) {
  const [text, setText] = useState('1')
  const more = /^\d{1,4}$/.test(text.trim()) ? Number(text) : null
  const words = more === null ? 'enter a number up to 9999' : moreRooms(plan, more)
  return (
    <div className={own.whatIf}>
      <TextInput
        size="xs"
        label="If you add chats"
        inputMode="numeric"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <output className="num">{words}</output>
    </div>
  )
}
