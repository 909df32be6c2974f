import { describe, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { callTypeTable } from '#domain/calls/texts.ts'
import { areaOrder, areasKeepTheirOrder } from '#test/tidy/area-order.ts'
import { fontSizesAreTokens } from '#test/tidy/css-rules.ts'
import { importRules } from '#test/tidy/import-rules.ts'
import { movesArePublished } from '#test/tidy/point-rules.ts'
import { literalConstants, parseSource, readRootFile, readSourceTree } from '#test/tidy/source-tree.ts'
import { schemaAreas, tableOwners, tableRule } from '#test/tidy/table-rules.ts'
import { textRules } from '#test/tidy/text-rules.ts'

const tree = readSourceTree()
const owners = tableOwners(tree)

describe.each([
  ...importRules(literalConstants(tree)),
  ...textRules,
  tableRule(owners),
  schemaAreas,
  movesArePublished,
  areasKeepTheirOrder,
  fontSizesAreTokens,
])('$sentence', (rule) => {
  test('holds everywhere', () => {
    expect(tree.flatMap((file) => rule.check(file))).toEqual([])
  })

  test('would notice a breach', () => {
    expect(rule.check(parseSource(rule.broken.path, rule.broken.text))).toHaveLength(1)
    expect(rule.check(parseSource(rule.kept.path, rule.kept.text))).toEqual([])
  })
})

test('the rules see the whole code base', () => {
  const folders = new Set(tree.map(({ path }) => path.split('/')[0]))
  expect([...folders]).toEqual(
    expect.arrayContaining(['contract', 'domain', 'adapters', 'server', 'web', 'seed']),
  )
  expect(owners.get('account')).toBe('points')
})

/** One sequence, which is read from its end. */
const longFolders = ['server/db/migrations']

test('a folder has at most 30 files', () => {
  const sizes = new Map<string, number>()
  for (const { path } of tree) {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1)
  }
  const tooLong = [...sizes].filter(([folder, files]) => files > 30 && !longFolders.includes(folder))
  expect(tooLong).toEqual([])
})

test('every area of the ordered layers is there', () => {
  const areas = new Set(tree.map(({ path }) => path.split('/').slice(0, 2).join('/')))
  const listed = Object.entries(areaOrder).flatMap(([layer, names]) =>
    names.map((name) => `${layer}/${name}`),
  )
  expect(listed.filter((area) => !areas.has(area))).toEqual([])
})

test('every endpoint has a path of its own', () => {
  const addresses = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`)
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})

test('the lock file names no registry', () => {
  expect(readRootFile('package-lock.json')).not.toContain('"resolved"')
})

test('the sentences of the call types stand in their table alone', () => {
  const sentences = Object.values(callTypeTable)
    .flatMap(({ caller, broadcaster }) => [...Object.values(caller), ...Object.values(broadcaster)])
    // A word such as 応答する is anybody's.
    .filter((text) => text.length >= 8)
  const product = tree.filter(({ path }) => /^(web|server)[/]/.test(path) && !/[.]test[.]tsx?$/.test(path))
  const twice = product.flatMap(({ path, text }) =>
    sentences.filter((sentence) => text.includes(sentence)).map((sentence) => `${path}: ${sentence}`),
  )
  expect(twice).toEqual([])
})
