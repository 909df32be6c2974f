import { createHash } from 'node:crypto'

/** A UUID that is the same at every seeding. */
export const seedId = (name: string): string => {
  const hex = createHash('sha256').update(`koyoi-demo:${name}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}
