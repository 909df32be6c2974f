import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type StartOptions, startApp } from '#server/app/main.ts'
import { createDatabase } from './test-postgres.ts'

export interface TestApp extends App {
  databaseUrl: string
}

interface TestAppOptions extends StartOptions {
  /** Seeds the demo's members, whose participants then answer. Default false. */
  demo?: boolean
  /** Settings in addition to those that isolate test apps. */
  env?: Record<string, string>
  /** An existing database and data folder, which outlive the app. */
  home?: TestHome
}

export interface TestHome {
  databaseUrl: string
  dataDir: string
  /** Removes both. */
  remove(): Promise<void>
}

/** A new migrated database and an empty data folder. */
export const createTestHome = async (): Promise<TestHome> => {
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
  return {
    databaseUrl: database.url,
    dataDir,
    remove: async () => {
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the real app on a free port, with its own database, data folder and media port. Without pages unless
 * `web` names their folder. `stop` also drops the database, unless it was given.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { demo, env, home: givenHome, ...startOptions } = options
  const home = givenHome ?? (await createTestHome())
  const cleanUp = async () => {
    if (!givenHome) await home.remove()
  }
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    MEDIA_UDP_PORT: '0',
    DATA_DIR: home.dataDir,
    DATABASE_URL: home.databaseUrl,
    DEMO: String(demo ?? false),
    DEMO_LIVE: 'false',
    // What a page asks for first doesn't depend on how busy the machine is.
    MEMBER_PAGES: 'never',
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    ...env,
  }
  try {
    const app = await startApp(settings, startOptions)
    return {
      ...app,
      databaseUrl: home.databaseUrl,
      async stop() {
        await app.stop()
        await cleanUp()
      },
    }
  } catch (error) {
    await cleanUp()
    throw error
  }
}
