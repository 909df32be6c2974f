import { getApps, initializeApp } from '@firebase/app'
import { getMessaging, getToken } from '@firebase/messaging'
import type { PushSetup } from '#contract/push/push.ts'

/**
 * The Firebase Cloud Messaging token of this browser; Firebase replaces it when its subscription has changed.
 */
export const readFcmToken = async (
  { app, vapidKey }: Extract<PushSetup, { provider: 'fcm' }>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> => {
  const messaging = getMessaging(getApps()[0] ?? initializeApp(app))
  return getToken(messaging, { vapidKey, serviceWorkerRegistration })
}
