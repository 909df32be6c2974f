import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readRootFile } from '#test/tidy/source-tree.ts'

const page = readRootFile('docs/security.md')

/** Every line of ASVS 4.0.3 that levels 1 and 2 ask for, as `chapter.section: numbers`. */
const required = `
1.1: 1-7; 1.2: 1-4; 1.4: 1 4 5; 1.5: 1-4; 1.6: 1-4; 1.7: 1 2; 1.8: 1 2; 1.9: 1 2; 1.10: 1; 1.11: 1 2; 1.12: 2; 1.14: 1-6
2.1: 1-12; 2.2: 1-3; 2.3: 1-3; 2.4: 1-6; 2.5: 1-7; 2.6: 1-3; 2.7: 1-6; 2.8: 1-7; 2.9: 1-3; 2.10: 1-4
3.1: 1; 3.2: 1-4; 3.3: 1-4; 3.4: 1-5; 3.5: 1-3; 3.7: 1
4.1: 1 2 3 5; 4.2: 1 2; 4.3: 1-3
5.1: 1-5; 5.2: 1-8; 5.3: 1-10; 5.4: 1-3; 5.5: 1-4
6.1: 1-3; 6.2: 1-6; 6.3: 1 2; 6.4: 1 2
7.1: 1-4; 7.2: 1 2; 7.3: 1 3 4; 7.4: 1-3
8.1: 1-4; 8.2: 1-3; 8.3: 1-8
9.1: 1-3; 9.2: 1-4
10.2: 1 2; 10.3: 1-3
11.1: 1-8
12.1: 1-3; 12.2: 1; 12.3: 1-6; 12.4: 1 2; 12.5: 1 2; 12.6: 1
13.1: 1 3 4 5; 13.2: 1 2 3 5 6; 13.3: 1 2; 13.4: 1 2
14.1: 1-4; 14.2: 1-6; 14.3: 2 3; 14.4: 1-7; 14.5: 1-4`

const numbersOf = (text: string): number[] => {
  const [first = 0, last = first] = text.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

const requirements = required
  .trim()
  .split(/;|\n/)
  .flatMap((section) => {
    const [name = '', numbers = ''] = section.trim().split(': ')
    return numbers.split(' ').flatMap((range) => numbersOf(range).map((number) => `${name}.${number}`))
  })

const lines = page.split('\n').filter((line) => /^\| \d/.test(line))

test('every requirement has one line, in order', () => {
  expect(lines.map((line) => line.split(' | ')[0]?.slice(2))).toEqual(requirements)
})

const isFile = (name: string): boolean => /^[\w.-]+(\/[\w.-]*)*(\/|\.(ts|tsx|md|json|mjs|sql))$/.test(name)

test('every file it names is there', () => {
  const named = [...page.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name).filter(isFile)
  expect(named.length).toBeGreaterThan(200)
  expect([...new Set(named)].filter((name) => !existsSync(name))).toEqual([])
})

test('every test it names by its title is in that file', () => {
  const quoted = [...page.matchAll(/`([^`]+\.test\.ts)`((?:,? “[^”]+”)+)/g)].flatMap(
    ([, file = '', titles = '']) =>
      [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({ file, title })),
  )
  expect(quoted.length).toBeGreaterThan(60)
  expect(quoted.filter(({ file, title }) => !readRootFile(file).includes(title))).toEqual([])
})

test('every line names what holds it and which test would fail', () => {
  const cells = lines.map((line) => line.split(' | ').map((cell) => cell.trim()))
  expect(cells.filter((line) => line.length !== 4 || line.includes(''))).toEqual([])
})
