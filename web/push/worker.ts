import { callsEndpoints } from '#contract/calls/calls.ts'
import { call, isFailure } from '#contract/core/client.ts'
import { type PushMessage, pushEndpoints } from '#contract/push/push.ts'
import { isAtOrBelow } from '#domain/calls/call-pages.ts'
import {
  mustCheckRing,
  type NoticeTarget,
  noticePlan,
  type PushNotice,
  type PushScene,
} from '#domain/push/notification.ts'
import { ringPath } from '#web/shell/navigation/call-paths.ts'
import { noticePath } from '#web/shell/navigation/notice-path.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { messageIn, type OpenMessage } from './worker-message.ts'
import type { RingingNotificationOptions, WindowClient, WorkerScope } from './worker-scope.ts'

/**
 * The service worker, built to /sw.js. It shows pushed notifications and opens their pages; it intercepts no
 * requests and caches nothing. domain/push/notification.ts decides what is shown.
 */
const worker = self as unknown as WorkerScope

/** A ring that can't be checked in this time is shown by this device's clock alone. */
const checkTimeoutMs = 3_000
const ringVibrationMs = [500, 250, 500, 1_150, 500, 250, 500]

/**
 * Calls whose end was pushed, for as long as the browser runs this worker: pushes overtake each other by
 * seconds.
 */
const overs = new Map<string, { isMissed: boolean }>()

const openPages = () => worker.clients.matchAll({ type: 'window', includeUncontrolled: true })

/** The operators' console neither rings nor opens a path. */
const isMembersPage = ({ url }: WindowClient): boolean =>
  !isAtOrBelow(new URL(url).pathname, paths.operator())

/** WebKit alone requires a notification for each push; other browsers accept none while a page is visible. */
const mayShowNothing = !/AppleWebKit(?!.*(Chrome|Chromium|CriOS))/.test(navigator.userAgent)

const fetchIsRinging = async (callId: string): Promise<boolean | null> => {
  const signal = AbortSignal.timeout(checkTimeoutMs)
  const answer = await call(callsEndpoints.checkIncomingCall, {}, { signal })
  return isFailure(answer) ? null : answer.incomingInfo?.channel_id === callId
}

const sceneFor = async (message: PushMessage): Promise<PushScene> => {
  const pages = await openPages()
  const scene = {
    now: Date.now(),
    hasVisiblePage: pages.some((page) => isMembersPage(page) && page.visibilityState === 'visible'),
    mayShowNothing,
    overs,
    isRinging: null,
  }
  return message.kind === 'ring' && mustCheckRing(message, scene)
    ? { ...scene, isRinging: await fetchIsRinging(message.callId) }
    : scene
}

const pathOf = (target: NoticeTarget): string => {
  switch (target.screen) {
    case 'ring':
      return ringPath(target.callType, target.partnerId)
    case 'chat':
      return paths.chat(target.partnerId)
    default:
      return noticePath(target)
  }
}

const show = async ({ tag, title, body, isRinging, isSilent, target }: PushNotice): Promise<void> => {
  const options: RingingNotificationOptions = {
    tag,
    body,
    lang: 'ja',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    silent: isSilent,
    data: { path: pathOf(target) },
    ...(isRinging
      ? {
          requireInteraction: true,
          renotify: true,
          vibrate: ringVibrationMs,
          actions: [
            { action: 'open', title: '応答画面を開く' },
            { action: 'dismiss', title: '閉じる' },
          ],
        }
      : {}),
  }
  await worker.registration.showNotification(title, options)
}

const close = async (tag: string): Promise<void> => {
  for (const notification of await worker.registration.getNotifications({ tag })) notification.close()
}

const handleMessage = async (message: PushMessage): Promise<void> => {
  if (message.kind === 'ringOver') overs.set(message.callId, { isMissed: message.isMissed })
  const plan = noticePlan(message, await sceneFor(message))
  if (plan.do === 'show') await show(plan.notice)
  else await close(plan.tag)
}

/** Brings one of our pages to the front, preferably the one with the focus, or opens one. */
const goTo = async (path: string): Promise<void> => {
  const pages = (await openPages()).filter(isMembersPage)
  const page =
    pages.find(({ focused }) => focused) ??
    pages.find(({ visibilityState }) => visibilityState === 'visible') ??
    pages[0]
  if (!page) return void (await worker.clients.openWindow(path))
  const front = await page.focus()
  front.postMessage({ type: 'koyoi:open', path } satisfies OpenMessage)
}

/** The browser has changed the address by itself: the server gets the new one, though no page is open. */
const registerRenewed = async (made: PushSubscription | null | undefined): Promise<void> => {
  const answer = await call(pushEndpoints.getPushSetup, {})
  if (isFailure(answer) || answer.push.provider !== 'webPush') return
  const options = { userVisibleOnly: true, applicationServerKey: answer.push.publicKey }
  const subscription = made ?? (await worker.registration.pushManager.subscribe(options))
  const session: { user?: { token?: string } } = await (await fetch('/api/auth/session')).json()
  const token = session.user?.token
  if (token) await call(pushEndpoints.updateFcmToken, { token, fcmToken: JSON.stringify(subscription) })
}

worker.addEventListener('install', (event) => event.waitUntil(worker.skipWaiting()))

worker.addEventListener('push', (event) => {
  let pushed: unknown = null
  try {
    pushed = event.data?.json()
  } catch {
    // Not one of our messages.
  }
  const message = messageIn(pushed)
  if (message) event.waitUntil(handleMessage(message))
})

/** One of our pages rings while it is hidden. */
worker.addEventListener('message', (event) => {
  const message = messageIn(event.data)
  if (message) event.waitUntil(handleMessage(message))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const path: unknown = event.notification.data?.path
  if (event.action !== 'dismiss' && typeof path === 'string') event.waitUntil(goTo(path))
})

worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(registerRenewed(event.newSubscription)),
)
