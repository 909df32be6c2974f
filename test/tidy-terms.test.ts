import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  isNode,
  type Node,
  parseSource,
  quasiText,
  readRootFile,
  readSourceTree,
  type SourceFile,
} from '#test/tidy/source-tree.ts'

interface Term {
  word: string
  refused: string[]
  mayPreconnect: string[]
}

const [, section = ''] = readRootFile('docs/glossary.md').split('## Words of the screens')
const terms: Term[] = [...section.matchAll(/^\| ([^|-][^|]*)\|([^|]*)\|([^|]*)\|$/gm)]
  .slice(1)
  .map(([, word = '', refused = '', mayPreconnect = '']) => ({
    word: word.trim(),
    refused: partsOf(refused),
    mayPreconnect: partsOf(mayPreconnect),
  }))

function partsOf(cell: string): string[] {
  return cell
    .split('、')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** They hold what members write, so as to recognise it. */
const membersWords = /^domain\/(safety\/contact-words|account\/(reserved-names|nicknames))\.ts$/
const shown = /^(web|server|contract|domain)\//

/** `words: '…'`: what the help is searched by is as members type it. */
const isSearched = ({ type, key }: Node): boolean =>
  type === 'Property' && isNode(key) && key.name === 'words'

/** String literals, templates and the text between tags; no comment. */
const textsOf = ({ nodes }: SourceFile): string[] => {
  const searched = nodes.filter(isSearched)
  return nodes.flatMap((node) => {
    if (searched.some(({ start, end }) => start <= node.start && node.end <= end)) return []
    if (node.type === 'Literal' && typeof node.value === 'string') return [node.value]
    if (node.type === 'JSXText' && typeof node.value === 'string') return [node.value]
    return node.type === 'TemplateElement' ? [quasiText(node)] : []
  })
}

const refusedIn = (path: string, texts: readonly string[]): string[] =>
  texts.flatMap((text) =>
    terms.flatMap(({ word, refused, mayPreconnect }) => {
      const left = mayPreconnect.reduce((rest, allowed) => rest.replaceAll(allowed, ''), text)
      return refused
        .filter((spelling) => left.includes(spelling))
        .map((spelling) => `${path}: ${spelling} in “${text.trim()}”, instead of ${word}`)
    }),
  )

const legalTexts = globSync('server/legal/texts/*.md')

test('every text that people read has the spellings of the glossary', () => {
  const files = readSourceTree().filter(
    ({ path }) => shown.test(path) && !/\.test\.tsx?$/.test(path) && !membersWords.test(path),
  )
  const ofCode = files.flatMap((file) => refusedIn(file.path, textsOf(file)))
  const ofLaw = legalTexts.flatMap((path) => refusedIn(path, readRootFile(path).split('\n')))
  expect([...ofCode, ...ofLaw]).toEqual([])
})

test('a refused spelling is found in a literal, in a template and between tags, and not in a comment', () => {
  const text = [
    "const a = 'ブラウザーで'",
    'const b = `サインイン$' + '{a}`',
    'const c = <p>チャット</p>',
    '// チャット',
    "const d = 'ビデオチャット'",
    "const e = { words: 'チャット' }",
  ].join('\n')
  expect(refusedIn('x', textsOf(parseSource('web/x.tsx', text)))).toHaveLength(3)
  expect(terms.length).toBeGreaterThan(20)
  expect(legalTexts).not.toEqual([])
})
