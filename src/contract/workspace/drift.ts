/** Drift watch: what was changed from outside, that is, neither through this gateway nor by a program through its API. */

export type DriftResource = 'settings' | 'bans' | 'polls' | 'account' | 'social'

export type DriftSeverity = 'severe' | 'notable' | 'minor'

/** `over`: changed again since, here or from outside, so that there is nothing to decide. */
export type DriftState = 'open' | 'put-back' | 'accepted' | 'over'
