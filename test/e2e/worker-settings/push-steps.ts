import { createECDH, randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { PushMessage } from '#contract/push/push.ts'

/**
 * No push service is reachable here, so `PushManager` returns what one would: an endpoint, with keys of a
 * browser's kind. The rest (the worker, the permission's flow, storage and server) is real. The permission
 * starts out as `default`, which a browser without a window doesn't know, and the browser's question is
 * answered with yes.
 */
export const standInForPushService = async (page: Page): Promise<void> => {
  const key = createECDH('prime256v1')
  key.generateKeys()
  const keys = { p256dh: key.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') }
  await page.addInitScript((keys) => {
    let permission: NotificationPermission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return permission
    }
    const endpoint = `https://fcm.googleapis.com/fcm/send/${crypto.randomUUID()}`
    let subscription: object | null = null
    const made = {
      endpoint,
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => {
        subscription = null
        return true
      },
    }
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        subscription = made
        return made
      },
      getSubscription: async () => subscription,
    })
  }, keys)
}

/** Passes a message to our worker as a push service would. */
export const deliverPush = async (page: Page, message: PushMessage): Promise<void> => {
  const devtools = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.endsWith('/push/'))
      if (ours) resolve(ours.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await found,
    data: JSON.stringify(message),
  })
  await devtools.detach()
}

/**
 * Titles of our notifications in the order in which the system shows them, filled from now on. While one is on its way
 * to the system, Chromium forgets it when `getNotifications` is called (`PlatformNotificationContextImpl` deletes what
 * is stored and not shown yet), so nobody may read what is shown before it is reported here.
 */
export const followNotifications = async (page: Page): Promise<string[]> => {
  const titles: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('BackgroundService.backgroundServiceEventReceived', ({ backgroundServiceEvent }) => {
    const { eventName, eventMetadata } = backgroundServiceEvent
    if (eventName === 'Notification displayed')
      titles.push(eventMetadata.find(({ key }) => key === 'Title')?.value ?? '')
  })
  await devtools.send('BackgroundService.startObserving', { service: 'notifications' })
  await devtools.send('BackgroundService.setRecording', { service: 'notifications', shouldRecord: true })
  return titles
}

/** Our notifications that the system shows now, by title. */
export const shownNotifications = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration('/push/')
    return ((await registration?.getNotifications()) ?? []).map(({ title }) => title)
  })
