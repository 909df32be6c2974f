import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, type StartOptions, startApp } from '../../server/main.ts'
import { createDatabase } from './test-postgres.ts'

export interface TestApp extends App {
  databaseUrl: string
}

export interface TestAppOptions extends StartOptions {
  /** Seeds the demo's people, who then answer by themselves. Default false. */
  demo?: boolean
  /** Settings beside those that keep test apps apart. */
  env?: Record<string, string>
}

/**
 * Starts the real app on a free port, with a database, a data folder and a media port of its own. Without pages
 * unless `web` names their folder. `stop` drops the database as well.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { demo, env, ...startOptions } = options
  const database = await createDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'koyoi-test-'))
  const cleanUp = async () => {
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const settings = {
    PORT: '0',
    HOST: '127.0.0.1',
    MEDIA_UDP_PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    DEMO: String(demo ?? false),
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    ...env,
  }
  try {
    const app = await startApp(settings, startOptions)
    return {
      ...app,
      databaseUrl: database.url,
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
