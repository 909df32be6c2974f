import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBackup } from '#server/backup/read-backup.ts'
import { startTestApp } from '#test/helpers/start-app.ts'
import { createDatabase } from '#test/helpers/test-postgres.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'

/** With an embedded database on one side, whose first start takes seconds. */
const bothWaysTimeoutMs = 120_000

const picture = 'images/0b7c1f2e-6a52-4a51-9a0e-6d2f3d1b7a11.jpg'

let world: TestWorld
let caller: Person
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'koyoi-both-ways-'))
  world = await createTestWorld()
  caller = await world.caller(1_234)
  const { dataDir } = world.context.config
  await mkdir(path.join(dataDir, 'images'))
  await writeFile(path.join(dataDir, picture), 'a picture')
  await writeFile(path.join(dataDir, 'secret'), world.context.secret.toString('hex'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

const run = promisify(execFile)

const command = async (name: 'backup' | 'restore', word: string, env: Record<string, string>) => {
  const script = fileURLToPath(new URL(`../scripts/${name}.ts`, import.meta.url))
  const { PATH = '' } = process.env
  const { stdout } = await run(process.execPath, [script, word], { env: { PATH, ...env } })
  return stdout
}

const contents = async (file: string) => {
  await using backup = await openBackup(file)
  const { entries, tables, sequences, migrations, ledgerDefects } = backup.manifest
  return { entries, tables, sequences, migrations, ledgerDefects }
}

it(
  'data moves from an external database into the embedded one and back, and the app runs on it',
  async () => {
    const external = { DATA_DIR: world.context.config.dataDir, DATABASE_URL: world.database.url }
    const first = path.join(folder, 'first.tar')
    expect(await command('backup', first, external)).toContain(`${first} を作りました`)

    const embedded = { DATA_DIR: path.join(folder, 'embedded') }
    expect(await command('restore', first, embedded)).toContain('復元しました')
    await command('backup', folder, embedded)
    const second = (await readdir(folder)).find((name) => name.startsWith('koyoi-')) ?? ''
    expect(await contents(path.join(folder, second))).toEqual(await contents(first))
    await expect(command('restore', first, embedded)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\S+ が、すでにあります。[^\n]+--replace [^\n]+\n$/),
    })

    const { url, drop } = await createDatabase('template0')
    const home = { databaseUrl: url, dataDir: path.join(folder, 'external'), remove: drop }
    await command('restore', path.join(folder, second), { DATA_DIR: home.dataDir, DATABASE_URL: url })
    const app = await startTestApp({ home })
    const answer = await fetch(`${app.url}/api/get-my-wallet`, {
      method: 'POST',
      headers: { cookie: caller.cookie, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(await answer.json()).toMatchObject({ type: 'success', point: 1_234 })
    expect(app.context.secret).toEqual(world.context.secret)
    await app.stop()
    await home.remove()
  },
  bothWaysTimeoutMs,
)
