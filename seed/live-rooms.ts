/** One broadcaster's live room of the demo: what is on its card, and what the broadcaster writes in it. */
export interface SeedLiveRoom {
  broadcasterId: string
  title: string
  tags: readonly string[]
  /** The first greets; the others follow one after the other while somebody watches. */
  lines: readonly [string, ...string[]]
}

/** A place that is live by turns: the next broadcaster takes it when the one before has used up the day's limit. */
export interface SeedLivePlace {
  rooms: readonly SeedLiveRoom[]
  /** Null: always on. Otherwise the place is live for `onMs` of every `onMs + offMs`. */
  rhythm: { onMs: number; offMs: number } | null
}

const minuteMs = 60_000

/** Three places that are always live, and one that comes and goes. Nobody is in two of them. */
export const livePlaces: readonly SeedLivePlace[] = [
  {
    rhythm: null,
    rooms: [
      {
        broadcasterId: '11058374',
        title: '弾き語りの夜',
        tags: ['音楽', 'リクエスト歓迎'],
        lines: [
          'こんばんは。今夜はゆっくり弾きますね',
          'リクエストがあったら書いてください。弾ける曲なら歌います',
          '次は少し静かな曲にします',
          'のどが渇いたので、お茶をひとくち',
        ],
      },
      {
        broadcasterId: '11492816',
        title: '眠れない人のための朗読',
        tags: ['朗読', '癒やし系'],
        lines: [
          'いらっしゃいませ。短いお話を読みますね',
          '聞きながら寝てしまっても大丈夫です',
          '次は雨の日のお話です',
        ],
      },
      {
        broadcasterId: '12614039',
        title: '着物をたたみながら',
        tags: ['着物', 'のんびり'],
        lines: [
          'こんばんは。どうぞごゆっくり',
          'この帯、母から譲ってもらったものなんです',
          '質問があれば書いてくださいね',
        ],
      },
      {
        broadcasterId: '12947362',
        title: '英語でひとりごと',
        tags: ['英語', '旅行'],
        lines: [
          'Hi! 日本語でも英語でもどうぞ',
          '今日の単語は cozy。居心地がいい、です',
          '行ってみたい街を教えてください',
        ],
      },
    ],
  },
  {
    rhythm: null,
    rooms: [
      {
        broadcasterId: '11614038',
        title: '作業しながら雑談',
        tags: ['作業通話', '雑談'],
        lines: [
          'こんばんは。いっしょに作業しましょう',
          '25分がんばって、5分おしゃべりします',
          '今日のおやつは何ですか？',
          'はかどってますか。わたしは半分くらいです',
        ],
      },
      {
        broadcasterId: '12270695',
        title: '植物に水をやる時間',
        tags: ['植物', 'のんびり'],
        lines: [
          'こんばんは。今日は植え替えをします',
          'この子は三年目。やっと花芽がつきました',
          '育てている植物があったら教えてください',
        ],
      },
      {
        broadcasterId: '12503928',
        title: '朝のコーヒーをいれる',
        tags: ['カフェ', '朝活'],
        lines: [
          'おはようございます。豆を挽くところからです',
          '今日は浅煎りにしました',
          'お湯が落ちるまで、少しおしゃべりしましょう',
        ],
      },
      {
        broadcasterId: '13058474',
        title: '台所から',
        tags: ['料理', '雑談'],
        lines: [
          'いらっしゃい。今夜は煮物ですよ',
          '火を弱めて、ここから二十分です',
          '好きなおかずは何ですか？',
        ],
      },
    ],
  },
  {
    rhythm: null,
    rooms: [
      {
        broadcasterId: '11503927',
        title: '星を見る会',
        tags: ['星空', '初見歓迎'],
        lines: [
          'こんばんは。今夜の空の話をしますね',
          'そちらは晴れていますか？',
          '冬の星座は、まずオリオン座から探すと見つけやすいですよ',
          '流れ星を見たら教えてください',
        ],
      },
      {
        broadcasterId: '12058473',
        title: '写真を見ながらおしゃべり',
        tags: ['写真', '雑談'],
        lines: [
          'こんばんは。先週撮ってきた写真です',
          'どれがいちばん好きですか？',
          '朝もやの一枚は、四時起きで撮りました',
        ],
      },
      {
        broadcasterId: '12381706',
        title: '山と温泉の話',
        tags: ['登山', '温泉'],
        lines: [
          'こんばんは。今日は秋に歩いた道の話です',
          '下りてからの温泉がいちばんの楽しみで',
          'おすすめの山があったら教えてください',
        ],
      },
      {
        broadcasterId: '12492817',
        title: '深夜ラジオごっこ',
        tags: ['ラジオ好き', '深夜'],
        lines: [
          'こんばんは。お便りはコメントでどうぞ',
          '今夜のお題は「最近ちょっとうれしかったこと」',
          'もう少しだけ、お付き合いください',
        ],
      },
    ],
  },
  {
    rhythm: { onMs: 8 * minuteMs, offMs: 4 * minuteMs },
    rooms: [
      {
        broadcasterId: '11381705',
        title: '晩酌と今日のごはん',
        tags: ['晩酌', '料理'],
        lines: ['おつかれさまです。乾杯しましょう', '今夜は湯豆腐です', '何を飲んでいますか？'],
      },
      {
        broadcasterId: '11836250',
        title: '夜食をつくります',
        tags: ['料理', '雑談'],
        lines: ['こんばんは。おなかすきました', '今日はおにぎりを焼きます', '具は何が好きですか？'],
      },
      {
        broadcasterId: '11947361',
        title: '海の音を聴きながら',
        tags: ['海', '癒やし系'],
        lines: ['こんばんは。深呼吸からどうぞ', '波の音、聞こえますか', '今日はどんな一日でしたか？'],
      },
    ],
  },
]
