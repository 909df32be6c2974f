import { hash, randomBytes } from 'node:crypto'

/** A session's cookie holds 32 random bytes as base64url; the tables hold only their SHA-256. */
const opaqueValue = /^[\w-]{43}$/

export const newOpaqueValue = (): string => randomBytes(32).toString('base64url')

/** Identifies a session; the cookie can't be derived from it. */
export const sessionKeyOf = (value: string): string => hash('sha256', value, 'base64url')

/** The value of the table's indexed column. */
export const idHashOf = (sessionKey: string): Buffer => Buffer.from(sessionKey, 'base64url')

/** The value of one cookie of a Cookie header. Ours need no unquoting and no decoding. */
export const cookieOf = (header: string, name: string): string | null => {
  const start = `${name}=`
  for (const pair of header.split(';')) {
    const cookie = pair.trim()
    if (cookie.startsWith(start)) return cookie.slice(start.length)
  }
  return null
}

/** The same, if the value has the form of a session's. */
export const opaqueCookieOf = (header: string, name: string): string | null => {
  const value = cookieOf(header, name)
  return value !== null && opaqueValue.test(value) ? value : null
}
