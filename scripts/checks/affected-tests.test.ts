import { describe, expect, it } from 'vitest'
import { affectedTests, fileGraph } from './affected-tests.ts'

const graph = fileGraph(
  new Map([
    ['domain/points/increment.ts', ''],
    ['domain/points/increment.test.ts', "import { increments } from './increment.ts'"],
    ['domain/points/texts.ts', "import type { Increment } from './increment.ts'"],
    ['domain/points/texts.test.ts', "import { textOf } from './texts.ts'"],
    ['server/calls/routes.ts', "import {\n  increments,\n} from '#domain/points/increment.ts'"],
    ['server/calls/worker.ts', "new URL('./routes.ts', import.meta.url)"],
    ['server/app/all-handlers.ts', "import '#server/calls/routes.ts'"],
    ['test/helpers/test-world.ts', "import '#server/app/all-handlers.ts'"],
    ['test/api/calls/calls.test.ts', "import '#test/helpers/test-world.ts'"],
    ['test/api/calls/close.test.ts', "import '#server/calls/worker.ts'"],
    ['test/api/chat/chat.test.ts', "import '#test/helpers/test-world.ts'"],
    ['test/e2e/calls.test.ts', "import '#test/helpers/test-world.ts'"],
  ]),
)

describe('the tests that a change affects', () => {
  it('are the unit tests that load it, and the api tests that load it without the whole server', () => {
    expect(affectedTests(graph, ['domain/points/increment.ts'])).toEqual({
      unit: ['domain/points/increment.test.ts'],
      api: ['test/api/calls/close.test.ts'],
      leftOut: ['test/api/calls/calls.test.ts', 'test/api/chat/chat.test.ts', 'test/e2e/calls.test.ts'],
    })
  })

  it('are all api tests of a changed area', () => {
    expect(affectedTests(graph, ['server/calls/routes.ts']).api).toEqual([
      'test/api/calls/calls.test.ts',
      'test/api/calls/close.test.ts',
    ])
  })

  it('include a changed test', () => {
    expect(affectedTests(graph, ['test/api/chat/chat.test.ts'])).toEqual({
      unit: [],
      api: ['test/api/chat/chat.test.ts'],
      leftOut: [],
    })
  })

  it('are none for a file that no test loads', () => {
    expect(affectedTests(graph, ['docs/glossary.md'])).toEqual({ unit: [], api: [], leftOut: [] })
  })
})
