import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { describeSchema } from '#scripts/schema-text.ts'
import { describeTables } from '#scripts/table-types.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#test/helpers/test-database.ts'

describe('values arrive as the product reckons with them', () => {
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

  test('a statement may run for 30 seconds', async () => {
    await expect(database.sql`SHOW statement_timeout`).resolves.toEqual([{ statement_timeout: '30s' }])
  })
})

describe('migrations', () => {
  let database: TestDatabase
  let directory: string

  beforeEach(async () => {
    database = await createTestDatabase({ isEmpty: true, maxConnections: 1 })
    directory = await mkdtemp(join(tmpdir(), 'koyoi-migrations-'))
    await write('0001_first.sql', 'CREATE TABLE first (id int); INSERT INTO first VALUES (1);')
    onTestFinished(async () => {
      await database.close()
      await rm(directory, { recursive: true })
    })
  })

  const write = (name: string, text: string) => writeFile(join(directory, name), text)
  const run = () => migrate(database.url, { directory })

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
    await rm(join(directory, '0002_second.sql'))
    await expect(run()).rejects.toThrow('この版にないマイグレーション 0002_second.sql')
  })

  test('must not arrive late', async () => {
    await write('0003_third.sql', 'SELECT 1')
    await run()
    await write('0002_second.sql', 'SELECT 1')
    await expect(run()).rejects.toThrow('0002_second.sql は、適用済みの 0003_third.sql より前')
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

  test('say what a column takes and gives', async () => {
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
