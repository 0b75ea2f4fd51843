import type { ScopedToken } from '#contract/gateway/scoped-tokens.ts'
import { confirm } from '#dashboard/platform/api/confirm.tsx'
import { refreshGateway, useGatewayAction } from '#dashboard/platform/api/gateway-query.ts'
import { toast } from '#dashboard/ui/feedback/toast.tsx'

export type RevokeToken = (token: ScopedToken, onRevoked?: () => void) => void

/** What can be done with a token from the list and where it is shown. */
export function useTokenActions(): { revoke: RevokeToken } {
  const revoking = useGatewayAction('scopedTokenRevoke', (send, tokenId: string) => send('scopedTokenRevoke', { params: { tokenId } }))
  return {
    revoke: ({ id, label }, onRevoked) =>
      confirm({
        title: `Revoke ${label}?`,
        body: 'Whatever uses this token is refused with its next request. A token can’t be restored; you can create another one.',
        confirmLabel: 'Revoke token',
        danger: true,
        run: async () => {
          await revoking.mutateAsync(id)
          onRevoked?.()
          toast(`${label} was revoked`)
          await refreshGateway('scopedTokenList')
        },
      }),
  }
}
