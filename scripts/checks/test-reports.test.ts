import { expect, it } from 'vitest'
import { playwrightOutcome, vitestOutcome } from './test-reports.ts'

it('names each failed test of Vitest, a file that has not loaded, and what failed outside of tests', () => {
  const report = {
    numPassedTests: 7,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          {
            status: 'failed',
            fullName: 'subtracts',
            failureMessages: ['expected 1 to be 2\n  at a.test.ts:3'],
          },
        ],
      },
      { name: 'b.test.ts', status: 'failed', message: 'no such module', assertionResults: [] },
      { name: 'c.test.ts', status: 'passed', assertionResults: [{ status: 'passed', fullName: 'is' }] },
    ],
  }
  expect(vitestOutcome(report, ['Error: closed\n  at socket.ts:1'])).toEqual({
    passed: 7,
    failed: 3,
    failures: [
      'a.test.ts › subtracts: expected 1 to be 2',
      'b.test.ts: no such module',
      'outside of tests: Error: closed at socket.ts:1',
    ],
  })
})

it('names each failed test of Playwright by device, file, line and title', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'x.test.ts',
    line: 4,
    tests: [
      {
        projectName: 'phone',
        status,
        results: [{ error: { message: '\u001b[31mTimed out\u001b[39m\nCall log' } }],
      },
    ],
  })
  const suites = [{ suites: [{ specs: [spec('rings', 'unexpected'), spec('ends', 'expected')] }] }]
  expect(playwrightOutcome({ stats: { expected: 5, unexpected: 1 }, suites })).toEqual({
    passed: 5,
    failed: 1,
    failures: ['[phone] x.test.ts:4 › rings: Timed out'],
  })
})
