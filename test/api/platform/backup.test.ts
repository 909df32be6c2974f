import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { dumpDatabase } from '#server/backup/dump-database.ts'
import { makeBackup } from '#server/backup/make-backup.ts'
import { type Manifest, manifestName, sandboxName } from '#server/backup/manifest.ts'
import { type RestoreOptions, restoreBackup } from '#server/backup/restore-backup.ts'
import { readRange, readTar, writeTar } from '#server/backup/tar.ts'
import { type Database, openDatabase } from '#server/db/database.ts'
import { migrateAround } from '#server/db/migrate.ts'
import { lockDataDir } from '#server/lifecycle/data-dir-lock.ts'
import { createDatabase } from '#test/helpers/test-postgres.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

const picture = 'images/0b7c1f2e-6a52-4a51-9a0e-6d2f3d1b7a11.jpg'
const document = 'identity/5e0c8c0a-5b2f-4d3e-8a5c-1f2e3d4c5b6a.bin'

let world: TestWorld
let folder: string
let caller: Person
let file: string
const secret = 'ab'.repeat(32)

const backUp = (target: string, settings = {}) =>
  makeBackup({ ...world.context.config, ...settings }, world.database.sql, { target, appVersion: '0.1.0' })

beforeAll(async () => {
  world = await createTestWorld()
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-backup-'))
  caller = await world.caller(1_234)
  const broadcaster = await world.broadcaster()
  // Characters that COPY has to escape.
  const text = 'タブ\tと改行\nと\\N'
  await caller.request('sendTextMessage', { messageId: crypto.randomUUID(), partnerId: broadcaster.id, text })
  const { dataDir } = world.context.config
  for (const name of [picture, document]) {
    await mkdir(path.join(dataDir, path.dirname(name)), { recursive: true })
    await writeFile(path.join(dataDir, name), name)
  }
  await writeFile(path.join(dataDir, 'images', '5e0c8c0a.jpg.5e0c8c0b.draft'), '')
  await mkdir(path.join(dataDir, 'exports'))
  await writeFile(path.join(dataDir, 'exports', `${caller.id}-1.zip`), 'all of a member')
  await writeFile(path.join(dataDir, 'secret'), secret)
  file = (await backUp(path.join(folder, 'good.tar'))).file
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

interface Target {
  dataDir: string
  database: Database
  restore(options?: Partial<RestoreOptions>, settings?: object): Promise<Manifest>
  /** Every file of the data folder, and every table of the database. */
  holds(): Promise<{ files: string[]; tables: string[] }>
  drop(): Promise<void>
}

const target = async (): Promise<Target> => {
  const { url, drop } = await createDatabase('template0')
  // Under another name than the app's own connections.
  const database = openDatabase(url, { maxConnections: 1, applicationName: 'test' })
  const dataDir = await mkdtemp(path.join(folder, 'target-'))
  const settings = { dataDir, databaseUrl: url, appSecret: undefined, s3: undefined }
  return {
    dataDir,
    database,
    restore: (options, other) => restoreBackup({ ...settings, ...other }, { file, ...options }),
    holds: async () => ({
      files: (await readdir(dataDir, { recursive: true })).sort(),
      tables: (
        await database.sql<{ name: string }[]>`
          select relname::text as name from pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
      ).map(({ name }) => name),
    }),
    drop: async () => {
      await database.close()
      await drop()
    },
  }
}

/** For one test alone. */
const ownTarget = async (): Promise<Target> => {
  const made = await target()
  onTestFinished(() => made.drop())
  return made
}

const pointsOf = async ({ sql }: Database): Promise<number[]> =>
  (await sql<{ balance: number }[]>`select balance from account where balance > 0 and kind = 'wallet'`).map(
    ({ balance }) => balance,
  )

/** The backup with a changed manifest. */
const withManifest = async (
  name: string,
  change: (manifest: Manifest) => object,
  { of = file, renamed = (entry: string) => entry } = {},
): Promise<string> => {
  const changed = path.join(folder, name)
  await using from = await open(of)
  await using to = await open(changed, 'wx')
  const tar = writeTar(to, 0)
  for (const entry of await readTar(from)) {
    let content = await buffer(readRange(from, entry))
    if (entry.name === manifestName)
      content = Buffer.from(JSON.stringify(change(JSON.parse(content.toString()))))
    await tar.add(
      renamed(entry.name),
      content.length,
      (async function* () {
        yield content
      })(),
    )
  }
  await tar.end()
  return changed
}

describe('a backup', () => {
  it('contains images, documents and the secret, no export of a member’s data, and is readable by its owner alone', async () => {
    await using handle = await open(file)
    const names = (await readTar(handle)).map(({ name }) => name)
    expect(names.filter((name) => !name.startsWith('tables/'))).toEqual([
      'secret',
      document,
      picture,
      sandboxName,
      manifestName,
    ])
    expect(names).toContain('tables/member.copy')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
  })

  it('is named after its moment in a folder, and replaces no file', async () => {
    const made = await backUp(folder)
    expect(path.relative(folder, made.file)).toMatch(/^koyoi-\d{8}-\d{6}\.tar$/)
    await expect(backUp(file)).rejects.toThrow('すでにあります')
  })

  it('is of one moment: it lacks what is written while it is made', async () => {
    const seen: Record<string, number> = {}
    await dumpDatabase(world.database.sql, async (name, rows) => {
      if (Object.keys(seen).length === 0) await world.caller(1)
      const text = (await buffer(rows)).toString()
      seen[name] = text.split('\n').length - 1
      return seen[name]
    })
    const [now] = await world.database.sql<{ members: number }[]>`select count(*)::int as members from member`
    expect(seen.member).toBe((now?.members ?? 0) - 1)
  })

  it('is refused of a data folder that no app was started with', async () => {
    const empty = await mkdtemp(path.join(folder, 'empty-'))
    await expect(backUp(path.join(folder, 'x.tar'), { dataDir: empty })).rejects.toThrow(
      'secret がありません',
    )
  })
})

const manifestIn = async (archive: string): Promise<Manifest> => {
  await using handle = await open(archive)
  const entry = (await readTar(handle)).find(({ name }) => name === manifestName)
  if (!entry) throw new Error(`no manifest in ${archive}`)
  return JSON.parse((await buffer(readRange(handle, entry))).toString())
}

describe('a restored backup', () => {
  let to: Target
  beforeAll(async () => {
    to = await target()
    await to.restore()
  })
  afterAll(() => to.drop())

  it('has every row, file and number of the original', async () => {
    const settings = { dataDir: to.dataDir, appSecret: undefined, s3: undefined }
    const again = { target: path.join(folder, 'again.tar'), appVersion: '0.1.0' }
    const { file: second } = await makeBackup(settings, to.database.sql, again)
    const { madeAt: _, ...original } = await manifestIn(file)
    expect(await manifestIn(second)).toMatchObject(original)
    expect(await pointsOf(to.database)).toEqual([1_234])
    expect(await readFile(path.join(to.dataDir, picture), 'utf8')).toBe(picture)
    for (const name of [picture, document, 'secret'])
      expect((await stat(path.join(to.dataDir, name))).mode & 0o777).toBe(0o600)
    const [triggers] = await to.database
      .sql`select count(*)::int as off from pg_trigger where tgenabled <> 'O'`
    expect(triggers).toEqual({ off: 0 })
  })

  it('replaces no files, secret or database unasked', async () => {
    await expect(to.restore()).rejects.toThrow('images が、すでにあります')
    for (const name of ['images', 'identity']) await rm(path.join(to.dataDir, name), { recursive: true })
    await expect(to.restore()).rejects.toThrow('すでにデータがあります')
    await writeFile(path.join(to.dataDir, 'secret'), 'cd'.repeat(32))
    await expect(to.restore()).rejects.toThrow('secret が、すでにあります')
  })

  it('is given up where its ledger is defective, and the existing data stays', async () => {
    await mkdir(path.join(to.dataDir, 'images'))
    await writeFile(path.join(to.dataDir, 'images', 'own.jpg'), 'own')
    const before = await to.holds()
    const { sql } = world.database
    await sql`alter table account disable trigger user`
    await sql`update account set balance = balance + 1 where kind = 'wallet' and balance = 1234`
    const { file: wrong, ledgerDefects } = await backUp(path.join(folder, 'wrong.tar'))
    await sql`update account set balance = balance - 1 where kind = 'wallet' and balance = 1235`
    await sql`alter table account enable trigger user`
    expect(ledgerDefects).toBeGreaterThan(0)
    const hidden = await withManifest('hidden.tar', (manifest) => ({ ...manifest, ledgerDefects: 0 }), {
      of: wrong,
    })
    await expect(to.restore({ file: hidden, replace: true })).rejects.toThrow('復元した台帳に問題がある')
    expect(await to.holds()).toEqual(before)
    expect(await pointsOf(to.database)).toEqual([1_234])
  })

  it('replaces everything on request, and needs no secret where the setting is the same', async () => {
    const appSecret = 'a secret of thirty-two characters'
    await world.caller(77)
    const { file: later } = await backUp(path.join(folder, 'setting.tar'), { appSecret })
    await to.restore({ file: later, replace: true }, { appSecret })
    expect((await pointsOf(to.database)).sort()).toEqual([1, 77, 1_234].sort())
    expect(await readdir(path.join(to.dataDir, 'images'))).toEqual([path.basename(picture)])
  })
})

const flipped = async (): Promise<string> => {
  const broken = path.join(folder, 'flipped.tar')
  const bytes = await readFile(file)
  const at = bytes.indexOf('caller')
  bytes[at] = (bytes[at] ?? 0) + 1
  await writeFile(broken, bytes)
  return broken
}

const cut = async (): Promise<string> => {
  const broken = path.join(folder, 'cut.tar')
  await writeFile(broken, (await readFile(file)).subarray(0, 50_000))
  return broken
}

/** Complete except for a name that leads out of the data folder. */
const escaping = (): Promise<string> => {
  const renamed = (name: string) => (name === picture ? 'images/../../out.jpg' : name)
  const change = ({ entries, ...rest }: Manifest) => ({
    ...rest,
    entries: entries.map((entry) => ({ ...entry, name: renamed(entry.name) })),
  })
  return withManifest('escaping.tar', change, { renamed })
}

describe('nothing is changed by', () => {
  it.each<[string, () => Promise<string>, RegExp]>([
    ['a backup with a changed byte', flipped, /壊れています/],
    ['a backup that breaks off', cut, /途中で終わっています/],
    ['a name that leads elsewhere', escaping, /知らないもの/],
    ['a file that is none', async () => `${folder}/nowhere.tar`, /読めません/],
    [
      'a backup of a newer format',
      () => withManifest('format.tar', (manifest) => ({ ...manifest, format: 2 })),
      /新しい版/,
    ],
    [
      'a backup of a newer version',
      () =>
        withManifest('newer.tar', ({ migrations, ...rest }) => ({
          ...rest,
          migrations: [...migrations, { name: '9999_points_later.sql', checksum: '0' }],
        })),
      /この版にないマイグレーション/,
    ],
    [
      'rows that are missing after all',
      () =>
        withManifest('rows.tar', ({ tables, ...rest }) => ({
          ...rest,
          tables: tables.map((table) => (table.name === 'member' ? { ...table, rows: 99 } : table)),
        })),
      /99 行のはず/,
    ],
  ])('%s', async (_what, make, sentence) => {
    const to = await ownTarget()
    await expect(to.restore({ file: await make() })).rejects.toThrow(sentence)
    expect(await to.holds()).toEqual({ files: [], tables: [] })
  })

  it('an app that runs on the folder, or on the database', async () => {
    const to = await ownTarget()
    const lock = await lockDataDir(to.dataDir)
    await expect(to.restore()).rejects.toThrow('起動中の別のプロセス')
    await lock.release()
    const { sql } = to.database
    await sql`select set_config('application_name', 'koyoi', false)`
    await expect(to.restore()).rejects.toThrow('起動中のアプリが使っています')
    expect(await to.holds()).toEqual({ files: [], tables: [] })
  })

  it('a database with foreign tables, even on request', async () => {
    const to = await ownTarget()
    await to.database.sql`create table shop (id int)`
    await expect(to.restore({ replace: true })).rejects.toThrow('今宵のものではない表')
    expect(await to.holds()).toEqual({ files: [], tables: ['shop'] })
  })

  it.each([
    ['another APP_SECRET', { appSecret: 'another one of thirty-two characters' }, '秘密鍵と違います'],
    ['a bucket, where the pictures are in the backup', { s3: {} }, '画像が入っています'],
  ])('%s', async (_what, settings, sentence) => {
    const to = await ownTarget()
    await expect(to.restore({}, settings)).rejects.toThrow(sentence)
    expect(await to.holds()).toEqual({ files: [], tables: [] })
  })

  it('a missing APP_SECRET or bucket, where the backup was made with them', async () => {
    const appSecret = 'a secret of thirty-two characters'
    const { file: encrypted } = await backUp(path.join(folder, 'encrypted.tar'), { appSecret })
    const { file: bucket } = await backUp(path.join(folder, 'bucket.tar'), { s3: {} })
    const to = await ownTarget()
    await expect(to.restore({ file: encrypted })).rejects.toThrow('設定 APP_SECRET を、そのときと同じ値')
    await expect(to.restore({ file: bucket })).rejects.toThrow('画像はバケットにあります')
    expect(await to.holds()).toEqual({ files: [], tables: [] })
  })
})

it('rows of an older version are loaded before later migrations change them', async () => {
  const to = await ownTarget()
  const root = await mkdtemp(path.join(folder, 'schema-'))
  const folders = { migrations: path.join(root, 'migrations'), functions: path.join(root, 'functions') }
  for (const directory of Object.values(folders)) await mkdir(directory)
  await writeFile(path.join(folders.migrations, '0001_shop.sql'), 'create table shop (price int)')
  await writeFile(
    path.join(folders.functions, 'taxes.sql'),
    'create or replace view taxes as select sum(taxed) as taxed from shop;',
  )
  await writeFile(
    path.join(folders.migrations, '0002_shop.sql'),
    'alter table shop add taxed int; update shop set taxed = price * 1.1; alter table shop alter taxed set not null',
  )
  const earlier = [{ name: '0001_shop.sql', checksum: '' }]
  await to.database.sql.begin((tx) =>
    migrateAround(tx, earlier, async () => void (await tx`insert into shop values (100)`), folders),
  )
  expect(await to.database.sql`select price, taxed from shop`).toEqual([{ price: 100, taxed: 110 }])
  expect(await to.database.sql`select taxed::int from taxes`).toEqual([{ taxed: 110 }])
  const applied = await to.database.sql`select name from schema_migration order by name`
  expect(applied.map(({ name }) => name)).toEqual(['0001_shop.sql', '0002_shop.sql'])
})
