import { Anchor, TextInput } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { socialLabels } from '#contract/resources.ts'
import { writer } from '#dashboard/platform/api/actions.ts'
import { endpointQuery, refresh } from '#dashboard/platform/api/query.ts'
import { draftName } from '#dashboard/platform/saving/drafts.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'
import { SaveBar, SaveDialogs } from '#dashboard/platform/saving/SaveBar.tsx'
import { SaveNotes } from '#dashboard/platform/saving/change-notes.tsx'
import { resolverOfEdits, useEditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import rows from '#dashboard/ui/form/form-rows.module.css'
import { Switch } from '#dashboard/ui/form/Switch.tsx'
import { PlaceHead } from '#dashboard/platform/session/PlaceHead.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { wholeTarget } from '#engine/saving/three-way.ts'
import { createWholeReader } from '#engine/saving/whole-answer.ts'
import classes from './SocialPage.module.css'
import { providerName } from '#contract/provider-names.ts'
import type { Social } from '#contract/social.ts'
import { PanelHeading } from '#dashboard/ui/page/Section.tsx'

function socialTarget(send: SendRequest) {
  const { read, known } = createWholeReader((options) => call('socialRead', {}, options), socialNames)
  return wholeTarget(
    async () => socialOf(await read()),
    (social, fresh) => send('socialUpdate', { body: known(social, (name) => social[name] !== fresh[name]) }),
  )
}

const texts: FieldTexts<SocialFields> = {
  label: (name) => socialLabels[name],
  words: (_, value) => (typeof value === 'boolean' ? (value ? 'On' : 'Off') : value),
}

/** What the share functions of all group chats use. */
export function SocialPage() {
  const reading = useSuspenseQuery(endpointQuery('socialRead', {}))
  const { data } = reading.data
  const edits = useEditedForm<SocialFields, SocialFields>({
    draftName: draftName('social settings'),
    names: socialNames,
    held: useMemo(() => socialOf(data), [data]),
    resolver: socialResolver,
    mode: 'onTouched',
  })
  const saving = useSaving({
    edits,
    what: 'Social settings',
    savedMessage: 'Social settings saved',
    writes: writer('socialUpdate'),
    target: socialTarget,
    onSaved: (_, isChecked) => isChecked && refresh('socialRead'),
  })
  const { form } = edits
  // The form holds every field from the start.
  const values = { ...edits.base, ...useWatch({ control: form.control }) }
  const { errors } = form.formState
  const mayWrite = useMay()('social.write')
  return (
    <>
      <PlaceHead actions={<SaveBar saving={saving} at="head" />} />
      <StaleNotice what="The social settings" reading={reading} />
      <div className={classes.page}>
        <p className="quiet my-8">These settings apply to all group chats of the account.</p>
        <SaveNotes saving={saving} />
        <form
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            saving.save()
          }}
        >
          <fieldset disabled={!mayWrite}>
            <div className={rows.group}>
              <label htmlFor="social" className={rows.label}>
                {socialLabels.social}
              </label>
              <div className="row wrap">
                <Switch id="social" defaultChecked={values.social} {...form.register('social')} />
                <span>{values.social ? 'On' : 'Off'}</span>
                <span className="quiet fz-help">
                  {values.social ? 'Social settings are enabled.' : 'Social settings are disabled. The values below are kept.'}
                </span>
              </div>
            </div>
            {networks.map(({ network, name, input }) => (
              <fieldset key={name} className={classes.network} data-off={!values.social || undefined}>
                <legend>{nameOf(network)}</legend>
                <TextInput
                  className={rows.row}
                  label={socialLabels[name]}
                  description="Used by the share function of this network"
                  error={fieldError(errors[name]?.message)}
                  defaultValue={values[name]}
                  {...input}
                  {...form.register(name)}
                />
              </fieldset>
            ))}
          </fieldset>
          <button type="submit" hidden>
            Save
          </button>
        </form>
        <SharePreview social={values} />
      </div>
      <SaveDialogs saving={saving} texts={texts} />
    </>
  )
}

/** What the share function of each network uses, from the values in the form. */
function SharePreview({ social }: { social: SocialFields }) {
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <PanelHeading id="preview" aside="approximate, based on the values above">
        Preview
      </PanelHeading>
      {social.social ? (
        <ul>
          {networks.map(({ network, name, icon, what, problem, shares }) => (
            <li key={name} className="beside gap-10">
              <Icon name={icon} className="quiet" />
              <span>
                <b className="medium">{nameOf(network)}</b>{' '}
                {problem(social[name]) !== null
                  ? `the ${what} is not valid`
                  : social[name] === ''
                    ? `no ${what} set`
                    : shares(social[name])}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p>Social settings are disabled.</p>
      )}
    </section>
  )
}

/** What the form holds. A type, not an interface: its keys are known to be all there are. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
type SocialFields = { social: boolean; networkOneLink: string; networkTwoName: string }

const socialNames = ['social', 'networkOneLink', 'networkTwoName'] as const satisfies (keyof SocialFields)[]

const networks = [
  {
    network: 'networkOne',
    name: 'networkOneLink',
    icon: 'net1',
    input: { type: 'url', inputMode: 'url', placeholder: 'https://' },
    what: 'link',
    problem: linkProblem,
    shares: (link: string) => (
      <>
        shares{' '}
        <Anchor className="outside" href={link} target="_blank" rel="noopener noreferrer">
          {link}
        </Anchor>
      </>
    ),
  },
  {
    network: 'networkTwo',
    name: 'networkTwoName',
    icon: 'net2',
    input: { autoComplete: 'off' },
    what: 'handle',
    problem: handleProblem,
    shares: (handle: string) => (
      <>
        shares with the handle <b className="outside medium">{shownHandle(handle)}</b>
      </>
    ),
  },
] as const

const nameOf = (network: 'networkOne' | 'networkTwo') =>
  providerName(network) ?? (network === 'networkOne' ? 'First network' : 'Second network')

const socialOf = ({ social, networkOneLink, networkTwoName }: Social): SocialFields => ({ social, networkOneLink, networkTwoName })

/** What is wrong with a link, in words, or null. An empty one is no link. */
export function linkProblem(link: string): string | null {
  if (link === '') return null
  if (link !== link.trim()) return 'Remove the spaces around it'
  if (!/^https?:\/\//i.test(link)) return 'A link starts with https://'
  const host = URL.canParse(link) ? new URL(link).hostname : ''
  if (host === '') return 'Not a valid web address'
  if (link.length > 2000) return 'At most 2,000 characters'
  return null
}

/** What is wrong with a handle, in words, or null. An empty one is no handle. */
export function handleProblem(handle: string): string | null {
  if (handle === '') return null
  if (/^https?:/i.test(handle)) return 'Enter only the handle, without the address'
  if (/\s/.test(handle)) return 'Remove the spaces'
  if (handle.length > 200) return 'At most 200 characters'
  return /^@?[\p{L}\p{N}_.-]+$/u.test(handle) ? null : 'Letters, digits, dots, hyphens and underscores only'
}

/** "@roomkeeper", whether or not the @ was typed. */
export const shownHandle = (handle: string): string => (handle === '' ? '' : `@${handle.replace(/^@/, '')}`)

export const socialResolver = resolverOfEdits<SocialFields>((name, value) => {
  const network = networks.find((one) => one.name === name)
  return network?.problem(String(value))
})
