import path from 'node:path'

/** A path as it was typed: npm runs scripts in the repository, and `INIT_CWD` says where npm itself was run. */
export const typedPath = (typed: string): string => path.resolve(process.env.INIT_CWD ?? '', typed)
