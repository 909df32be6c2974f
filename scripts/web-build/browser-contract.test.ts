import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { withoutServerHalves, withPureSchemas } from './browser-contract.ts'

const cut = (code: string) => withoutServerHalves(code, 'contract/x.ts')

describe('the contract of the browser', () => {
  it('has method, path and access of an endpoint, and nothing else', () => {
    const chat = readFileSync(
      fileURLToPath(new URL('../../contract/points/points.ts', import.meta.url)),
      'utf8',
    )
    const declared = cut(chat).slice(cut(chat).indexOf('defineEndpoint({'))
    expect(declared).toMatch(/path: '\/api\/get-my-point',\s+access: 'session',\s+\}\)/)
    expect(declared).not.toMatch(/summary|input:|output:|refusals/)
  })

  it('leaves every other character at its line and column', () => {
    const before = `/** 今宵 */
export const xEndpoints = {
  x: defineEndpoint({
    summary: '今宵',
    method: 'POST',
    input: z.object({ a: z.string() }), // why
    path: '/api/x', output: z.object({
      b: z.nullable(z.string()),
    }),
    access: 'session',
  }),
}
export const max: number = 5
`
    const after = cut(before)
    expect(after).toHaveLength(before.length)
    for (const kept of ["method: 'POST'", "path: '/api/x'", "access: 'session'", 'export const max'])
      expect(after.indexOf(kept)).toBe(before.indexOf(kept))
    expect(after.split('\n')).toHaveLength(before.split('\n').length)
    expect(after.slice(after.indexOf('xEnd'))).not.toMatch(/z\.|summary|why/)
  })

  it.each([
    ['a variable', 'defineEndpoint(spec)'],
    ['a spread', "defineEndpoint({ ...base, method: 'POST' })"],
    ['a computed key', "defineEndpoint({ [method]: 'POST' })"],
  ])('refuses %s, whose properties it can not see', (_name, code) => {
    expect(() => cut(`const x = ${code}`)).toThrow('one object literal with plain keys')
  })

  it('marks what builds a schema as free of effects, and nothing that runs later', () => {
    const marked = withPureSchemas(
      'export const month = z.string().check(z.regex(/a/))\nregister(z.any())\nconst f = () => a.b()\n',
      'contract/x.ts',
    )
    expect(marked.match(/\/\*@__PURE__\*\//g)).toHaveLength(2)
    expect(marked).toContain('month = /*@__PURE__*/z.string().check(/*@__PURE__*/z.regex(/a/))')
  })

  it('names the file that does not parse', () => {
    expect(() => cut('const =')).toThrow('contract/x.ts')
  })
})
