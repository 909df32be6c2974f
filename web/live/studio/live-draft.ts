import { type LiveRates, liveTagMax, liveTagsMax, liveTitleMax } from '#contract/live/rooms.ts'
import type { RateBounds } from '#contract/people/rates.ts'
import { nearestRate } from '#domain/people/rates.ts'
import { graphemeCount } from '#domain/text/written.ts'

export type LiveSource = 'browser' | 'encoder'

/** What a broadcaster sets before going live. The rate of the video chat stays while it is closed. */
export interface LiveDraft {
  title: string
  tags: readonly string[]
  watch: number
  call: number
  isCallOpen: boolean
  source: LiveSource
}

interface Offered {
  last: { title: string; tags: readonly string[]; rates: LiveRates }
  bounds: { watch: RateBounds; call: RateBounds }
}

/** The settings of the last room, with rates that the operators' bounds allow today. */
export const firstDraft = ({ last, bounds }: Offered): LiveDraft => ({
  title: last.title,
  tags: last.tags.slice(0, liveTagsMax),
  watch: nearestRate(last.rates.watch, bounds.watch),
  call: nearestRate(last.rates.call ?? last.rates.watch, bounds.call),
  isCallOpen: last.rates.call !== null,
  source: 'browser',
})

export const ratesOf = ({ watch, call, isCallOpen }: LiveDraft): LiveRates => ({
  watch,
  call: isCallOpen ? call : null,
})

/** Why this title can't be used; null when it can. */
export const titleFault = (title: string): string | null => {
  if (title.trim() === '') return '配信タイトルを入力してください。'
  return graphemeCount(title.trim()) > liveTitleMax ? `${liveTitleMax}文字以内で入力してください。` : null
}

/** Adds a tag as it was written, without the # that some write before it; or says why it can't be added. */
export const withTag = (
  tags: readonly string[],
  written: string,
): { tags: readonly string[]; fault: string | null } => {
  const tag = written
    .trim()
    .replace(/^[#＃]+/, '')
    .trim()
  if (tag === '' || tags.includes(tag)) return { tags, fault: null }
  if (tags.length >= liveTagsMax) return { tags, fault: `タグは${liveTagsMax}つまでです。` }
  if (graphemeCount(tag) > liveTagMax)
    return { tags, fault: `タグは${liveTagMax}文字以内で入力してください。` }
  return { tags: [...tags, tag], fault: null }
}

/** Hours and minutes of the day's limit that are left, minutes rounded down. */
export const timeLeftText = (leftMs: number): string => {
  const minutes = Math.max(0, Math.floor(leftMs / 60_000))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return minutes === 0 ? '1分未満' : `${minutes}分`
  return minutes % 60 === 0 ? `${hours}時間` : `${hours}時間${minutes % 60}分`
}

/** From here on the page warns that the day's limit ends the room soon. */
const shortTimeMs = 10 * 60_000

export const isShortTime = (leftMs: number): boolean => leftMs <= shortTimeMs
