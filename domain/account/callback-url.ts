/** A longer address would not fit into a cookie. */
const callbackUrlLengthMax = 1_024

const parse = (text: string): URL | null => {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Where to go after signing in or out: the given address if it is on our origin, else the origin itself.
 * Follows NextAuth v4's redirect callback, which joins what starts with `/` and compares the origin of the
 * rest. An address that can't be parsed counts as foreign instead of throwing. `blob:` addresses, whose
 * origin is also ours, are foreign.
 */
export const callback = (origin: string, given: unknown): string => {
  if (typeof given !== 'string' || given === '' || given === origin) return origin
  const url = parse(given.startsWith('/') ? `${origin}${given}` : given)
  if (!url || `${url.protocol}//${url.host}` !== origin) return origin
  const within = `${origin}${url.pathname}${url.search}${url.hash}`
  return within.length > callbackUrlLengthMax ? origin : within
}
