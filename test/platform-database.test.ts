import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { describeSchema } from '#scripts/schema-text.ts'
import { describeTables } from '#scripts/table-types.ts'
import { openDatabase } from '#server/db/database.ts'
import { assertRestorable, migrate, type SchemaFolders } from '#server/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

/** Two folders of the test's own, deleted after it. */
async function emptyFolders(): Promise<SchemaFolders> {
  const root = await mkdtemp(join(tmpdir(), 'koyoi-schema-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folders = { migrations: join(root, 'migrations'), functions: join(root, 'functions') }
  for (const folder of Object.values(folders)) await mkdir(folder)
  return folders
}

describe('values arrive as the product computes with them', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase({ isEmpty: true, maxConnections: 1 })
  })
  afterAll(() => database.close())

  test('int8 is a number, numeric a string, timestamptz a Date, a day a string', async () => {
    const [row] = await database.sql`
      SELECT 9007199254740991::int8 AS whole, ARRAY[1, 2]::int8[] AS list, 1.10::numeric AS exact,
        '2026-11-21T00:00:00+09'::timestamptz AS at, '2026-11-21'::date AS day, '{"a": [1]}'::jsonb AS json`
    expect(row).toEqual({
      whole: Number.MAX_SAFE_INTEGER,
      list: [1, 2],
      exact: '1.10',
      at: new Date('2026-11-20T15:00:00Z'),
      day: '2026-11-21',
      json: { a: [1] },
    })
  })

  test('an int8 that a number cannot hold is refused, and the connection stays usable', async () => {
    await expect(database.sql`SELECT 9007199254740992::int8 FROM generate_series(1, 3)`).rejects.toThrow(
      RangeError,
    )
    await expect(database.sql`SELECT 2::int8 AS two`).resolves.toEqual([{ two: 2 }])
  })

  test('json is written as the value it is', async () => {
    const [row] = await database.sql`SELECT jsonb_typeof(${database.sql.json([1])}) AS type`
    expect(row).toEqual({ type: 'array' })
  })

  test('a library written for pg may bind JSON text', async () => {
    const forLibrary = openDatabase(database.url, { maxConnections: 1, jsonStringsAreText: true })
    onTestFinished(() => forLibrary.close())
    const rows = await forLibrary.sql.unsafe(
      'SELECT json_typeof($1::json) AS text, jsonb_typeof($2::jsonb) AS object',
      ['[1]', { a: 1 }],
    )
    expect([...rows]).toEqual([{ text: 'array', object: 'object' }])
  })

  test('rows that are sent don’t wait for the acknowledgement of a packet, which takes 40 ms', async () => {
    const forCopies = openDatabase(database.url, { maxConnections: 1 })
    onTestFinished(() => forCopies.close())
    await forCopies.sql`CREATE TEMPORARY TABLE copied (line text)`
    const times: number[] = []
    for (let copies = 0; copies < 10; copies += 1) {
      const startedAt = performance.now()
      await pipeline([Buffer.from('line\n')], await forCopies.sql`COPY copied FROM stdin`.writable())
      times.push(performance.now() - startedAt)
    }
    // A busy machine delays some of them, but not all.
    expect(Math.min(...times)).toBeLessThan(20)
    await expect(forCopies.sql`SELECT count(*) AS lines FROM copied`).resolves.toEqual([{ lines: 10 }])
  })

  test('a statement may run for 30 seconds', async () => {
    await expect(database.sql`SHOW statement_timeout`).resolves.toEqual([{ statement_timeout: '30s' }])
  })
})

describe('migrations', () => {
  let database: TestDatabase
  let folders: SchemaFolders

  beforeEach(async () => {
    database = await createTestDatabase({ isEmpty: true, maxConnections: 1 })
    folders = await emptyFolders()
    await write('0001_first.sql', 'CREATE TABLE first (id int); INSERT INTO first VALUES (1);')
    onTestFinished(() => database.close())
  })

  const write = (name: string, text: string) => writeFile(join(folders.migrations, name), text)
  const run = () => migrate(database.url, folders)

  test('are applied in order, once', async () => {
    await write('0002_second.sql', 'ALTER TABLE first ADD COLUMN note text')
    await expect(run()).resolves.toEqual(['0001_first.sql', '0002_second.sql'])
    await expect(run()).resolves.toEqual([])
    await expect(database.sql`SELECT * FROM first`).resolves.toEqual([{ id: 1, note: null }])
  })

  test('of two starts at once are applied by one', async () => {
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat()).toEqual(['0001_first.sql'])
  })

  test('leave nothing of a file that fails, and name its line', async () => {
    await write('0002_second.sql', 'CREATE TABLE second (id int);\n\nCREATE TABLE second (id int);\nSELEC 1;')
    await expect(run()).rejects.toThrow('0002_second.sql の 4 行目')
    await write('0002_second.sql', 'CREATE TABLE second (id int)')
    await expect(run()).resolves.toEqual(['0002_second.sql'])
  })

  test('must not change once applied, but line endings may', async () => {
    await write('0001_first.sql', 'CREATE TABLE first (\nid int)')
    await run()
    await write('0001_first.sql', 'CREATE TABLE first (\r\nid int)')
    await expect(run()).resolves.toEqual([])
    await write('0001_first.sql', 'CREATE TABLE first (id bigint)')
    await expect(run()).rejects.toThrow('適用済みのマイグレーション 0001_first.sql の内容が変わっています')
  })

  test('must not go missing', async () => {
    await write('0002_second.sql', 'SELECT 1')
    await run()
    await rm(join(folders.migrations, '0002_second.sql'))
    await expect(run()).rejects.toThrow('この版にないマイグレーション 0002_second.sql')
  })

  test('must not arrive late', async () => {
    await write('0003_third.sql', 'SELECT 1')
    await run()
    await write('0002_second.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('0002_second.sql は、適用済みの 0003_third.sql より前')
  })

  test.each([
    ['that was interrupted after its first file', ['0001_account.sql']],
    ['from before the first squash', ['0001_account.sql', '0002_people.sql', '0004_calls.sql']],
    [
      'from before the second',
      ['0001_account.sql', '0002_operators.sql', '0063_notifications_announced.sql'],
    ],
  ])('of a development version %s are refused with a sentence, and nothing is applied', async (_, names) => {
    await database.sql`CREATE TABLE schema_migration (name text PRIMARY KEY, checksum text NOT NULL)`
    await database.sql`INSERT INTO schema_migration SELECT unnest(${names}::text[]), 'a'`
    const refusal = '公開前の開発版で作られたもの'
    await expect(run()).rejects.toThrow(refusal)
    await expect(migrate(database.url)).rejects.toThrow(refusal)
    await expect(assertRestorable(names.map((name) => ({ name, checksum: 'a' })))).rejects.toThrow(refusal)
    const [made] = await database.sql`SELECT to_regclass('first') AS first, to_regclass('member') AS member`
    expect(made).toEqual({ first: null, member: null })
  })
})

describe('functions and views', () => {
  let database: TestDatabase
  let folders: SchemaFolders

  beforeEach(async () => {
    database = await createTestDatabase({ isEmpty: true, maxConnections: 1 })
    folders = await emptyFolders()
    await writeFile(join(folders.migrations, '0001_first.sql'), 'create table price (yen int)')
    await mkdir(join(folders.functions, 'shop'))
    onTestFinished(() => database.close())
  })

  const pathOf = (name: string) => join(folders.functions, 'shop', `${name}.sql`)
  const write = (name: string, text: string) => writeFile(pathOf(name), text)
  const writeFunction = (name: string, signature: string, body: string) =>
    write(name, `create or replace function ${name}${signature} language sql stable as $$ ${body} $$;`)
  const run = () => migrate(database.url, folders)
  const call = async (text: string) => {
    const [row] = await database.sql.unsafe(`select ${text} as answer`)
    return row?.answer
  }

  test('are applied after the tables, after those that they mention', async () => {
    await write('dear', 'create or replace view dear as select yen from price where yen > limit_yen();')
    await writeFunction('a_first', '() returns bigint', 'select count(*) from dear')
    await writeFunction('limit_yen', '() returns int', 'select 10')
    await expect(run()).resolves.toEqual([
      '0001_first.sql',
      'shop/a_first.sql',
      'shop/dear.sql',
      'shop/limit_yen.sql',
    ])
    expect(await call('a_first()')).toBe(0)
    await expect(run()).resolves.toEqual([])
  })

  test('are applied again when their file changes, and those alone; line endings may change', async () => {
    await writeFunction('one', '() returns int', 'select 1')
    await writeFunction('two', '() returns int', 'select\n2')
    await run()
    await writeFunction('one', '() returns int', 'select 10')
    await writeFunction('two', '() returns int', 'select\r\n2')
    await expect(run()).resolves.toEqual(['shop/one.sql'])
    expect(await call('one() + two()')).toBe(12)
  })

  test('may change their parameters, their result and their columns, and leave no second function behind', async () => {
    await writeFunction('worth', '(yen int) returns int', 'select yen')
    await writeFunction('rate', '(yen int) returns int', 'select yen')
    await write('shown', 'create or replace view shown as select yen, worth(yen) as worth from price;')
    await run()
    await writeFunction('worth', '(yen int, share int) returns int', 'select yen * share')
    await writeFunction('rate', '(points int) returns text', "select 'rate ' || points")
    await write('shown', 'create or replace view shown as select worth(yen, 2) as worth from price;')
    await run()
    expect(await call('rate(3)')).toBe('rate 3')
    await database.sql`insert into price values (5)`
    expect([...(await database.sql`select * from shown`)]).toEqual([{ worth: 10 }])
    const [found] = await database.sql`select count(*)::int as functions from pg_proc where proname = 'worth'`
    expect(found?.functions).toBe(1)
  })

  test('are dropped when their file is gone', async () => {
    await writeFunction('one', '() returns int', 'select 1')
    await write('shown', 'create or replace view shown as select one() as one;')
    await run()
    await rm(pathOf('one'))
    await rm(pathOf('shown'))
    await run()
    const [left] = await database.sql`select to_regclass('shown') as shown, to_regproc('one') as one`
    expect(left).toEqual({ shown: null, one: null })
  })

  test('are all there again after a migration that dropped some of them', async () => {
    await writeFunction('one', '() returns int', 'select 1')
    await write('shown', 'create or replace view shown as select yen from price;')
    await run()
    await writeFile(
      join(folders.migrations, '0002_second.sql'),
      'drop view shown; drop function one; alter table price alter yen type bigint',
    )
    await run()
    expect(await call('one() + (select count(*) from shown)')).toBe(1)
  })

  test('of two starts at once are applied by one', async () => {
    await writeFunction('one', '() returns int', 'select 1')
    const applied = await Promise.all([run(), run(), run()])
    expect(applied.flat()).toEqual(['0001_first.sql', 'shop/one.sql'])
  })

  test('leave nothing of a set in which one fails, and name its line', async () => {
    await writeFunction('one', '() returns int', 'select 1')
    await run()
    await writeFunction('one', '() returns int', 'select 2')
    await writeFunction('two', '() returns int', '\n\nselect nothing')
    await expect(run()).rejects.toThrow('関数のファイル shop/two.sql の 3 行目')
    expect(await call('one()')).toBe(1)
  })

  test('that a table uses are replaced in place, and are not dropped', async () => {
    const trigger =
      'create or replace trigger filled before insert on price for each row execute function fill();'
    const fill = (yen: number, name = 'fill') =>
      `create or replace function ${name}() returns trigger language plpgsql as
      $$ begin new.yen := ${yen}; return new; end $$;\n${trigger}`
    await write('fill', fill(1))
    await run()
    await write('fill', fill(2))
    await run()
    expect([...(await database.sql`insert into price values (0) returning yen`)]).toEqual([{ yen: 2 }])
    await rm(pathOf('fill'))
    await expect(run()).rejects.toThrow('関数 fill の削除でエラー')
  })

  test.each([
    ['another name than the file', 'create or replace function other() returns int language sql return 1;'],
    ['nothing', 'select 1;'],
    [
      'two functions',
      'create or replace function one() returns int language sql return 1;\ncreate or replace view two as select 1;',
    ],
  ])('are refused in a file with %s', async (_what, text) => {
    await write('one', text)
    await expect(run()).rejects.toThrow('関数のファイル shop/one.sql には、ファイルと同じ名前の')
  })

  test('are refused when two files have one name, or two functions use each other', async () => {
    await writeFunction('one', '() returns int', 'select two()')
    await writeFunction('two', '() returns int', 'select one()')
    await expect(run()).rejects.toThrow('関数が互いを使っています: one → two → one')
    await writeFile(join(folders.functions, 'two.sql'), await readFile(pathOf('two')))
    await expect(run()).rejects.toThrow('関数 two のファイルが 2 つあります')
  })
})

describe('the schema', () => {
  test('is the one in test/schema.txt, object by object; `npm run db:types` writes it', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const committed = await readFile(new URL('schema.txt', import.meta.url), 'utf8')
    const objects = (text: string) => text.trim().split('\n\n')
    expect(objects(await describeSchema(database.sql))).toEqual(objects(committed))
  })
})

describe('the types of the tables', () => {
  test('are those of the migrations; `npm run db:types` writes them', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const committed = await readFile(new URL('../server/db/tables.ts', import.meta.url), 'utf8')
    expect(await describeTables(database.sql)).toBe(committed)
  })

  test('describe what a column accepts and returns', async () => {
    const database = await createTestDatabase({ isEmpty: true })
    onTestFinished(() => database.close())
    await database.sql.unsafe(`
      CREATE TYPE mood AS ENUM ('calm', 'gay');
      CREATE TABLE lantern (
        id bigint GENERATED ALWAYS AS IDENTITY, state text NOT NULL CHECK (state IN ('lit', 'out')),
        moods mood[] NOT NULL DEFAULT '{}', extra jsonb NOT NULL DEFAULT '{}', day date, price numeric NOT NULL);
      CREATE VIEW lit AS SELECT id, extra FROM lantern`)
    const text = await describeTables(database.sql)
    expect(text).toContain(`export interface LanternTable {
  id: GeneratedAlways<number>
  state: 'lit' | 'out'
  moods: Generated<('calm' | 'gay')[]>
  extra: ColumnType<JsonValue, JsonInput | undefined, JsonInput>
  day: string | null
  price: string
}`)
    expect(text).toContain('  extra: ReadOnly<JsonValue | null>')
  })
})
