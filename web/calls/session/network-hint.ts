import { socketHub } from '#web/realtime/socket.ts'

/** Not in every browser, and not in TypeScript's library (Network Information API). */
interface NetworkInformation extends EventTarget {
  readonly type?: string
}

const networkInformation = (): NetworkInformation | null =>
  'connection' in navigator ? (navigator.connection as NetworkInformation) : null

/**
 * Tells whenever something says that the network is back, or is another one: the browser's own events, a page that
 * was asleep, the socket. Only hints: what they are worth the line itself shows.
 * @returns how to stop listening
 */
export const onNetworkReturn = (listener: () => void): (() => void) => {
  const network = networkInformation()
  let type = network?.type
  // `change` also comes with each new estimate of the speed.
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
