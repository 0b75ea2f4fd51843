import { profileLabels } from '#contract/resources.ts'
import type { FieldTexts } from '#dashboard/platform/saving/field-texts.ts'
import own from './account.module.css'
import { type Profile, profileFields } from './profile.ts'

/** The profile for people who may not change it. */
export const ProfileFacts = ({ profile, texts }: { profile: Profile; texts: FieldTexts<Profile> }) => (
  <section className={own.section} aria-labelledby="profile">
    <h2 className="section-heading" id="profile">
      Profile <span>read only for you</span>
    </h2>
    <dl className={own.list}>
      {profileFields.map((name) => (
        <div key={name} className={own.fact}>
          <dt>{profileLabels[name]}</dt>
          <dd className="outside">{texts.words(name, profile[name]) || <span className="help">not set</span>}</dd>
        </div>
      ))}
    </dl>
  </section>
)
