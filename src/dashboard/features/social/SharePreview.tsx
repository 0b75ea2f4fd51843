import { Anchor } from '@mantine/core'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import { handleProblem, linkProblem, networkName, shownHandle, type SocialFields } from './social.ts'
import { PanelHeading } from '#dashboard/ui/page/PanelHeading.tsx'
import classes from './SocialPage.module.css'

/** What the share function of each network uses, from the values in the form. */
export function SharePreview({ social: { social, networkOneLink, networkTwoName } }: { social: SocialFields }) {
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
    <li className={classes.share}>
      <Icon name={icon} className="quiet" />
      <span>
        <b className="medium">{name}</b> {children}
      </span>
    </li>
  )
}
