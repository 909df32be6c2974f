import { type CanonicalValue, canonicalJson } from './canonical-json.ts'

/** A signed payload and its signature, in one text: two base64url parts with a point between them. */
export interface SignedText {
  /** The bytes that were signed: canonical JSON in UTF-8. */
  payload: Uint8Array<ArrayBuffer>
  signature: Uint8Array<ArrayBuffer>
  /** The parsed payload; its shape is still to be checked. */
  body: unknown
}

/** Ed25519. */
const signatureBytes = 64

export const payloadOf = (body: CanonicalValue): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(canonicalJson(body))

export const writeSignedText = (payload: Uint8Array, signature: Uint8Array): string =>
  `${toBase64Url(payload)}.${toBase64Url(signature)}`

/**
 * Reads a pasted text: the receipt itself or a link that ends with it, broken by line ends or not. Null for
 * anything else, also for a payload that isn't spelled canonically: one receipt has one text.
 */
export const readSignedText = (pasted: string): SignedText | null => {
  const text = pasted.replace(/\s+/g, '')
  const parts = text.slice(text.lastIndexOf('#') + 1).split('.')
  if (parts.length !== 2) return null
  const payload = fromBase64Url(parts[0] ?? '')
  const signature = fromBase64Url(parts[1] ?? '')
  if (!payload || signature?.length !== signatureBytes) return null
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(payload)
    const body: unknown = JSON.parse(json)
    return canonicalJson(body as CanonicalValue) === json ? { payload, signature, body } : null
  } catch {
    return null
  }
}

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '')

/** Null for anything but base64url, and for a second spelling of the same bytes. */
const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> | null => {
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return toBase64Url(bytes) === text ? bytes : null
}
