import { gatewayQuery } from '#dashboard/platform/api/gateway-query.ts'

/** What is on. The band reads it regularly. */
export const presetsOnQuery = gatewayQuery('presetOnList', {})
