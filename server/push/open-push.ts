import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createFcm, type ServiceAccount, serviceAccount } from '#adapters/push/fcm.ts'
import type { PushService } from '#adapters/push/port.ts'
import { vapidKeysFrom, vapidKeysOf } from '#adapters/push/vapid-keys.ts'
import { createWebPush } from '#adapters/push/web-push.ts'
import type { Config } from '#server/config/config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import type { Context } from '#server/context.ts'
import { deleteOthersAddresses } from './addresses.ts'
import { createPushes, type Pushes } from './pushes.ts'

/** Apple requires an address of the right form even where none is configured. */
const unnamedSubject = 'mailto:push@koyoi.example'

/** Opens the configured service, and deletes the addresses that belong to another service or key. */
export const openPush = async (
  context: Pick<Context, 'config' | 'db' | 'log' | 'secret'>,
): Promise<Pushes> => {
  const service = await openPushService(context.config, context.secret)
  await deleteOthersAddresses(context.db, service)
  return createPushes({ ...context, service })
}

/**
 * The configured service, else Web Push with a key derived from the signing secret. Refuses with
 * `ConfigError`.
 */
export const openPushService = async (
  { push }: Pick<Config, 'push'>,
  secret: Buffer,
): Promise<PushService> => {
  if (push.fcm) {
    const account = await serviceAccountIn(push.fcm.serviceAccountFile)
    return createFcm({ account, web: push.fcm.web, baseUrl: push.fcm.apiUrl })
  }
  const given = push.vapidPrivateKey === undefined ? null : vapidKeysOf(push.vapidPrivateKey)
  return createWebPush({
    keys: given ?? vapidKeysFrom(secret),
    subject: push.vapidSubject ?? unnamedSubject,
    allowsLoopback: push.allowsLoopback,
  })
}

const serviceAccountIn = async (file: string): Promise<ServiceAccount> => {
  const content = await readFile(file, 'utf8').catch(() => {
    throw new ConfigError(
      `設定 FCM_SERVICE_ACCOUNT_FILE のファイル ${file} を読めません。パスとアクセス権を確認してください。`,
    )
  })
  try {
    const account = serviceAccount.parse(JSON.parse(content))
    createPrivateKey(account.private_key)
    return account
  } catch {
    throw new ConfigError(
      `設定 FCM_SERVICE_ACCOUNT_FILE のファイル ${file} の内容が正しくありません。Firebaseのサービスアカウントの鍵（JSON）を指定してください。`,
    )
  }
}
