import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import { accept, acceptConfirmation, scopesToConfirm } from './sign-in.ts'
import { requestGateway, type SendToGateway } from './call-gateway.ts'

/** Passkeys: signing in, joining a team, confirming, and registering another one. */

const load = () => import('@simplewebauthn/browser')

/** Loads the code of passkeys before it is needed: the browser asks for a passkey only for a while after a click. */
export const preloadPasskeys = () => void load().catch(() => {})

/** What navigator.credentials needs, as the gateway made it with the same library. */
interface Options {
  challenge: string
}

/** Asks the device to create a passkey. Rejects with what the browser reports. */
async function createCredential(options: Options) {
  const { startRegistration } = await load()
  return asJson(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))
}

/** Asks the device to use a passkey. Rejects with what the browser reports. */
async function askCredential(options: Options) {
  const { startAuthentication } = await load()
  return asJson(await startAuthentication({ optionsJSON: options }))
}

/** As the contract describes it, whose objects are open to more fields. */
const asJson = ({ response, ...rest }: RegistrationResponseJSON | AuthenticationResponseJSON) => ({ ...rest, response: { ...response } })

/** Registers a passkey of the signed-in person, created on this device. @param send of an action, because it is a write like any other */
export async function registerPasskey(send: SendToGateway, name: string): Promise<void> {
  const { data } = await send('myPasskeyOptions', { body: {} })
  await send('myPasskeyCreate', { body: { name, credential: await createCredential(data) } })
}

export async function signInWithPasskey(keep: boolean): Promise<void> {
  const { data } = await requestGateway('passkeySignInOptions', { body: {} })
  accept(await requestGateway('passkeySignIn', { body: { credential: await askCredential(data), keep } }))
}

/** The session can only register a passkey, until one is registered. */
export async function signInWithRecoveryCode(code: string): Promise<void> {
  accept(await requestGateway('recoverySignIn', { body: { code, keep: false } }))
}

/** Reads an invitation, and begins to register a passkey for it. @param secret of the link */
export const readInvitation = async (secret: string) => (await requestGateway('joinRead', { body: { secret } })).data
export type OpenInvitation = Awaited<ReturnType<typeof readInvitation>>

/** Accepts an invitation with a new passkey. Resolves to the session, which is not yet that of this page, and to the recovery codes. */
export async function joinTeam(secret: string, { options }: OpenInvitation, passkeyName: string) {
  const credential = await createCredential(options)
  return (await requestGateway('join', { body: { secret, credential, passkeyName, keep: false } })).data
}

/** Confirms the waiting actions with a passkey, so that they continue. Rejects, and they keep waiting. */
export async function confirmWithPasskey(): Promise<void> {
  const scopes = scopesToConfirm()
  const { data } = await requestGateway('confirmOptions', { body: { for: scopes } })
  await requestGateway('confirmPasskey', { body: { credential: await askCredential(data) } })
  acceptConfirmation(scopes)
}
