import { parse } from 'regexparam'

export type Params = Readonly<Record<string, string | undefined>>

export interface PathMatch {
  /** The values of the pattern's parameters, decoded; what a final `*` stands for is named '*'. */
  params: Params
  /** The part of the path before a final `*`. */
  base: string
}

/** A path pattern, such as /chat/:partnerId or /operator/*; with `end: false` it also matches what lies below it. */
export interface PathPattern {
  path: string
  end?: boolean
}

const parsed = new Map<string, { keys: string[]; pattern: RegExp }>()

const parsedOf = ({ path, end = true }: PathPattern) => {
  const key = `${path} ${end}`
  const known = parsed.get(key)
  if (known) return known
  // The page itself belongs to what lies below it.
  const fresh = parse(path.replace(/\/\*$/, '/*?'), !end)
  parsed.set(key, fresh)
  return fresh
}

/** A malformed address is shown as it is. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Null where the pattern doesn't match the whole path. Case and one final slash make no difference. */
export const matchPath = (pattern: PathPattern, pathname: string): PathMatch | null => {
  const { keys, pattern: expression } = parsedOf(pattern)
  const found = expression.exec(pathname)
  if (!found) return null
  const params: Record<string, string | undefined> = {}
  keys.forEach((key, index) => {
    const value = found[index + 1]
    params[key] = value === undefined ? (key === '*' ? '' : undefined) : decoded(value)
  })
  const rest = keys.at(-1) === '*' ? (found[keys.length] ?? '') : null
  const base = rest === null ? pathname : pathname.slice(0, pathname.length - rest.length)
  return { params, base: base.replace(/\/+$/, '') || '/' }
}
