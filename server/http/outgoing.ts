import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import { type KeepKnownFields, keepKnownFieldsOf } from '#contract/core/known-fields.ts'
import type { Config } from '#server/config/config.ts'

/** Data that leaves the server doesn't match the contract: a bug of the server. */
export class OutsideContract extends Error {
  override name = 'OutsideContract'
}

/**
 * The filter for everything of this name that leaves the server: it drops unknown fields. Outside production they are
 * an error instead, as is everything else that the schema does not allow.
 */
export const outgoingOf = (mode: Config['mode'], name: string, schema: z.ZodMiniType): KeepKnownFields => {
  const filter = keepKnownFieldsOf(schema) ?? ((value) => value)
  if (mode === 'production') return filter
  return (value) => {
    const sent: unknown = JSON.parse(JSON.stringify(value))
    const read = schema.safeParse(sent)
    if (!read.success) throw new OutsideContract(`${name}: ${read.error.message}`)
    if (!isDeepStrictEqual(read.data, sent))
      throw new OutsideContract(
        `${name} says more than its schema knows: ${unknownPaths(sent, read.data).join(', ')}`,
      )
    // Both ways of reading a schema's fields have to agree, or production would drop fields that pages need.
    if (filter(sent) !== sent)
      throw new OutsideContract(`${name}: contract/core/known-fields.ts drops what its schema knows`)
    return value
  }
}

/** The paths at which the two differ; without values, which may be personal data. */
const unknownPaths = (sent: unknown, read: unknown, path = ''): string[] => {
  if (isDeepStrictEqual(sent, read)) return []
  if (typeof sent !== 'object' || sent === null || typeof read !== 'object' || read === null) return [path]
  return Object.entries(sent).flatMap(([key, value]) =>
    unknownPaths(value, (read as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
  )
}
