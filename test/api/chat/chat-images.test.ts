import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { unlockImage } from '#server/chat/actions/unlock-image.ts'
import type { Context } from '#server/context.ts'
import { createLog } from '#server/lifecycle/log.ts'
import { addBlock } from '#server/moderation/actions/add-block.ts'
import { checkLedger } from '#server/points/ledger/ledger-check.ts'
import { earningsOf, walletOf } from '#server/points/queries.ts'
import { type Cut, crashingDb, ProcessDied } from '#test/helpers/crashing-db.ts'
import { createTestWorld, type Person, type TestWorld } from '#test/helpers/test-world.ts'
import { chatSteps } from './chat-steps.ts'

let world: TestWorld
const { send, uploaded, history, unreadOf, chatDefects } = chatSteps(() => world)
beforeAll(async () => {
  world = await createTestWorld()
})
afterEach(async () => {
  expect(await chatDefects()).toEqual([])
  expect(await checkLedger(world.context.db)).toEqual([])
})
afterAll(() => world.close())

const pair = async (points = 1_000): Promise<{ caller: Person; broadcaster: Person }> => ({
  caller: await world.caller(points),
  broadcaster: await world.broadcaster(),
})

const sendImage = async (from: Person, to: Person, imageId: string, imagePoints: number | null = null) =>
  from.request('sendImageFromWeb', {
    messageId: randomUUID(),
    partnerId: to.id,
    imageId,
    imagePoints,
  })

const pricedImageFor = async (caller: Person, broadcaster: Person, points = 300) => {
  const imageId = await uploaded(broadcaster)
  const sent = await sendImage(broadcaster, caller, imageId, points)
  if (sent.type === 'error') throw new Error(sent.code)
  return { imageId, messageId: sent.message.id }
}

/** The versions of an image that each of them gets: from its own address, and from the blurred one. */
const seenBy = (imageId: string, ...people: Person[]) =>
  Promise.all(
    people.flatMap((person) =>
      ['', '&blurred=1'].map(async (blurred) => {
        const path = `/api/img/api=get-img&id=${imageId}&kind=6&size=180${blurred}`
        return (await world.request(path, { headers: { cookie: person.cookie } })).status
      }),
    ),
  )

describe('an image', () => {
  it('is sent once, with its size, to the partner alone', async () => {
    const { caller, broadcaster } = await pair()
    const imageId = await uploaded(caller)
    const stranger = await world.caller()
    expect(await sendImage(caller, broadcaster, imageId)).toMatchObject({
      message: { body: { kind: 'image', imageId, width: 40, height: 30, price: null } },
    })
    expect(await seenBy(imageId, caller, broadcaster, stranger)).toEqual([200, 200, 200, 200, 404, 404])
    expect(await sendImage(caller, broadcaster, imageId)).toMatchObject({ code: 'imageGone' })
    expect(await sendImage(stranger, broadcaster, await uploaded(caller))).toMatchObject({
      code: 'imageGone',
    })
    expect(await stranger.request('getListConversation', {})).toMatchObject({ conversations: [] })
    expect((await history(broadcaster, caller)).messages).toHaveLength(2)
  })

  it('is the same message when it is sent again', async () => {
    const { caller, broadcaster } = await pair()
    const input = {
      messageId: randomUUID(),
      partnerId: broadcaster.id,
      imageId: await uploaded(caller),
      imagePoints: null,
    }
    const [one, two] = await Promise.all([1, 2].map(() => caller.request('sendImageFromWeb', input)))
    expect(one).toMatchObject({ type: 'success' })
    expect(two).toEqual(one)
    expect(
      await caller.request('sendImageFromWeb', { ...input, imageId: await uploaded(caller) }),
    ).toMatchObject({
      code: 'idempotencyMismatch',
    })
  })

  it('is visible to nobody once it was unsent', async () => {
    const { caller, broadcaster } = await pair()
    const imageId = await uploaded(caller)
    const sent = await sendImage(caller, broadcaster, imageId)
    await caller.request('unsendMessage', { messageId: sent.type === 'success' ? sent.message.id : '' })
    expect(await seenBy(imageId, caller, broadcaster)).toEqual([404, 404, 404, 404])
  })

  it('is hidden from the partner by a block', async () => {
    const { caller, broadcaster } = await pair()
    const imageId = await uploaded(caller)
    await sendImage(caller, broadcaster, imageId)
    await addBlock(world.context, caller.viewer, broadcaster.id)
    expect(await seenBy(imageId, caller, broadcaster)).toEqual([200, 200, 404, 404])
  })
})

describe('a paid image', () => {
  it('is sent by no page that states no price, as one of another version might', async () => {
    const { caller, broadcaster } = await pair()
    const unpriced = {
      messageId: randomUUID(),
      partnerId: caller.id,
      imageId: await uploaded(broadcaster),
      otherPoints: 300,
    }
    const sent = await broadcaster.request('sendImageFromWeb', unpriced as never)
    expect(sent).toMatchObject({ code: 'badInput' })
    expect((await history(broadcaster, caller)).messages).toEqual([])
  })

  it('is for the broadcaster alone to send', async () => {
    const { caller, broadcaster } = await pair()
    expect(await sendImage(caller, broadcaster, await uploaded(caller), 300)).toMatchObject({
      code: 'imagePriceNotAllowed',
    })
    expect((await history(caller, broadcaster)).messages).toEqual([])
  })

  it('is unlocked by one payment, from two devices at the same moment', async () => {
    const { caller, broadcaster } = await pair()
    const { imageId, messageId } = await pricedImageFor(caller, broadcaster)
    expect(await seenBy(imageId, broadcaster, caller)).toEqual([200, 200, 404, 200])
    const tries = await Promise.all(
      [1, 2, 3, 4].map(() => caller.request('unseal', { messageId, imagePoints: 300 })),
    )
    for (const opened of tries)
      expect(opened).toMatchObject({
        point: 700,
        message: { id: messageId, body: { kind: 'image', price: { points: 300, isOpened: true } } },
      })
    expect(await seenBy(imageId, broadcaster, caller)).toEqual([200, 200, 200, 200])
    expect(await earningsOf(world.context.db, broadcaster.id)).toEqual({ point: 120 })
    const { messages, syncState } = await history(broadcaster, caller)
    expect(messages.map(({ body }) => body.kind)).toEqual(['system', 'image', 'system'])
    expect(messages[2]).toMatchObject({ senderId: null, body: { code: 'imageOpened' } })
    expect([syncState.revision, await unreadOf(broadcaster)]).toEqual([4, 1])
    expect(await caller.request('unseal', { messageId, imagePoints: 300 })).toMatchObject({ point: 700 })
    expect(await broadcaster.request('unsendMessage', { messageId })).toMatchObject({ code: 'unsendPaid' })
  })

  it('stays locked without points, at another price, for others, for its sender, and once it is unsent', async () => {
    const { caller, broadcaster } = await pair(299)
    const { imageId, messageId } = await pricedImageFor(caller, broadcaster)
    const refusal = async (person: Person, imagePoints = 300) => {
      const answer = await person.request('unseal', { messageId, imagePoints })
      return answer.type === 'error' ? answer.code : null
    }
    expect(await refusal(caller)).toBe('insufficientPoints')
    expect(await refusal(caller, 250)).toBe('imagePriceChanged')
    expect([await refusal(broadcaster), await refusal(await world.caller())]).toEqual([
      'notFound',
      'notFound',
    ])
    await broadcaster.request('unsendMessage', { messageId })
    expect(await refusal(caller)).toBe('notFound')
    expect(await seenBy(imageId, broadcaster, caller)).toEqual([404, 404, 404, 404])
    expect(await walletOf(world.context.db, caller.id)).toMatchObject({ point: 299 })
  })

  it('is not unlocked while one of the two is under 18', async () => {
    const { caller, broadcaster } = await pair()
    const { messageId } = await pricedImageFor(caller, broadcaster)
    const grow = (person: Person, days: number) => world.database.sql`
      update member set born_on = current_date - ${days}::int, born_on_stated_at = now() where id = ${person.id}`
    await grow(caller, 6_000)
    expect(await caller.request('unseal', { messageId, imagePoints: 300 })).toMatchObject({
      code: 'underAge',
    })
    await grow(caller, 9_000)
    await grow(broadcaster, 6_000)
    expect(await caller.request('unseal', { messageId, imagePoints: 300 })).toMatchObject({
      code: 'notFound',
    })
    await grow(broadcaster, 9_000)
    expect(await caller.request('unseal', { messageId, imagePoints: 300 })).toMatchObject({ point: 700 })
  })

  it.each(['payer', 'sender'] as const)(
    'stays visible to its payer when the %s blocks the other',
    async (blocker) => {
      const { caller: payer, broadcaster: sender } = await pair()
      const paid = await pricedImageFor(payer, sender)
      const unpaid = await pricedImageFor(payer, sender)
      await payer.request('unseal', { messageId: paid.messageId, imagePoints: 300 })
      const [by, blocked] = blocker === 'payer' ? [payer, sender] : [sender, payer]
      await addBlock(world.context, by.viewer, blocked.id)

      const own = {
        imageId: paid.imageId,
        messageId: paid.messageId,
        points: 300,
        partner: { id: sender.id },
      }
      expect(await payer.request('getPaidImages', {})).toMatchObject({ images: [own], next: null })
      expect(await seenBy(paid.imageId, payer)).toEqual([200, 200])
      expect(await seenBy(unpaid.imageId, payer)).toEqual([404, 404])
      // The conversation is closed all the same, and the image isn't taken back.
      const conversation = { partnerId: sender.id, from: { at: 'newest' }, limit: 10 } as const
      expect(await payer.request('getMoreMessages', conversation)).toMatchObject({
        code: 'partnerUnavailable',
      })
      expect(await sender.request('unsendMessage', { messageId: paid.messageId })).toMatchObject({
        code: 'notFound',
      })
      const report = {
        reportId: randomUUID(),
        surface: 'chat',
        reason: 'other',
        messageId: paid.messageId,
      } as const
      expect(await payer.request('addReport', { ...report, partnerId: sender.id })).toEqual({
        type: 'success',
      })
      // Nobody else has it in the list, not even the sender.
      for (const other of [sender, await world.caller()])
        expect(await other.request('getPaidImages', {})).toEqual({ type: 'success', images: [], next: null })
    },
  )

  it('is listed page by page', async () => {
    const { caller: payer, broadcaster: sender } = await pair()
    const imageIds: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const { imageId, messageId } = await pricedImageFor(payer, sender)
      await payer.request('unseal', { messageId, imagePoints: 300 })
      imageIds.unshift(imageId)
    }
    const first = await payer.request('getPaidImages', { limit: 2 })
    if (first.type === 'error' || !first.next) throw new Error('no second page')
    const second = await payer.request('getPaidImages', { limit: 2, before: first.next })
    if (second.type === 'error') throw new Error(second.code)
    expect([...first.images, ...second.images].map(({ imageId }) => imageId)).toEqual(imageIds)
    expect(second.next).toBeNull()
  })

  it('costs nothing when a block comes during the payment', async () => {
    const { caller, broadcaster } = await pair()
    const { imageId, messageId } = await pricedImageFor(caller, broadcaster)
    const waiting = async () => {
      const rows = await world.database.sql`select from pg_locks where not granted`
      return rows.length
    }
    const opening = await world.database.sql.begin(async (sql) => {
      await sql`select from conversation where caller_id = ${caller.id} for update`
      const unlocking = caller.request('unseal', { messageId, imagePoints: 300 })
      await expect.poll(waiting, { timeout: 10_000 }).toBeGreaterThan(0)
      await addBlock(world.context, broadcaster.viewer, caller.id)
      return [unlocking]
    })
    expect(await opening[0]).toMatchObject({ code: 'notFound' })
    expect(await walletOf(world.context.db, caller.id)).toMatchObject({ point: 1_000 })
    expect(await seenBy(imageId, caller)).toEqual([404, 404])
  })

  it('is unlocked exactly when it was paid for, wherever a process dies', async () => {
    const dying = (cut?: Cut): { context: Context; statements: readonly string[] } => {
      const { db, statements } = crashingDb(world.database.sql, cut ? { cut } : {})
      return { context: { ...world.context, db, log: createLog('silent') }, statements }
    }
    const whole = await pair()
    const { context, statements } = dying()
    await unlockImage(context, whole.caller.viewer, {
      ...(await pricedImageFor(whole.caller, whole.broadcaster)),
      imagePoints: 300,
    })
    for (const [statement] of statements.entries()) {
      for (const when of ['unsent', 'unanswered'] as const) {
        const { caller, broadcaster } = await pair()
        const { messageId } = await pricedImageFor(caller, broadcaster)
        const cut = dying({ statement, when })
        await unlockImage(cut.context, caller.viewer, { messageId, imagePoints: 300 }).catch(
          (error: unknown) => {
            if (!(error instanceof ProcessDied)) throw error
          },
        )
        const image = (await history(caller, broadcaster)).messages[1]?.body
        const isOpened = image?.kind === 'image' && image.price?.isOpened
        const { point } = await walletOf(world.context.db, caller.id)
        expect([isOpened, point], `${when} ${statement}`).toEqual(isOpened ? [true, 700] : [false, 1_000])
        expect(await caller.request('unseal', { messageId, imagePoints: 300 })).toMatchObject({ point: 700 })
      }
    }
  })

  it('is found by the nightly check if it is unlocked but unpaid, or paid for but locked', async () => {
    const { caller, broadcaster } = await pair()
    const { messageId } = await pricedImageFor(caller, broadcaster)
    const setOpen = (isOpen: boolean) => world.database.sql`
      update chat_message set body = jsonb_set(body, '{price,isOpened}', ${isOpen}::text::jsonb) where id = ${messageId}`
    await setOpen(true)
    expect(await checkLedger(world.context.db)).toMatchObject([{ subject: `message ${messageId}` }])
    await setOpen(false)
    await caller.request('unseal', { messageId, imagePoints: 300 })
    await setOpen(false)
    expect(await checkLedger(world.context.db)).toMatchObject([{ problem: 'a payment opened no paid image' }])
    await setOpen(true)
  })

  it('has a preview line for each side in the conversation list', async () => {
    const { caller, broadcaster } = await pair()
    await send(caller, broadcaster, 'こんばんは')
    await pricedImageFor(caller, broadcaster)
    const lineOf = async (person: Person) => {
      const list = await person.request('getListConversation', {})
      return list.type === 'success' ? list.conversations[0]?.lastMessage : list.code
    }
    expect([await lineOf(caller), await lineOf(broadcaster)]).toEqual([
      '封のついた画像が届いています',
      '封をした画像を送信しました',
    ])
  })
})
