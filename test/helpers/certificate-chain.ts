import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/** A certificate as DER with its key. */
interface Certificate {
  der: Buffer
  name: string
  privateKey: KeyObject
}

const tlv = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => tlv(0x30, ...parts)

const oid = (text: string): Buffer => {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  const base128 = (value: number): number[] => {
    const digits = [value & 127]
    for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 127) | 128)
    return digits
  }
  return tlv(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}

/** The attributes of a name, by id; the common name is 2.5.4.3. */
type NameParts = readonly (readonly [id: string, text: string])[]

const nameOf = (commonName: string, parts: NameParts = []) =>
  sequence(
    ...[...parts, ['2.5.4.3', commonName] as const].map(([id, text]) =>
      tlv(0x31, sequence(oid(id), tlv(0x0c, Buffer.from(text)))),
    ),
  )
const timeOf = (date: Date) =>
  tlv(0x17, Buffer.from(`${date.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))
const extensionOf = (id: string, value: Buffer) => sequence(oid(id), tlv(0x04, value))

const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))
const isAuthority = extensionOf('2.5.29.19', sequence(tlv(0x01, Buffer.from([0xff]))))
const asn1Null = tlv(0x05)
const ocspAt = (url: string) =>
  extensionOf('1.3.6.1.5.5.7.1.1', sequence(sequence(oid('1.3.6.1.5.5.7.48.1'), tlv(0x86, Buffer.from(url)))))

/**
 * A P-256 certificate (RFC 5280) with a marker extension, signed by `issuer` or, without one, by itself.
 * `ocspUrl` is where its revocation can be checked.
 */
export const makeCertificate = (
  name: string,
  {
    issuer,
    marker,
    isCa,
    ocspUrl,
    subject,
  }: { issuer?: Certificate; marker?: string; isCa: boolean; ocspUrl?: string; subject?: NameParts },
): Certificate => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const day = 24 * 3_600_000
  const extensions = [
    ...(isCa ? [isAuthority] : []),
    ...(marker ? [extensionOf(marker, asn1Null)] : []),
    ...(ocspUrl ? [ocspAt(ocspUrl)] : []),
  ]
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1 + Math.floor(Math.random() * 126)])),
    ecdsaWithSha256,
    nameOf(issuer?.name ?? name),
    sequence(timeOf(new Date(Date.now() - 365 * day)), timeOf(new Date(Date.now() + 365 * day))),
    nameOf(name, subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [tlv(0xa3, sequence(...extensions))] : []),
  )
  const signature = sign('sha256', body, issuer?.privateKey ?? privateKey)
  const der = sequence(body, ecdsaWithSha256, tlv(0x03, Buffer.from([0]), signature))
  return { der, name, privateKey }
}
