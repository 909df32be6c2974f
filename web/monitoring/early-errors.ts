import { traceSampleRate } from '#contract/monitoring/monitoring.ts'
import type { startReporting } from './reporting.ts'

interface Reporting {
  start: typeof startReporting
}

/** A page that fails in a loop reports the same error again and again. */
const heldMax = 10

const load = async (): Promise<Reporting> => ({ start: (await import('./reporting.ts')).startReporting })

/**
 * Collects errors until the SDK is loaded, which few pages ever need: it loads with a page's first error, or, for the
 * pages whose loading is traced, once the page is idle.
 */
export const watchErrors = (dsn: string, loadReporting = load, random = Math.random): void => {
  const held: unknown[] = []
  let isStarted = false
  const stop = () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
  const start = (isTraced: boolean) => {
    if (isStarted) return
    isStarted = true
    loadReporting()
      .then((reporting) => {
        stop()
        reporting.start({ dsn, isTraced, held })
      })
      // Offline, or a new release is deployed: the report can't be sent.
      .catch(stop)
  }
  const hold = (error: unknown) => {
    if (held.length < heldMax) held.push(error)
    start(false)
  }
  const onError = ({ error }: ErrorEvent) => hold(error)
  const onRejection = ({ reason }: PromiseRejectionEvent) => hold(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  if (random() < traceSampleRate) window.addEventListener('load', () => setTimeout(() => start(true), 0))
}
