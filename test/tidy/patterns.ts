import { fileURLToPath } from 'node:url'
import type { SourceFile } from './source-tree.ts'

export interface Pattern {
  source: string
  flags: string
  path: string
}

const repositoryRoot = fileURLToPath(new URL('../../', import.meta.url))

/** The regular expressions that are written as literals. */
export const literalPatterns = (files: readonly SourceFile[]): Pattern[] =>
  files.flatMap(({ path, nodes }) =>
    nodes.flatMap((node) => {
      const regex = node.type === 'Literal' ? (node.regex as { pattern: string; flags: string } | null) : null
      return regex ? [{ source: regex.pattern, flags: regex.flags, path }] : []
    }),
  )

/** The regular expressions that modules build when they are loaded; patterns of further imports aren't seen. */
export const builtPatterns = async (files: readonly SourceFile[]): Promise<Pattern[]> => {
  const found: Pattern[] = []
  const original = globalThis.RegExp
  let loading = ''
  globalThis.RegExp = new Proxy(original, {
    construct: (target, given) => {
      const made = Reflect.construct(target, given) as RegExp
      found.push({ source: made.source, flags: made.flags, path: loading })
      return made
    },
  })
  try {
    for (const { path } of files.filter(({ text }) => text.includes('new RegExp('))) {
      loading = path
      await import(repositoryRoot + path)
    }
  } finally {
    globalThis.RegExp = original
  }
  return found
}

/** Characters that may make a pattern slow: its own, one of each class it names, and some of every kind. */
const charactersFor = ({ source }: Pattern): string[] => {
  const own = [...source.replaceAll(/\\[pP]\{[^}]*\}|\\[a-zA-Z]|\{[\d,]*\}/g, '')].filter((sign) =>
    /[\p{L}\p{N}@:/=<>"'~#%&;,-]/u.test(sign),
  )
  return [...new Set([' ', '0', 'a', 'A', 'あ', '.', '\n', '\u0301', '\u200d', ...own.slice(0, 12)])]
}

/** What a pattern is to read again and again, up to so many characters long. */
export const pumpsFor = (pattern: Pattern, lengthMax: number): string[] => {
  // Longer pieces are many: of fewer characters.
  const characters = charactersFor(pattern).slice(0, lengthMax > 2 ? 12 : undefined)
  const pumps = [...characters]
  let longest = characters
  for (let length = 2; length <= lengthMax; length += 1) {
    longest = longest.flatMap((begun) => characters.map((sign) => begun + sign))
    pumps.push(...longest)
  }
  return pumps
}

/**
 * Reads a pump repeated to a length, and after it what most patterns reject. Milliseconds of this thread: a busy machine
 * takes the processor away, and not the time that the pattern needs.
 */
const readingMs = ({ source, flags }: Pattern, pump: string, length: number): number => {
  const text = `${pump.repeat(length / pump.length)}\u0001`
  const before = process.threadCpuUsage()
  text.replace(new RegExp(source, flags), '')
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

const glanceLength = 4_000
/** A square of this length takes longer than this; nothing linear does. */
const glanceMs = 1
/** Eight times as long: what takes the square of a text's length takes 64 times as long. */
const lengths = [2_000, 16_000] as const
/** Between 8 and 64: a noisy machine makes a factor of two, and hardly one of three in each of several tries. */
const growthMax = 24
const tries = 4
/** A time below this is mostly the clock's and the compiler's. */
const leastMs = 0.25

/** Whether a text of many times the length takes far more times as long: the best of several tries counts. */
export const growsFasterThanItsText = (pattern: Pattern, pump: string): boolean => {
  if (readingMs(pattern, pump, glanceLength) < glanceMs) return false
  const short = Math.min(...Array.from({ length: tries }, () => readingMs(pattern, pump, lengths[0])))
  const longMax = growthMax * Math.max(short, leastMs)
  return Array.from({ length: tries }).every(() => readingMs(pattern, pump, lengths[1]) > longMax)
}
