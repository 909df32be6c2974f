import { beforeAll, expect, test } from 'vitest'
import '#contract/index.ts'
import { repeats } from '#test/helpers/test-length.ts'
import {
  builtPatterns,
  growsFasterThanItsText,
  literalPatterns,
  type Pattern,
  pumpsFor,
} from '#test/tidy/patterns.ts'
import { readSourceTree } from '#test/tidy/source-tree.ts'

/** Its own build is all that this file reads. */
const readsNobodysText = ['server/app/web-pages.ts']
/** Most patterns are decided within 50 ms and a few never; those are tried. */
const undecidedTimeoutMs = repeats({ usual: 400, long: 10_000 })
const plainTimeoutMs = 20_000
const testTimeoutMs = repeats({ usual: 60_000, long: 300_000 })

type Check = (
  source: string,
  flags: string,
  options: { checker: 'automaton'; timeout: number },
) => { status: 'safe' | 'vulnerable' | 'unknown' }

let check: Check
let patterns: Pattern[]
beforeAll(async () => {
  // Its JavaScript alone, in this process: the other backends are quicker and not on every machine.
  process.env.RECHECK_SYNC_BACKEND = 'pure'
  check = (await import('recheck')).checkSync as Check
  const files = readSourceTree().filter(
    ({ path }) =>
      /^(contract|domain|server)\/.*\.ts$/.test(path) &&
      !/\.test\.ts$/.test(path) &&
      !readsNobodysText.includes(path),
  )
  const built = await builtPatterns(files.filter(({ path }) => path.startsWith('domain/')))
  expect(built.length).toBeGreaterThan(10)
  const all = [...literalPatterns(files), ...built]
  patterns = [...new Map(all.map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern])).values()]
}, testTimeoutMs)

const named = ({ source, flags, path }: Pattern) => `${path}: /${source}/${flags}`

test(
  'no pattern takes more than linear time: by analysis, and where that knows no answer, by trying',
  () => {
    expect(patterns.length).toBeGreaterThan(150)
    const slow: string[] = []
    for (const pattern of patterns) {
      const { status } = check(pattern.source, pattern.flags, {
        checker: 'automaton',
        timeout: undecidedTimeoutMs,
      })
      const pumps = pumpsFor(pattern, status === 'unknown' ? 3 : 2)
      const isSlow = status === 'vulnerable' || pumps.some((pump) => growsFasterThanItsText(pattern, pump))
      if (isSlow) slow.push(named(pattern))
    }
    expect(slow).toEqual([])
  },
  testTimeoutMs,
)

test.each([
  ['(?:\\s\\d\\s+)+$', 'g'],
  ['\\n+$', ''],
  ['(?<!x)\\s+$', ''],
])('finds that /%s/%s takes the square', (source, flags) => {
  const pattern = { source, flags, path: '' }
  const found = check(source, flags, { checker: 'automaton', timeout: plainTimeoutMs }).status
  const grows = pumpsFor(pattern, 3).some((pump) => growsFasterThanItsText(pattern, pump))
  expect([found, grows]).toEqual([source.includes('(?<') ? 'unknown' : 'vulnerable', true])
})
