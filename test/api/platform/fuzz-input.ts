import fc from 'fast-check'

/** JSON Schema, as far as the OpenAPI document uses it. */
interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  pattern?: string
  format?: string
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  additionalProperties?: boolean | Schema
  propertyNames?: Schema
}

type Value = fc.Arbitrary<unknown>

/** Ids and tokens that exist here: without them no request would get beyond its first look-up. */
export type Known = (property: string) => readonly unknown[]

/** Values that no form sends. */
const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  '\0',
  '\ud800',
  "' or 1=1; --",
  '%00%ff',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '９'.repeat(12),
  '👩‍👩‍👧‍👦'.repeat(40),
  'x'.repeat(5_000),
  '9'.repeat(400),
  '0000-00-00T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  [],
  {},
  [[[[]]]],
  { __proto__: null, toString: 1 },
  Array.from({ length: 300 }, () => 1),
]

const strings = (schema: Schema): Value => {
  const { format, pattern, minLength = 0, maxLength = 200 } = schema
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time')
    return fc
      .date({ min: new Date('0001-01-01'), max: new Date('9998-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString())
  if (format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (format === 'email') return fc.emailAddress()
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u'), { size: 'small' })
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 60) })
}

const numbers = ({ type, minimum = -1_000, maximum = 1_000_000 }: Schema): Value =>
  type === 'integer'
    ? fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) })
    : fc.double({ min: minimum, max: maximum, noNaN: true })

const objects = (schema: Schema, known: Known): Value => {
  const properties = Object.entries(schema.properties ?? {})
  const { additionalProperties, propertyNames } = schema
  if (properties.length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(
      (propertyNames ? valid(propertyNames, known) : fc.string()) as fc.Arbitrary<string>,
      valid(additionalProperties, known),
      { maxKeys: 4 },
    )
  return fc.record(
    Object.fromEntries(properties.map(([name, property]) => [name, named(name, property, known)])),
    { requiredKeys: schema.required ?? [] },
  )
}

/** The known values of this name, as often as any other fitting value. */
const named = (name: string, schema: Schema, known: Known): Value => {
  const values = known(name)
  const any = valid(schema, known)
  return values.length === 0 ? any : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, any)
}

/** Values that the schema accepts. */
const valid = (schema: Schema, known: Known): Value => {
  const choices = schema.anyOf ?? schema.oneOf
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (choices) return fc.oneof(...choices.map((choice) => valid(choice, known)))
  if (schema.allOf)
    return fc
      .tuple(...schema.allOf.map((part) => valid(part, known)))
      .map((parts) => Object.assign({}, ...(parts as object[])))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return strings(schema)
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, known), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return objects(schema, known)
    default:
      return fc.jsonValue()
  }
}

/** Replaces one leaf, or the whole, by a hostile value. */
const spoilt = (value: unknown, at: number, evil: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return evil
  const keys = Object.keys(value)
  const key = keys[at % Math.max(keys.length, 1)]
  if (key === undefined || at % 17 === 0) return evil
  const copy: Record<string, unknown> = Array.isArray(value) ? ([...value] as never) : { ...value }
  copy[key] = spoilt(copy[key], Math.floor(at / Math.max(keys.length, 1)), evil)
  return copy
}

/** Requests of an endpoint: valid ones, and ones with a hostile value in one place. */
export const inputsOf = (schema: object, known: Known): Value => {
  const whole = valid(schema, known)
  return fc.oneof(
    whole,
    fc
      .tuple(whole, fc.nat(), fc.constantFrom(...hostile))
      .map(([value, at, evil]) => spoilt(value, at, evil)),
  )
}

/** Valid requests of an endpoint. */
export const validInputsOf = (schema: object, known: Known): Value => valid(schema, known)
