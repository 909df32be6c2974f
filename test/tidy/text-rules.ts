import { posix } from 'node:path'
import { isTest, type Rule } from './rule.ts'
import { isNode, leadingText, type Node, type SourceFile } from './source-tree.ts'

const linesMax = 400
const functionLinesMax = 70
/** Written by a program. */
const writtenByProgram = /^server\/db\/tables\.ts$/

const filesAreShort: Rule = {
  sentence: `a file has at most ${linesMax} lines`,
  check: ({ path, lineCount }) =>
    lineCount > linesMax && !writtenByProgram.test(path) ? [`${path} has ${lineCount} lines`] : [],
  broken: { path: 'domain/x.ts', text: 'const a = 1\n'.repeat(linesMax + 1).replaceAll('const a', '// a') },
  kept: { path: 'domain/x.ts', text: '// a\n'.repeat(linesMax) },
}

const functionsAreShort: Rule = {
  sentence: `a function has at most ${functionLinesMax} lines beside the functions inside it`,
  check: (file) => {
    if (isTest(file.path)) return []
    return file.nodes
      .filter(isFunction)
      .map((node) => ({ node, lines: ownLines(file, node) }))
      .filter(({ lines }) => lines > functionLinesMax)
      .map(({ node, lines }) => `${at(file, node)} a function of ${lines} lines`)
  },
  broken: { path: 'domain/x.ts', text: `const f = () => {${'\n'.repeat(functionLinesMax)}}` },
  kept: {
    path: 'domain/x.ts',
    text: `const f = () => {${'\n'.repeat(9)}const g = () => {${'\n'.repeat(64)}}\n}`,
  },
}

const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/
const pascalCase = /^[A-Z][A-Za-z0-9]*(\.[a-z0-9-]+)*\.(tsx|module\.css)$/
/** Named as what they make in the database. */
const schemaFile = /^server\/db\/(migrations\/\d{4}_[a-z_]+|functions\/([a-z-]+\/)+[a-z_]+)\.sql$/

const namesAreKebabCase: Rule = {
  sentence: 'files are named in kebab-case; a component may be named in PascalCase',
  check: ({ path }) => {
    const name = posix.basename(path)
    return kebabCase.test(name) || pascalCase.test(name) || schemaFile.test(path) ? [] : [path]
  },
  broken: { path: 'domain/calls/endCall.ts', text: '' },
  kept: { path: 'web/ui/PersonCard.tsx', text: '' },
}

const emptyWords = /^(utils?|helpers?|managers?|services?|misc|common)$/

const namesSaySomething: Rule = {
  sentence: 'no file or folder is called util, helper, manager or service',
  check: ({ path }) => {
    const words = path.replace(/^test\/helpers\//, '').split(/[/.-]/)
    return words.some((word) => emptyWords.test(word)) ? [path] : []
  },
  broken: { path: 'server/calls/call-service.ts', text: '' },
  kept: { path: 'test/helpers/start-app.ts', text: '' },
}

const noAny: Rule = {
  sentence: 'no type is any',
  check: (file) => file.nodes.filter(({ type }) => type === 'TSAnyKeyword').map((node) => at(file, node)),
  broken: { path: 'domain/x.ts', text: 'export const f = (x: Record<string, any>) => x' },
  kept: { path: 'domain/x.ts', text: "export const any = 'any' // as any" },
}

const pronoun = /\b(he|she|him|her|his|hers|himself|herself|whoever)\b/i

const peopleHaveRoles: Rule = {
  sentence:
    'comments and test titles name callers, broadcasters and members, never he or she (docs/glossary.md)',
  check: (file) => {
    const comments = file.comments
      .filter(({ value }) => pronoun.test(value))
      .map(({ start }) => file.lineOf(start))
    const titles = file.nodes
      .filter((node) => isTest(file.path) && /^(it|test|describe)$/.test(calledName(node) ?? ''))
      .filter(({ arguments: given }) => Array.isArray(given) && pronoun.test(leadingText(given[0]) ?? ''))
      .map(({ start }) => file.lineOf(start))
    return [...comments, ...titles].map((line) => `${file.path}:${line}`)
  },
  broken: { path: 'server/calls/x.ts', text: `// ${'s'}he declines` },
  kept: { path: 'server/calls/x.ts', text: '// The callee declines.' },
}

const unfinished = /\b(TODO|FIXME|XXX|HACK)\b/

const nothingIsPutOff: Rule = {
  sentence: 'no comment puts work off',
  check: (file) => {
    const comments =
      file.comments.length > 0 || /\.[jt]sx?$|\.mjs$/.test(file.path)
        ? file.comments.map(({ value, start }) => ({ value, line: file.lineOf(start) }))
        : file.text.split('\n').map((value, index) => ({ value, line: index + 1 }))
    return comments.filter(({ value }) => unfinished.test(value)).map(({ line }) => `${file.path}:${line}`)
  },
  broken: { path: 'server/db/migrations/0009_x.sql', text: `-- ${'TO'}DO index` },
  kept: { path: 'domain/x.ts', text: `export const word = '${'TO'}DO'` },
}

/** Simulated people take their time, and a killed process restarts after a pause; no test waits for either. */
const simulation = /^test\/(chaos\/(?!.*\.test\.ts$)|helpers\/simulated\/)/

const testsDoNotSleep: Rule = {
  sentence: 'tests wait for what they want to see, never for time to pass',
  check: (file) => {
    // Under fake timers a timeout is a line of the story, not a wait.
    if (!isTest(file.path) || simulation.test(file.path) || file.text.includes('useFakeTimers(')) return []
    const calls = file.nodes.filter((node) => /^(setTimeout|waitForTimeout)$/.test(calledName(node) ?? ''))
    return [
      ...calls.map((node) => `${at(file, node)} ${calledName(node)}`),
      ...file.imports
        .filter(({ specifier }) => specifier === 'node:timers/promises')
        .map(({ line, specifier }) => `${file.path}:${line} ${specifier}`),
    ]
  },
  broken: { path: 'test/e2e/x.test.ts', text: 'await page.waitForTimeout(100)' },
  kept: { path: 'domain/x.ts', text: 'setTimeout(f, 100)' },
}

const exportsAreNamed: Rule = {
  sentence: 'exports have names',
  check: (file) =>
    file.path.includes('/') && !file.path.startsWith('test/') && !file.path.endsWith('.d.ts')
      ? file.nodes.filter(({ type }) => type === 'ExportDefaultDeclaration').map((node) => at(file, node))
      : [],
  broken: { path: 'web/x.tsx', text: 'export default function X() { return null }' },
  kept: { path: 'web/x.tsx', text: 'export function X() { return null }' },
}

const pathsFile = 'web/shell/navigation/paths.ts'
const navigations = /^(navigate|redirect|assign|replace)$/

const linksComeFromPaths: Rule = {
  sentence: `links are written in ${pathsFile} alone`,
  check: (file) =>
    file.path.startsWith('web/') && file.path !== pathsFile && !isTest(file.path)
      ? file.nodes
          .filter((node) => isPagePath(linkOf(node)))
          .map((node) => `${at(file, node)} ${linkOf(node)}`)
      : [],
  broken: {
    path: 'web/people/x.tsx',
    text: `export const X = () => <Link to={${'`/chat/$'}{id}\`}>x</Link>`,
  },
  kept: { path: 'web/people/x.tsx', text: 'export const X = () => <Link to={paths.chat(id)}>x</Link>' },
}

export const textRules: readonly Rule[] = [
  filesAreShort,
  functionsAreShort,
  namesAreKebabCase,
  namesSaySomething,
  noAny,
  peopleHaveRoles,
  nothingIsPutOff,
  testsDoNotSleep,
  exportsAreNamed,
  linksComeFromPaths,
]

function isFunction({ type }: Node): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/** A function that makes others, as a closure does, is read one part at a time. */
function ownLines(file: SourceFile, outer: Node): number {
  const spans = file.nodes
    .filter(
      (node) => isFunction(node) && node !== outer && node.start >= outer.start && node.end <= outer.end,
    )
    .map((node) => [file.lineOf(node.start), file.lineOf(node.end)] as const)
    .filter(([first, last]) => last > first)
  const inner = new Set(
    spans.flatMap(([first, last]) => Array.from({ length: last - first }, (_, i) => first + i)),
  )
  return file.lineOf(outer.end) - file.lineOf(outer.start) + 1 - inner.size
}

/** The target of a link attribute, a navigation call or an assignment to location.href. */
function linkOf(node: Node): string | undefined {
  if (node.type === 'JSXAttribute' && isNode(node.name)) {
    return /^(to|href)$/.test(String(node.name.name)) ? leadingText(node.value) : undefined
  }
  if (node.type === 'AssignmentExpression' && isNode(node.left) && node.left.type === 'MemberExpression') {
    const property = isNode(node.left.property) ? node.left.property.name : undefined
    return property === 'href' || property === 'location' ? leadingText(node.right) : undefined
  }
  if (navigations.test(calledName(node) ?? '') && Array.isArray(node.arguments)) {
    return leadingText(node.arguments[0])
  }
  return undefined
}

/** Files such as /icon.svg are assets, not pages. */
function isPagePath(link: string | undefined): boolean {
  return link?.startsWith('/') === true && !/\.\w+$/.test(link)
}

/** The last word of what is called: `waitForTimeout` of `page.waitForTimeout(…)`. */
export function calledName(node: Node): string | undefined {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return undefined
  const { callee } = node
  const name =
    callee.type === 'MemberExpression' && isNode(callee.property) ? callee.property.name : callee.name
  return typeof name === 'string' ? name : undefined
}

export function at(file: SourceFile, node: Node): string {
  return `${file.path}:${file.lineOf(node.start)}`
}
