import { isDeepStrictEqual } from 'node:util'
import type * as z from 'zod/mini'
import { type KeepKnownFields, keepKnownFieldsOf } from '#contract/core/known-fields.ts'
import type { Config } from '#server/config/config.ts'

/** What leaves the server isn't what the contract says: a fault of ours. */
export class OutsideContract extends Error {
  override name = 'OutsideContract'
}

/**
 * What everything of this name that leaves the server goes through: unknown fields are dropped. Outside production
 * they are a failure instead, as is everything else that the schema does not allow.
 */
export const outgoingOf = (mode: Config['mode'], name: string, schema: z.ZodMiniType): KeepKnownFields => {
  const keep = keepKnownFieldsOf(schema) ?? ((value) => value)
  if (mode === 'production') return keep
  return (value) => {
    const sent: unknown = JSON.parse(JSON.stringify(value))
    const read = schema.safeParse(sent)
    if (!read.success) throw new OutsideContract(`${name}: ${read.error.message}`)
    if (!isDeepStrictEqual(read.data, sent))
      throw new OutsideContract(
        `${name} says more than its schema knows: ${unknownPaths(sent, read.data).join(', ')}`,
      )
    // Both ways of knowing a schema's fields agree, or production would drop what pages need.
    if (keep(sent) !== sent)
      throw new OutsideContract(`${name}: contract/core/known-fields.ts drops what its schema knows`)
    return value
  }
}

/** Where the one has what the other lacks or has otherwise; their names alone, as values are somebody's. */
const unknownPaths = (sent: unknown, read: unknown, path = ''): string[] => {
  if (isDeepStrictEqual(sent, read)) return []
  if (typeof sent !== 'object' || sent === null || typeof read !== 'object' || read === null) return [path]
  return Object.entries(sent).flatMap(([key, value]) =>
    unknownPaths(value, (read as Record<string, unknown>)[key], path === '' ? key : `${path}.${key}`),
  )
}
