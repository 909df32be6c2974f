import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '#server/config/config.ts'
import { openPayments } from './payments.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'koyoi-gateways-'))
})
afterAll(() => rm(dataDir, { recursive: true }))

const open = (env: Record<string, string>) =>
  openPayments({ config: readConfig({ DATA_DIR: dataDir, ...env }), secret: Buffer.from('secret') })

const storekit = {
  STOREKIT_BUNDLE_ID: 'jp.koyoi.app',
  STOREKIT_PRODUCTS: 'jp.koyoi.points.1000=1000',
  STOREKIT_ENVIRONMENT: 'sandbox',
}

describe('the payment services that are opened', () => {
  it('are the sandbox in the demo, and none for test cards in production without keys', async () => {
    const demo = await open({})
    expect(demo.accepting('card')?.name).toBe('sandbox')
    expect(demo.accepting('storekit')?.name).toBe('sandbox')
    await demo.stop()
    const bare = await open({ PUBLIC_URL: 'https://koyoi.example' })
    for (const method of ['card', 'savedCard', 'paidy', 'storekit'] as const) {
      expect(bare.accepting(method)).toBeUndefined()
      expect(bare.methods).not.toContain(method)
    }
    expect(bare.named('sandbox')).toBeUndefined()
    await bare.stop()
  })

  it('are those whose keys are there, and no others', async () => {
    const payments = await open({ ...storekit, PAIDY_SECRET_KEY: 'sk_test', PAIDY_PUBLIC_KEY: 'pk_test' })
    expect(payments.accepting('paidy')?.name).toBe('paidy')
    expect(payments.accepting('storekit')?.name).toBe('storekit')
    expect(payments.accepting('card')).toBeUndefined()
    expect(payments.sandbox).toBeUndefined()
    await payments.stop()
  })

  it('refuse files that are not there, and files with other contents', async () => {
    const missing = path.join(dataDir, 'missing.pem')
    await expect(open({ ...storekit, STOREKIT_ROOT_CERTIFICATES: missing })).rejects.toThrow(
      new ConfigError(
        `設定 STOREKIT_ROOT_CERTIFICATES のファイル ${missing} を読めません。パスとアクセス権を確認してください。`,
      ),
    )
    const other = path.join(dataDir, 'other.p8')
    await writeFile(other, 'no key')
    const api = {
      STOREKIT_ISSUER_ID: 'issuer',
      STOREKIT_KEY_ID: 'KEY',
      STOREKIT_PRIVATE_KEY_FILE: other,
    }
    await expect(open({ ...storekit, ...api })).rejects.toThrow(
      new ConfigError(`設定 STOREKIT_PRIVATE_KEY_FILE のファイル ${other} の内容が正しくありません。`),
    )
  })
})
