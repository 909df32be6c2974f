import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import spectralCore, { type RulesetDefinition } from '@stoplight/spectral-core'
import spectralRulesets from '@stoplight/spectral-rulesets'
import openapiTypes, { type OpenAPI3 } from 'openapi-typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EndpointSpec } from '#contract/core/endpoint.ts'
import { serverHalfOf } from '#contract/core/server-half.ts'
import { endpoints } from '#contract/index.ts'
import { openApiPath } from '#contract/openapi.ts'
import { refusals } from '#contract/refusals.ts'
import { createHttpListener } from '#server/app/http-listener.ts'
import { createTestWorld, type TestWorld } from '#test/helpers/test-world.ts'

interface Operation {
  operationId: string
  tags: string[]
  security: Record<string, unknown>[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; headers?: object; content: object }>
}

interface Document {
  info: { contact: { email: string } }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
}

let world: TestWorld
let text: string
let document: Document
beforeAll(async () => {
  world = await createTestWorld({ env: { SUPPORT_MAIL: 'help@office.example' } })
  text = await (await world.request(openApiPath)).text()
  document = JSON.parse(text)
})
afterAll(() => world.close())

const operationOf = ({ path: of, method }: EndpointSpec): Operation => {
  const operation = document.paths[of]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${of} is not in the document`)
  return operation
}
const specs = Object.entries<EndpointSpec>(endpoints)

describe('the document', () => {
  it.each(specs)('has %s with its input, its access, and every status it answers', (name, spec) => {
    const { operationId, tags, security, requestBody, responses } = operationOf(spec)
    expect(operationId).toBe(name)
    expect(document.tags.map((tag) => tag.name)).toContain(tags[0])
    const cookie = spec.access.startsWith('operator') ? 'operator' : 'session'
    expect(security).toEqual(spec.access === 'public' ? [] : [{ [cookie]: [] }])
    expect(requestBody !== undefined).toBe(spec.method === 'POST')
    const always = [200, 400, 403, 405, 429, 500, 503, ...(spec.method === 'POST' ? [413] : [])]
    const own = serverHalfOf(spec).refusals.map((code) => refusals[code].status)
    expect(Object.keys(responses)).toEqual(expect.arrayContaining([...always, ...own].map(String)))
    expect(responses[405]?.headers).toHaveProperty('allow')
  })

  it('contains the sentences of refusals, and the support address', () => {
    expect(operationOf(endpoints.sendCallRequest)).toMatchObject({
      requestBody: {
        content: { 'application/json': { schema: { required: ['callId', 'partnerId', 'callType'] } } },
      },
      responses: { 402: { description: expect.stringContaining('ポイントが不足しています') } },
    })
    expect(document.info.contact.email).toBe('help@office.example')
  })

  it('gives every endpoint a path of its own', () => {
    const paths = specs.map(([, spec]) => spec.path)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

const redocly = async (source: string): Promise<string[]> => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source, absoluteRef: openApiPath, config })
  return problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)
}

const spectral = async (source: string): Promise<string[]> => {
  const linter = new spectralCore.Spectral()
  const rules = [[spectralRulesets.oas as RulesetDefinition, 'recommended']]
  linter.setRuleset({ extends: rules } as RulesetDefinition)
  const problems = await linter.run(source)
  return problems.map(({ code, message }) => `${code}: ${message}`)
}

describe.each([
  ["Redocly's recommended rules", redocly, 'security-defined'],
  ["Spectral's rules for OpenAPI", spectral, 'operation-tag-defined'],
])('%s', (_whose, lint, missed) => {
  it('finds nothing', async () => {
    expect(await lint(text)).toEqual([])
  })

  it('would find a gap', async () => {
    const { tags: _, ...rest } = document
    const operation = { ...operationOf(endpoints.health), security: undefined }
    const paths = { [endpoints.health.path]: { get: operation } }
    const found = await lint(JSON.stringify({ ...rest, paths }))
    expect(found.map((problem) => problem.split(':')[0])).toContain(missed)
  })
})

/** Code of an app developer with the generated types. A missing expected error is an error too. */
const client = `
import type { paths } from './api.ts'

type Body<Path extends keyof paths> = paths[Path] extends { post: { requestBody: { content: infer C extends { 'application/json': unknown } } } } ? C['application/json'] : never
type Answer<Path extends keyof paths> = paths[Path] extends { post: { responses: { 200: { content: { 'application/json': infer A } } } } } ? A : never

const [origin = '', cookie = ''] = process.argv.slice(2)
const post = async <Path extends keyof paths>(path: Path, body: Body<Path>): Promise<Answer<Path>> => {
  const headers = { 'content-type': 'application/json', cookie }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await answer.json()) as Answer<Path>
}

const { user } = await post('/api/get-my-user-info', {})
const { id, hasPassword }: { id: string; hasPassword: boolean } = user
console.log(JSON.stringify({ id, hasPassword }))

export const wrong = async () => {
  // @ts-expect-error the path has a typing error
  await post('/api/get-my-user-inf', {})
  // @ts-expect-error the field is missing
  await post('/api/get-user-inf-for-web', {})
  // @ts-expect-error the answer has no such field
  user.isDemo
}
`

const run = promisify(execFile)

describe('a client generated from the document', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'koyoi-client-'))
    const types = await openapiTypes(JSON.parse(text) as OpenAPI3)
    await writeFile(path.join(folder, 'api.ts'), types)
    await writeFile(path.join(folder, 'client.ts'), client)
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('compiles, and its typed call is answered', async () => {
    const compiler = path.resolve('node_modules/typescript/bin/tsc')
    const options =
      '--strict --noEmit --module nodenext --target esnext --allowImportingTsExtensions --types node'
    const roots = ['--typeRoots', path.resolve('node_modules/@types')]
    const files = ['client.ts']
    await run(process.execPath, [compiler, ...options.split(' '), ...roots, ...files], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
    )

    const caller = await world.caller()
    const server = createServer(createHttpListener(world.context, null)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { stdout } = await run(process.execPath, [path.join(folder, 'client.ts'), origin, caller.cookie])
    server.close()
    expect(JSON.parse(stdout)).toEqual({ id: caller.id, hasPassword: false })
  })
})
