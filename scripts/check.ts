/**
 * `npm test`: everything that must hold, in order, with totals at the end. `npm run check -- unit lint` runs only
 * the steps or the Vitest projects named. `npm run check -- --changed` runs types, lint, the tidy rules and the unit and
 * api tests that the changes since main can affect.
 */
import { changedFiles, testsOf } from '#scripts/checks/changed-files.ts'
import { allSteps, type CheckName, changeSteps, checkNames, type Step } from '#scripts/checks/check-steps.ts'
import type { Outcome } from '#scripts/checks/test-reports.ts'

const givenNames = process.argv.slice(2)
const isForChange = givenNames.includes('--changed')
const names = readNames(givenNames)
const results: { title: string; seconds: number; outcome: Outcome }[] = []
for (const step of isForChange ? await stepsOfChange() : allSteps) {
  if (!isForChange && !step.covers.some((name) => names.includes(name))) continue
  console.log(`\n▶ ${step.title}`)
  const startedAt = performance.now()
  const outcome = await step.run(names).catch((error: Error): Outcome => {
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  const seconds = (performance.now() - startedAt) / 1000
  results.push({ title: step.title, seconds, outcome })
  console.log(`${outcome.failed === 0 ? '✓' : '✗'} ${step.title}（${seconds.toFixed(1)}秒）`)
}

const passed = results.reduce((sum, { outcome }) => sum + outcome.passed, 0)
const failed = results.reduce((sum, { outcome }) => sum + outcome.failed, 0)
console.log()
for (const { title, seconds, outcome } of results) {
  const counts = `${String(outcome.passed).padStart(5)} passed ${String(outcome.failed).padStart(4)} failed`
  console.log(`${counts} ${seconds.toFixed(1).padStart(7)}s  ${title}`)
}
for (const failure of results.flatMap(({ outcome }) => outcome.failures ?? [])) console.log(`✗ ${failure}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function readNames(given: string[]): readonly CheckName[] {
  if (given.length === 0 || isForChange) return checkNames
  const unknown = given.find((name) => !checkNames.includes(name as CheckName))
  if (unknown) {
    console.error(`${unknown} という検査はありません。使える名前: ${checkNames.join(' ')}`)
    process.exit(1)
  }
  return given as CheckName[]
}

async function stepsOfChange(): Promise<readonly Step[]> {
  const changed = await changedFiles()
  const { unit, api, leftOut } = await testsOf(changed)
  console.log(`${changed.length} changed files: ${unit.length} unit and ${api.length} api test files to run`)
  const kinds = Map.groupBy(leftOut, (path) => path.split('/').slice(0, 2).join('/'))
  const counts = [...kinds].map(([folder, paths]) => `${paths.length} of ${folder}`)
  if (leftOut.length > 0) console.log(`Left out, run them with npm test: ${counts.join(', ')}`)
  if (changed.some((path) => path.endsWith('.sql')))
    console.log('A migration changed: every api test uses it. Run npm run test:api.')
  return changeSteps({ unit, api })
}
