/**
 * Specification 2: the native wrapper sends PULL_TO_REFRESH; plain, as an object, or as that object's JSON.
 */
export const isPullToRefresh = (data: unknown): boolean => {
  if (typeof data === 'string') return data === 'PULL_TO_REFRESH' || isPullToRefresh(parsed(data))
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'PULL_TO_REFRESH'
}

/** The object in a JSON text; null for anything else, so that a text within a text isn't parsed again. */
const parsed = (text: string): object | null => {
  if (!text.startsWith('{')) return null
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    return null
  }
}
