import { stripVTControlCharacters } from 'node:util'

/** How many checks or tests of a step passed and failed. */
export interface Outcome {
  passed: number
  failed: number
  /** The failed tests, each with the first line of its message. A step that isn't made of tests names none. */
  failures?: readonly string[]
}

/** What is read of Vitest's JSON report. */
export interface VitestReport {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message?: string
    assertionResults: { status: string; fullName: string; failureMessages?: readonly string[] }[]
  }[]
}

/** What is read of Playwright's JSON report. */
export interface PlaywrightReport {
  stats: { expected: number; unexpected: number }
  errors?: readonly { message?: string }[]
  suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  specs?: readonly {
    title: string
    file: string
    line: number
    tests: readonly {
      projectName: string
      status: string
      results: readonly { error?: { message?: string } }[]
    }[]
  }[]
  suites?: readonly PlaywrightSuite[]
}

/**
 * A file that can't be loaded has no tests, so it counts as one failure.
 * @param unhandledErrors what was thrown outside of tests; each counts as one failure
 */
export function vitestOutcome(
  { numPassedTests, testResults }: VitestReport,
  unhandledErrors: readonly string[],
): Outcome {
  const failedTests = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0) return status === 'failed' ? [`${name}: ${firstLine(message)}`] : []
    return failed.map((test) => `${name} › ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`)
  })
  const failures = [
    ...failedTests,
    ...unhandledErrors.map((text) => `outside of tests: ${text.replaceAll(/\s+/g, ' ').slice(0, 1_000)}`),
  ]
  return { passed: numPassedTests, failed: failures.length, failures }
}

export function playwrightOutcome({ stats, errors = [], suites }: PlaywrightReport): Outcome {
  const failures = [...suites.flatMap(failuresOf), ...errors.map(({ message }) => firstLine(message))]
  return { passed: stats.expected, failed: Math.max(stats.unexpected, failures.length), failures }
}

function failuresOf({ specs = [], suites = [] }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected')
      .map(({ projectName, results }) => {
        const message = results.find(({ error }) => error)?.error?.message
        return `[${projectName}] ${file}:${line} › ${title}: ${firstLine(message)}`
      }),
  )
  return [...own, ...suites.flatMap(failuresOf)]
}

function firstLine(message: string | undefined): string {
  return (
    stripVTControlCharacters(message ?? 'no message')
      .split('\n', 1)[0]
      ?.slice(0, 300) ?? ''
  )
}
