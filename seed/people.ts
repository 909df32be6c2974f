import type { SeedCaller, SeedReviewer } from './types.ts'

export { broadcasters } from './broadcasters.ts'
export type * from './types.ts'

/** One password for every demo login; the demo seed is off in production. */
export const demoPassword = 'koyoi-demo-2026'

/** The first sign-in of each installation enrols an authenticator. */
export const demoOperatorMail = 'operator@demo.koyoi.example'

export const callers: readonly SeedCaller[] = [
  {
    id: '20148357',
    name: '太郎',
    mail: 'taro@demo.koyoi.example',
    age: 34,
    region: '東京',
    portrait: 'c01.svg',
    joinedDaysAgo: 120,
    points: 5000,
  },
  {
    id: '20259468',
    name: 'けんじ',
    mail: 'kenji@demo.koyoi.example',
    age: 46,
    region: '北海道',
    portrait: 'c02.svg',
    joinedDaysAgo: 300,
    points: 3000,
  },
  {
    id: '20360579',
    name: 'はやと',
    mail: 'hayato@demo.koyoi.example',
    age: 27,
    region: '大阪',
    portrait: 'c03.svg',
    joinedDaysAgo: 21,
    points: 400,
  },
]

const reviewerNames =
  `はるき 夜勤明け K.T たけし コーヒー党 ひろ 終電 しゅん 山ちゃん ケイ のりお トシ まさ アオキ
  ゆうすけ だいち もりお ナオ シンジ 釣り人 こうへい ぽんず りょうた 缶コーヒー としくん 週末登山 サトル よしき
  おかわり ヒデ けんた マサト 深夜便 つよし 風来坊 りく 中央線 あつし ふじもと ゴロー イサム 湯けむり`.split(
    /\s+/,
  )

const reviewerRegions = [
  '東京',
  '大阪',
  '埼玉',
  '福岡',
  '愛知',
  '北海道',
  '神奈川',
  '宮城',
  '広島',
  '千葉',
] as const

/** Callers with earlier calls and reviews; deterministic, without logins. */
export const reviewers: readonly SeedReviewer[] = reviewerNames.map((name, index) => ({
  id: String(30_104_217 + index * 98_731),
  name,
  age: 23 + ((index * 7) % 38),
  region: reviewerRegions[index % reviewerRegions.length] ?? '東京',
  joinedDaysAgo: 1010 - ((index * 17) % 300),
}))
