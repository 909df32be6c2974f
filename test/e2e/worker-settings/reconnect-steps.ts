import type { Browser } from '@playwright/test'
import { incrementMs } from '#contract/points/points.ts'
import { type E2eApp, expect, type Page } from '#test/helpers/e2e.ts'
import { bothOf, type PersonInBrowser } from '#test/helpers/people-in-browsers.ts'
import { answer, dial, edgeMs, ended, hangUp, lastReceipt, watchedFor } from '../calls/call-steps.ts'

/** What the payer reads while the line is down, and what the broadcaster reads. */
export const callerNoticeText = '再接続中・料金は止まっています'
export const broadcasterNoticeText = '再接続しています'
export const callerNotice = (page: Page) => page.getByText(callerNoticeText)
export const broadcasterNotice = (page: Page) => page.getByText(broadcasterNoticeText)
/** How long the call waits for a side. */
export const countdown = (page: Page) => page.getByText(/^あと\d+秒つながらない場合は終了します$/)

/** More than the 20 s of a side that is away, from the moment when it was missed. */
export const graceSec = 20

/** A video call of the two that has shown the caller 3 s of picture. `hasClock`: the test moves the pages' clocks. */
export const runningCall = async (
  browser: Browser,
  app: E2eApp,
  callerIndex: number,
  broadcasterIndex: number,
  { hasClock = false } = {},
) => {
  const both = await bothOf(browser, app, callerIndex, broadcasterIndex, '/', hasClock)
  await dial(both.caller, both.broadcaster, 'ビデオ通話')
  await answer(both.broadcaster.page).click()
  await watchedFor(both.caller, 3_000)
  return both
}

/** Number of frames of the partner seen so far. */
export const framesOf = async (person: PersonInBrowser): Promise<number> => (await person.seenFrames()).count

/** Waits for the picture to run again: twenty frames more than there were. */
export const seesAgain = (person: PersonInBrowser, framesBefore: number) =>
  expect.poll(async () => (await framesOf(person)) - framesBefore, { intervals: [100] }).toBeGreaterThan(20)

/**
 * Hangs up, and compares the bill with what the caller saw. At most the time from the first frame to the last
 * without the gap; at least the time in which frames followed each other.
 * @param gapMs how long nothing can have arrived
 * @param unreportedMs media before a process was killed that it hadn't reported, in the caller's favour
 */
export const expectBillOfPicture = async (
  caller: PersonInBrowser,
  { gapMs, unreportedMs = 0 }: { gapMs: number; unreportedMs?: number },
) => {
  await hangUp(caller.page)
  await expect(ended(caller.page)).toBeVisible()
  const { firstMs, lastMs, seenMs } = await caller.seenFrames()
  const mostMs = lastMs - firstMs - gapMs + edgeMs
  const leastMs = seenMs - edgeMs - unreportedMs
  const { chargedSec, chargedIncrements, points, ratePointsPerMin } = await lastReceipt(caller)
  expect(chargedSec).toBeLessThanOrEqual(Math.ceil(mostMs / 1000))
  expect(chargedSec).toBeGreaterThanOrEqual(Math.floor(leastMs / 1000))
  expect(chargedIncrements).toBeLessThanOrEqual(Math.ceil(mostMs / incrementMs))
  expect(chargedIncrements).toBeGreaterThanOrEqual(Math.ceil(leastMs / incrementMs))
  expect(points).toBe((chargedIncrements * ratePointsPerMin) / 10)
}
