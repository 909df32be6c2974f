import { callers, reviewers } from './people.ts'

/** A week of the demo's timeline. */

interface SeedPost {
  broadcasterId: string
  /** Before the start. */
  hoursAgo: number
  text: string
  /** File names under seed/pictures. */
  pictures?: readonly string[]
  /** A movie: a scene of seed/videos. */
  scene?: string
  poll?: { choices: readonly string[]; days: number; votes: readonly number[] }
  likes: number
  comments?: readonly SeedComment[]
}

export interface SeedComment {
  /** Index among `commenters`. */
  by: number
  text: string
  /** The broadcaster's. */
  answer?: string
}

/** Who likes, votes and comments: all callers of the demo. */
export const timelineReaders: readonly string[] = [...callers, ...reviewers].map(({ id }) => id)

const [mio, hiyori, saki, kotoha] = ['10482736', '10573914', '10618352', '10729485'] as const
const [nagi, madoka, chinatsu, yuzuki] = ['10836147', '10947263', '11058374', '11169582'] as const
const [shiori, akari, maho, sumire] = ['11270693', '11381705', '11492816', '11503927'] as const
const [tsumugi, rin, ayano, sara] = ['11614038', '11725149', '11836250', '11947361'] as const
const [mitsuki, akari2, koharu, chihiro] = ['12058473', '12169584', '12270695', '12381706'] as const
const [rio, aoi, fumi, mashiro] = ['12492817', '12503928', '12614039', '12725140'] as const
const [kana, ema] = ['12836251', '12947362'] as const

/** The newest first. */
export const seedPosts: readonly SeedPost[] = [
  {
    broadcasterId: mio,
    hoursAgo: 0.4,
    text: 'ただいま待機をはじめました。\n今日はあたたかいお茶を入れて、のんびりしています。ゆっくりお話ししましょう。',
    pictures: ['tea-time.svg'],
    likes: 18,
    comments: [
      { by: 0, text: '今夜うかがいます。何のお茶ですか？', answer: 'ほうじ茶です。お待ちしていますね。' },
      { by: 7, text: '湯気がおいしそうです。' },
    ],
  },
  {
    broadcasterId: nagi,
    hoursAgo: 1.2,
    text: '雨の音を聞きながら読書中。おすすめの短編があったら教えてください。',
    pictures: ['rain-window.svg'],
    likes: 12,
    comments: [{ by: 12, text: '星新一はいかがでしょう。', answer: '大好きです！ 読み返してみますね。' }],
  },
  {
    broadcasterId: hiyori,
    hoursAgo: 2.5,
    text: '明日の夜は、どちらのお話をしましょう？',
    poll: {
      choices: ['最近見た映画', '子どものころの思い出', '行ってみたい場所'],
      days: 2,
      votes: [9, 6, 13],
    },
    likes: 14,
    comments: [{ by: 3, text: '行ってみたい場所に一票です。' }],
  },
  {
    broadcasterId: saki,
    hoursAgo: 4,
    text: `<@${mio}>さんとお休みの日にカフェへ。季節のタルトがおいしかったです。`,
    likes: 21,
    comments: [{ by: 5, text: '仲よしなんですね。' }],
  },
  {
    broadcasterId: chinatsu,
    hoursAgo: 7,
    text: '朝のランニング、今日で30日めになりました。続けると体が軽いですね。',
    likes: 26,
    comments: [{ by: 20, text: '30日はすごいです。見習います。', answer: 'いっしょにがんばりましょう！' }],
  },
  {
    broadcasterId: kotoha,
    hoursAgo: 9,
    text: 'お昼休みに紅茶を入れました。少しだけ待機します。声だけでもお気軽にどうぞ。',
    scene: 'steamingTea',
    likes: 7,
  },
  {
    broadcasterId: sumire,
    hoursAgo: 13,
    text: '眠る前のひとときに。窓の外の月がきれいでした。',
    pictures: ['moon-sea.svg'],
    likes: 30,
    comments: [{ by: 15, text: '写真かと思いました。', answer: '自分で描いた絵なんです。うれしいです。' }],
  },
  {
    broadcasterId: madoka,
    hoursAgo: 20,
    text: '今夜は21時から待機する予定です。お仕事の愚痴も聞きますよ。',
    likes: 16,
  },
  {
    broadcasterId: ayano,
    hoursAgo: 23,
    text: 'はじめて編み物に挑戦しています。マフラーになる予定です。たぶん。',
    likes: 19,
    comments: [{ by: 9, text: '完成したら見せてください。' }],
  },
  {
    broadcasterId: yuzuki,
    hoursAgo: 27,
    text: 'ベランダの葉っぱが元気に育っています。名前は「みどりさん」です。',
    pictures: ['balcony-leaves.svg'],
    likes: 24,
  },
  {
    broadcasterId: rin,
    hoursAgo: 30,
    text: 'ギターの弦を張りかえました。今度、通話で一曲きいてもらえたらうれしいです。',
    likes: 22,
    comments: [{ by: 1, text: 'ぜひ聞きたいです。', answer: '練習しておきますね。' }],
  },
  {
    broadcasterId: koharu,
    hoursAgo: 33,
    text: '寒くなってきましたね。あたたかくしてお過ごしください。',
    likes: 11,
  },
  {
    broadcasterId: sara,
    hoursAgo: 45,
    text: '週末は実家の犬に会ってきました。会うたびに大きくなっている気がします。',
    likes: 28,
  },
  {
    broadcasterId: shiori,
    hoursAgo: 48,
    text: '今日の晩ごはんはシチューです。みなさんはパン派？ ごはん派？',
    poll: { choices: ['パン', 'ごはん'], days: 1, votes: [17, 15] },
    likes: 20,
    comments: [{ by: 25, text: 'ごはんにかけます。', answer: '少数派かと思ったら、いい勝負でした！' }],
  },
  {
    broadcasterId: mitsuki,
    hoursAgo: 52,
    text: '色づいた並木道を歩いてきました。落ち葉の音が楽しいです。',
    pictures: ['autumn-path.svg'],
    likes: 33,
    comments: [
      { by: 30, text: 'すてきな道ですね。どのあたりでしょう。', answer: '近所とだけお伝えしておきますね。' },
    ],
  },
  {
    broadcasterId: tsumugi,
    hoursAgo: 56,
    text: '方言が出てしまうと照れるのですが、かわいいと言ってもらえました。',
    likes: 15,
  },
  {
    broadcasterId: akari,
    hoursAgo: 69,
    text: '今月の目標は、早寝早起きです。夜の待機は24時までにします。',
    likes: 9,
  },
  {
    broadcasterId: maho,
    hoursAgo: 72,
    text: 'お部屋を模様がえしました。通話の背景が変わっています。',
    pictures: ['calm-room.svg'],
    likes: 17,
    comments: [{ by: 2, text: '落ち着いた雰囲気でいいですね。' }],
  },
  {
    broadcasterId: rio,
    hoursAgo: 76,
    text: '英語の勉強をはじめました。発音の練習につきあってくださる方、募集中です。',
    likes: 13,
  },
  {
    broadcasterId: aoi,
    hoursAgo: 80,
    text: '久しぶりに水族館へ。くらげをずっとながめていました。',
    likes: 25,
  },
  {
    broadcasterId: chihiro,
    hoursAgo: 94,
    text: '落語を聞きに行ってきました。笑いすぎてほっぺが痛いです。',
    likes: 18,
    comments: [
      { by: 18, text: '演目は何でしたか？', answer: '「時そば」でした。おそばを食べて帰りました。' },
    ],
  },
  {
    broadcasterId: fumi,
    hoursAgo: 98,
    text: '手紙を書く機会が減りましたね。今日は祖母に一通書きました。',
    likes: 23,
  },
  {
    broadcasterId: mashiro,
    hoursAgo: 103,
    text: 'はじめまして。今週から待機をはじめました。ゆっくりお話しできたらうれしいです。',
    pictures: ['first-night.svg'],
    likes: 35,
    comments: [{ by: 11, text: 'はじめまして。応援しています。', answer: 'ありがとうございます！' }],
  },
  {
    broadcasterId: kana,
    hoursAgo: 118,
    text: 'パンを焼きました。少しこげたけれど、自分で作るとおいしいですね。',
    likes: 16,
  },
  {
    broadcasterId: akari2,
    hoursAgo: 122,
    text: '雨の日は、ラジオみたいな音声通話がおすすめです。',
    likes: 10,
  },
  {
    broadcasterId: ema,
    hoursAgo: 126,
    text: '将棋を覚えはじめました。駒の動きでまだ迷います。',
    likes: 12,
    comments: [{ by: 8, text: '詰将棋からいかがですか。' }],
  },
  {
    broadcasterId: mio,
    hoursAgo: 141,
    text: '一週間おつかれさまでした。今週もたくさんお話ししてくださって、ありがとうございます。',
    scene: 'candle',
    likes: 31,
  },
  {
    broadcasterId: hiyori,
    hoursAgo: 146,
    text: '好きな季節はと聞かれて、四つとも答えてしまいました。',
    likes: 14,
  },
]
