import { generateKeyPairSync, sign } from 'node:crypto'

/** Node cannot create certificates: this encodes the few fields that a test server needs, self-signed (RFC 5280). */

function der(tag: number, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const { length } = body
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Buffer) => der(0x03, Buffer.from([0]), bytes)
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))
const commonName = oid('550403')
const otherNames = oid('551d11')

const day = 86_400_000

/**
 * A key and a certificate for a host name, valid from two days ago. ECDSA with P-256, because most browsers do not accept Ed25519.
 * @param days the validity from now; negative for an expired certificate
 */
export function certificateFor(host: string, days = 1): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(host)))))
  const names = sequence(otherNames, der(0x04, sequence(der(0x82, Buffer.from(host)))))
  const content = sequence(
    der(0xa0, integer(2)),
    integer(1),
    ecdsaWithSha256,
    name,
    sequence(time(new Date(Date.now() - 2 * day)), time(new Date(Date.now() + days * day))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(names)),
  )
  const whole = sequence(content, ecdsaWithSha256, bits(sign('sha256', content, privateKey)))
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}
