import { addressUnavailable, unknownText } from './contact-mail.ts'

/** An external service that answers a browser with the browser's IP address. */
export interface AddressLookup {
  fetch: (url: string, options: RequestInit) => Promise<Pick<Response, 'ok' | 'text'>>
  timeoutMs: number
}

export const addressLookup: AddressLookup = {
  fetch: (url, options) => fetch(url, options),
  // The timeout of specification 7 for GET.
  timeoutMs: 10_000,
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/
const ipv6 = /^(?=.*:.*:)[\da-f:]{2,39}(?:(?:\d{1,3}\.){3}\d{1,3})?$/i

/** The address in the service's answer: a plain text, or JSON with the field `ip`. */
const addressIn = (answer: string): string | null => {
  const text = answer.slice(0, 1_000).trim()
  let ip: unknown = text
  if (text.startsWith('{')) {
    try {
      ip = (JSON.parse(text) as { ip?: unknown }).ip
    } catch {
      return null
    }
  }
  return typeof ip === 'string' && (ipv4.test(ip) || ipv6.test(ip)) ? ip : null
}

/**
 * The visitor's address according to the service. 取得不可 where the service can't be reached or fails, 不明 where its
 * answer has no address. The service learns nothing of our page: no cookie, no referrer.
 */
export const requestAddress = async (
  url: string,
  { fetch, timeoutMs }: AddressLookup,
  signal?: AbortSignal,
): Promise<string> => {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const answer = await fetch(url, {
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    })
    if (!answer.ok) return addressUnavailable
    return addressIn(await answer.text()) ?? unknownText
  } catch {
    return addressUnavailable
  }
}
