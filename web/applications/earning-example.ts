import { defaultRates } from '#contract/calls/calls.ts'
import { broadcasterSharePercent, earnedShare } from '#domain/points/share.ts'
import { count, points } from '#web/text/format.ts'

const exampleMinutes = 10

/** What a video call at the usual price earns; one point is one yen. */
export const earningExample =
  `報酬は通話料金の${broadcasterSharePercent}%です。` +
  `1分${points(defaultRates.video)}のビデオ通話なら、${exampleMinutes}分で` +
  `${count(earnedShare(defaultRates.video * exampleMinutes, broadcasterSharePercent))}円になります。`
