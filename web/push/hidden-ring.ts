import type { CallSnapshot } from '#contract/calls/calls.ts'
import type { PushMessage } from '#contract/push/push.ts'
import { callTag } from '#domain/push/notification.ts'
import { workerScope } from './worker-message.ts'

export interface HiddenRingPorts {
  page: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
  /** Undefined on pages without TLS. */
  workers: Pick<ServiceWorkerContainer, 'getRegistration'> | undefined
  /** This device's clock, in milliseconds. */
  now(): number
}

const browser = (): HiddenRingPorts => ({
  page: document,
  workers: navigator.serviceWorker as ServiceWorkerContainer | undefined,
  now: () => Date.now(),
})

/**
 * Shows a ring in a hidden page as a system notification as well, like a pushed one: the server pushes
 * nothing while a page is open. It closes when the page is visible, and with the ring. Without the worker
 * nothing is shown.
 * @returns a function that closes it
 */
export const showHiddenRing = (
  { callId, kind, partner }: Pick<CallSnapshot, 'callId' | 'kind' | 'partner'>,
  { page, workers, now }: HiddenRingPorts = browser(),
): (() => void) => {
  const registration = () => workers?.getRegistration(workerScope)
  const show = async () => {
    const ring: PushMessage = {
      kind: 'ring',
      callId,
      callType: kind,
      partnerId: partner.id,
      partnerName: partner.name,
      rungAt: now(),
    }
    ;(await registration())?.active?.postMessage(ring)
  }
  const close = async () => {
    const shown = (await (await registration())?.getNotifications({ tag: callTag(callId) })) ?? []
    for (const notification of shown) notification.close()
  }
  const follow = () => void (page.visibilityState === 'visible' ? close() : show()).catch(() => undefined)
  if (page.visibilityState !== 'visible') follow()
  page.addEventListener('visibilitychange', follow)
  return () => {
    page.removeEventListener('visibilitychange', follow)
    void close().catch(() => undefined)
  }
}
