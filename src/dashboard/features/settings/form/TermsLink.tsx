import { serviceName } from '#contract/provider-names.ts'
import { useStore } from './store.ts'
import classes from './TermsLink.module.css'

/** Where the terms are that users accept before they register: read only, as the API document has it. */
export function TermsLink() {
  const { termsLink } = useStore()
  return (
    <dl className={classes.terms}>
      <dt className="medium">Terms link</dt>
      <dd>{termsLink === '' ? 'none' : <Address text={termsLink} />}</dd>
      <dd className="faint">Set by {serviceName()}. It cannot be changed here.</dd>
    </dl>
  )
}

/** Only an address of the web can be followed, and it reads as the browser takes it: no look-alike letters, nothing unseen. */
function Address({ text }: { text: string }) {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return <span className="outside">{text}</span>
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer">
      {url.href}
    </a>
  )
}
