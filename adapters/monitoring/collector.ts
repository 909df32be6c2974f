/** A collector's DSN (`https://key@host/path/project`) as what requests are sent to. */
export interface Collector {
  dsn: string
  /** Where envelopes go. */
  envelopeUrl: string
}

/** Null for what is no DSN. */
export const collectorOf = (dsn: string): Collector | null => {
  if (!URL.canParse(dsn)) return null
  const { protocol, username, host, pathname, search, hash } = new URL(dsn)
  const [, prefix, project] = /^(.*)\/(\d+)$/.exec(pathname) ?? []
  if (!/^https?:$/.test(protocol) || username === '' || project === undefined || search !== '' || hash !== '')
    return null
  const key = encodeURIComponent(username)
  return {
    dsn,
    envelopeUrl: `${protocol}//${host}${prefix}/api/${project}/envelope/?sentry_version=7&sentry_key=${key}`,
  }
}

const timeoutMs = 10_000

/**
 * Hands an envelope on. Never throws; the reason is a status or an error's name. The collector sees our address, never
 * a member's, and is followed nowhere else.
 */
export const forwardEnvelope = async (
  { envelopeUrl }: Collector,
  envelope: string,
): Promise<{ isAccepted: true } | { isAccepted: false; reason: string }> => {
  try {
    const response = await fetch(envelopeUrl, {
      method: 'POST',
      body: envelope,
      headers: { 'content-type': 'application/x-sentry-envelope' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    return response.ok ? { isAccepted: true } : { isAccepted: false, reason: `status ${response.status}` }
  } catch (error) {
    return { isAccepted: false, reason: error instanceof Error ? error.name : 'unknown' }
  }
}
