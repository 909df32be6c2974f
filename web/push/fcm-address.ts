import { getApps, initializeApp } from '@firebase/app'
import { getMessaging, getToken } from '@firebase/messaging'
import type { PushSetup } from '#contract/push/push.ts'

/** The token of Firebase Cloud Messaging for this browser; made anew by itself when its subscription is another one. */
export const readFcmToken = async (
  { app, vapidKey }: Extract<PushSetup, { provider: 'fcm' }>,
  serviceWorkerRegistration: ServiceWorkerRegistration,
): Promise<string> => {
  const messaging = getMessaging(getApps()[0] ?? initializeApp(app))
  return getToken(messaging, { vapidKey, serviceWorkerRegistration })
}
