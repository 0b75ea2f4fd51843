import { TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { profileLabels } from '#contract/resources.ts'
import { type Catalogue, countryName } from '#dashboard/platform/service/catalogue.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { fieldError } from '#dashboard/ui/form/form-errors.tsx'
import rows from '#dashboard/ui/form/form-rows.module.css'
import { SearchSelect } from '#dashboard/ui/form/SearchSelect.tsx'
import { Fact, KeyValue } from '#dashboard/ui/page/KeyValue.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import classes from './account.module.css'
import { type Profile, type ProfileField, reservedAddress, profileFields } from './profile.ts'
import type { FieldTexts } from '#dashboard/platform/saving/ConflictDialog.tsx'

interface ProfileFormProps {
  form: UseFormReturn<Profile, Profile, Profile>
  base: Profile
  catalogue: Catalogue
  onSave: () => void
}

/** The writable fields of the account. */
export function ProfileForm({ form, base, catalogue, onSave }: ProfileFormProps) {
  const { errors } = form.formState
  const may = useMay()
  const input = (name: ProfileField) => ({
    label: profileLabels[name],
    error: fieldError(errors[name]?.message),
    autoComplete: autoComplete[name],
    // For the page that the gateway draws.
    defaultValue: base[name],
    ...form.register(name),
  })
  const [email, reservedName] = useWatch({ control: form.control, name: ['email', 'reservedName'] })
  const address = reservedAddress(catalogue, reservedName)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      <Section className={classes.section} title="Profile">
        <TextInput className={rows.row} {...input('name')} />
        <TextInput
          className={rows.row}
          {...input('email')}
          type="email"
          readOnly={!may('account.email')}
          description={
            email === base.email
              ? 'For the administration panel'
              : 'You will need the new address for the administration panel. Saving asks for the access token again.'
          }
        />
        <TextInput className={rows.row} {...input('company')} />
        <Controller
          control={form.control}
          name="countryId"
          render={({ field }) => <CountrySelect catalogue={catalogue} held={base.countryId} error={errors.countryId?.message} {...field} />}
        />
        <div className={rows.group} role="group" aria-labelledby="address">
          <span className={rows.label} id="address">
            Address
          </span>
          <div className={`beside wrap ${rows.parts}`}>
            <TextInput data-wide {...input('address')} />
            <TextInput {...input('unit')} />
          </div>
          <span />
          <div className={`beside wrap ${rows.parts}`}>
            <TextInput {...input('zipCode')} />
            <TextInput data-wide {...input('city')} />
            <TextInput {...input('state')} />
          </div>
        </div>
        <TextInput
          className={rows.row}
          {...input('reservedName')}
          description={
            address === null ? (
              'Your own name in the address of your chats'
            ) : (
              <>
                Users reach your chats at <span className="outside">{address}</span>
              </>
            )
          }
        />
      </Section>
      <Section className={classes.section} title="Payments">
        <TextInput
          className={rows.row}
          {...input('paymentEmail')}
          type="email"
          description="Where the payment provider sends your payments"
        />
      </Section>
      {/* Enter in a field saves. */}
      <button type="submit" hidden>
        Save
      </button>
    </form>
  )
}

const autoComplete: Partial<Record<ProfileField, string>> = {
  name: 'name',
  email: 'email',
  company: 'organization',
  address: 'address-line1',
  unit: 'address-line2',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
  reservedName: 'off',
  paymentEmail: 'off',
}

const notSet = 'not set'

interface CountrySelectProps {
  catalogue: Catalogue
  /** What the service holds: an unknown id stays in the list. */
  held: string
  error: string | undefined
  name: string
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  ref: React.Ref<HTMLInputElement>
}

function CountrySelect({ catalogue, held, error, value, onChange, ...rest }: CountrySelectProps) {
  const data = useMemo(() => {
    const known = Object.entries(catalogue.countries).map(([id, label]) => ({ value: id, label }))
    const unknown = held === '' || Object.hasOwn(catalogue.countries, held) ? [] : [{ value: held, label: countryName(catalogue, held) }]
    return [{ value: notSet, label: 'Not set' }, ...unknown, ...known.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))]
  }, [catalogue, held])
  return (
    <SearchSelect
      className={rows.row}
      label={profileLabels.countryId}
      nothingFound="No such country"
      data={data}
      error={fieldError(error)}
      value={value === '' ? notSet : value}
      onChange={(next) => onChange(next === notSet ? '' : next)}
      {...rest}
    />
  )
}

/** The profile for people who may not change it. */
export const ProfileFacts = ({ profile, texts }: { profile: Profile; texts: FieldTexts<Profile> }) => (
  <Section className={classes.section} title="Profile" note="read only for you">
    <KeyValue className={classes.list}>
      {profileFields.map((name) => (
        <Fact key={name} name={profileLabels[name]} className="outside">
          {texts.words(name, profile[name]) || <span className="help">not set</span>}
        </Fact>
      ))}
    </KeyValue>
  </Section>
)
