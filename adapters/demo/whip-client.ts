import { setTimeout as wait } from 'node:timers/promises'

/** The WHIP endpoint refused: a second request would get the same answer. */
class WhipRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`the WHIP endpoint answered ${status}`)
    this.name = 'WhipRefused'
    this.status = status
  }
}

export interface WhipResource {
  answerSdp: string
  resourceUrl: URL
}

const requestTimeoutMs = 4_000
const retryPauseMs = 300
/** For how long faults and silence are answered by asking again. */
const retryForMs = 10_000
const deleteTimeoutMs = 2_000

async function post(
  whipUrl: string,
  token: string,
  offer: string,
  signal: AbortSignal,
): Promise<WhipResource> {
  const response = await fetch(whipUrl, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/sdp' },
    body: offer,
    signal: AbortSignal.any([signal, AbortSignal.timeout(requestTimeoutMs)]),
  })
  const answerSdp = await response.text()
  if (response.status >= 500) throw new Error(`the WHIP endpoint answered ${response.status}`)
  const location = response.headers.get('location')
  if (response.status !== 201 || !location) throw new WhipRefused(response.status)
  return { answerSdp, resourceUrl: new URL(location, whipUrl) }
}

/** RFC 9725: publishes an offer. A 4xx is refused at once, everything else tried again for ten seconds. */
export async function publish(
  whipUrl: string,
  token: string,
  offer: string,
  signal: AbortSignal,
): Promise<WhipResource> {
  const deadline = performance.now() + retryForMs
  for (;;) {
    try {
      return await post(whipUrl, token, offer, signal)
    } catch (error) {
      const again = !(error instanceof WhipRefused) && performance.now() < deadline
      if (signal.aborted || !again) throw error
      await wait(retryPauseMs, undefined, { signal })
    }
  }
}

/** Deletes a published resource; a resource that is already gone is no error. */
export async function unpublish(resource: WhipResource, token: string): Promise<void> {
  await fetch(resource.resourceUrl, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(deleteTimeoutMs),
  }).catch(() => undefined)
}
