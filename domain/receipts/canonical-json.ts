/**
 * The values of canonical JSON: RFC 8785 without fractions, whose spelling is where implementations differ.
 */
export type CanonicalValue =
  | string
  | number
  | boolean
  | null
  | readonly CanonicalValue[]
  | { readonly [name: string]: CanonicalValue }

/**
 * The one spelling of a value (RFC 8785): names in the order of their UTF-16 units, no white space, strings
 * escaped as JSON.stringify does. Throws for a number that isn't a safe integer.
 */
export const canonicalJson = (value: CanonicalValue): string => {
  if (typeof value === 'number' && !Number.isSafeInteger(value))
    throw new RangeError(`${value} has no spelling of its own here`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name] as CanonicalValue)}`)
  return `{${members.join(',')}}`
}

const isList = (value: object): value is readonly CanonicalValue[] => Array.isArray(value)
