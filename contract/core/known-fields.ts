import type * as z from 'zod/mini'

/** Returns the value itself, or a copy without the fields that the schema does not know. */
export type KeepKnownFields = (value: unknown) => unknown

/** What is read of a schema's definition. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  entries?: Record<string, string>
  keyType?: z.ZodMiniType
  valueType?: z.ZodMiniType
  innerType?: z.ZodMiniType
  element?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  discriminator?: string
  values?: readonly unknown[]
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def as unknown as Definition

/** These hold no fields, or, as `unknown` says, any. */
const leaves: ReadonlySet<string> = new Set([
  'boolean',
  'enum',
  'literal',
  'null',
  'number',
  'string',
  'unknown',
])

/**
 * Derives from a schema what drops unknown fields. It checks nothing else, and copies only where it drops: an answer
 * that fits costs one look-up a field, a hundredth of a parse. Null where the schema has no fields at any depth.
 */
export const keepKnownFieldsOf = (schema: z.ZodMiniType): KeepKnownFields | null => {
  const definition = definitionOf(schema)
  const { type, shape, element, innerType, valueType } = definition
  if (leaves.has(type)) return null
  if (type === 'object' && shape) return ofFields(shape)
  if (type === 'array' && element) return ofElements(keepKnownFieldsOf(element))
  if ((type === 'optional' || type === 'nullable') && innerType) return keepKnownFieldsOf(innerType)
  if (type === 'record' && valueType) return ofRecord(definition, valueType)
  if (type === 'union') return ofUnion(definition)
  throw new Error(
    `an answer's schema may not hold "${type}": let contract/core/known-fields.ts say which fields it knows`,
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const ofFields = (shape: Record<string, z.ZodMiniType>): KeepKnownFields => {
  const known = new Map(Object.entries(shape).map(([key, field]) => [key, keepKnownFieldsOf(field)]))
  return (value) => {
    if (!isObject(value)) return value
    let changed: Record<string, unknown> | null = null
    for (const key in value) {
      const keep = known.get(key)
      if (keep === null) continue
      if (keep === undefined) {
        changed ??= { ...value }
        delete changed[key]
        continue
      }
      const kept = keep(value[key])
      if (kept === value[key]) continue
      changed ??= { ...value }
      changed[key] = kept
    }
    return changed ?? value
  }
}

const ofElements = (keep: KeepKnownFields | null): KeepKnownFields | null =>
  keep &&
  ((value) => {
    if (!Array.isArray(value)) return value
    for (const [index, element] of value.entries()) {
      if (keep(element) !== element) return [...value.slice(0, index), ...value.slice(index).map(keep)]
    }
    return value
  })

/** A record whose keys are listed is an object all of whose fields are alike. */
const ofRecord = ({ keyType }: Definition, valueType: z.ZodMiniType): KeepKnownFields | null => {
  const { entries } = keyType ? definitionOf(keyType) : {}
  if (entries) return ofFields(Object.fromEntries(Object.values(entries).map((key) => [key, valueType])))
  const keep = keepKnownFieldsOf(valueType)
  return (
    keep &&
    ((value) =>
      isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, keep(field)]))
        : value)
  )
}

const ofUnion = ({ options = [], discriminator }: Definition): KeepKnownFields | null => {
  if (discriminator === undefined) {
    if (options.every((option) => keepKnownFieldsOf(option) === null)) return null
    throw new Error(
      'a union of objects in an answer needs a discriminator, which tells whose fields are known',
    )
  }
  const byValue = new Map<unknown, KeepKnownFields>()
  for (const option of options) {
    const field = definitionOf(option).shape?.[discriminator]
    const keep = keepKnownFieldsOf(option)
    const values = field && definitionOf(field).values
    if (!keep || !values)
      throw new Error(`an option of a union in an answer has no literal "${discriminator}"`)
    for (const value of values) byValue.set(value, keep)
  }
  return (value) => {
    if (!isObject(value)) return value
    const keep = byValue.get(value[discriminator])
    // Nothing is known of an option that is none.
    return keep ? keep(value) : {}
  }
}
