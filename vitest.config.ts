import { defineConfig } from 'vitest/config'

const mediaAndDatabaseTimeoutMs = 30_000
/** A property's hundreds of runs take a second alone, and many times that while others have the cores. */
const propertyTimeoutMs = 20_000
/** As in the browser tests: what runs against real time on a shared machine has one more try, and is named for it. */
const realTimeRetries = 1

const unitFiles = ['contract', 'domain', 'adapters', 'server', 'web', 'seed', 'scripts'].map(
  (folder) => `${folder}/**/*.test.{ts,tsx}`,
)

export default defineConfig({
  test: {
    // node-datachannel aborts the process inside a worker thread.
    pool: 'forks',
    // The default leaves one of two cores idle.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'unit', include: unitFiles, testTimeout: propertyTimeoutMs } },
      {
        extends: true,
        test: { name: 'tidy', include: ['test/tidy*.test.ts'], testTimeout: propertyTimeoutMs },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          globalSetup: ['test/helpers/postgres-global-setup.ts'],
          testTimeout: mediaAndDatabaseTimeoutMs,
          hookTimeout: mediaAndDatabaseTimeoutMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'adapters',
          include: ['test/adapters/**/*.test.ts'],
          retry: realTimeRetries,
          testTimeout: mediaAndDatabaseTimeoutMs,
          hookTimeout: mediaAndDatabaseTimeoutMs,
          // What waits for packets in real time has the machine to itself.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'platform',
          include: ['test/platform*.test.ts'],
          globalSetup: ['test/helpers/postgres-global-setup.ts'],
          testTimeout: mediaAndDatabaseTimeoutMs,
          hookTimeout: mediaAndDatabaseTimeoutMs,
        },
      },
      {
        extends: true,
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          retry: realTimeRetries,
          // Kills leave their neighbours slow: these come when the others are done.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
