/**
 * `npm test`: everything that must hold, in order, with totals at the end. `npm run check -- unit lint` runs only
 * the steps or the Vitest projects named.
 */
import { allSteps, type CheckName, checkNames, type Outcome } from './check-steps.ts'

const names = readNames(process.argv.slice(2))
const results: { title: string; seconds: number; outcome: Outcome }[] = []
for (const step of allSteps) {
  if (!step.covers.some((name) => names.includes(name))) continue
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
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 && passed > 0 ? 0 : 1

function readNames(given: string[]): readonly CheckName[] {
  if (given.length === 0) return checkNames
  const unknown = given.find((name) => !checkNames.includes(name as CheckName))
  if (unknown) {
    console.error(`${unknown} という検査はありません。使える名前: ${checkNames.join(' ')}`)
    process.exit(1)
  }
  return given as CheckName[]
}
