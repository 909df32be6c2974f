/** One registration, as the campaign's host receives it. */
export interface Conversion {
  /** Of this message alone; the same one sent twice carries it twice. */
  id: string
  campaignCode: string
  /** Of the analytics script; null without one. */
  analyticsClientId: string | null
  registeredAt: Date
}

/** `refused`: the host refused it for good. `later`: the host didn't answer, or asked to be called later. */
export type PostbackOutcome = { outcome: 'sent' } | { outcome: 'refused' | 'later'; reason: string }

/** Specification 7: the one form-encoded POST to a separate host has 15 s. */
const postbackTimeoutMs = 15_000

const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Reports a registration to a host. Never throws. Follows no redirect: it could lead to any other host. */
export const postConversion = async (
  url: string,
  { id, campaignCode, analyticsClientId, registeredAt }: Conversion,
  timeoutMs = postbackTimeoutMs,
): Promise<PostbackOutcome> => {
  const form = new URLSearchParams({
    conversion_id: id,
    cm_code: campaignCode,
    ...(analyticsClientId === null ? {} : { client_id: analyticsClientId }),
    registered_at: registeredAt.toISOString(),
  })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: form,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await response.body?.cancel()
    if (response.ok) return { outcome: 'sent' }
    const reason = `status ${response.status}`
    return { outcome: isPassing(response.status) ? 'later' : 'refused', reason }
  } catch (error) {
    return { outcome: 'later', reason: error instanceof Error ? error.name : 'unknown' }
  }
}
