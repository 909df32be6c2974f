import path from 'node:path'

/** A path as it was typed: npm runs scripts in the repository, and tells where it was itself run. */
export const askedPath = (typed: string): string => path.resolve(process.env.INIT_CWD ?? '', typed)
