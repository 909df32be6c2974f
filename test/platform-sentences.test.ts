import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startApp } from '#server/app/main.ts'
import { probeDatabase } from '#server/db/probe-database.ts'
import { startEmbeddedPostgres } from '#server/embedded-postgres/embedded-postgres.ts'
import { prepareDataDir, sentenceOfFileError } from '#server/lifecycle/data-dir.ts'
import { loadSecret } from '#server/secrets/signing-secret.ts'
import { createTestHome } from '#test/helpers/start-app.ts'
import { serverUrlVariable } from '#test/helpers/test-postgres.ts'

const isRoot = process.getuid?.() === 0
const otherPatienceMs = 500
const password = 'himitsu-no-password'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koyoi-sentences-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The sentence at the terminal: the message alone, because the error is an expected one. */
const sentenceOf = async (work: Promise<unknown>): Promise<string> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Error)
  const { name, message } = error as Error
  expect(['ConfigError', 'EmbeddedPostgresError']).toContain(name)
  expect(message).not.toContain(password)
  return message
}

describe('a data folder that can’t be used', () => {
  const at = (...names: string[]) => join(folder, ...names)

  test.each([
    ['is a file', () => at('file'), 'EEXIST'],
    ['lies below a file', () => at('file', 'data'), 'ENOTDIR'],
    ['lies where no folder can be made', () => '/proc/koyoi/data', 'ENOENT'],
  ])('that %s', async (_name, pathOf, code) => {
    await writeFile(at('file'), '')
    const path = pathOf()
    const sentence = await sentenceOf(startApp({ DATA_DIR: path, NODE_ENV: 'test', PORT: '0' }))
    expect(sentence).toMatch(
      new RegExp(`^データフォルダ ${path} を使えません。.+（${code}）。設定 DATA_DIR に`),
    )
  })

  test.each(['EACCES', 'EPERM', 'EROFS'])('that answers %s', (code) => {
    const error = sentenceOfFileError('/data', Object.assign(new Error(code), { code }))
    expect(error?.message).toMatch(/^データフォルダ \/data を使えません。(書き込む権限|読み取り専用)/)
  })

  test.skipIf(isRoot)('that is closed to this user, itself or above it', async () => {
    const closed = at('closed')
    await mkdir(closed, { mode: 0o555 })
    onTestFinished(() => chmod(closed, 0o755))
    expect(await sentenceOf(prepareDataDir(closed))).toContain('書き込む権限がありません')
    expect(await sentenceOf(prepareDataDir(join(closed, 'data')))).toContain('書き込む権限がありません')
  })

  test('leaves nothing behind where it can be used', async () => {
    await prepareDataDir(at('new', 'data'))
    expect(await readdir(at('new', 'data'))).toEqual([])
  })

  test('a torn postgres.json', async () => {
    const dataDir = at('torn')
    await mkdir(join(dataDir, 'postgres'), { recursive: true })
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
    for (const text of ['', '{"superuserPassword": "himi', 'null', '{"port": 5432}']) {
      await writeFile(join(dataDir, 'postgres.json'), text)
      expect(await sentenceOf(startEmbeddedPostgres({ dataDir, log: () => {} }))).toBe(
        `${join(dataDir, 'postgres.json')} は壊れているため、内蔵 PostgreSQL に接続できません。バックアップから戻してください。`,
      )
    }
  })

  test.each([
    ['an empty', '', '空です'],
    ['a torn', 'abc123', '壊れています'],
    ['an overwritten', password, '壊れています'],
  ])('%s secret, and what it opens', async (_name, text, fault) => {
    const dataDir = at('secret')
    await mkdir(dataDir, { recursive: true })
    await writeFile(join(dataDir, 'secret'), text)
    const sentence = await sentenceOf(loadSecret(dataDir))
    expect(sentence).toContain(
      `署名の鍵 ${join(dataDir, 'secret')} は${fault}。バックアップから戻してください。`,
    )
    expect(sentence).toMatch(/支払い先口座、本人確認書類、オペレーターの認証アプリ.*二度と開けなくなり/)
  })
})

describe('a database that can’t be reached', () => {
  const ofTests = (change: (url: URL) => void) => {
    const url = new URL(process.env[serverUrlVariable] ?? '')
    change(url)
    return url.href
  }

  test.each([
    ['a closed port', 'postgres://koyoi:himitsu-no-password@127.0.0.1:1/koyoi', 'ECONNREFUSED'],
    ['an unknown host', 'postgres://koyoi:himitsu-no-password@nowhere.invalid/koyoi', 'ENOTFOUND|EAI_AGAIN'],
    ['an unknown database', () => ofTests((url) => (url.pathname = '/nowhere')), '3D000'],
    [
      'an unknown user',
      () => ofTests((url) => Object.assign(url, { username: 'nobody', password })),
      '28P01|28000',
    ],
    ['a wrong password', () => ofTests((url) => (url.password = password)), '28P01'],
  ])('%s', async (_name, given, code) => {
    const url = typeof given === 'string' ? given : given()
    const { hostname, pathname } = new URL(url)
    const sentence = await sentenceOf(probeDatabase(url))
    expect(sentence).toMatch(
      new RegExp(
        `^設定 DATABASE_URL のデータベース ${hostname}:\\d+${pathname}（ユーザー \\w+）に接続できません。`,
      ),
    )
    expect(sentence).toMatch(new RegExp(`（(${code})）。$`))
  })

  test('a port that another program uses', async () => {
    const other = createServer((socket: Socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const url = `postgres://koyoi:${password}@127.0.0.1:${port}/koyoi`
    const sentence = await sentenceOf(probeDatabase(url, otherPatienceMs))
    expect(sentence).toContain('PostgreSQL ではない')
  })

  test('a stray % in the URL', async () => {
    expect(await sentenceOf(probeDatabase(`postgres://koyoi:${password}%zz@127.0.0.1/koyoi`))).toContain(
      '%25',
    )
  })

  test('stops the start', async () => {
    const sentence = await sentenceOf(
      startApp({
        DATA_DIR: join(folder, 'away'),
        DATABASE_URL: `postgres://koyoi:${password}@127.0.0.1:1/koyoi`,
        NODE_ENV: 'test',
        PORT: '0',
      }),
    )
    expect(sentence).toContain('設定 DATABASE_URL')
  })
})

test.each([
  ['HOST', { HOST: '192.0.2.1' }],
  ['METRICS_HOST', { HOST: '127.0.0.1', METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' }],
])('%s of another machine', async (setting, env) => {
  const home = await createTestHome()
  onTestFinished(() => home.remove())
  const start = startApp({
    DATA_DIR: home.dataDir,
    DATABASE_URL: home.databaseUrl,
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    DEMO: 'false',
    PORT: '0',
    MEDIA_UDP_PORT: '0',
    ...env,
  })
  expect(await sentenceOf(start)).toMatch(
    new RegExp(`^設定 ${setting} の 192.0.2.1 は、このマシンのアドレスではありません`),
  )
})
