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
import { useEditedForm } from '#dashboard/platform/saving/use-edited-form.ts'
import { useSaving } from '#dashboard/platform/saving/use-saving.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { call, type SendRequest } from '#dashboard/platform/session/session.ts'
import { StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { fieldError, resolverOfEdits } from '#dashboard/ui/form/form-errors.tsx'
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
                <Switch id="social" {...form.register('social')} />
                <span>{values.social ? 'On' : 'Off'}</span>
                <span className="quiet fz-help">
                  {values.social ? 'Social settings are enabled.' : 'Social settings are disabled. The values below are kept.'}
                </span>
              </div>
            </div>
            <fieldset className={classes.network} data-off={!values.social || undefined}>
              <legend>{networkName('networkOne')}</legend>
              <TextInput
                className={rows.row}
                label={socialLabels.networkOneLink}
                description="Used by the share function of this network"
                type="url"
                inputMode="url"
                placeholder="https://"
                error={fieldError(errors.networkOneLink?.message)}
                {...form.register('networkOneLink')}
              />
            </fieldset>
            <fieldset className={classes.network} data-off={!values.social || undefined}>
              <legend>{networkName('networkTwo')}</legend>
              <TextInput
                className={rows.row}
                label={socialLabels.networkTwoName}
                description="Used by the share function of this network"
                autoComplete="off"
                error={fieldError(errors.networkTwoName?.message)}
                {...form.register('networkTwoName')}
              />
            </fieldset>
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
function SharePreview({ social: { social, networkOneLink, networkTwoName } }: { social: SocialFields }) {
  const isLink = linkProblem(networkOneLink) === null
  const isHandle = handleProblem(networkTwoName) === null
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <PanelHeading id="preview" aside="approximate, based on the values above">
        Preview
      </PanelHeading>
      {social ? (
        <ul>
          <Share icon="net1" name={networkName('networkOne')}>
            {!isLink ? (
              'the link is not valid'
            ) : networkOneLink === '' ? (
              'no link set'
            ) : (
              <>
                shares{' '}
                <Anchor className="outside" href={networkOneLink} target="_blank" rel="noopener noreferrer">
                  {networkOneLink}
                </Anchor>
              </>
            )}
          </Share>
          <Share icon="net2" name={networkName('networkTwo')}>
            {!isHandle ? (
              'the handle is not valid'
            ) : networkTwoName === '' ? (
              'no handle set'
            ) : (
              <>
                shares with the handle <b className="outside medium">{shownHandle(networkTwoName)}</b>
              </>
            )}
          </Share>
        </ul>
      ) : (
        <p>Social settings are disabled.</p>
      )}
    </section>
  )
}

function Share({ icon, name, children }: { icon: 'net1' | 'net2'; name: string; children: React.ReactNode }) {
  return (
    <li className="beside gap-10">
      <Icon name={icon} className="quiet" />
      <span>
        <b className="medium">{name}</b> {children}
      </span>
    </li>
  )
}

/** What the form holds. A type, not an interface: its keys are known to be all there are. */
// oxlint-disable-next-line typescript/consistent-type-definitions -- an interface would not fit Record<string, ...>
type SocialFields = { social: boolean; networkOneLink: string; networkTwoName: string }

const socialNames = ['social', 'networkOneLink', 'networkTwoName'] as const satisfies (keyof SocialFields)[]

const unnamed = { networkOne: 'First network', networkTwo: 'Second network' }

const networkName = (network: keyof typeof unnamed) => providerName(network) ?? unnamed[network]

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
  if (name === 'networkOneLink') return linkProblem(String(value))
  return name === 'networkTwoName' ? handleProblem(String(value)) : null
})
