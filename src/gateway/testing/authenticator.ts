import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

/** A passkey on a device, as far as tests need one: ES256, user verification, a counter (WebAuthn Level 3). */

interface Options {
  challenge: string
  /** What an attacker or a fault would change. */
  rp?: { id?: string } | undefined
  rpId?: string | undefined
}

interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the device has verified its user. */
  isVerified?: boolean
}

export class Authenticator {
  readonly id = randomBytes(32)
  counter: number
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly origin: string

  /** @param counter 0: a device without a counter, like those that synchronize passkeys */
  constructor(origin = 'http://localhost:4173', counter = 1) {
    this.origin = origin
    this.counter = counter
  }

  /** A device with the same secrets, as after copying it. */
  copy(): Authenticator {
    const other = new Authenticator(this.origin, this.counter)
    return Object.assign(other, { id: this.id, keys: this.keys })
  }

  /** The answer of navigator.credentials.create(). */
  create(options: Options, faults: Faults = {}) {
    const clientData = this.clientData('webauthn.create', options, faults)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const attested = Buffer.concat([Buffer.alloc(16), length, this.id, coseKey(this.keys.publicKey)])
    const data = this.authenticatorData(options.rp?.id ?? '', faults, 0x40, attested)
    const attestation = map([
      [text('fmt'), text('none')],
      [text('attStmt'), map([])],
      [text('authData'), bytes(data)],
    ])
    return this.credential({ clientDataJSON: base64url(clientData), attestationObject: base64url(attestation), transports: ['internal'] })
  }

  /** The answer of navigator.credentials.get(). */
  get(options: Options, faults: Faults = {}) {
    if (this.counter > 0) this.counter++
    const clientData = this.clientData('webauthn.get', options, faults)
    const data = this.authenticatorData(options.rpId ?? '', faults)
    const hash = createHash('sha256').update(clientData).digest()
    const signature = createSign('sha256')
      .update(Buffer.concat([data, hash]))
      .sign(this.keys.privateKey)
    return this.credential({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(signature),
    })
  }

  private credential(response: object) {
    const id = base64url(this.id)
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  private clientData(type: string, options: Options, { origin = this.origin, challenge = options.challenge }: Faults) {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  private authenticatorData(rpId: string, faults: Faults, flags = 0, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const host = createHash('sha256')
      .update(faults.rpId ?? rpId)
      .digest()
    // User present, user verified.
    const shown = 0x01 | (faults.isVerified === false ? 0 : 0x04)
    return Buffer.concat([host, Buffer.from([shown | flags]), counter, rest])
  }
}

const base64url = (buffer: Buffer) => buffer.toString('base64url')

/** The public key in COSE (RFC 9052): an elliptic curve key on P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const point = (value: string) => bytes(Buffer.from(value, 'base64url'))
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), point(x)],
    [integer(-3), point(y)],
  ])
}

/** CBOR (RFC 8949), as much as WebAuthn uses. */
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.from([(major << 5) | 25, value >> 8, value & 0xff])
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()])
