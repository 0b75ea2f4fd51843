import type { Session } from '#contract/session.ts'

/** The session of somebody who is signed in to the built-in service, and stays so for as long as any test runs. */
export const signedIn: Session & { signedIn: true } = {
  signedIn: true,
  service: { kind: 'bundled', address: '' },
  demo: null,
  account: { id: 7, name: 'Kim', email: 'kim@example.org' },
  identity: '7@here',
  idleEnd: 4_000_000_000,
  end: 4_000_000_000,
  tokenEnd: null,
}
