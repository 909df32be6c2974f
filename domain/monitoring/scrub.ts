import { unreportedMark } from '#contract/monitoring/monitoring.ts'
import { withoutNames } from '#domain/shell/path-names.ts'

/** Names of built files contain digits and identify nobody. */
const builtFiles = '/assets/'

const place = (pathname: string): string =>
  pathname.startsWith(builtFiles) ? pathname : withoutNames(pathname)

/** Ends before a query or fragment, both of which may contain secrets. */
const address = /\b(https?:\/\/[^\s/"'()<>?#]+)(\/[^\s"'()<>?#]*)?(?:[?#][^\s"'()<>]*)?/g
const path = /^(\/[^\s"'()<>?#]*)(?:[?#]\S*)?$/

/** The text, with ids and secrets removed from its addresses. */
export const scrubbedText = (text: string): string =>
  path.test(text)
    ? text.replace(path, (_, pathname: string) => place(pathname))
    : text.replace(address, (_, origin: string, pathname = '') => `${origin}${place(pathname)}`)

/** Deeper than any report of our pages; deeper values are left out. */
const depthMax = 30

/** The same for every text in a value. */
export const scrubbed = <Value>(value: Value, depth = 0): Value => {
  if (typeof value === 'string') return scrubbedText(value) as Value
  if (typeof value !== 'object' || value === null) return value
  if (depth === depthMax) return null as Value
  if (Array.isArray(value)) return value.map((item: unknown) => scrubbed(item, depth + 1)) as Value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, scrubbed(item, depth + 1)]),
  ) as Value
}

/** Specification 8: requests whose address contains /pc are dropped from error reports. */
export const isUnreported = (url: unknown): boolean => typeof url === 'string' && url.includes(unreportedMark)
