import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { UnhandledErrorsReporter } from '#scripts/checks/unhandled-errors-reporter.ts'
import { isLostConnectionCode } from '#server/lifecycle/lost-connections.ts'

// As in scripts/start.ts: each process that a test starts loads the server's modules in half the time.
process.env.NODE_COMPILE_CACHE ||= fileURLToPath(new URL('node_modules/.cache/koyoi', import.meta.url))

const mediaAndDatabaseTimeoutMs = 30_000
/** A property's hundreds of runs take a second alone, and many times that while others have the cores. */
const propertyTimeoutMs = 20_000

const pollTimeoutMs = 10_000

/** A rule over the whole tree reads 3,000 files: 8 s alone. */
const everyFileTimeoutMs = 90_000

/** What waits in real time needs little of a processor: so many at once, when those that need all of it are done. */
const besideEachOther = { maxWorkers: 4, sequence: { groupOrder: 1 } }

/** These take minutes, so they begin first and the others go on beside them. */
const longest = [
  /\/test\/chaos\//,
  /\/media-(server|embedded)\.test/,
  /\/(fuzz|foreign-ids)\.test/,
  /\/ledger-(histories|crashes)\.test/,
]

class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const isShort = ({ moduleId }: { moduleId: string }) => !longest.some((one) => one.test(moduleId))
    return (await super.sort(files)).toSorted((a, b) => Number(isShort(a)) - Number(isShort(b)))
  }
}

const unitFiles = ['contract', 'domain', 'adapters', 'server', 'web', 'seed', 'scripts'].map(
  (folder) => `${folder}/**/*.test.{ts,tsx}`,
)

/**
 * The driver leaves one promise of its own unheard when a connection is lost while it asks for array types, as the
 * dying processes and cut connections of the ledger's tests do (server/lifecycle/lost-connections.ts). Any other unheard
 * rejection is red.
 */
const isDriversOwn = (error: object): boolean =>
  'code' in error &&
  isLostConnectionCode(error.code) &&
  'query' in error &&
  String(error.query).includes('pg_catalog.pg_type')

/** For scripts/checks/check-steps.ts. */
const { KOYOI_VITEST_REPORT: reportPath, KOYOI_VITEST_ERRORS: errorsPath } = process.env

export default defineConfig({
  test: {
    reporters:
      reportPath && errorsPath
        ? ['default', ['json', { outputFile: reportPath }], new UnhandledErrorsReporter(errorsPath)]
        : ['default'],
    // The default of one second is short on a machine with other work; what comes sooner is seen sooner.
    expect: { poll: { timeout: pollTimeoutMs, interval: 20 } },
    onUnhandledError: (error) => !isDriversOwn(error),
    // node-datachannel aborts the process inside a worker thread.
    pool: 'forks',
    // One more than two cores: a test that waits for its database leaves its core to another.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unitFiles,
          // A process for each file took twice the time of all tests.
          isolate: false,
          setupFiles: ['test/helpers/isolate-unit-files.ts'],
          testTimeout: propertyTimeoutMs,
        },
      },
      {
        extends: true,
        test: { name: 'tidy', include: ['test/tidy*.test.ts'], testTimeout: everyFileTimeoutMs },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/api/**/*.test.ts'],
          // Each file has a database of its own; importing the whole server for each took longer than most of them.
          isolate: false,
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
          testTimeout: mediaAndDatabaseTimeoutMs,
          hookTimeout: mediaAndDatabaseTimeoutMs,
          ...besideEachOther,
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
          ...besideEachOther,
        },
      },
    ],
  },
})
