import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { ConfigError } from '#server/config/config-error.ts'
import { openPushService } from './open-push.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-push-'))
})
afterAll(() => rm(folder, { recursive: true }))

const secret = randomBytes(32)
const open = (env: Record<string, string>) => openPushService(readConfig(env), secret)
const openFcm = async (content: string) => {
  const file = path.join(folder, 'account.json')
  await writeFile(file, content)
  return open({
    FCM_SERVICE_ACCOUNT_FILE: file,
    FCM_VAPID_KEY: 'B-key',
    FCM_API_KEY: 'api',
    FCM_MESSAGING_SENDER_ID: '1234',
    FCM_APP_ID: '1:1234:web:ab',
  })
}
const account = {
  project_id: 'koyoi-test',
  client_email: 'push@koyoi-test.example',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  token_uri: 'https://oauth2.googleapis.com/token',
}

it('is Web Push without a setting, with a key derived from the signing secret', async () => {
  const service = await open({})
  expect(service.setup).toEqual({ provider: 'webPush', publicKey: service.sender })
  expect((await open({})).sender).toBe(service.sender)
})

it('uses the configured key', async () => {
  const VAPID_PRIVATE_KEY = randomBytes(32).toString('base64url')
  expect((await open({ VAPID_PRIVATE_KEY })).sender).not.toBe((await open({})).sender)
})

it('is FCM with a service account', async () => {
  expect(await openFcm(JSON.stringify(account))).toMatchObject({ provider: 'fcm', sender: 'koyoi-test' })
})

it.each(['', '{}', JSON.stringify({ ...account, private_key: 'none' })])(
  'refuses a service account that is invalid: %s',
  async (content) => {
    await expect(openFcm(content)).rejects.toThrow(ConfigError)
    await expect(openFcm(content)).rejects.toThrow(/の内容が正しくありません/)
  },
)

it('refuses a missing file', async () => {
  const FCM_SERVICE_ACCOUNT_FILE = path.join(folder, 'missing.json')
  const rest = { FCM_VAPID_KEY: 'a', FCM_API_KEY: 'b', FCM_MESSAGING_SENDER_ID: 'c', FCM_APP_ID: 'd' }
  await expect(open({ FCM_SERVICE_ACCOUNT_FILE, ...rest })).rejects.toThrow(/missing\.json を読めません/)
})
