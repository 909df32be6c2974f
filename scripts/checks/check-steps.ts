import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '#scripts/build-web.ts'
import { runCommand } from '#scripts/run-command.ts'
import { runPlaywright } from '#scripts/run-playwright.ts'
import { findOrInstallChromium } from './chromium.ts'
import { findOrInstallCoturn } from './coturn.ts'
import {
  type Outcome,
  type PlaywrightReport,
  playwrightOutcome,
  type VitestReport,
  vitestOutcome,
} from './test-reports.ts'

const vitestProjects = ['unit', 'tidy', 'api', 'adapters', 'platform', 'chaos'] as const
export const checkNames = ['types', 'lint', 'unused', 'web', ...vitestProjects, 'e2e'] as const
export type CheckName = (typeof checkNames)[number]
type VitestProject = (typeof vitestProjects)[number]

export interface Step {
  title: string
  /** The step runs when one of these is asked for. */
  covers: readonly CheckName[]
  run(names: readonly CheckName[]): Promise<Outcome>
}

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))
const reportsFolder = join(repositoryRoot, '.test', 'reports')

/** In the order in which they run: the quickest to fail come first. */
export const allSteps: readonly Step[] = [
  { title: 'Types (tsc)', covers: ['types'], run: () => checkWith('tsc', ['-p', '.']) },
  { title: 'Lint (biome)', covers: ['lint'], run: () => checkWith('biome', ['check', '.']) },
  { title: 'Unused code (knip)', covers: ['unused'], run: () => checkWith('knip', ['--no-progress']) },
  { title: 'Web build (vite)', covers: ['web', 'e2e'], run: buildStep },
  { title: 'Chromium', covers: ['adapters', 'e2e'], run: chromiumStep },
  { title: 'coturn', covers: ['e2e'], run: coturnStep },
  { title: 'Unit, api and platform tests (vitest)', covers: vitestProjects, run: vitestStep },
  { title: 'Browser tests (playwright)', covers: ['e2e'], run: playwrightStep },
]

/** The quick check of a change: types, lint, the tidy rules and the tests in `files`. */
export function changeSteps(files: { unit: readonly string[]; api: readonly string[] }): readonly Step[] {
  const projects: VitestProject[] = ['tidy']
  if (files.unit.length > 0) projects.push('unit')
  if (files.api.length > 0) projects.push('api')
  const filters = ['test/tidy', ...files.unit, ...files.api]
  return [
    ...allSteps.filter(({ covers }) => covers.includes('types') || covers.includes('lint')),
    {
      title: `${projects.join(', ')} tests (vitest)`,
      covers: projects,
      run: () => vitestStep(projects, filters),
    },
  ]
}

async function checkWith(command: string, args: string[]): Promise<Outcome> {
  return (await runCommand(command, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function buildStep(): Promise<Outcome> {
  const isBuilt = await buildWeb()
  if (!isBuilt) console.log('unchanged since the last build')
  return { passed: 1, failed: 0 }
}

/** Prepares the steps with a browser, so it counts as a check only when it fails. */
async function chromiumStep(): Promise<Outcome> {
  process.env.KOYOI_CHROMIUM = await findOrInstallChromium((line) => console.log(line))
  return { passed: 0, failed: 0 }
}

/** Browser tests of a network without UDP need a relay. */
async function coturnStep(): Promise<Outcome> {
  process.env.KOYOI_TURNSERVER = await findOrInstallCoturn((line) => console.log(line))
  return { passed: 0, failed: 0 }
}

async function vitestStep(names: readonly CheckName[], files: readonly string[] = []): Promise<Outcome> {
  const report = await freshReport('vitest.json')
  const errors = await freshReport('vitest-errors.json')
  Object.assign(process.env, { KOYOI_VITEST_REPORT: report, KOYOI_VITEST_ERRORS: errors })
  const projects = vitestProjects
    .filter((name) => names.includes(name))
    .flatMap((name) => ['--project', name])
  const code = await runCommand('vitest', ['run', ...projects, ...files])
  const tests = (await readReport(report)) as VitestReport
  return withExitCode(vitestOutcome(tests, (await readReport(errors)) as string[]), code)
}

async function playwrightStep(): Promise<Outcome> {
  const report = await freshReport('playwright.json')
  process.env.KOYOI_E2E_REPORT = report
  process.env.KOYOI_E2E_OUTPUT = join(repositoryRoot, '.test', 'e2e')
  const code = await runPlaywright([])
  return withExitCode(playwrightOutcome((await readReport(report)) as PlaywrightReport), code)
}

/** A runner that fails outside of its tests counts as failed. */
function withExitCode(outcome: Outcome, code: number): Outcome {
  if (code === 0 || outcome.failed > 0) return outcome
  return { ...outcome, failed: 1, failures: [`no test failed, and the exit code is ${code}`] }
}

async function freshReport(name: string): Promise<string> {
  await mkdir(reportsFolder, { recursive: true })
  const path = join(reportsFolder, `${process.pid}-${name}`)
  await rm(path, { force: true })
  return path
}

async function readReport(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } finally {
    await rm(path, { force: true })
  }
}
