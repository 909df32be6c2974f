import { existsSync, globSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { settings } from '#server/config/config.ts'
import { areaOrder } from '#test/tidy/area-order.ts'
import { readRootFile, readSourceTree } from '#test/tidy/source-tree.ts'

/** Read and parsed once for all tests. */
const tree = readSourceTree()

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
  const named = tree
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

/** A file's name alone, as `row.ts`. */
const bareNamePattern = /(?<![\w./*…<>{}$-])([\w-]+(?:\.[\w-]+)*\.(?:ts|tsx|sql|md|mjs|css))\b/g

test('comments name files without their folder by names that exist', () => {
  const known = new Set([...tree.map(({ path }) => path), ...documents].map((path) => posix.basename(path)))
  const named = tree
    // The examples of the rules are made up.
    .filter(({ path }) => !path.startsWith('test/tidy'))
    .flatMap(({ path, comments }) =>
      comments.flatMap(({ value }) =>
        [...value.matchAll(bareNamePattern)].map(([, name = '']) => ({ path, name })),
      ),
    )
  expect(named.length).toBeGreaterThan(100)
  expect(named.filter(({ name }) => !known.has(name))).toEqual([])
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

/** The rules of docs/product.md as `3.12`, and its sections as `3`. */
const productRules = new Set(
  readRootFile('docs/product.md')
    .split(/^## /m)
    .flatMap((part) => {
      const section = /^(\d+)\. /.exec(part)?.[1]
      if (section === undefined) return []
      const rules = [...part.matchAll(/\n(\d+)\. /g)].map(([, rule]) => `${section}.${rule}`)
      return [section, ...rules]
    }),
)

/** One rule, several, or a whole section. */
const citation =
  /product\.md(?<whole>, section)? (?<numbers>\d+(?:\.\d+)?(?:(?:,| and|, and| to) \d+\.\d+)*)/g

/** A migration never changes: it may cite a section by its number alone. */
const isMigration = (path: string): boolean => path.startsWith('server/db/migrations/')

/** Citations of rules that don't exist, and of sections that aren't said to be sections. */
const wrongCitations = ({ path, text }: { path: string; text: string }): string[] =>
  [...text.replace(/\n\s*(?:\*|--|\/\/)?\s*/g, ' ').matchAll(citation)]
    .filter(({ groups }) => {
      const isWhole = groups?.whole !== undefined
      return (groups?.numbers?.match(/\d+(?:\.\d+)?/g) ?? []).some(
        (number) => !productRules.has(number) || (number.includes('.') === isWhole && !isMigration(path)),
      )
    })
    .map(([cited]) => `${path}: ${cited}`)

test('code and documents cite rules of docs/product.md that exist, by section and number', () => {
  const texts = [
    // The examples of the rules are made up.
    ...tree.filter(({ path }) => !path.startsWith('test/tidy')),
    ...documents.map((path) => ({ path, text: readRootFile(path) })),
  ]
  expect(productRules.size).toBeGreaterThan(150)
  expect(texts.flatMap(wrongCitations)).toEqual([])
})

test('finds a citation of no rule, of a bare section and over the end of a line', () => {
  const found = (text: string, path = 'server/x.ts') => wrongCitations({ path, text }).length
  expect(
    found('product.md 3.4, product.md 1.3 and 1.6, product.md 13.5 to 13.8; product.md, section 14'),
  ).toBe(0)
  for (const text of [
    'product.md 3.99',
    'product.md 1.3 and 1.99',
    'product.md 14',
    'product.md 3, Money',
    'product.md, section 99',
    'product.md, section 3.4',
    '-- (product.md\n-- 99.1)',
  ])
    expect(found(text)).toBe(1)
  expect(found('product.md 14', 'server/db/migrations/0027_boards.sql')).toBe(0)
  expect(found('product.md 99', 'server/db/migrations/0027_boards.sql')).toBe(1)
})

test('docs/architecture.md lists the areas of the server in their order', () => {
  const [, table = ''] = readRootFile('docs/architecture.md').split('| area of `server/` |')
  const listed = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([\w-]+)` \|/gm)].map(([, area]) => area)
  expect(listed).toEqual(areaOrder.server)
})
