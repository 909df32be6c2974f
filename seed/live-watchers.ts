import { reviewers } from './people.ts'

/** Who comes into the demo's live rooms, and what they write there. */
export interface SeedLiveWatchers {
  memberIds: readonly string[]
  lines: readonly string[]
}

export const liveWatchers: SeedLiveWatchers = {
  memberIds: reviewers.slice(0, 12).map(({ id }) => id),
  lines: [
    'こんばんは、おじゃまします',
    '落ち着く声ですね',
    '仕事終わりの楽しみです',
    '今日は冷えますね',
    '初めて来ました。よろしくお願いします',
    'この時間がいちばん好きです',
    'ゆっくり聞かせてもらいます',
    'さっきのお話、よかったです',
    '笑顔に元気をもらえます',
    'また明日も来ますね',
    'お茶を飲みながら聞いています',
  ],
}
