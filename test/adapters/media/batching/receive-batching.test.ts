import { describe, expect, it } from 'vitest'
import { isBuildable, runProgram, useBuiltLibrary } from './support/c-program.ts'

describe.skipIf(!isBuildable)('receive-batching.c', () => {
  const built = useBuiltLibrary()

  /** What was observed, by the program's own labels; see one-burst.c. */
  const receive = (
    library: string | null,
    thread: 'juice mux' | 'another',
    wait: 'wait' | 'timedwait' | 'clockwait' = 'wait',
  ): Record<string, string> =>
    Object.fromEntries(
      runProgram('one-burst', built.folder, library, thread, wait)
        .trim()
        .split('\n')
        .map((line) => line.split(/: ?/)),
    )

  const atOnce = {
    'a turn': '1 100 200 300 400',
    'the next turn': '0 -1',
    'a long packet': '4096',
    'left over': '1 15',
    'many packets': 'no pause, not long',
    'few packets': 'no pause',
    'the clock of a turn': 'each time',
    'the clock of checks': 'right right right right right right',
    'woken for media': '1 1',
    'woken for DTLS': '1',
    'woken for DTLS behind media': '1 1',
    'woken at the end': '1',
  }

  it.each(['wait', 'timedwait', 'clockwait'] as const)(
    'passes on what came together, and nothing stays when a thread waits (%s)',
    (wait) => {
      expect(receive(built.library, 'juice mux', wait)).toEqual({
        // What comes meanwhile is the next turn's.
        'a turn': '1 100 200 300 -1',
        'the next turn': '1 400',
        'a long packet': '4096',
        'left over': '1 15',
        'many packets': 'paused, not long',
        'few packets': 'no pause',
        'the clock of a turn': 'once',
        // The check that a client's check sets off is sent earlier.
        'the clock of checks': 'behind right right behind right right',
        'woken for media': '0 1',
        'woken for DTLS': '1',
        'woken for DTLS behind media': '0 1',
        'the event of a task of many packets': '65',
        'the event of a task': '0 1',
        'the event of many tasks': '10',
        'woken at the end': '1',
      })
    },
  )

  it("leaves another thread's packets alone, and wakes the event loop once for several tasks there too", () => {
    expect(receive(built.library, 'another')).toEqual({
      ...atOnce,
      'the event of a task of many packets': '65',
      'the event of a task': '0 1',
      'the event of many tasks': '10',
    })
  })

  it('changes nothing but that', () => {
    expect(receive(null, 'juice mux')).toEqual({
      ...atOnce,
      'the event of a task of many packets': '1',
      'the event of a task': '1 0',
      'the event of many tasks': '1',
    })
  })
})
