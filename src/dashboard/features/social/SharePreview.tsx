import { Anchor } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { handleProblem, linkProblem, shownHandle, type SocialFields } from './social.ts'
import classes from './SocialPage.module.css'

/** What the share function of each network uses, drawn from what stands in the form. */
export function SharePreview({ social: { social, networkOneLink, networkTwoName } }: { social: SocialFields }) {
  const link = linkProblem(networkOneLink) === null ? networkOneLink : ''
  const handle = handleProblem(networkTwoName) === null ? shownHandle(networkTwoName) : ''
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <h2 id="preview">
        Preview <span>approximate, from what stands above</span>
      </h2>
      {social ? (
        <ul>
          <Share icon="net1" name="First network">
            {link === '' ? (
              'no link is set'
            ) : (
              <>
                shares{' '}
                <Anchor className="outside" href={link} target="_blank" rel="noopener noreferrer">
                  {link}
                </Anchor>
              </>
            )}
          </Share>
          <Share icon="net2" name="Second network">
            {handle === '' ? (
              'no handle is set'
            ) : (
              <>
                shares with the handle <b className="outside">{handle}</b>
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
    <li>
      <Icon name={icon} />
      <span>
        <b>{name}</b> {children}
      </span>
    </li>
  )
}
