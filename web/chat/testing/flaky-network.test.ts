import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ConversationSync } from '../timeline/conversation-sync.ts'
import { broadcaster, caller, FakeChatServer } from './fake-chat-server.ts'
import { FakeClock } from './fake-clock.ts'
import { FakeNetwork, type FakePage } from './fake-network.ts'

const runs = 1_000

/** Numbers like those of Math.random, the same ones for the same seed (mulberry32). */
const randomFrom = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Side = typeof caller | typeof broadcaster
type Deed =
  | {
      name: 'send' | 'unsend' | 'look' | 'lookAway' | 'reload' | 'openTab' | 'closeTab' | 'lower' | 'raise'
      side: Side
    }
  | { name: 'wake' | 'retry' | 'remove' | 'older'; side: Side }
  | { name: 'pass'; ms: number }

const sides: Side[] = [caller, broadcaster]
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ name: fc.constant('send' as const), side: fc.constantFrom(...sides) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ name: fc.constant('pass' as const), ms: fc.integer({ min: 1, max: 6_000 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constantFrom(
        'unsend',
        'look',
        'lookAway',
        'reload',
        'openTab',
        'closeTab',
        'lower',
        'raise',
        'wake',
        'retry',
        'remove',
        'older',
      ),
      side: fc.constantFrom(...sides),
    }),
  },
)

interface OpenPage {
  page: FakePage
  conversation: ConversationSync
  /** What was sent from this very page. */
  sentIds: string[]
}

/** Two members, their browsers and tabs, and their actions. */
class Play {
  readonly clock = new FakeClock()
  readonly server = new FakeChatServer(() => this.clock.now())
  readonly network: FakeNetwork
  readonly open: Record<Side, OpenPage[]> = { [caller]: [], [broadcaster]: [] }
  /** Ids in the order in which they were passed to be sent. */
  readonly given: Record<Side, string[]> = { [caller]: [], [broadcaster]: [] }
  /** Removed before they were sent, as far as their side knew: they may have arrived all the same. */
  readonly removed = new Set<string>()

  constructor(seed: number, historySize: number) {
    this.network = new FakeNetwork(this.clock, this.server, randomFrom(seed))
    for (let each = 1; each <= historySize; each += 1) {
      const side = each % 3 === 0 ? caller : broadcaster
      const messageId = `before-${each}`
      this.given[side].push(messageId)
      const partnerId = side === caller ? broadcaster : caller
      this.server.answer(side, 'sendTextMessage', { messageId, partnerId, text: 'before' })
    }
    for (const side of sides) this.openTab(side)
  }

  openTab(side: Side): void {
    const page = this.network.open(side)
    const conversation = page.chat.conversationWith(side === caller ? broadcaster : caller)
    const opened: OpenPage = { page, conversation, sentIds: [] }
    conversation.store.subscribe(() => checkRows(opened))
    conversation.start()
    this.open[side].push(opened)
  }

  newest(side: Side): OpenPage {
    const opened = this.open[side].at(-1)
    if (!opened) throw new Error('no page')
    return opened
  }

  async do(deed: Deed): Promise<void> {
    if (deed.name === 'pass') return this.clock.pass(deed.ms)
    const { side } = deed
    const { page, conversation, sentIds } = this.newest(side)
    const partnerId = side === caller ? broadcaster : caller
    if (deed.name === 'send') {
      const id = page.chat.outbox.send(partnerId, { kind: 'text', text: 'now' })
      this.given[side].push(id)
      sentIds.push(id)
    } else if (deed.name === 'unsend') {
      const own = this.server.messages.findLast(({ senderId }) => senderId === side)
      if (own) this.server.answer(side, 'unsendMessage', { messageId: own.id })
    } else if (deed.name === 'reload') {
      page.kill()
      this.open[side].pop()
      this.openTab(side)
    } else if (deed.name === 'closeTab') {
      if (this.open[side].length > 1) this.open[side].pop()?.page.kill()
    } else if (deed.name === 'openTab') this.openTab(side)
    else if (deed.name === 'look') conversation.setAtBottom(true)
    else if (deed.name === 'lookAway') conversation.setAtBottom(false)
    else if (deed.name === 'lower') page.lowerSocket()
    else if (deed.name === 'raise') page.raiseSocket()
    else if (deed.name === 'wake') page.wake()
    else if (deed.name === 'remove') this.remove(side)
    else if (deed.name === 'older') void conversation.loadOlder()
    else for (const { id } of page.chat.outbox.pendingTo(partnerId)) page.chat.outbox.retry(id)
  }

  remove(side: Side): void {
    const { page } = this.newest(side)
    const [first] = page.chat.outbox.pendingTo(side === caller ? broadcaster : caller)
    if (!first) return
    this.removed.add(first.id)
    for (const opened of this.open[side]) opened.sentIds = opened.sentIds.filter((id) => id !== first.id)
    page.chat.outbox.remove(first.id)
  }

  /** The network works again, and both members scroll through everything. */
  async calmDown(): Promise<void> {
    this.network.isCalm = true
    const all = sides.flatMap((side) => this.open[side])
    for (const { page } of all) page.raiseSocket()
    await this.clock.pass(60_000)
    for (const { conversation } of all) {
      conversation.setAtBottom(true)
      for (let pages = 0; pages < 20; pages += 1) {
        const { rows, hasOlder, hasNewer } = conversation.store.get()
        const gap = rows.find((row) => row.kind === 'message' && row.gapAfterSeq !== null)
        if (hasOlder) void conversation.loadOlder()
        else if (hasNewer) void conversation.loadNewer()
        else if (gap?.kind === 'message') void conversation.fillAbove(gap.message.seq)
        else break
        await this.clock.pass(1_000)
      }
    }
    await this.clock.pass(5_000)
    // The badge's figure has no revision: the next reconnect corrects events that arrived out of order.
    for (const { page } of all) page.raiseSocket()
    await this.clock.pass(1_000)
  }
}

/** At every moment: no row twice, all in order, and what was sent on this page is shown on it. */
const checkRows = ({ conversation, sentIds }: OpenPage) => {
  const { rows } = conversation.store.get()
  const keys = new Set(rows.map(({ key }) => key))
  const seqs = rows.flatMap((row) => (row.kind === 'message' ? [row.message.seq] : []))
  const isRight =
    keys.size === rows.length &&
    sentIds.every((id) => keys.has(id)) &&
    seqs.every((seq, index) => index === 0 || seq > (seqs[index - 1] ?? 0))
  // Checked so often that an assertion each time would be most of the test's time.
  if (!isRight)
    expect({ rows: rows.map(({ key }) => key), sentIds, seqs }).toBe('in order, each once, none missing')
}

test(`ends with the same messages on both sides, each once and in order (${runs} plays)`, async () => {
  const plays = fc.record({
    seed: fc.integer(),
    historySize: fc.constantFrom(0, 3, 70),
    deeds: fc.array(anyDeed, { minLength: 1, maxLength: 30 }),
  })
  await fc.assert(
    fc.asyncProperty(plays, async ({ seed, historySize, deeds }) => {
      const play = new Play(seed, historySize)
      for (const deed of deeds) await play.do(deed)
      await play.calmDown()
      const { server, given, removed, open } = play
      for (const side of sides) {
        const own = server.messages.filter(({ id, senderId }) => senderId === side && !removed.has(id))
        expect(own.map(({ id }) => id)).toEqual(given[side].filter((id) => !removed.has(id)))
        for (const { page, conversation } of open[side]) {
          expect(page.chat.unread.value.get()).toBe(0)
          const { rows, syncState, hasOlder, hasNewer } = conversation.store.get()
          expect(rows.map((row) => (row.kind === 'message' ? row.message : row))).toEqual(server.messages)
          expect({ hasOlder, hasNewer, syncState }).toEqual({
            hasOlder: false,
            hasNewer: false,
            syncState: server.syncState(side),
          })
        }
      }
    }),
    { numRuns: runs },
  )
}, 60_000)
