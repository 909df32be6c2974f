import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

/** A node of the syntax tree, as Vite's own parser gives it. */
export interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}

export interface Import {
  /** As written: `./state.ts`, `zod/mini`. */
  specifier: string
  /** From the repository's root, for an import of our own. */
  target: string | undefined
  isTypeOnly: boolean
  /** The imported values; empty for a whole module or for nothing. */
  valueNames: readonly string[]
  line: number
}

export interface SourceFile {
  /** From the repository's root, with forward slashes. */
  path: string
  text: string
  lineCount: number
  /** Every node, parents first; empty for anything but TypeScript and JavaScript. */
  nodes: readonly Node[]
  comments: readonly { value: string; start: number }[]
  imports: readonly Import[]
  lineOf(offset: number): number
}

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))
const sourceFolders = ['contract', 'domain', 'adapters', 'server', 'web', 'seed', 'test', 'bench', 'scripts']
const parsed = /\.(ts|tsx|mts|mjs|js)$/
const read = /\.(ts|tsx|mts|mjs|js|css|sql|html)$/

/** Reads all our own source: the layers' folders, and the configuration files at the root. */
export function readSourceTree(): SourceFile[] {
  const patterns = [...sourceFolders.map((folder) => `${folder}/**/*`), '*.ts']
  return globSync(patterns, { cwd: repositoryRoot })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => read.test(path))
    .sort()
    .map((path) => parseSource(path, readFileSync(repositoryRoot + path, 'utf8')))
}

export function readRootFile(path: string): string {
  return readFileSync(repositoryRoot + path, 'utf8')
}

/** Also the way for a test to make a file up. It is parsed when its syntax is first looked at: most rules need few files'. */
export function parseSource(path: string, text: string): SourceFile {
  const starts = once(() => [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)])
  const lineOf = (offset: number) => indexOfLast(starts(), offset) + 1
  const syntax = once(() => syntaxOf(path, text))
  const imports = once(() => syntax().nodes.flatMap((node) => importOf(node, path, lineOf)))
  return {
    path,
    text,
    lineCount: text.trimEnd().split('\n').length,
    get nodes() {
      return syntax().nodes
    },
    get comments() {
      return syntax().comments
    },
    get imports() {
      return imports()
    },
    lineOf,
  }
}

function syntaxOf(path: string, text: string): Pick<SourceFile, 'nodes' | 'comments'> {
  if (!parsed.test(path)) return { nodes: [], comments: [] }
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  return { nodes: [...walk(program as unknown as Node)], comments }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The place of the last number that is at most `limit`, in numbers that grow from at most `limit`. */
function indexOfLast(growing: readonly number[], limit: number): number {
  let [low, high] = [0, growing.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((growing[middle] ?? 0) <= limit) low = middle
    else high = middle
  }
  return low
}

function* walk(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) yield* walk(child)
    }
  }
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/** Covers import and export declarations, `import()` and `import('…')` types. */
function importOf(node: Node, path: string, lineOf: (offset: number) => number): Import[] {
  const { type, source, specifiers } = node
  if (!/^(Import|ExportNamed|ExportAll)Declaration$|^(Import|TSImportType)/.test(type)) return []
  const specifier = isNode(source) && typeof source.value === 'string' ? source.value : undefined
  if (specifier === undefined) return []
  const parts = Array.isArray(specifiers) ? specifiers.filter(isNode) : []
  const isTypeOnly =
    type === 'TSImportType' ||
    [node.importKind, node.exportKind].includes('type') ||
    (parts.length > 0 && parts.every((part) => [part.importKind, part.exportKind].includes('type')))
  const valueNames = parts
    .filter((part) => part.importKind !== 'type' && part.exportKind !== 'type')
    .flatMap(({ imported, local }) => nameOf(imported ?? local) ?? [])
  return [{ specifier, target: ownTarget(path, specifier), isTypeOnly, valueNames, line: lineOf(node.start) }]
}

/** The path of the imported file from the repository's root; undefined for packages. */
function ownTarget(path: string, specifier: string): string | undefined {
  if (specifier.startsWith('#')) return specifier.slice(1)
  return specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : undefined
}

function nameOf(node: unknown): string | undefined {
  return isNode(node) && typeof node.name === 'string' ? node.name : undefined
}

/** Exported constants of a plain number or string, as `contract/points/points.ts#incrementMs`. */
export function literalConstants(files: readonly SourceFile[]): Set<string> {
  const found = new Set<string>()
  for (const { path, nodes } of files) {
    for (const { type, declaration } of nodes) {
      if (type !== 'ExportNamedDeclaration' || !isNode(declaration)) continue
      const declarators = Array.isArray(declaration.declarations)
        ? declaration.declarations.filter(isNode)
        : []
      for (const { id, init } of declarators) {
        if (isNode(init) && init.type === 'Literal') found.add(`${path}#${nameOf(id)}`)
      }
    }
  }
  return found
}

/** The text of a string literal or of a template without placeholders; of others what is before the first one. */
export function leadingText(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'JSXExpressionContainer') return leadingText(node.expression)
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis)) return quasiText(node.quasis[0])
  return undefined
}

export function quasiText(quasi: unknown): string {
  const value = isNode(quasi) ? (quasi.value as { cooked?: string; raw: string }) : undefined
  return value?.cooked ?? value?.raw ?? ''
}
