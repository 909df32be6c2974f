import type { ItemCategory, ItemCondition } from '#contract/market/market.ts'
import { broadcasters, callers } from '#seed/people.ts'
import type { ItemShape } from './pictures.ts'

export interface SeedItem {
  sellerId: string
  title: string
  description: string
  category: ItemCategory
  condition: ItemCondition
  points: number
  shape: ItemShape
  palette: number
  question: { text: string; answer: string | null } | null
}

type Line = readonly [ItemShape, ItemCategory, ItemCondition, number, string, string]

const lines: readonly Line[] = [
  [
    'cup',
    'kitchen',
    'likeNew',
    800,
    '北欧風のマグカップ 青',
    '一度だけ使いました。容量は300mlほど、電子レンジも使えます。',
  ],
  [
    'book',
    'books',
    'good',
    1200,
    '料理の本 3冊まとめて',
    '作り置き、スープ、お菓子の3冊です。書き込みはありません。',
  ],
  ['plush', 'hobby', 'likeNew', 1500, 'くまのぬいぐるみ 30cm', '飾っていただけなので、とてもきれいです。'],
  [
    'camera',
    'camera',
    'good',
    18000,
    'フィルムカメラ 動作確認済み',
    '電池とストラップをつけてお送りします。試し撮りをしています。',
  ],
  ['shoes', 'fashion', 'good', 3200, '白いスニーカー 24.5cm', '3回ほど履きました。箱はありません。'],
  ['bag', 'bags', 'likeNew', 4800, '本革のトートバッグ', 'A4のノートが入ります。内ポケットが2つあります。'],
  ['lamp', 'home', 'good', 2600, 'ベッドサイドのランプ', '電球色の明かりです。電球もおつけします。'],
  ['plant', 'home', 'good', 1400, 'フェイクグリーンと鉢', '高さは40cmくらいです。水やりがいりません。'],
  ['clock', 'home', 'unused', 2200, '木の掛け時計', 'いただきものです。秒針の音がしません。'],
  [
    'headphones',
    'camera',
    'fair',
    5400,
    'ワイヤレスヘッドホン',
    '耳あてに少しすれがあります。音は問題ありません。',
  ],
  ['scarf', 'fashion', 'likeNew', 2800, 'カシミヤのマフラー', 'クリーニング済みです。チクチクしません。'],
  ['plate', 'kitchen', 'unused', 1600, '花柄の小皿 5枚組', '直径15cm。箱に入ったままです。'],
  [
    'candle',
    'handmade',
    'unused',
    900,
    '手づくりのアロマキャンドル',
    'ラベンダーの香りです。燃焼時間は約20時間です。',
  ],
  ['game', 'hobby', 'good', 3600, 'ゲームのコントローラー', '予備に買ったものです。動作を確認しています。'],
  ['cup', 'kitchen', 'unused', 1100, '二重構造のタンブラー', '結露しにくく、氷が長持ちします。'],
  [
    'book',
    'books',
    'fair',
    700,
    '推理小説 文庫5冊',
    'カバーに少し日焼けがあります。読むのに問題はありません。',
  ],
  ['plush', 'hobby', 'unused', 1300, 'うさぎ色のくま', 'タグつきです。プレゼントにもどうぞ。'],
  [
    'shoes',
    'fashion',
    'fair',
    1800,
    'ランニングシューズ 27cm',
    '半年ほど使いました。かかとは減っていません。',
  ],
  ['bag', 'bags', 'good', 2400, 'キャンバスのリュック', '軽くてたくさん入ります。洗濯済みです。'],
  ['lamp', 'home', 'likeNew', 3300, '読書用のデスクライト', '明るさを3段階に変えられます。'],
  [
    'clock',
    'accessories',
    'good',
    6800,
    'レトロな腕時計',
    '電池を交換したばかりです。革のベルトはきれいです。',
  ],
  ['scarf', 'fashion', 'unused', 1900, '大判のストール', '冷房の効いた部屋でも重宝します。'],
  ['plate', 'kitchen', 'good', 2100, '和食器の大皿', '直径26cm。お刺身や煮物が映えます。'],
  ['candle', 'home', 'likeNew', 1000, 'ガラスのキャンドルホルダー', '2回使いました。欠けはありません。'],
  [
    'camera',
    'camera',
    'fair',
    7500,
    'コンパクトデジタルカメラ',
    '画面に小さな傷があります。充電器つきです。',
  ],
  ['headphones', 'camera', 'good', 3900, '有線のモニターヘッドホン', '家の作業で使っていました。'],
  ['plant', 'handmade', 'unused', 1700, 'ドライフラワーの飾り', '壁に掛けられます。やわらかな色合いです。'],
  ['game', 'hobby', 'likeNew', 2900, 'ボードゲーム 2〜4人', '一度遊びました。部品はそろっています。'],
  ['book', 'books', 'likeNew', 1500, '写真集 夜の街', '表紙もページもきれいです。'],
  ['cup', 'handmade', 'unused', 1400, '陶芸教室の湯のみ 2つ', '少し形がちがうのも味です。'],
  ['bag', 'bags', 'likeNew', 3700, '小さなショルダーバッグ', 'スマホと財布が入る大きさです。'],
  ['shoes', 'fashion', 'likeNew', 4200, 'ローファー 24cm', '室内で試し履きだけしました。'],
  ['plush', 'hobby', 'good', 1000, '手のひらサイズのくま', 'かばんにつけていました。洗ってあります。'],
  ['lamp', 'home', 'good', 1900, '丸いテーブルランプ', '夜の部屋がやさしくなります。'],
  ['scarf', 'handmade', 'unused', 2300, '手編みのスヌード', 'ウール100%です。一点ものです。'],
  ['clock', 'home', 'good', 1200, '目覚まし時計 静音', 'ライトがつきます。'],
  ['plate', 'kitchen', 'likeNew', 1300, 'カフェ風のプレート 2枚', '朝食にちょうどよい大きさです。'],
  ['camera', 'camera', 'good', 9800, 'チェキ フィルム10枚つき', '旅行で一度使いました。'],
  ['book', 'books', 'good', 900, '英会話の本とCD', '本に少し線を引いています。'],
  ['candle', 'beauty', 'unused', 1600, 'バスソルトとキャンドル', '贈り物用の箱に入っています。'],
]

const questions: readonly [number, string, string | null][] = [
  [0, '食洗機で洗えますか？', 'はい、使えます。'],
  [3, '露出計は動いていますか？', '動いています。室内でも確認しました。'],
  [5, '肩にかけられますか？', null],
  [9, '充電ケーブルはつきますか？', 'おつけします。'],
  [20, 'ベルトの長さを教えてください。', 'いちばん内側の穴で16cmほどです。'],
]

const sellers = [...broadcasters.slice(0, 12).map(({ id }) => id), ...callers.map(({ id }) => id)]

export const seedItems: readonly SeedItem[] = lines.map(
  ([shape, category, condition, points, title, description], nth) => {
    const question = questions.find(([of]) => of === nth)
    return {
      sellerId: sellers[nth % sellers.length] ?? '',
      title,
      description,
      category,
      condition,
      points,
      shape,
      palette: nth,
      question: question ? { text: question[1], answer: question[2] } : null,
    }
  },
)

/**
 * Transactions of the demo, by the item's number. The buyers get the points for them with the seed. `shipped` waits for
 * the carrier, `paid` for the seller; the others are over.
 */
export const seedTrades: readonly {
  item: number
  buyerId: string
  phase: 'paid' | 'shipped' | 'reviewed'
}[] = [
  // 太郎 sells, and はやと has bought: what is under way is in the accounts of the demo.
  { item: 12, buyerId: broadcasters[1]?.id ?? '', phase: 'paid' },
  { item: 1, buyerId: callers[2]?.id ?? '', phase: 'shipped' },
  ...[4, 8, 10, 15, 22, 24, 33].map((item) => ({
    item,
    buyerId: (item % 2 === 0 ? broadcasters[14] : callers[1])?.id ?? '',
    phase: 'reviewed' as const,
  })),
]
