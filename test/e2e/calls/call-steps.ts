import { incrementMs } from '#contract/points/points.ts'
import { type E2eApp, expect, type Page } from '#test/helpers/e2e.ts'
import type { PersonInBrowser } from '#test/helpers/people-in-browsers.ts'

export const hangUp = (page: Page) => page.getByRole('button', { name: '通話を終える' }).click()
export const timer = (page: Page) => page.getByRole('timer', { name: '通話時間' })
export const answer = (page: Page) => page.getByRole('button', { name: /応答する/ })
export const ended = (page: Page) => page.getByRole('dialog').filter({ hasText: '通話時間' })

const profileOf = (person: PersonInBrowser) => `/profile/unbroadcaster/pc/${person.id}`

export const dial = async (from: PersonInBrowser, to: PersonInBrowser, kind: 'ビデオ通話' | '音声通話') => {
  await from.page.goto(profileOf(to))
  await from.page
    .getByRole('link', { name: kind })
    .or(from.page.getByRole('button', { name: kind }))
    .first()
    .click()
}

/** Resolves when so many milliseconds of picture have been shown, as the page itself counted them. */
export const watchedFor = (person: PersonInBrowser, ms: number) =>
  expect
    .poll(
      async () => {
        const { firstMs, lastMs } = await person.seenFrames()
        return lastMs - firstMs
      },
      { timeout: ms + 15_000, intervals: [100] },
    )
    .toBeGreaterThan(ms)

/**
 * So far may the page's clock and the meter's be apart: from the sound's first packet to the picture's first frame, and
 * from a fault to the last frame.
 */
export const edgeMs = 1_500

/**
 * Increments that the picture of a person may have cost: `least` without pauses of more than a second, which nobody pays
 * for, and `most` with them.
 */
export const incrementsSeenBy = async (person: PersonInBrowser): Promise<{ least: number; most: number }> => {
  const { firstMs, lastMs, seenMs } = await person.seenFrames()
  return {
    least: Math.ceil((seenMs - edgeMs) / incrementMs),
    most: Math.ceil((lastMs - firstMs + edgeMs) / incrementMs),
  }
}

/**
 * Waits for a moment away from an increment's edges, and returns the current increment (the first one is 1)
 * with the wallet's balance at that moment. However slow the machine is, no increment began between the two
 * readings, and pauses that are longer than a second, for which nobody pays, change nothing of it.
 */
export const inTheMiddleOfAnIncrement = async (
  person: PersonInBrowser,
): Promise<{ increment: number; point: number }> => {
  let read = { increment: 0, point: 0 }
  await expect
    .poll(
      async () => {
        const { seenMs: fromMs } = await person.seenFrames()
        const point = await person.point()
        const { firstMs, lastMs } = await person.seenFrames()
        const untilMs = lastMs - firstMs
        const increment = Math.ceil(fromMs / incrementMs)
        read = { increment, point }
        return fromMs > (increment - 1) * incrementMs + edgeMs && untilMs < increment * incrementMs - edgeMs
      },
      { intervals: [100] },
    )
    .toBe(true)
  return read
}

interface ReceiptAnswer {
  receipt: {
    ratePointsPerMin: number
    chargedIncrements: number
    chargedSec: number
    points: number
    endReason: string
    earned: number
    pointBack: number | null
    segments: { carries: string; pointsPerMin: number; points: number }[]
  }
}

export const lastReceipt = async (person: PersonInBrowser) => {
  const { receipts } = await person.request<{ receipts: { callId: string }[] }>('/api/get-receipts', {})
  const { receipt } = await person.request<ReceiptAnswer>('/api/get-receipt', { callId: receipts[0]?.callId })
  return receipt
}

/**
 * What a call carried and cost, in order. A machine that stands still interrupts a segment by one that carries nothing and
 * costs nothing; the parts are one here.
 */
export const carriedSegments = ({
  segments,
}: ReceiptAnswer['receipt']): ReceiptAnswer['receipt']['segments'] => {
  const carried: ReceiptAnswer['receipt']['segments'] = []
  for (const segment of segments) {
    const last = carried.at(-1)
    if (segment.carries === 'nothing') expect(segment.points).toBe(0)
    else if (last?.carries === segment.carries) last.points += segment.points
    else carried.push({ ...segment })
  }
  return carried
}

/** Milliseconds of a caller's newest call that are charged. */
export const chargedMsOf = async (
  { database }: Pick<E2eApp, 'database'>,
  callerId: string,
): Promise<number> => {
  const [call] = await database.sql`
    select charged_ms from call where caller_id = ${callerId} order by requested_at desc limit 1`
  return Number(call?.charged_ms)
}

export const openLastReceipt = async (person: PersonInBrowser) => {
  const { receipts } = await person.request<{ receipts: { callId: string }[] }>('/api/get-receipts', {})
  await person.page.goto(`/my-page/receipts/${receipts[0]?.callId}`)
}

/** When the page shows this text, by the machine's clock, as the page itself saw it. */
export const whenShown = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    (wanted) =>
      new Promise<number>((resolve) => {
        const look = () => document.body.textContent?.includes(wanted) && resolve(Date.now())
        new MutationObserver(look).observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
        })
        look()
      }),
    text,
  )

/** Presses a button in the page itself. @returns when, by the machine's clock */
export const tapAt = (page: Page, name: string): Promise<number> =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
    const at = Date.now()
    button.click()
    return at
  })

/**
 * Moves the database's clock for the newest call of a caller, once it rings, connects or misses a side: the
 * ring, the attempt or the absence has lasted this much longer. The dialler's signs of presence stay as fresh as they are.
 */
export const letTimePass = (
  { database: { sql } }: Pick<E2eApp, 'database'>,
  callerId: string,
  seconds: number,
) =>
  expect
    .poll(
      () => sql`
        update call set requested_at = requested_at - make_interval(secs => ${seconds}),
          caller_away_since = caller_away_since - make_interval(secs => ${seconds}),
          broadcaster_away_since = broadcaster_away_since - make_interval(secs => ${seconds}),
          accepted_at = case when phase in ('accepted', 'connecting')
            then accepted_at - make_interval(secs => ${seconds}) else accepted_at end,
          deadline_at = deadline_at - make_interval(secs => ${seconds})
        where id = (select id from call where caller_id = ${callerId} order by requested_at desc limit 1)
          and (phase in ('ringing', 'accepted', 'connecting') or caller_away_since is not null or broadcaster_away_since is not null)
        returning id`,
    )
    .toHaveLength(1)
