import { posix } from 'node:path'

/** The files of the repository, each with the files of ours that it loads. Paths are from the repository's root. */
export type FileGraph = ReadonlyMap<string, readonly string[]>

export interface AffectedTests {
  unit: string[]
  api: string[]
  /** Tests of other kinds, and api tests that load a change only with the whole server or from further away. */
  leftOut: string[]
}

const typeImport = /^\s*(?:import|export) type [^;]*?from '[^']+'$/gm
const ownPath = /['"`]((?:\.{1,2}\/|#)[^'"`\n?]+)(?:\?\w+)?['"`]/g

/**
 * Reads from the texts which file loads which: by imports, `import()`, `new URL('./…')` and the like. Type imports don't
 * count, because they change nothing at run time.
 */
export function fileGraph(texts: ReadonlyMap<string, string>): FileGraph {
  return new Map(
    [...texts].map(([path, text]) => {
      const found = [...text.replaceAll(typeImport, '').matchAll(ownPath)].map(([, target = '']) =>
        target.startsWith('#') ? target.slice(1) : posix.join(posix.dirname(path), target),
      )
      return [path, [...new Set(found)].filter((target) => texts.has(target))]
    }),
  )
}

/** These files load nearly everything, so loading them says nothing about what a test covers. */
const composition =
  /^(server\/app\/|server\/context\.ts|contract\/index\.ts|test\/helpers\/(test-world|start-app)\.ts)/
const unitTest = /^(?!test\/).*\.test\.tsx?$/
const apiTest = /^test\/api\/.*\.test\.ts$/
const anyTest = /\.test\.tsx?$/
/** These need minutes. */
const longTests = /\/ledger-(histories|crashes)\.test\.ts$/
/** With types, lint and the tidy rules, so many files take about a minute on two cores. */
const apiFilesMax = 12

/**
 * The tests that changed files can affect. A unit test counts when it loads a changed file, however far away. An api
 * test starts the whole server, so it counts only when it loads a changed file without the composition in between, or
 * when it lies in the folder of a changed area. Of many api tests those of the changed areas come first, then the
 * closest ones.
 */
export function affectedTests(graph: FileGraph, changed: readonly string[]): AffectedTests {
  const loadedBy = reversed(graph)
  const near = distancesFrom(changed, loadedBy, (path) => composition.test(path))
  const all = [...distancesFrom(changed, loadedBy, () => false).keys()].filter((path) => anyTest.test(path))
  const unit = all.filter((path) => unitTest.test(path))
  const areas = new Set(changed.flatMap((path) => serverAreaOf(path) ?? []))
  const rank = (path: string): number =>
    (areas.has(path.split('/')[2] ?? '') ? 0 : 100) + (near.get(path) ?? 50)
  const api = all
    .filter((path) => apiTest.test(path) && !longTests.test(path))
    .filter((path) => near.has(path) || rank(path) < 100)
    .sort((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1))
    .slice(0, apiFilesMax)
  const chosen = new Set([...unit, ...api])
  return { unit: unit.sort(), api: api.sort(), leftOut: all.filter((path) => !chosen.has(path)).sort() }
}

function serverAreaOf(path: string): string | undefined {
  return /^server\/([\w-]+)\//.exec(path)?.[1]
}

function reversed(graph: FileGraph): Map<string, string[]> {
  const loadedBy = new Map<string, string[]>()
  for (const [path, targets] of graph) {
    for (const target of targets) loadedBy.set(target, [...(loadedBy.get(target) ?? []), path])
  }
  return loadedBy
}

/** How many imports away each file is that loads one of `start`. Nothing is followed beyond a file that ends the way. */
function distancesFrom(
  start: readonly string[],
  loadedBy: ReadonlyMap<string, readonly string[]>,
  isEnd: (path: string) => boolean,
): Map<string, number> {
  const distances = new Map(start.map((path) => [path, 0]))
  for (const [path, distance] of distances) {
    if (isEnd(path)) continue
    for (const next of loadedBy.get(path) ?? []) {
      if (!distances.has(next)) distances.set(next, distance + 1)
    }
  }
  return distances
}
