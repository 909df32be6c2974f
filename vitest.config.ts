import { defineConfig } from 'vitest/config'

const MEDIA_AND_DATABASE_TIMEOUT_MS = 30_000

const UNIT_FILES = ['contract', 'domain', 'adapters', 'server', 'web', 'seed', 'scripts'].map(
  (folder) => `${folder}/**/*.test.{ts,tsx}`,
)

export default defineConfig({
  test: {
    // node-datachannel aborts the process inside a worker thread.
    pool: 'forks',
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT_FILES } },
      { extends: true, test: { name: 'tidy', include: ['test/tidy*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/helpers/postgres-global-setup.ts'],
          testTimeout: MEDIA_AND_DATABASE_TIMEOUT_MS,
          hookTimeout: MEDIA_AND_DATABASE_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'adapters',
          include: ['test/adapters/**/*.test.ts'],
          testTimeout: MEDIA_AND_DATABASE_TIMEOUT_MS,
          hookTimeout: MEDIA_AND_DATABASE_TIMEOUT_MS,
        },
      },
      {
        extends: true,
        test: {
          name: 'platform',
          include: ['test/platform*.test.ts'],
          globalSetup: ['test/helpers/postgres-global-setup.ts'],
          testTimeout: MEDIA_AND_DATABASE_TIMEOUT_MS,
          hookTimeout: MEDIA_AND_DATABASE_TIMEOUT_MS,
        },
      },
    ],
  },
})
