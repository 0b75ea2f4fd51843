import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { Loading } from '#dashboard/ui/feedback/Loading.tsx'
import { LoadError, StaleNotice } from '#dashboard/ui/feedback/notices.tsx'
import { count } from '#dashboard/ui/format/numbers.ts'
import type { ChatNames } from '../people/grant-words.ts'
import { TokenTable } from './TokenTable.tsx'
import classes from './Tokens.module.css'
import type { RevokeToken } from './use-token-actions.ts'

/** Tokens with which programs use this account, each with a role and chats of its own. */
export function Tokens({ names, onCreate, onRevoke }: { names: ChatNames; onCreate: () => void; onRevoke: RevokeToken }) {
  const reading = useQuery(workspaceQuery('scopedTokenList', {}))
  const tokens = reading.data?.data
  return (
    <section className={classes.tokens} aria-labelledby="tokens">
      <div className={classes.head}>
        <h2 className="section-heading" id="tokens">
          Tokens for programs {tokens && tokens.length > 0 && <span className="num">{count(tokens.length)}</span>}
        </h2>
        <Button size="xs" onClick={onCreate}>
          Create token…
        </Button>
      </div>
      {tokens ? (
        <>
          <StaleNotice what="The list of tokens" reading={reading} />
          {tokens.length === 0 ? (
            <p className={classes.empty}>
              <b className="ink">No tokens yet.</b> With a token, a script or an assistant uses this account with a role, in the chats you
              choose.
            </p>
          ) : (
            <TokenTable tokens={tokens} names={names} onRevoke={onRevoke} />
          )}
        </>
      ) : reading.error ? (
        <LoadError what="The list of tokens" reading={reading} />
      ) : (
        <Loading what="the tokens" className={classes.empty} />
      )}
    </section>
  )
}
