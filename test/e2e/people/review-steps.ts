import type { E2eApp, Page } from '#test/helpers/e2e.ts'

interface EndedCall {
  callId: string
  partnerId: string
  callDurationSec: number
}

/**
 * Writes what a call screen leaves in session storage, at the moment when this page is left: the page itself would
 * otherwise show it, and the next one wouldn't.
 */
export const leaveBehind = (page: Page, call: EndedCall) =>
  page.evaluate(
    (info) =>
      window.addEventListener('pagehide', () =>
        sessionStorage.setItem('callEndedInfo', JSON.stringify(info)),
      ),
    {
      ...call,
      type: 'others',
      message: 'ビデオ通話を終了しました。',
      callType: 'videoCallFromOutgoing',
      role: 'caller',
      isConnected: true,
    },
  )

/** A call of so many seconds that ended just now, as the server stores it. */
export const endedCall = async (app: E2eApp, callerId: string, broadcasterId: string, seconds: number) => {
  const callId = crypto.randomUUID()
  await app.database.sql`
    insert into call (id, kind, caller_id, broadcaster_id, dialler_id, rate_points_per_min, phase,
      accepted_at, connected_at, ended_at, end_reason, connected_ms, charged_ms)
    values (${callId}, 'video', ${callerId}, ${broadcasterId}, ${callerId}, 200, 'ended',
      now(), now(), now(), 'byCaller', ${seconds * 1000}, ${seconds * 1000})`
  return { callId, partnerId: broadcasterId, callDurationSec: seconds }
}

export const review = (page: Page) => page.getByRole('dialog', { name: /いかがでしたか/ })
export const ended = (page: Page) => page.getByRole('dialog', { name: '通話が終わりました' })
export const post = (page: Page) => review(page).getByRole('button', { name: '投稿する' })
