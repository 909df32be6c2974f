import { call, isFailure } from '#contract/core/client.ts'
import { pushEndpoints } from '#contract/push/push.ts'
import type { PushSupport } from '#domain/push/registration.ts'
import { authClient } from '#web/session/auth-client.ts'
import { localStore } from '#web/shell/local-store.ts'
import { withTabLock } from '#web/shell/tab-lock.ts'
import { isAppleTouchDevice, isOnHomeScreen } from './apple.ts'
import { createPushRegistration, isWebPush, type PushPorts } from './push-registration.ts'
import { workerScope } from './worker-message.ts'

const workerPath = '/sw.js'
/** A push service that can't be reached may leave a subscription request hanging. */
const subscribeTimeoutMs = 30_000

const support = (): PushSupport => {
  if (isAppleTouchDevice() && !isOnHomeScreen()) return 'afterInstall'
  const isKnown = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isKnown ? 'full' : 'none'
}

/** The registration with an active worker: only then can there be a subscription. */
const activeRegistration = async (): Promise<ServiceWorkerRegistration> => {
  const registration = await navigator.serviceWorker.register(workerPath, {
    scope: workerScope,
    updateViaCache: 'none',
  })
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return registration
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('The service worker was not taken'))
    })
  })
  return registration
}

const currentSubscription = async (): Promise<PushSubscription | null> => {
  if (!('serviceWorker' in navigator)) return null
  const registration = await navigator.serviceWorker.getRegistration(workerScope)
  return (await registration?.pushManager.getSubscription()) ?? null
}

const dropAddress = async (): Promise<void> => {
  await (await currentSubscription())?.unsubscribe()
}

const subscribeToWebPush = async (applicationServerKey: string): Promise<string> => {
  const { pushManager } = await activeRegistration()
  const options = { userVisibleOnly: true, applicationServerKey }
  try {
    return JSON.stringify(await pushManager.subscribe(options))
  } catch (error) {
    // A subscription made with another key: the server's key has changed.
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error
    await dropAddress()
    return JSON.stringify(await pushManager.subscribe(options))
  }
}

const subscribe: PushPorts['subscribe'] = async (setup, isFresh) => {
  if (isFresh) await dropAddress()
  if (setup.provider === 'webPush') return subscribeToWebPush(setup.publicKey)
  const { readFcmToken } = await import('./fcm-address.ts')
  return readFcmToken(setup, await activeRegistration())
}

const inTime = <Value>(work: Promise<Value>): Promise<Value> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      AbortSignal.timeout(subscribeTimeoutMs).addEventListener('abort', () =>
        reject(new Error('The push service did not answer')),
      )
    }),
  ])

const ports: PushPorts = {
  store: localStore,
  now: () => Date.now(),
  support,
  permission: () => ('Notification' in window ? Notification.permission : 'default'),
  requestPermission: () => Notification.requestPermission(),
  startWorker: async () => void (await activeRegistration()),
  // An FCM token hides its subscription.
  address: async (fcmToken) => {
    const subscription = await currentSubscription()
    if (!isWebPush({ fcmToken })) return subscription && undefined
    return subscription && JSON.stringify(subscription)
  },
  subscribe: (setup, isFresh) => inTime(subscribe(setup, isFresh)),
  dropAddress,
  setup: async () => {
    const answer = await call(pushEndpoints.getPushSetup, {})
    return isFailure(answer) ? null : answer.push
  },
  registerAtServer: async (fcmToken) => {
    const token = authClient.state().data?.user.token
    if (!token) return false
    return !isFailure(await call(pushEndpoints.updateFcmToken, { token, fcmToken }))
  },
  deleteAtServer: async () => void (await call(pushEndpoints.deleteFcmToken, {})),
  alone: (run) => withTabLock('koyoi-push', run),
}

/** The push registration of this browser. */
export const pushRegistration = createPushRegistration(ports)
