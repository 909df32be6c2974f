import { randomUUID } from 'node:crypto'
import { inTransaction } from '#server/db/transaction.ts'
import { holdEscrow } from '#server/market/escrow.ts'
import { type E2eApp, expect, test } from '#test/helpers/e2e.ts'
import { closeBrowsers, openBrowserOf } from '#test/helpers/people-in-browsers.ts'
import { goLive } from '../live/go-live.ts'
import { addBroadcaster, addCaller, type OwnPerson } from '../own-people.ts'
import { expectNoOverflow } from '../people/people-steps.ts'
import { openFromMenu, signInOperator } from './operator-steps.ts'

test.afterEach(closeBrowsers)

/** An item of the seller, and its purchase about which both disagree; the buyer's points are set aside for it. */
const addDispute = async ({ database: { db, sql } }: E2eApp, seller: OwnPerson, buyer: OwnPerson) => {
  const [itemId, transactionId, title] = [randomUUID(), randomUUID(), `割れた花びん ${seller.id}`]
  await sql`
    insert into market_item (id, seller_id, state, title, description, category, condition, points, postage, prefecture,
      ship_days, folded, created_at, listed_at)
    values (${itemId}, ${seller.id}, 'sold', ${title}, '高さ20cmです。', 'home', 'good', 1000, 'seller', '東京',
      '1to2', ${title}, now(), now())`
  await sql`
    insert into market_transaction (id, item_id, buyer_id, seller_id, points, fee_percent, two_operators_above, phase,
      ship_by, created_at)
    values (${transactionId}, ${itemId}, ${buyer.id}, ${seller.id}, 1000, 10, 30000, 'disputed', now(), now())`
  await inTransaction(db, (tx) =>
    holdEscrow(tx, { transactionId, buyerId: buyer.id, sellerId: seller.id, points: 1_000 }),
  )
  return title
}

const addFlaggedPost = async ({ database: { sql } }: E2eApp, author: OwnPerson, reader: OwnPerson) => {
  const [threadId, postId, text] = [randomUUID(), randomUUID(), `通報される書き込み ${author.id}`]
  await sql`
    insert into board_thread (id, category_id, author_id, title, grams)
    select ${threadId}, id, ${author.id}, '夜のひとりごと', '{}' from board_category order by id limit 1`
  await sql`
    insert into board_post (id, thread_id, number, author_id, mark, text, flags)
    values (${postId}, ${threadId}, 1, ${author.id}, 'mark', ${text}, 1)`
  await sql`insert into board_flag (post_id, member_id, reason) values (${postId}, ${reader.id}, 'other')`
  return text
}

test('an operator looks at a live room unseen, and reads the flea market, the boards and the missions', async ({
  page,
  browser,
  app,
  axe,
}) => {
  const look = async () => {
    await expectNoOverflow(page)
    await axe(page)
  }
  const host = await addBroadcaster(app, '配信中の人')
  const buyer = await addCaller(app, '困っている人', { paid: 1_000 })
  const [title, text] = [await addDispute(app, host, buyer), await addFlaggedPost(app, host, buyer)]
  const broadcaster = await openBrowserOf(browser, host)
  await broadcaster.page.goto('/health')
  await broadcaster.page.evaluate(goLive, crypto.randomUUID())
  await signInOperator(page, app)

  await openFromMenu(page, 'ライブ配信')
  const room = page.getByRole('row').filter({ hasText: host.name })
  await expect(async () => {
    await page.getByRole('button', { name: '最新にする' }).click()
    await expect(room).toContainText('配信中', { timeout: 1_000 })
  }).toPass()
  await look()
  await room.getByRole('button', { name: '確認する' }).click()
  const picture = page.getByLabel('配信の映像')
  await expect
    .poll(() => picture.evaluate((video: HTMLVideoElement) => video.currentTime))
    .toBeGreaterThan(0.5)
  await look()
  await page.getByRole('dialog').getByRole('button', { name: '閉じる' }).click()
  await page.getByRole('button', { name: '最新にする' }).click()
  await expect(room).toContainText('0人')
  await room.getByRole('button', { name: '終了させる' }).click()
  await page.getByLabel('理由').fill('規約に合わない内容のため')
  await look()
  await page.getByRole('dialog').getByRole('button', { name: '終了させる' }).click()
  await expect(room).toBeHidden()
  await openFromMenu(page, 'ライブ配信の料金')
  await look()

  await openFromMenu(page, 'フリマの取引')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByLabel('出品者に渡すポイント')).toBeVisible()
  await look()
  for (const name of ['フリマの商品', 'フリマの決まり', 'フリマの取引']) {
    await openFromMenu(page, name)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await look()
  }

  await openFromMenu(page, '掲示板')
  await expect(page.getByText(text)).toBeVisible()
  await look()

  await openFromMenu(page, 'ミッション')
  await expect(page.getByRole('heading', { name: '追加', exact: true })).toBeVisible()
  await look()
})
