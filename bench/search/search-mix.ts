import { type SearchFilters, searchSorts } from '#contract/people/search.ts'
import { regions, tags } from './search-people.ts'

type Asked = Partial<SearchFilters>

/** From words that every profile has to words that none has: short and long, one and several. */
const texts = [
  'の',
  '猫',
  '海',
  'ん',
  '夜',
  'みお',
  'ﾐｻｷ',
  'ミオ',
  'さくら',
  '佐藤',
  '佐藤みお',
  'カフェ',
  '温泉',
  'ゲーム',
  '聞き上手',
  '会社員 猫',
  '夜 話 人',
  '図書館員',
  'english',
  '関西弁 温泉',
  '澪 看護師 海',
  '生活音が聞こえる',
  '宇宙飛行士',
  'みお77',
  'です',
]

/** A search as people make it: some filters or none, some words or none, any order. */
export const randomSearch = (next: () => number): Asked => {
  const one = <Value>(values: readonly Value[]): Value => values[Math.floor(next() * values.length)] as Value
  const input: Asked = { sort: one(searchSorts) }
  if (next() < 0.35) input.text = one(texts)
  if (next() < 0.2) input.states = [one(['standby', 'standby', 'inCall'] as const)]
  if (next() < 0.25) input.kind = one(['video', 'voice'] as const)
  if (next() < 0.2) input.priceTo = one([100, 150, 200, 300])
  if (next() < 0.3) {
    input.ageFrom = 18 + Math.floor(next() * 40)
    input.ageTo = Math.min(99, input.ageFrom + Math.floor(next() * 15))
  }
  if (next() < 0.3) input.regions = Array.from({ length: 1 + Math.floor(next() * 4) }, () => one(regions))
  if (next() < 0.25) input.tags = Array.from({ length: 1 + Math.floor(next() * 2) }, () => one(tags))
  if (next() < 0.2) input.ratingFrom = 1 + Math.floor(next() * 5)
  if (next() < 0.15) input.isNew = true
  return input
}
