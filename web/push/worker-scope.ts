/**
 * The part of a service worker's environment that ours uses: TypeScript's library for pages doesn't contain
 * it.
 */

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
  readonly action: string
}

interface SubscriptionChangeEvent extends ExtendableEvent {
  /** Some browsers leave it out. */
  readonly newSubscription?: PushSubscription | null
}

export interface WindowClient {
  readonly url: string
  readonly visibilityState: DocumentVisibilityState
  readonly focused: boolean
  focus(): Promise<WindowClient>
  postMessage(message: unknown): void
}

/** Options of notifications that the library's types lack. */
export interface RingingNotificationOptions extends NotificationOptions {
  actions?: { action: string; title: string }[]
  renotify?: boolean
  vibrate?: number[]
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  push: PushEvent
  notificationclick: NotificationEvent
  message: ExtendableEvent & { readonly data: unknown }
  pushsubscriptionchange: SubscriptionChangeEvent
}

export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<WindowClient | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ): void
}
