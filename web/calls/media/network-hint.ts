import { socketHub } from '#web/realtime/socket.ts'

/** Not in every browser, and not in TypeScript's library (Network Information API). */
interface NetworkInformation extends EventTarget {
  readonly type?: string
}

const networkInformation = (): NetworkInformation | null =>
  'connection' in navigator ? (navigator.connection as NetworkInformation) : null

/**
 * Calls the listener whenever something hints that the network is back or has changed: the browser's own
 * events, a page that was suspended, the socket. These are only hints; the line itself shows what they are
 * worth.
 * @returns a function that stops listening
 */
export const onNetworkReturn = (listener: () => void): (() => void) => {
  const network = networkInformation()
  let type = network?.type
  // `change` also fires with each new estimate of the bandwidth.
  const onNetwork = () => {
    if (network?.type === type) return
    type = network?.type
    listener()
  }
  const onShown = () => {
    if (document.visibilityState === 'visible') listener()
  }
  network?.addEventListener('change', onNetwork)
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  window.addEventListener('pageshow', listener)
  document.addEventListener('visibilitychange', onShown)
  const stopSocket = socketHub.onUp(listener)
  return () => {
    network?.removeEventListener('change', onNetwork)
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
    window.removeEventListener('pageshow', listener)
    document.removeEventListener('visibilitychange', onShown)
    stopSocket()
  }
}
