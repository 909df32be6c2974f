import type { Locator } from '@playwright/test'
import { incrementMs } from '#contract/points/points.ts'
import { spendPoints } from '#server/points/ledger/ledger.ts'
import { expect, test } from '#test/helpers/e2e.ts'
import { LatenessLog } from '#test/helpers/lateness-log.ts'
import { bothOf, closeBrowsers } from '#test/helpers/people-in-browsers.ts'
import {
  answer,
  carriedSegments,
  dial,
  ended,
  hangUp,
  incrementsSeenBy,
  inTheMiddleOfAnIncrement,
  lastReceipt,
  letTimePass,
  openLastReceipt,
  tapAt,
  timer,
  watchedFor,
  whenShown,
} from './call-steps.ts'

test.afterEach(closeBrowsers)

const boxOf = async (element: Locator) => {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is shown nowhere')
  return box
}

test('a caller calls by video: pictures on both sides, and points for the increments seen', async ({
  browser,
  app,
  axe,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 0, 0)
  const before = await caller.point()
  await dial(caller, broadcaster, 'ビデオ通話')
  await expect(broadcaster.page).toHaveURL(/\/incoming\/video-call\/\d+$/)
  await expect(answer(broadcaster.page)).toBeVisible()
  await axe(broadcaster.page)
  // The broadcaster sees the own picture already.
  await expect(broadcaster.page.getByText('あなたの映像は、応答するまで届きません。')).toBeVisible()
  await expect(broadcaster.page.getByLabel('自分の映像')).toBeVisible()
  // The lines of both pages are up, and nothing has left a device before the accept.
  for (const person of [caller, broadcaster])
    await expect.poll(() => person.sent()).toEqual({ used: 1, connections: 1, packets: 0 })
  await answer(broadcaster.page).click()
  await expect(timer(caller.page)).toBeVisible()
  for (const person of [caller, broadcaster])
    await expect.poll(async () => (await person.sent()).packets).toBeGreaterThan(0)
  for (const person of [caller, broadcaster]) expect((await person.sent()).used).toBe(1)
  // On a wide window nothing is over a face.
  const picture = await boxOf(caller.page.getByLabel(/さんの映像$/))
  for (const beside of [timer(caller.page), caller.page.getByText('あなた', { exact: true })]) {
    const box = await boxOf(beside)
    expect(box.x + box.width).toBeLessThan(picture.x)
  }
  await axe(caller.page)
  await watchedFor(caller, incrementMs)
  const { increment, point } = await inTheMiddleOfAnIncrement(caller)
  expect(point).toBe(before - increment * 20)
  await hangUp(caller.page)

  await expect(ended(caller.page)).toBeVisible()
  await expect(ended(broadcaster.page)).toBeVisible()
  const [ofCaller, ofBroadcaster] = [await caller.seenFrames(), await broadcaster.seenFrames()]
  // Two cores that run two browsers, the app and its database encode some five pictures a second.
  expect(ofCaller.count).toBeGreaterThan(20)
  expect(ofBroadcaster.count).toBeGreaterThan(20)
  const { least, most } = await incrementsSeenBy(caller)
  const receipt = await lastReceipt(caller)
  const { chargedIncrements: increments } = receipt
  expect(increments).toBeGreaterThanOrEqual(Math.max(least, increment))
  expect(increments).toBeLessThanOrEqual(most)
  expect(receipt).toMatchObject({ points: increments * 20, endReason: 'byCaller' })
  expect(await caller.point()).toBe(before - increments * 20)
  expect(await lastReceipt(broadcaster)).toMatchObject({ points: null, earned: increments * 8 })

  for (const { sdpAnswers } of [caller, broadcaster]) expect(sdpAnswers).toHaveLength(1)
  for (const sdp of [...caller.sdpAnswers, ...broadcaster.sdpAnswers]) {
    const ports = [...sdp.matchAll(/^a=candidate:\S+ 1 udp \d+ \S+ (\d+) /gim)].map((match) => match[1])
    expect(new Set(ports).size).toBe(1)
    expect(sdp).not.toMatch(/typ (srflx|prflx|relay)/)
  }
  const credentials = (sdps: string[]) =>
    sdps.flatMap((sdp) => sdp.match(/^a=(ice-ufrag|ice-pwd).*$/gm) ?? [])
  expect(
    credentials(caller.sdpAnswers).filter((line) => credentials(broadcaster.sdpAnswers).includes(line)),
  ).toEqual([])
})

test('shows the price on the accept button when a broadcaster calls by voice, stands while muted, and hangs up', async ({
  browser,
  app,
  axe,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 0, 1)
  await caller.page.goto('/my-page')
  await dial(broadcaster, caller, '音声通話')
  await expect(caller.page).toHaveURL(/\/incoming\/voice-call\/\d+$/)
  await expect(answer(caller.page)).toContainText('140')
  const answeredAt = Date.now()
  await answer(caller.page).click()
  // In the second increment, where nothing holds the machine up.
  await expect(timer(caller.page)).toHaveText(/^00:(0[7-9]|[1-5]\d)$/)
  await expect(timer(broadcaster.page)).toBeVisible()

  const lateness = new LatenessLog()
  lateness.start()
  const shown = whenShown(caller.page, 'お相手はミュート中です')
  const tappedAt = await tapAt(broadcaster.page, 'ミュート')
  const shownAt = await shown
  lateness.stop()
  expect(shownAt - tappedAt - lateness.stalledMs(tappedAt, shownAt)).toBeLessThan(300)
  for (const { page } of [caller, broadcaster])
    await expect(page.getByText('料金は止まっています')).toBeVisible()
  await axe(caller.page)
  await hangUp(broadcaster.page)
  await expect(ended(caller.page)).toContainText('お相手が通話を終了しました。')
  const receipt = await lastReceipt(caller)
  const { chargedIncrements: increments } = receipt
  expect(increments).toBeGreaterThanOrEqual(2)
  expect(increments).toBeLessThanOrEqual(Math.ceil((shownAt - answeredAt) / incrementMs))
  expect(receipt).toMatchObject({ points: increments * 14, endReason: 'byBroadcaster' })
  expect(carriedSegments(receipt)).toMatchObject([
    { carries: 'voice', pointsPerMin: 140, points: increments * 14 },
  ])
  expect(receipt.segments.at(-1)).toMatchObject({ carries: 'nothing', points: 0 })
  await openLastReceipt(caller)
  await expect(caller.page.getByRole('listitem').filter({ hasText: '停止中' })).toBeVisible()
  await axe(caller.page)
})

test('ends the call when the points reach zero, and says so', async ({ browser, app }) => {
  const { caller, broadcaster } = await bothOf(browser, app, 2, 5)
  const left = 25
  await spendPoints(app.database.db, {
    key: `test:${crypto.randomUUID()}`,
    payerId: caller.id,
    payeeId: null,
    points: (await caller.point()) - left,
    purpose: 'demo',
  })
  await dial(caller, broadcaster, 'ビデオ通話')
  await answer(broadcaster.page).click()
  await expect(caller.page.getByRole('status').filter({ hasText: /あと\d+秒です/ })).toBeVisible()
  await expect(caller.page.getByRole('dialog', { name: 'ポイントが不足しています' })).toBeVisible()
  const receipt = await lastReceipt(caller)
  expect(receipt.endReason).toBe('pointless')
  expect(await caller.point()).toBe(left - receipt.points)
  expect(await caller.point()).toBeLessThan(receipt.points / receipt.chargedIncrements)
})

test('freezes the meter after the caller closed the tab, and ends the call after 20 s', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 1, 6)
  await dial(caller, broadcaster, 'ビデオ通話')
  await answer(broadcaster.page).click()
  await watchedFor(broadcaster, 3_000)
  await caller.page.close({ runBeforeUnload: false })
  await expect(broadcaster.page.getByText('再接続中')).toBeVisible()
  await letTimePass(app, caller.id, 18)
  await expect(ended(broadcaster.page).or(broadcaster.page.getByRole('dialog'))).toBeVisible()
  // The broadcaster's frames end with the caller's page.
  const { most } = await incrementsSeenBy(broadcaster)
  const receipt = await lastReceipt(broadcaster)
  expect(receipt.endReason).toBe('connectionLost')
  expect(receipt.chargedIncrements).toBeGreaterThanOrEqual(1)
  expect(receipt.chargedIncrements).toBeLessThanOrEqual(most)
})

test('tells a caller without points why the call failed, and the broadcaster only つながりませんでした', async ({
  browser,
  app,
}) => {
  const { caller, broadcaster } = await bothOf(browser, app, 2, 8)
  await spendPoints(app.database.db, {
    key: `test:${crypto.randomUUID()}`,
    payerId: caller.id,
    payeeId: null,
    points: await caller.point(),
    purpose: 'demo',
  })
  await caller.page.goto('/my-page')
  await dial(broadcaster, caller, '音声通話')
  await answer(caller.page).click()
  await expect(caller.page.getByRole('dialog', { name: 'ポイントが不足しています' })).toBeVisible()
  await expect(broadcaster.page.getByText('つながりませんでした').first()).toBeVisible()
})
