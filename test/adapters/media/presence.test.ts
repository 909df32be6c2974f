import { describe, expect, test } from 'vitest'
import { Presence, silenceMsMax } from '#adapters/media/embedded/metering/presence.ts'

const connected = (role: 'payer' | 'broadcaster', now = 0) => {
  const presence = new Presence(role)
  presence.opening('publication', now)
  presence.opening('subscription', now)
  presence.opened('publication', now)
  presence.opened('subscription', now)
  return presence
}

describe('a side of a call', () => {
  test('is there once the link it needs is open: the payer’s subscription, the broadcaster’s publication', () => {
    const payer = new Presence('payer')
    payer.opened('publication', 0)
    expect(payer.isHere).toBe(false)
    payer.opened('subscription', 10)
    expect(payer.isHere).toBe(true)

    const broadcaster = new Presence('broadcaster')
    broadcaster.opened('publication', 0)
    expect(broadcaster.isHere).toBe(true)
  })

  test('a side that never came isn’t lost', () => {
    const payer = new Presence('payer')
    payer.opening('subscription', 0)
    expect(payer.tick(60_000, silenceMsMax)).toBeNull()
    expect(payer.gone('subscription', 60_000)).toBeNull()
  })

  test('in a room that was opened again a side’s arrival is a return', () => {
    const payer = new Presence('payer', { wasHere: true })
    expect(payer.opened('publication', 0)).toBeNull()
    expect(payer.opened('subscription', 10)).toEqual({ type: 'back' })
    expect(payer.received(20)).toBeNull()
  })

  test('a page that reloads is lost once and back once', () => {
    const payer = connected('payer')
    expect(payer.gone('publication', 1_000)).toEqual({ type: 'lost', since: 1_000 })
    expect(payer.gone('subscription', 1_001)).toBeNull()
    payer.opening('publication', 2_000)
    payer.opening('subscription', 2_000)
    expect(payer.opened('publication', 2_100)).toBeNull()
    expect(payer.opened('subscription', 2_200)).toEqual({ type: 'back' })
    expect(payer.received(2_300)).toBeNull()
  })

  test('one that comes back with less is back all the same', () => {
    const payer = connected('payer')
    payer.gone('publication', 1_000)
    payer.gone('subscription', 1_000)
    payer.opening('subscription', 2_000)
    expect(payer.opened('subscription', 2_200)).toEqual({ type: 'back' })
  })

  test('losing the other direction is a loss too, until that direction is back', () => {
    const payer = connected('payer')
    expect(payer.gone('publication', 1_000)).toEqual({ type: 'lost', since: 1_000 })
    expect(payer.received(1_500)).toBeNull()
    payer.opening('publication', 2_000)
    expect(payer.opened('publication', 2_100)).toEqual({ type: 'back' })
  })

  test('a link that is replaced isn’t lost, unless the new one never opens', () => {
    const broadcaster = connected('broadcaster')
    broadcaster.opening('publication', 1_000)
    expect(broadcaster.tick(2_000, silenceMsMax)).toBeNull()
    expect(broadcaster.opened('publication', 2_100)).toBeNull()

    broadcaster.opening('publication', 3_000)
    broadcaster.received(11_000)
    expect(broadcaster.tick(11_001, silenceMsMax)).toEqual({ type: 'lost', since: 3_000 })
    expect(broadcaster.opened('publication', 12_000)).toEqual({ type: 'back' })
  })

  test('silence of more than 8 s is a loss since the last packet; the next packet ends it', () => {
    const payer = connected('payer')
    payer.received(5_000)
    expect(payer.tick(13_000, silenceMsMax)).toBeNull()
    expect(payer.tick(13_001, silenceMsMax)).toEqual({ type: 'lost', since: 5_000 })
    expect(payer.tick(14_000, silenceMsMax)).toBeNull()
    expect(payer.received(15_000)).toEqual({ type: 'back' })
  })
})
