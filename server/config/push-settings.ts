import path from 'node:path'
import * as z from 'zod/mini'
import { vapidKeysOf } from '#adapters/push/vapid-keys.ts'
import { ConfigError } from './config-error.ts'
import { together } from './settings-together.ts'

const text = z.string().check(z.minLength(1))

/** How closed pages are reached: without any of these by Web Push, with a key made from the signing secret. */
export const pushSettings = {
  /** 32 bytes in base64url; changing it ends every subscription. */
  VAPID_PRIVATE_KEY: z.optional(z.string().check(z.refine((key) => vapidKeysOf(key) !== null))),
  /** Whom push services may write to; else an https PUBLIC_URL. */
  VAPID_SUBJECT: z.optional(z.url({ protocol: /^(mailto|https)$/ })),
  /** A service account's key file in JSON; with it Firebase Cloud Messaging takes Web Push's place. */
  FCM_SERVICE_ACCOUNT_FILE: z.optional(text),
  /** Of the Firebase project's web app: its push certificate's public key and its configuration. */
  FCM_VAPID_KEY: z.optional(text),
  FCM_API_KEY: z.optional(text),
  FCM_MESSAGING_SENDER_ID: z.optional(text),
  FCM_APP_ID: z.optional(text),
  /** A stand-in in the place of FCM. */
  FCM_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
  /** Whether push services on this machine are sent to, without TLS; in tests only. */
  PUSH_LOOPBACK: z._default(z.stringbool(), false),
}

const schema = z.object(pushSettings)
type PushSettingValues = z.infer<typeof schema>

export const pushExpectations = {
  VAPID_PRIVATE_KEY: 'P-256の秘密鍵をbase64urlにした43文字',
  VAPID_SUBJECT: 'mailto:… か https://… の形のURL',
  FCM_API_URL: 'https://… の形のURL',
  PUSH_LOOPBACK: 'true か false',
} as const satisfies Partial<Record<keyof PushSettingValues, string>>

/** Whose values are never shown. */
export const pushSecrets = ['VAPID_PRIVATE_KEY'] as const

export interface FcmSettings {
  serviceAccountFile: string
  /** What pages are told. */
  web: { vapidKey: string; apiKey: string; messagingSenderId: string; appId: string }
  apiUrl: string | undefined
}

export interface PushSettings {
  vapidPrivateKey: string | undefined
  vapidSubject: string | undefined
  /** Undefined: Web Push. */
  fcm: FcmSettings | undefined
  allowsLoopback: boolean
}

/** Refuses with `ConfigError` what is set up by half, and loopback outside of tests. */
export const pushSettingsIn = (
  value: PushSettingValues & { NODE_ENV: string; PUBLIC_URL?: string | undefined },
): PushSettings => {
  if (value.PUSH_LOOPBACK && value.NODE_ENV !== 'test')
    throw new ConfigError('設定 PUSH_LOOPBACK はテスト専用です（NODE_ENV が test のときだけ使えます）。')
  const isSecure = value.PUBLIC_URL?.startsWith('https:') ?? false
  return {
    vapidPrivateKey: value.VAPID_PRIVATE_KEY,
    vapidSubject: value.VAPID_SUBJECT ?? (isSecure ? value.PUBLIC_URL : undefined),
    fcm: fcmSettings(value),
    allowsLoopback: value.PUSH_LOOPBACK,
  }
}

const fcmSettings = (value: PushSettingValues): FcmSettings | undefined => {
  const given = together(value, [
    'FCM_SERVICE_ACCOUNT_FILE',
    'FCM_VAPID_KEY',
    'FCM_API_KEY',
    'FCM_MESSAGING_SENDER_ID',
    'FCM_APP_ID',
  ])
  return (
    given && {
      serviceAccountFile: path.resolve(given.FCM_SERVICE_ACCOUNT_FILE),
      web: {
        vapidKey: given.FCM_VAPID_KEY,
        apiKey: given.FCM_API_KEY,
        messagingSenderId: given.FCM_MESSAGING_SENDER_ID,
        appId: given.FCM_APP_ID,
      },
      apiUrl: value.FCM_API_URL,
    }
  )
}
