import { globSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readRootFile, readSourceTree } from '#test/tidy/source-tree.ts'

const folder = 'docs/decisions/'
const paths = globSync(`${folder}[0-9]*.md`).sort()
const numbers = paths.map((path) => path.slice(folder.length, folder.length + 4))

const form =
  /^# (?<title>\S[^\n]*)\n\n- Status: (?<status>accepted|(?:amended|superseded) by (?<by>\d{4}))\n- Date: \d{4}-\d\d-\d\d\n\n## Context\n\n\S.*\n\n## Decision\n\n\S.*\n\n## Consequences\n\n\S.*\n$/s

describe.each(paths)('%s', (path) => {
  const text = readRootFile(path)
  const record = form.exec(text)?.groups

  test('has the form of a record', () => {
    expect(record).toBeDefined()
    expect(text.match(/^## .*/gm)).toEqual(['## Context', '## Decision', '## Consequences'])
  })

  test('names the decision that replaces it by a number that exists', () => {
    expect([undefined, ...numbers]).toContain(record?.by)
  })
})

test('the numbers have no holes', () => {
  expect(numbers).toEqual(paths.map((_, index) => String(index + 1).padStart(4, '0')))
})

test('the index lists every decision with its title and status', () => {
  const rows = readRootFile(`${folder}README.md`).match(/^\| \[.*/gm)
  const expected = paths.map((path, index) => {
    const { title, status } = form.exec(readRootFile(path))?.groups ?? {}
    return `| [${numbers[index]}](${path.slice(folder.length)}) | ${title} | ${status} |`
  })
  expect(rows).toEqual(expected)
})

test('code and documents cite decisions that exist', () => {
  const documents = globSync('{README.md,docs/**/*.md}').map((path) => ({ path, text: readRootFile(path) }))
  const unknown = [...readSourceTree(), ...documents].flatMap(({ path, text }) => [
    ...[...text.matchAll(/\bdecisions? (\d{1,3})\b(?!\.\d)/gi)]
      .filter(([, number = '']) => !numbers.includes(number.padStart(4, '0')))
      .map(([cited]) => `${path}: ${cited}`),
    ...[...text.matchAll(/docs\/decisions\/(\d{4}(?:-[\w-]+\.md)?)/g)]
      .filter(([, name = '']) => !paths.some((known) => known.startsWith(folder + name)))
      .map(([cited]) => `${path}: ${cited}`),
  ])
  expect(unknown).toEqual([])
})
