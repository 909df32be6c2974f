export interface Path {
  /** Begins with one slash, percent-encoded. */
  pathname: string
  /** '' or with the leading question mark. */
  search: string
  /** '' or with the leading #. */
  hash: string
}

/** One entry of the history. */
export interface Location extends Path {
  /** What `navigate` gave it; null when nothing. */
  state: unknown
  /** Names the entry, also after a reload. */
  key: string
}

/** Only its path, search and hash are used. */
const anyOrigin = 'http://host.invalid'

/**
 * The address that `to` means on a page: an absolute path, or a search or hash of that page. It always stays on this
 * origin: of another origin's address the path alone is taken.
 */
export const resolvePath = (to: string, from: Path): Path => {
  const base = `${anyOrigin}${from.pathname}${from.search}`
  if (!URL.canParse(to, base)) return from
  const { pathname, search, hash } = new URL(to, base)
  // Two slashes at the beginning would name another host.
  return { pathname: pathname.replace(/^\/+/, '/'), search, hash }
}

export const hrefOf = ({ pathname, search, hash }: Path): string => `${pathname}${search}${hash}`

const keyLength = 8

/** A location that no entry of the history had before. */
export const newLocation = (path: Path, state: unknown): Location => ({
  ...path,
  state: state ?? null,
  key: Math.random()
    .toString(36)
    .slice(2, 2 + keyLength),
})
