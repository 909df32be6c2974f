import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { sendMessage } from '#server/chat/actions/send-message.ts'
import type { Context } from '#server/context.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { earningsOf, walletOf } from '#server/points/queries.ts'
import { type Cut, crashingDb, ProcessDied } from '#test/helpers/crashing-db.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'
import { chatSteps } from './chat-steps.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
const { history, uploaded, chatDefects } = chatSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})
afterEach(async () => {
  await setPrice(0)
  expect(await chatDefects()).toEqual([])
  expect(await checkLedger(world.context.db)).toEqual([])
})

const setPrice = (pricePoints: number) => at.request('operatorSetChatPrice', { pricePoints })

const pair = async (points = 1_000): Promise<{ caller: Person; broadcaster: Person }> => ({
  caller: await world.caller(points),
  broadcaster: await world.broadcaster(),
})

const write = (
  from: Person,
  to: Person,
  pricePoints?: number,
  more: { messageId?: string; text?: string; replyTo?: string } = {},
) =>
  from.request('sendTextMessage', {
    messageId: randomUUID(),
    partnerId: to.id,
    text: 'こんばんは',
    ...more,
    ...(pricePoints === undefined ? {} : { pricePoints }),
  })

const pointsOf = async (caller: Person) => (await walletOf(world.context.db, caller.id)).point
const earnedBy = async (broadcaster: Person) => (await earningsOf(world.context.db, broadcaster.id)).point
const textCount = async (viewer: Person, partner: Person) =>
  (await history(viewer, partner)).messages.filter(({ body }) => body.kind === 'text').length

describe('the price of a message', () => {
  it('is set by an operator, and the audit log records it', async () => {
    expect(granted(await at.request('operatorChatPrice', {}))).toMatchObject({ pricePoints: 0 })
    for (const wrong of [-5, 3, 505, 1_000_000])
      expect(await setPrice(wrong)).toMatchObject({ code: 'chatPriceWrong' })
    expect(await setPrice(20)).toEqual({ type: 'success' })
    expect((await operators.audit()).at(-1)).toMatchObject({
      action: 'operatorSetChatPrice',
      subject: 'chatPrice',
    })
    expect(
      await world.database.sql`
        select before, after from operator_audit where action = 'operatorSetChatPrice' order by id desc limit 1`,
    ).toEqual([{ before: { pricePoints: 0 }, after: { pricePoints: 20 } }])
    expect(granted(await at.request('operatorChatPrice', {}))).toMatchObject({ pricePoints: 20 })
  })

  it('is shown to the caller before the first message, and to the broadcaster as free', async () => {
    await setPrice(20)
    const { caller, broadcaster } = await pair()
    expect(await history(caller, broadcaster)).toMatchObject({ messages: [], pricePoints: 20 })
    expect(await history(broadcaster, caller)).toMatchObject({ messages: [], pricePoints: 0 })
    await write(caller, broadcaster, 20)
    expect(await history(caller, broadcaster)).toMatchObject({ pricePoints: 20 })
    expect(await history(broadcaster, caller)).toMatchObject({ pricePoints: 0 })
  })

  it('is zero unless an operator sets one', async () => {
    const { caller, broadcaster } = await pair(0)
    const sent = await write(caller, broadcaster)
    expect(sent).toMatchObject({ type: 'success' })
    expect(sent).not.toHaveProperty('message.paidPoints')
  })

  it('is paid by the caller alone, for texts, stickers and images; the broadcaster earns the share', async () => {
    await setPrice(20)
    const { caller, broadcaster } = await pair()
    const common = { partnerId: broadcaster.id, pricePoints: 20 }
    expect(await write(caller, broadcaster, 20)).toMatchObject({ message: { paidPoints: 20 } })
    expect(
      await caller.request('sendSticker', { ...common, messageId: randomUUID(), stickerId: 'lantern-smile' }),
    ).toMatchObject({ message: { paidPoints: 20 } })
    const imageId = await uploaded(caller)
    expect(
      await caller.request('sendImageFromWeb', {
        ...common,
        messageId: randomUUID(),
        imageId,
        imagePoints: null,
      }),
    ).toMatchObject({ message: { paidPoints: 20, body: { width: 40 } } })
    expect(
      await caller.request('sendImageFromWeb', {
        ...common,
        messageId: randomUUID(),
        imageId: 'gone',
        imagePoints: null,
      }),
    ).toMatchObject({ code: 'imageGone' })
    expect(await pointsOf(caller)).toBe(940)
    expect(await write(broadcaster, caller)).toMatchObject({ type: 'success' })
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([940, 24])
    const costs = async (viewer: Person, partner: Person) =>
      (await history(viewer, partner)).messages.map(({ paidPoints }) => paidPoints)
    expect(await costs(caller, broadcaster)).toEqual([undefined, 20, 20, 20, undefined])
    expect(new Set(await costs(broadcaster, caller))).toEqual(new Set([undefined]))
    const { lines } = granted(await broadcaster.request('getEarningLines', {}))
    expect(lines.map(({ purpose, earned }) => [purpose, earned])).toEqual(Array(3).fill(['chatMessage', 8]))
  })

  it('is paid once for a message that is sent again, even after the price changed and the points are spent', async () => {
    await setPrice(500)
    const { caller, broadcaster } = await pair(500)
    const again = { messageId: randomUUID() }
    const first = await write(caller, broadcaster, 500, again)
    expect(first).toMatchObject({ type: 'success', message: { paidPoints: 500 } })
    expect(await write(caller, broadcaster, 500, again)).toEqual(first)
    await setPrice(100)
    expect(await write(caller, broadcaster, 500, again)).toEqual(first)
    expect(await write(caller, broadcaster, 500, { ...again, text: '別の話' })).toMatchObject({
      code: 'idempotencyMismatch',
    })
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([0, 200])
  })

  it('is never more than the page showed', async () => {
    await setPrice(10)
    const { caller, broadcaster } = await pair()
    await setPrice(20)
    for (const shown of [10, 0, undefined, 25])
      expect(await write(caller, broadcaster, shown)).toMatchObject({ code: 'chatPriceChanged' })
    expect([await pointsOf(caller), await textCount(caller, broadcaster)]).toEqual([1_000, 0])
    expect((await history(caller, broadcaster)).pricePoints).toBe(20)
    expect(await write(caller, broadcaster, 20)).toMatchObject({ type: 'success' })
  })

  it('is not charged for a message that is refused', async () => {
    await setPrice(20)
    const { caller, broadcaster } = await pair(30)
    const refusals = [
      [await write(caller, broadcaster, 20, { text: ' ' }), 'chatTextEmpty'],
      [await write(caller, broadcaster, 20, { text: '090-1234-5678に電話して' }), 'contactWarning'],
      [await write(caller, broadcaster, 20, { replyTo: randomUUID() }), 'chatReplyGone'],
    ] as const
    for (const [answer, code] of refusals) expect(answer).toMatchObject({ code })
    expect(await pointsOf(caller)).toBe(30)
    expect(await write(caller, broadcaster, 20)).toMatchObject({ type: 'success' })
    expect(await write(caller, broadcaster, 20)).toMatchObject({
      code: 'insufficientPoints',
      message: 'ポイントが不足しています',
    })
    await addBlock(world.context, broadcaster.viewer, caller.id)
    expect(await write(caller, broadcaster, 20)).toMatchObject({ code: 'partnerUnavailable' })
    expect([await pointsOf(caller), await earnedBy(broadcaster)]).toEqual([10, 8])
  })

  it('is not charged for a request to call back', async () => {
    await setPrice(20)
    const { caller, broadcaster } = await pair()
    await world.database.sql`update broadcaster set standby_since = null where member_id = ${broadcaster.id}`
    expect(
      await caller.request('sendVideoRequest', { requestId: randomUUID(), partnerId: broadcaster.id }),
    ).toMatchObject({ type: 'success' })
    expect(await pointsOf(caller)).toBe(1_000)
  })
})

describe('concurrent messages', () => {
  it('with one id are one message and one payment, also from two processes', async () => {
    await setPrice(500)
    const { caller, broadcaster } = await pair(500)
    const other = await createTestWorld({ beside: world })
    const input = { messageId: randomUUID(), partnerId: broadcaster.id, pricePoints: 500 }
    const content = { body: { kind: 'text' as const, text: '一度だけ' } }
    const answers = await Promise.all(
      [world, other, world, other].map(({ context }) => sendMessage(context, caller.viewer, input, content)),
    )
    for (const answer of answers) expect(answer).toMatchObject({ id: input.messageId, paidPoints: 500 })
    expect([await pointsOf(caller), await textCount(caller, broadcaster)]).toEqual([0, 1])
    await other.close()
  })

  it('never spend more points than there are', async () => {
    await setPrice(20)
    const { caller, broadcaster } = await pair(70)
    const other = await createTestWorld({ beside: world })
    const sent = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        sendMessage(
          (index % 2 === 0 ? world : other).context,
          caller.viewer,
          { messageId: randomUUID(), partnerId: broadcaster.id, pricePoints: 20 },
          { body: { kind: 'text', text: `${index}` } },
        ),
      ),
    )
    const refused = sent.filter((answer) => 'refused' in answer)
    expect(refused).toHaveLength(5)
    expect(refused[0]).toMatchObject({ refused: 'insufficientPoints' })
    expect([await pointsOf(caller), await textCount(caller, broadcaster)]).toEqual([10, 3])
    await other.close()
  })

  it('cost nothing when a block is committed first', async () => {
    await setPrice(20)
    const { caller, broadcaster } = await pair()
    await write(caller, broadcaster, 20)
    const waiting = async () => (await world.database.sql`select from pg_locks where not granted`).length
    const [answer] = await world.database.sql.begin(async (sql) => {
      await sql`select from account where owner_id = ${caller.id} for update`
      const sending = write(caller, broadcaster, 20)
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await addBlock(world.context, broadcaster.viewer, caller.id)
      return [sending]
    })
    expect(await answer).toMatchObject({ code: 'partnerUnavailable' })
    expect(await pointsOf(caller)).toBe(980)
  })
})

it('are charged exactly when the message is stored, wherever a process dies', async () => {
  await setPrice(20)
  const dying = (cut?: Cut): { context: Context; statements: readonly string[] } => {
    const { db, statements } = crashingDb(world.database.sql, cut ? { cut } : {})
    return { context: { ...world.context, db, log: createLog('silent') }, statements }
  }
  const content = { body: { kind: 'text' as const, text: 'こんばんは' } }
  const whole = await pair()
  const { context, statements } = dying()
  await sendMessage(
    context,
    whole.caller.viewer,
    { messageId: randomUUID(), partnerId: whole.broadcaster.id, pricePoints: 20 },
    content,
  )
  // What follows the commit, a push, isn't part of the action.
  const upToCommit = statements.slice(0, statements.findIndex((statement) => /commit/i.test(statement)) + 1)
  expect(upToCommit.length).toBeGreaterThan(4)
  for (const [statement] of upToCommit.entries()) {
    for (const when of ['unsent', 'unanswered'] as const) {
      const { caller, broadcaster } = await pair()
      const input = { messageId: randomUUID(), partnerId: broadcaster.id, pricePoints: 20 }
      const cut = dying({ statement, when })
      await sendMessage(cut.context, caller.viewer, input, content).catch((error: unknown) => {
        if (!(error instanceof ProcessDied)) throw error
      })
      const isThere = (await textCount(caller, broadcaster)) === 1
      expect(await pointsOf(caller), `${when} ${statement}`).toBe(isThere ? 980 : 1_000)
      expect(await sendMessage(world.context, caller.viewer, input, content)).toMatchObject({
        paidPoints: 20,
      })
      expect([await pointsOf(caller), await textCount(caller, broadcaster)]).toEqual([980, 1])
    }
  }
})

it('the nightly check finds a message whose payment and price contradict each other', async () => {
  await setPrice(20)
  const { caller, broadcaster } = await pair()
  const sent = granted(await write(caller, broadcaster, 20))
  const setPaid = (points: number) =>
    world.database.sql`update chat_message set paid_points = ${points} where id = ${sent.message.id}`
  await setPaid(0)
  expect(await checkLedger(world.context.db)).toMatchObject([{ problem: 'a payment belongs to no message' }])
  await setPaid(25)
  expect(await checkLedger(world.context.db)).toHaveLength(2)
  await setPaid(20)
})
