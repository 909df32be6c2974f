import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { reportImagePath } from '#contract/moderation/moderation.ts'
import { deleteExpiredImages } from '#server/images/jobs.ts'
import { isEvidence } from '#server/moderation/report-queries.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'
import { type OperatedWorld, withOperators } from '../operators/operated-world.ts'
import { granted, type OperatorWorld } from '../operators/operator-world.ts'
import { codeOf, marketSteps, wantedItem } from './market-steps.ts'

let operators: OperatorWorld
let world: TestWorld
let at: OperatedWorld['at']
const { listed, bought, shipped, detail: trade, funds, momentsOf } = marketSteps(() => world)
const { upload, originalOf, rowsOf } = uploadSteps(() => world)
withOperators((made) => {
  ;({ operators, world, at } = made)
})

const report = async (from: Person, input: { itemId: string; questionId?: string; reportId?: string }) =>
  codeOf(await from.request('reportFleaMarketItem', { reportId: randomUUID(), reason: 'fraud', ...input }))

/** The newest report about a member, as an operator reads it. */
const read = async (reported: Person) => {
  const { reports } = granted(await at.request('operatorReports', { state: 'open', memberId: reported.id }))
  return granted(await at.request('operatorReport', { reportId: reports[0]?.id ?? 0 })).report
}

const detail = async (person: Person, itemId: string) => {
  const answer = await person.request('getFleaMarketItemDetail', { itemId })
  if (answer.type === 'error') throw new Error(answer.code)
  return answer.item
}

it('a reported item is shown to operators as it was, who remove it with a reason for its seller', async () => {
  const [seller, reader, blocked] = [await world.caller(), await world.caller(), await world.broadcaster()]
  const itemId = await listed(seller)
  expect(await report(seller, { itemId })).toBe('reportSelf')
  const reportId = randomUUID()
  expect(await report(reader, { itemId, reportId })).toBe('success')
  expect(await report(reader, { itemId, reportId })).toBe('success')
  expect(await report(reader, { itemId, reportId, questionId: randomUUID() })).toBe('idempotencyMismatch')
  await blocked.request('addBlock', { partnerId: seller.id })
  expect(await report(blocked, { itemId })).toBe('notFound')
  const seen = await read(seller)
  expect(seen).toMatchObject({
    ...{ surface: 'market', reports: 1, reporter: { id: reader.id } },
    market: { itemId, title: '青いマグカップ', points: 1_000, question: null, now: 'onSale' },
  })
  const imageId = seen.market?.images[0]?.imageId ?? ''
  // The console's world has a storage of its own.
  await operators.context.storage.put(`images/${imageId}.jpg`, await jpeg())
  expect((await at.browser.fetch(`${reportImagePath}/${seen.id}/${imageId}`)).status).toBe(200)
  granted(await at.request('operatorRemoveMarketItem', { itemId, reason: '規約に反するため' }))
  expect((await read(seller)).market?.now).toBe('removed')
  expect(codeOf(await reader.request('getFleaMarketItemDetail', { itemId }))).toBe('notFound')
})

it('the pictures of a reported item stay when its seller replaces them, also after the report is closed', async () => {
  const [seller, reader] = [await world.caller(), await world.caller()]
  const uploaded = async () => (await upload(seller, await jpeg())).imageId ?? ''
  const [reported, unreported, last] = [await uploaded(), await uploaded(), await uploaded()]
  const { itemId } = wantedItem([])
  const saveWith = async (imageId: string) =>
    codeOf(await seller.request('saveFleaMarketItem', wantedItem([imageId], { itemId })))
  expect(await saveWith(reported)).toBe('success')
  expect(await report(reader, { itemId })).toBe('success')
  expect([await saveWith(unreported), await saveWith(last)]).toEqual(['success', 'success'])

  const deleteDaysLater = async () => {
    await world.database.sql`
      update image set expires_at = expires_at - interval '25 hours' where owner_id = ${seller.id}`
    await deleteExpiredImages(world.context, isEvidence)
    return (await rowsOf(seller)).map(({ id }) => id)
  }
  expect(await deleteDaysLater()).toEqual([reported, last])
  expect(await originalOf(reported)).not.toBeNull()
  expect(await originalOf(unreported)).toBeNull()
  const seen = await read(seller)
  expect(seen.market?.images).toEqual([{ imageId: reported }])
  granted(await at.request('operatorCloseReport', { reportId: seen.id, outcome: 'none', note: '' }))
  expect(await deleteDaysLater()).toEqual([reported, last])
})

it('removing an item cancels its purchase before shipping, once in every race, and not after it', async () => {
  const [seller, buyer] = [await world.caller(), await world.caller(5_000)]
  const { wallet } = await funds(buyer)
  const { itemId, transactionId } = await bought(buyer, seller)
  const remove = async (id: string) => {
    const answer = await at.request('operatorRemoveMarketItem', { itemId: id, reason: '規約に反するため' })
    return codeOf(answer)
  }
  const answers = await Promise.all([
    remove(itemId),
    remove(itemId),
    seller.request('updateFleaMarketTransaction', { transactionId, action: 'cancel' }),
  ])
  expect(answers.slice(0, 2).sort()).toEqual(['marketItemGone', 'success'])
  expect((await trade(buyer, transactionId)).phase).toBe('cancelled')
  expect((await detail(seller, itemId)).state).toBe('removed')
  expect(await funds(buyer)).toMatchObject({ wallet, proceeds: 0 })
  expect(await funds(seller)).toMatchObject({ proceeds: 0 })
  expect(await momentsOf(buyer)).toEqual(['cancelled'])
  expect(await momentsOf(seller)).toContain('removed')

  const sent = await shipped(buyer, seller)
  expect(await remove(sent.itemId)).toBe('marketItemGone')
  expect((await trade(buyer, sent.transactionId)).phase).toBe('shipped')
})

it('a reported question names its author to operators alone, who remove it', async () => {
  const [seller, asker, reader] = [await world.caller(), await world.caller(), await world.caller()]
  const itemId = await listed(seller)
  const other = await listed(seller)
  const questionId = randomUUID()
  await asker.request('askFleaMarketQuestion', { itemId, questionId, text: 'ひどい質問' })
  expect(await report(reader, { itemId: other, questionId })).toBe('notFound')
  expect(await report(asker, { itemId, questionId })).toBe('reportSelf')
  expect(await report(reader, { itemId, questionId })).toBe('success')
  expect(await read(asker)).toMatchObject({
    market: { question: { author: { id: asker.id }, text: 'ひどい質問' }, isQuestionThere: true },
  })
  granted(await at.request('operatorRemoveMarketQuestion', { questionId, reason: '暴言' }))
  expect((await read(asker)).market?.isQuestionThere).toBe(false)
  expect((await detail(reader, itemId)).questions).toEqual([])
  const lines = await world.database.sql`
    select subject, before, after from operator_audit where action = 'operatorRemoveMarketQuestion'`
  expect(lines).toMatchObject([
    {
      subject: `item:${itemId}`,
      before: { member: asker.id, text: 'ひどい質問' },
      after: { reason: '暴言' },
    },
  ])
})
