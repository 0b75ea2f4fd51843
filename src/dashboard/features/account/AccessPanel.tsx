import { ActionIcon, Button } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#contract/account.ts'
import { serviceName } from '#contract/provider-names.ts'
import { useMay } from '#dashboard/platform/session/rights.ts'
import { readTokenKey } from '#dashboard/platform/session/sign-in.ts'
import { readErrorMessage } from '#dashboard/ui/feedback/error-messages.ts'
import { CopyButton } from '#dashboard/ui/form/CopyButton.tsx'
import { Icon } from '#dashboard/ui/theme/icons.tsx'
import classes from './account.module.css'

/** What only the service decides, and the account's secret. */
export function AccessPanel({ account }: { account: Account }) {
  const may = useMay()
  return (
    <section className={classes.section} aria-labelledby="access">
      <h2 className="section-heading" id="access">
        Access and IDs
      </h2>
      <dl className={classes.list}>
        {may('account.tokenKey') && (
          <>
            <dt>Token key</dt>
            <dd>
              <TokenKey />
            </dd>
          </>
        )}
        <dt>Account ID</dt>
        <dd className="code">
          {account.id} <CopyButton value={String(account.id)} label="Copy the account ID" />
        </dd>
        {account.passwordSet !== undefined && (
          <>
            <dt>Password</dt>
            <dd>{account.passwordSet ? 'set' : 'not set'}</dd>
          </>
        )}
        <dt>Type, test level</dt>
        <dd>
          <span className="num">
            {account.type ?? '?'}, {account.testLevel ?? '?'}
          </span>{' '}
          <span className="help">used internally by {serviceName()}</span>
        </dd>
      </dl>
    </section>
  )
}

/** Masked; the gateway hands it over only after the token was entered again. It lives in this part of the page and nowhere else. */
function TokenKey() {
  const [key, setKey] = useState<string | null>()
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function fetchKey() {
    setBusy(true)
    setError(null)
    try {
      setKey(await readTokenKey())
      setShown(true)
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }

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
        <Button size="xs" leftSection={<Icon name="eye" size={14} />} loading={busy} onClick={() => void fetchKey()}>
          Show
        </Button>
      ) : (
        <>
          <ActionIcon size="xs" aria-label={shown ? 'Hide the token key' : 'Show the token key'} onClick={() => setShown(!shown)}>
            <Icon name={shown ? 'eyeOff' : 'eye'} size={14} />
          </ActionIcon>
          <CopyButton value={key} label="Copy the token key" />
        </>
      )}
      {error !== null && (
        <span className={classes.error} role="alert">
          Not shown. {readErrorMessage(error).advice}
        </span>
      )}
    </>
  )
}
