import { fileURLToPath } from 'node:url'
import { type Plugin, parseSync } from 'vite'
import type { EndpointSpec } from '#contract/core/endpoint.ts'

/** The properties of a declaration that the browser reads. */
const browserFields: readonly string[] = ['method', 'path', 'access'] satisfies (keyof EndpointSpec)[]
const declare = 'defineEndpoint'
const contractFolder = fileURLToPath(new URL('../../contract/', import.meta.url))

interface Node {
  type: string
  start: number
  end: number
}

interface Call extends Node {
  callee: { name?: string }
  arguments: (Node & { properties?: Property[] })[]
}

interface Property extends Node {
  computed?: boolean
  key?: { name?: string }
}

/**
 * Cuts the server's half (schemas, summary, refusals) out of every `defineEndpoint({ … })` of a contract file. Blanks
 * take its place, so every other character keeps its line and column, and source maps stay right. The bundler drops
 * the schemas that nothing reads after that.
 *
 * Throws where a declaration isn't one object literal with plain keys: then it can't know what to cut.
 */
export function withoutServerHalves(code: string, file: string): string {
  const { program, errors } = parseSync(file, code, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  let cut = code
  for (const call of callsIn(program)) {
    const [declaration] = call.arguments
    if (declaration?.type !== 'ObjectExpression' || !declaration.properties) throw unreadable(file, call)
    for (const [index, property] of declaration.properties.entries()) {
      const name = property.computed ? undefined : property.key?.name
      if (property.type !== 'Property' || name === undefined) throw unreadable(file, property)
      if (browserFields.includes(name)) continue
      const end = declaration.properties[index + 1]?.start ?? declaration.end - 1
      cut = blank(cut, property.start, end)
    }
  }
  return cut
}

const pure = '/*@__PURE__*/'

/**
 * Marks the calls that build a module's values as free of effects: the bundler drops the schemas that nothing reads,
 * also those with a `.check(…)`, which it can't know. A marked line's columns move by the marks before them.
 */
export function withPureSchemas(code: string, file: string): string {
  const { program, errors } = parseSync(file, code, { lang: 'ts' })
  if (errors.length > 0) throw new Error(`${file} can't be parsed: ${errors[0]?.message}`)
  const starts = new Set<number>()
  for (const call of methodCallsIn(program)) starts.add(call.start)
  return [...starts]
    .toSorted((one, other) => other - one)
    .reduce((marked, start) => marked.slice(0, start) + pure + marked.slice(start), code)
}

/** The calls of methods that run when the module is loaded and whose value is used. */
function* methodCallsIn(node: object): Generator<Node> {
  const { type = '' } = node as Partial<Node>
  if (/Function|^Class|ExpressionStatement/.test(type)) return
  if (type === 'CallExpression' && (node as { callee: Node }).callee.type === 'MemberExpression')
    yield node as Node
  for (const child of Object.values(node))
    if (typeof child === 'object' && child !== null) yield* methodCallsIn(child)
}

function* callsIn(node: object): Generator<Call> {
  if ('type' in node && node.type === 'CallExpression' && (node as Call).callee.name === declare)
    yield node as Call
  for (const child of Object.values(node))
    if (typeof child === 'object' && child !== null) yield* callsIn(child)
}

function blank(code: string, start: number, end: number): string {
  return code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end)
}

function unreadable(file: string, { start }: Node): Error {
  return new Error(
    `${file}, character ${start}: ${declare} takes one object literal with plain keys, which the browser's build reads`,
  )
}

/** Gives pages and the service worker the browser's half of the contract, in builds and while developing. */
export const browserContract = (): Plugin => ({
  name: 'koyoi-browser-contract',
  enforce: 'pre',
  transform(code, id) {
    const [file = ''] = id.split('?')
    if (!file.startsWith(contractFolder)) return null
    // The declaration of defineEndpoint itself has nothing to cut.
    const hasEndpoints = code.includes(`${declare}(`) && !file.endsWith('/core/endpoint.ts')
    const half = hasEndpoints ? withoutServerHalves(code, file) : code
    return { code: withPureSchemas(half, file), map: null }
  },
})
