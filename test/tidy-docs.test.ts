import { existsSync, globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settings } from '#server/config/config.ts'
import { areaOrder } from '#test/tidy/area-order.ts'
import { readRootFile, readSourceTree } from '#test/tidy/source-tree.ts'

describe('.env.example', () => {
  const lines = [...readRootFile('.env.example').matchAll(/^# ([A-Z][A-Z0-9_]+)=(.*)$/gm)]
  const shown = new Map(lines.map(([, name = '', value = '']) => [name, value]))
  const defaults: Record<string, unknown> = settings.parse({})
  /** Their defaults depend on the machine. */
  const dependsOnMachine = ['MEDIA_PROCESSES']

  test('names every setting once', () => {
    expect(lines.map(([, name]) => name).sort()).toEqual(Object.keys(settings.shape).sort())
  })

  test('shows every default', () => {
    const expected = Object.keys(settings.shape).map((name) => [
      name,
      dependsOnMachine.includes(name) ? '' : String(defaults[name] ?? ''),
    ])
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected))
  })

  test('explains every setting in the line above it', () => {
    const all = readRootFile('.env.example').split('\n')
    const unexplained = all.filter(
      (line, index) => /^# [A-Z][A-Z0-9_]+=/.test(line) && !/^# .+ .+/.test(all[index - 1] ?? ''),
    )
    expect(unexplained).toEqual([])
  })
})

describe('the scripts of package.json', () => {
  const { scripts } = JSON.parse(readRootFile('package.json')) as { scripts: Record<string, string> }
  const names = Object.keys(scripts).filter((name) => !(name.startsWith('pre') && name.slice(3) in scripts))

  test('all run with the Node that the bootstrap installs', () => {
    expect(names.filter((name) => scripts[`pre${name}`] !== 'node scripts/bootstrap.mjs')).toEqual([])
  })

  test('read .env where they read settings', () => {
    const readers = names.filter((name) => {
      const file = /scripts\/[\w-]+\.ts$/.exec(scripts[name] ?? '')?.[0]
      return file !== undefined && /readConfig|dev-app/.test(readRootFile(file))
    })
    expect(readers).toEqual(
      expect.arrayContaining(['start', 'dev', 'backup', 'restore', 'operator', 'ledger:check']),
    )
    expect(readers.filter((name) => !scripts[name]?.includes('--import ./scripts/env-file.ts'))).toEqual([])
  })

  test('stand in the README', () => {
    const readme = readRootFile('README.md')
    const missing = names.filter((name) => !new RegExp(`npm (run (-s )?)?${name}\\b`).test(readme))
    expect(missing).toEqual([])
  })
})

/** A path from the repository's root; `#` is before it where code imports it. */
const pathPattern =
  /(?<![\w./-])#?((?:adapters|bench|contract|docs|domain|scripts|seed|server|test|web)\/[\w./*…<>{}$,-]*)/g

/** What a reader fills in, or a build makes. */
const isPattern = (path: string): boolean => /[<>{}…$]|NNNN/.test(path)

/** Paths that text names as code: between backquotes, alone or in a command, or in a block of code. */
const namedPaths = (text: string): string[] =>
  [...text.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)]
    .flatMap(([code]) => [...code.matchAll(pathPattern)])
    .map(([, path = '']) => path.replace(/[.,]+$/, ''))
    .filter((path) => !isPattern(path))

const exists = (path: string): boolean => existsSync(path) || globSync(path).length > 0

const documents = ['README.md', ...globSync('docs/**/*.md')]

test.each(documents)('%s links to files that exist', (path) => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const links = [...readRootFile(path).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(
    ([, target = '']) => folder + target,
  )
  expect(links.filter((target) => !existsSync(target))).toEqual([])
})

/** Decisions tell of the time when they were made. */
const present = documents.filter((path) => !path.startsWith('docs/decisions/'))

test.each(present)('%s names files and folders that exist', (path) => {
  expect(namedPaths(readRootFile(path)).filter((name) => !exists(name))).toEqual([])
})

test('comments name files that exist', () => {
  const named = readSourceTree()
    // The examples of the rules are made up.
    .filter(({ path }) => !path.startsWith('test/tidy'))
    .flatMap(({ path, comments }) =>
      comments.flatMap(({ value }) =>
        [...value.matchAll(pathPattern)]
          .map(([, name = '']) => name.replace(/[.,]+$/, ''))
          .filter((name) => /\.(ts|tsx|sql|md|mjs|css)$/.test(name) && !isPattern(name))
          .map((name) => ({ path, name })),
      ),
    )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter(({ name }) => !exists(name))).toEqual([])
})

test('finds a path in a command, a pattern and an import, and knows one that leads nowhere', () => {
  const text = 'Run `npm run test:unit -- domain/nowhere/x.test.ts`, `test/tidy*.test.ts` or `#server/x.ts`.'
  expect(namedPaths(text)).toEqual(['domain/nowhere/x.test.ts', 'test/tidy*.test.ts', 'server/x.ts'])
  expect(namedPaths('`web/<area>/…-page.tsx` and `server/db/migrations/NNNN_x.sql`')).toEqual([])
  expect(namedPaths(text).filter((name) => !exists(name))).toEqual([
    'domain/nowhere/x.test.ts',
    'server/x.ts',
  ])
})

test('docs/architecture.md lists the areas of the server in their order', () => {
  const [, table = ''] = readRootFile('docs/architecture.md').split('| area of `server/` |')
  const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, area]) => area)
  expect(listed).toEqual(areaOrder.server)
})
