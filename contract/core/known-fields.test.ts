import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from '#contract/index.ts'
import type { EndpointSpec } from './endpoint.ts'
import { keepKnownFieldsOf } from './known-fields.ts'
import { serverHalfOf } from './server-half.ts'

const schema = z.object({
  id: z.string(),
  about: z.optional(z.nullable(z.object({ name: z.string() }))),
  rows: z.array(z.object({ points: z.int() })),
  parts: z.partialRecord(z.enum(['calls', 'mail']), z.boolean()),
  byDay: z.record(z.string(), z.object({ count: z.int() })),
  body: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    z.object({ kind: z.literal(['image', 'sticker']), imageId: z.string() }),
  ]),
  free: z.unknown(),
})
const fitting = {
  id: '1',
  about: { name: 'みお' },
  rows: [{ points: 1 }, { points: 2 }],
  parts: { calls: true },
  byDay: { '2026-11-22': { count: 3 } },
  body: { kind: 'sticker', imageId: 'a' },
  free: { anything: 1 },
}
const keep = (value: unknown) => keepKnownFieldsOf(schema)?.(value)

describe('of an answer', () => {
  it.each([
    ['at the top', { ...fitting, secret: 1 }],
    ['in an optional object', { ...fitting, about: { name: 'みお', secret: 1 } }],
    ['in the second element', { ...fitting, rows: [{ points: 1 }, { points: 2, secret: 1 }] }],
    ['among listed keys', { ...fitting, parts: { calls: true, secret: true } }],
    ['in a record', { ...fitting, byDay: { '2026-11-22': { count: 3, secret: 1 } } }],
    ['of the other option', { ...fitting, body: { kind: 'sticker', imageId: 'a', text: 'secret' } }],
  ])('an unknown field is dropped %s', (_where, answer) => {
    const before = structuredClone(answer)
    expect(keep(answer)).toEqual(fitting)
    expect(answer).toEqual(before)
  })

  it('nothing is kept of an option that is none', () => {
    expect(keep({ ...fitting, body: { kind: 'video', text: 'secret' } })).toEqual({ ...fitting, body: {} })
  })

  it('which fits, nothing is copied', () => {
    const rows = { rows: fitting.rows }
    expect(keepKnownFieldsOf(z.pick(schema, { rows: true }))?.(rows)).toBe(rows)
  })

  it('absent and null fields stay as they are', () => {
    const { about: _, ...without } = fitting
    expect(keep(without)).toEqual(without)
    expect(keep({ ...fitting, about: null })).toEqual({ ...fitting, about: null })
  })
})

it('a schema that hides its fields is refused when the server starts', () => {
  expect(() => keepKnownFieldsOf(z.union([z.object({}), z.string()]))).toThrow('discriminator')
  expect(() => keepKnownFieldsOf(z.lazy(() => schema))).toThrow('"lazy"')
})

it.each(Object.entries(endpoints))('the answer of %s is an object of known fields', (_name, endpoint) => {
  expect(keepKnownFieldsOf(serverHalfOf<EndpointSpec>(endpoint).output)?.({ secret: 1 })).toEqual({})
})
