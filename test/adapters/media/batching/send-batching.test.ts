import { describe, expect, it } from 'vitest'
import { isBuildable, runProgram, useBuiltLibrary } from './support/c-program.ts'

describe.skipIf(!isBuildable)('send-batching.c', () => {
  const built = useBuiltLibrary()

  /** What arrived, by the program's own labels; see one-turn.c. */
  const sendOneTurn = (
    library: string | null,
    ...how: ('refuse' | 'full' | `${number}`)[]
  ): Map<string, string[]> =>
    new Map(
      runProgram('one-turn', built.folder, library, ...how)
        .trim()
        .split('\n')
        .map((line) => {
          const [label = '', ...arrived] = line.split(/:(?: |$)| (?=\d:)/)
          return [label, arrived.filter(Boolean)] as const
        }),
    )

  it("sends a receiver's packets of one turn as one datagram that the kernel cuts", () => {
    const arrived = sendOneTurn(built.library)
    expect(arrived.get("frame, before the turn's end")).toEqual([])
    expect(arrived.get('frame')).toEqual(['0:3500:1000:128-131', '1:3500:1000:128-131'])
  })

  it('keeps the order where sizes differ, and a packet alone is no train', () => {
    expect(sendOneTurn(built.library).get('sizes')).toEqual([
      '0:200:0:130-130',
      '0:2000:1000:131-132',
      '0:1200:0:133-133',
    ])
  })

  it('divides what is more than a train holds', () => {
    expect(sendOneTurn(built.library).get('many')).toEqual(['1:44000:1000:128-171', '1:16000:1000:172-187'])
  })

  it('sends at once what is no media, too long, or from another thread', () => {
    const arrived = sendOneTurn(built.library)
    const atOnce = arrived.get('STUN, DTLS and a long packet, at once')
    // What was kept before a long packet leaves before it.
    expect(atOnce).toEqual(['0:100:0:0-0', '0:100:0:20-20', '0:1000:0:128-128', '0:1473:0:129-129'])
    expect(arrived.get('from another thread, at once')).toEqual(['0:100:0:128-128'])
  })

  it('sends the packets one by one where trains are refused', () => {
    const refused = sendOneTurn(built.library, 'refuse')
    const frame = [0, 1].flatMap((to) =>
      [1000, 1000, 1000, 500].map((bytes, at) => `${to}:${bytes}:0:${128 + at}-${128 + at}`),
    )
    expect(refused.get('frame')).toEqual(frame)
    expect(refused.get('many')).toHaveLength(60)
  })

  it('waits for a full buffer, and loses what it does not take in time and nothing else', () => {
    const frame = ['0:3500:1000:128-131', '1:3500:1000:128-131']
    expect(sendOneTurn(built.library, 'full', '5').get('frame')).toEqual(frame)
    const lossy = sendOneTurn(built.library, 'full', '6')
    expect(lossy.get('frame')).toEqual(frame.slice(1))
    expect(lossy.get('sizes')).toHaveLength(3)
  })

  it('changes nothing but that', () => {
    const single = sendOneTurn(null)
    expect(single.get("frame, before the turn's end")).toHaveLength(8)
    expect(single.get('frame')).toEqual([])
  })
})
