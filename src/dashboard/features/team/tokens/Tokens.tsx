import { Button } from '#dashboard/ui/form/Button.tsx'
import { useQuery } from '@tanstack/react-query'
import { workspaceQuery } from '#dashboard/platform/api/workspace-query.ts'
import { Loaded } from '#dashboard/ui/feedback/Loaded.tsx'
import { count as inWords } from '#dashboard/ui/format/numbers.ts'
import type { ChatNames } from '../people/grant-words.ts'
import { TokenTable } from './TokenTable.tsx'
import { Section } from '#dashboard/ui/page/Section.tsx'
import classes from '../team.module.css'
import type { RevokeToken } from './use-token-actions.ts'

/** Tokens with which programs use this account, each with a role and chats of its own. */
export function Tokens({ names, onCreate, onRevoke }: { names: ChatNames; onCreate: () => void; onRevoke: RevokeToken }) {
  const reading = useQuery(workspaceQuery('scopedTokenList', {}))
  const count = reading.data?.data.length ?? 0
  return (
    <Section
      className={classes.part}
      title="Tokens for programs"
      note={count > 0 && inWords(count)}
      actions={
        <Button size="xs" onClick={onCreate}>
          Create token…
        </Button>
      }
    >
      <Loaded what="The list of tokens" reading={reading} loadingClass="">
        {(tokens) =>
          tokens.length === 0 ? (
            <p className="help">
              <b className="ink">No tokens yet.</b> With a token, a script or an assistant uses this account with a role, in the chats you
              choose.
            </p>
          ) : (
            <div className="flush">
              <TokenTable tokens={tokens} names={names} onRevoke={onRevoke} />
            </div>
          )
        }
      </Loaded>
    </Section>
  )
}
