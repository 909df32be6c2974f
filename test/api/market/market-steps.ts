import { randomUUID } from 'node:crypto'
import type { RequestOf } from '#contract/core/endpoint.ts'
import type { marketItemsEndpoints } from '#contract/market/items.ts'
import type { TransactionDetail } from '#contract/market/transactions.ts'
import { grantPoints } from '#server/points/ledger/ledger.ts'
import type { Person, TestWorld } from '#test/helpers/test-world.ts'
import { jpeg, uploadSteps } from '../images/upload-steps.ts'

type Listing = RequestOf<typeof marketItemsEndpoints.saveFleaMarketItem>

export const wantedItem = (imageIds: string[], more: Partial<Listing> = {}): Listing => ({
  itemId: randomUUID(),
  title: '青いマグカップ',
  description: '二、三回使いました。欠けはありません。',
  category: 'kitchen',
  condition: 'likeNew',
  points: 1_000,
  postage: 'seller',
  prefecture: '東京',
  shipDays: '1to2',
  imageIds,
  isDraft: false,
  ...more,
})

export const addressOf = (mark: string) => ({
  name: `${mark}太郎`,
  postalCode: '１５０-0001',
  prefecture: '東京',
  city: `渋谷区${mark}`,
  street: '神宮前1-2-3',
  building: '',
  phone: '090-1234-5678',
})

/** A refusal's code, or `success`. */
export const codeOf = (answer: { type: string }): string =>
  'code' in answer ? (answer.code as string) : answer.type

/** What tests do in the market of a world. */
export const marketSteps = (world: () => TestWorld) => {
  const { upload } = uploadSteps(world)
  const listed = async (seller: Person, more: Partial<Listing> = {}): Promise<string> => {
    const { imageId = '' } = await upload(seller, await jpeg())
    const wanted = wantedItem([imageId], more)
    const answer = await seller.request('saveFleaMarketItem', wanted)
    if (answer.type === 'error' || answer.forbidden !== null) throw new Error(JSON.stringify(answer))
    return wanted.itemId
  }
  const addressed = async (person: Person): Promise<void> => {
    await person.request('registerFleaMarketAddress', addressOf('宛先'))
  }
  const buy = async (buyer: Person, itemId: string, points = 1_000, version = 1) => {
    const transactionId: string = randomUUID()
    return {
      transactionId,
      answer: await buyer.request('createFleaMarketTransaction', { transactionId, itemId, points, version }),
    }
  }
  const bought = async (buyer: Person, seller: Person, more: Partial<Listing> = {}) => {
    await addressed(buyer)
    const itemId = await listed(seller, more)
    const { transactionId, answer } = await buy(buyer, itemId, more.points ?? 1_000)
    if (answer.type === 'error') throw new Error(JSON.stringify(answer))
    return { itemId, transactionId }
  }
  const detail = async (person: Person, transactionId: string): Promise<TransactionDetail> => {
    const answer = await person.request('getFleaMarketTransactionDetail', { transactionId })
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.transaction
  }
  const shipped = async (buyer: Person, seller: Person, more: Partial<Listing> = {}) => {
    const made = await bought(buyer, seller, more)
    const { transactionId } = made
    await addressed(seller)
    await seller.request('updateFleaMarketShipmentStatus', {
      transactionId,
      status: 'label',
      carrier: 'parcel',
    })
    await seller.request('updateFleaMarketShipmentStatus', { transactionId, status: 'shipped' })
    return made
  }
  const funds = async (person: Person): Promise<{ wallet: number; proceeds: number }> => {
    const answer = await person.request('getFleaMarketTerms', {})
    if (answer.type === 'error') throw new Error(answer.code)
    return { wallet: answer.wallet, proceeds: answer.proceeds }
  }
  const momentsOf = async (person: Person): Promise<string[]> => {
    const answer = await person.request('getNotifications', {})
    if (answer.type === 'error') throw new Error(answer.code)
    return answer.notifications
      .flatMap(({ about }) => (about.kind === 'market' ? [about.moment] : []))
      .reverse()
  }
  /** A draft, a purchase and an offer of one member, and the member's question under an item of the other. */
  const things = async (member: Person, other: Person, words: string) => {
    const grant = { key: 'market', memberId: member.id, points: 300 } as const
    await grantPoints(world().database.db, { ...grant, kind: 'free', purpose: 'demo' })
    const draftId = await listed(member, { title: words, isDraft: true })
    const { transactionId: tradeId } = await bought(member, other, { points: 300 })
    const [questionId, offerId, itemId] = [randomUUID(), randomUUID(), await listed(other)]
    await member.request('askFleaMarketQuestion', { itemId, questionId, text: words })
    await member.request('offerFleaMarketPrice', { itemId, offerId, points: 900 })
    return { draftId, tradeId, questionId, offerId }
  }
  return { things, upload, listed, addressed, buy, bought, shipped, detail, funds, momentsOf }
}
