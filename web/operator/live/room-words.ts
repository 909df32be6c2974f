import type { OperatorLiveRoom, OperatorLiveSettings } from '#contract/live/operator-rooms.ts'
import type { LinkState } from '#web/calls/media/link/media-link.ts'
import { points } from '#web/text/format.ts'

/** What a room is doing. */
export const roomStateText = ({
  isOnAir,
  isInLiveCall,
}: Pick<OperatorLiveRoom, 'isOnAir' | 'isInLiveCall'>): string =>
  isOnAir ? (isInLiveCall ? '通話中' : '配信中') : '映像を待っています'

/** What is over the picture of a silent look; null while it plays. */
export const lookText = (state: LinkState): string | null => {
  switch (state) {
    case 'flowing':
      return null
    case 'connecting':
      return '接続しています…'
    case 'waiting':
      return '配信の映像を待っています…'
    case 'reconnecting':
      return '再接続しています…'
    case 'refused':
    case 'closed':
      return '確認は終わりました。続けるときは、もう一度開いてください。'
  }
}

/** What an operator typed for all rooms. */
export interface SettingsDraft {
  dailyLimitMin: number
  freeLookSec: number
  watchMin: number
  watchMax: number
  callMin: number
  callMax: number
}

export const draftOf = ({
  dailyLimitMin,
  freeLookSec,
  watch,
  call,
}: OperatorLiveSettings): SettingsDraft => ({
  ...{ dailyLimitMin, freeLookSec, watchMin: watch.min, watchMax: watch.max },
  ...{ callMin: call.min, callMax: call.max },
})

export const settingsOf = ({
  dailyLimitMin,
  freeLookSec,
  ...bounds
}: SettingsDraft): OperatorLiveSettings => ({
  dailyLimitMin,
  freeLookSec,
  watch: { min: bounds.watchMin, max: bounds.watchMax },
  call: { min: bounds.callMin, max: bounds.callMax },
})

/** 6時間, 90分 */
const limitText = (minutes: number): string => (minutes % 60 === 0 ? `${minutes / 60}時間` : `${minutes}分`)

/** One sentence for each value that changes. */
export const changesText = (before: OperatorLiveSettings, after: OperatorLiveSettings): string[] => {
  const range = ({ min, max }: OperatorLiveSettings['watch']) => `1分${points(min)}〜${points(max)}`
  const lines: [string, (settings: OperatorLiveSettings) => string][] = [
    ['1日に配信できる時間', ({ dailyLimitMin }) => limitText(dailyLimitMin)],
    ['お試し視聴', ({ freeLookSec }) => (freeLookSec === 0 ? 'なし' : `${freeLookSec}秒`)],
    ['視聴の料金', ({ watch }) => range(watch)],
    ['ビデオチャットの料金', ({ call }) => range(call)],
  ]
  return lines.flatMap(([name, text]) =>
    text(before) === text(after) ? [] : [`${name}：${text(before)} → ${text(after)}`],
  )
}
