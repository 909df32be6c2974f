import type { SourceFile } from './source-tree.ts'

export interface Rule {
  /** What holds, as a sentence; it is the test's name. */
  sentence: string
  /** @returns what breaks the rule in this file, each led by the path */
  check(file: SourceFile): string[]
  /** A file that breaks it, to show that the rule can fail. */
  broken: { path: string; text: string }
  /** A file close to that one that keeps it. */
  kept: { path: string; text: string }
}

export function isTest(path: string): boolean {
  return path.startsWith('test/') || /\.test\.tsx?$/.test(path)
}
