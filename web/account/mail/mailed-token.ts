const tokenShape = /^#[\w-]{43}$/

/** The token of a mailed link, which follows the #; null for any other fragment. */
export const mailedToken = (hash: string): string | null => (tokenShape.test(hash) ? hash.slice(1) : null)
