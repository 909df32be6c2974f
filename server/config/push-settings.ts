import path from 'node:path'
import * as z from 'zod/mini'
import { vapidKeysOf } from '#adapters/push/vapid-keys.ts'
import { ConfigError } from './config-error.ts'
import { defineSettings, together } from './define-settings.ts'

const text = z.string().check(z.minLength(1))

/** How push reaches closed pages: without any of these by Web Push, with a key derived from the signing secret. */
export const pushSettings = defineSettings({
  schema: {
    /** 32 bytes in base64url; changing it ends every subscription. */
    VAPID_PRIVATE_KEY: z.optional(z.string().check(z.refine((key) => vapidKeysOf(key) !== null))),
    /** The address push services may write to; without it: PUBLIC_URL, when it is https. */
    VAPID_SUBJECT: z.optional(z.url({ protocol: /^(mailto|https)$/ })),
    /** A service account's key file in JSON; with it Firebase Cloud Messaging replaces Web Push. */
    FCM_SERVICE_ACCOUNT_FILE: z.optional(text),
    /** The public key of the push certificate of the Firebase project's web app; below, that app's configuration. */
    FCM_VAPID_KEY: z.optional(text),
    FCM_API_KEY: z.optional(text),
    FCM_MESSAGING_SENDER_ID: z.optional(text),
    FCM_APP_ID: z.optional(text),
    /** A stand-in for FCM. */
    FCM_API_URL: z.optional(z.url({ protocol: /^https?$/ })),
    /** Whether push services on this machine are used, without TLS; in tests only. */
    PUSH_LOOPBACK: z._default(z.stringbool(), false),
  },
  expectations: {
    VAPID_PRIVATE_KEY: 'P-256の秘密鍵をbase64urlにした43文字',
    VAPID_SUBJECT: 'mailto:… か https://… の形のURL',
    FCM_API_URL: 'https://… の形のURL',
    PUSH_LOOPBACK: 'true か false',
  },
  secrets: ['VAPID_PRIVATE_KEY'],
  /** Refuses half a setup of FCM, and loopback outside of tests. */
  read: (value): { push: PushSettings } => {
    if (value.PUSH_LOOPBACK && value.NODE_ENV !== 'test')
      throw new ConfigError('設定 PUSH_LOOPBACK はテスト専用です（NODE_ENV が test のときだけ使えます）。')
    const isSecure = value.PUBLIC_URL?.startsWith('https:') ?? false
    const fcm = together(value, [
      'FCM_SERVICE_ACCOUNT_FILE',
      'FCM_VAPID_KEY',
      'FCM_API_KEY',
      'FCM_MESSAGING_SENDER_ID',
      'FCM_APP_ID',
    ])
    return {
      push: {
        vapidPrivateKey: value.VAPID_PRIVATE_KEY,
        vapidSubject: value.VAPID_SUBJECT ?? (isSecure ? value.PUBLIC_URL : undefined),
        fcm: fcm && {
          serviceAccountFile: path.resolve(fcm.FCM_SERVICE_ACCOUNT_FILE),
          web: {
            vapidKey: fcm.FCM_VAPID_KEY,
            apiKey: fcm.FCM_API_KEY,
            messagingSenderId: fcm.FCM_MESSAGING_SENDER_ID,
            appId: fcm.FCM_APP_ID,
          },
          apiUrl: value.FCM_API_URL,
        },
        allowsLoopback: value.PUSH_LOOPBACK,
      },
    }
  },
})

interface FcmSettings {
  serviceAccountFile: string
  /** What pages are told about the Firebase project. */
  web: { vapidKey: string; apiKey: string; messagingSenderId: string; appId: string }
  apiUrl: string | undefined
}

interface PushSettings {
  vapidPrivateKey: string | undefined
  vapidSubject: string | undefined
  /** Undefined: Web Push. */
  fcm: FcmSettings | undefined
  allowsLoopback: boolean
}
