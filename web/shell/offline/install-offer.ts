import { observable } from '../observable.ts'

/** What Chromium hands out where the site can be installed. It can be used once. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

const kept = observable<InstallEvent | null>(null)

const isInstallEvent = (event: Event): event is InstallEvent =>
  'prompt' in event && typeof event.prompt === 'function'

/** Keeps the browser's offer to install the site, so that it comes at a moment of ours instead of over a page. */
export const keepInstallOffer = (): void => {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    kept.set(event)
  })
  addEventListener('appinstalled', () => kept.set(null))
}

/** Whether this browser can install the site; screens subscribe to it. */
export const installable = { get: () => kept.get() !== null, subscribe: kept.subscribe }

/** Shows the browser's own dialog. Call it from a press. */
export const acceptInstallOffer = (): void => {
  const event = kept.get()
  kept.set(null)
  // A browser that refuses has said so itself.
  void event?.prompt().catch(() => undefined)
}
