import { numbersFrom } from '#bench/shared/numbers.ts'
import type { Sql } from '#server/db/database.ts'

/** Made-up people to be found; the same ones on every run. */

export const profiles = 100_000
const onStandby = 2_000
/** Left their switch on and closed the page. */
const forgotten = 10_000

const surnames =
  '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 清水'.split(
    ' ',
  )
const names =
  'みお ひより 紗季 ゆい あかり しおり 千夏 ゆずき さくら あおい りん ことね ほのか 真央 七海 美月 結衣 花 楓 澪 ミサキ レイナ エマ リサ ナナ ユリ アヤ マイ'.split(
    ' ',
  )
const jobs =
  '会社員 看護師 美容師 大学生 カフェ店員 保育士 デザイナー 図書館員 イラストレーター 薬剤師 花屋 翻訳者'.split(
    ' ',
  )
export const tags =
  '聞き上手 はじめての方歓迎 ゆっくり話す よく笑う 癒やし系 低めの声 深夜OK 早朝OK 関西弁 方言 人生相談 仕事の話 恋愛の話 雑学 読書 朗読 映画 音楽 ギター弾き語り ラジオ好き 着物 料理 晩酌 カフェ 旅行 温泉 散歩 写真 海 登山 星空 植物 猫 手芸 絵を描く ゲーム アニメ スポーツ観戦 英語'.split(
    ' ',
  )
export const regions =
  '東京 神奈川 大阪 愛知 埼玉 千葉 兵庫 北海道 福岡 静岡 茨城 広島 京都 宮城 新潟 長野 岐阜 群馬 栃木 岡山 福島 三重 熊本 鹿児島 沖縄 滋賀 山口 愛媛 奈良 長崎 青森 岩手 石川 大分 宮崎 山形 富山 秋田 香川 和歌山 山梨 佐賀 福井 徳島 高知 島根 鳥取'.split(
    ' ',
  )
const sentences = [
  '夜更かしのラジオみたいな声、とよく言われます。',
  '仕事のこと、好きな映画のこと、なんでもない一日のこと。',
  'うまく話そうとしなくて大丈夫なので、寝る前の15分だけでもどうぞ。',
  '夜勤明けや休みの前の日にいます。',
  '眠れない夜って、誰かの生活音が聞こえるだけで落ち着きませんか。',
  'お茶をいれながら、ぽつぽつ話すくらいがちょうどいいです。',
  '猫と暮らしています。たまに画面を横切ります。',
  '週末はだいたい山か温泉です。',
  'ゲームの話ならいつまでも。',
  '人の話を聞くのが昔から好きでした。',
  'お酒は弱いけれど、晩酌の雰囲気が好き。',
  '海の近くで育ちました。',
  '読んだ本の感想を聞かせてください。',
  '声を出して笑える夜にしましょう。',
  'English is OK, slowly please.',
  '関西弁がうつると言われます。',
  'はじめての方には、こちらから質問します。',
  'カフェで働いているので、コーヒーの話も。',
  '星を見に行くのが趣味です。',
  '静かな人も歓迎です。',
]

const sentAtOnce = 5_000

const madeUp = (next: () => number, nth: number) => {
  /** The higher the bias, the more often the first ones. */
  const one = (list: readonly string[], bias = 1): string =>
    list[Math.floor(next() ** bias * list.length)] ?? ''
  const several = (list: readonly string[], bias: number) => [
    ...new Set(Array.from({ length: 2 + Math.floor(next() * 4) }, () => one(list, bias))),
  ]
  const reviews = next() < 0.25 ? 0 : Math.floor(400 * next() ** 4)
  return {
    id: String(40_000_000 + nth),
    name:
      next() < 0.3 ? one(surnames) + one(names) : one(names) + (next() < 0.5 ? Math.floor(next() * 100) : ''),
    age: 18 + Math.floor(42 * next() ** 1.5),
    region: one(regions, 2),
    job: one(jobs),
    bio: several(sentences, 1.5).join(''),
    tags: several(tags, 2),
    rate_video: next() < 0.85 ? 100 + 10 * Math.floor(30 * next()) : null,
    rate_voice: next() < 0.9 ? 80 + 10 * Math.floor(20 * next()) : null,
    approved_minutes_ago: Math.floor(1_440 * 1_000 * next()),
    reviews,
    score_sum: Math.floor(reviews * (3 + 2 * next())),
    // Spread over everybody, whatever else is said of them.
    waits: nth % Math.floor(profiles / (onStandby + forgotten)) === 0,
  }
}

/** Fills a database with profiles, and updates its statistics as the nightly vacuum would. */
export const addProfiles = async (sql: Sql): Promise<void> => {
  const next = numbersFrom(34)
  // Inserting index entries one by one would take minutes; the index holds the same afterwards.
  const [index] = await sql<{ definition: string }[]>`
    select pg_get_indexdef('search_text_grams'::regclass) as definition`
  await sql`drop index search_text_grams`
  for (let first = 0; first < profiles; first += sentAtOnce) {
    const people = Array.from({ length: sentAtOnce }, (_, index) => madeUp(next, first + index))
    await sql`
      insert into member (id, role, name, age, region)
      select id, 'broadcaster', name, age, region
      from jsonb_to_recordset(${sql.json(people)}) as row (id text, name text, age int, region text)`
    await sql`
      insert into broadcaster (member_id, job, bio, tags, rate_video, rate_voice, approved_at, review_count,
        review_score_sum, standby_since)
      select id, job, bio, tags, rate_video, rate_voice, now() - make_interval(mins => approved_minutes_ago), reviews,
        score_sum, case when waits then now() end
      from jsonb_to_recordset(${sql.json(people)}) as row (id text, job text, bio text, tags text[], rate_video int,
        rate_voice int, approved_minutes_ago int, reviews int, score_sum int, waits boolean)`
  }
  await sql.unsafe(index?.definition ?? '')
  await sql`
    insert into presence (member_id, node_id, here_until, is_open)
    select member_id, gen_random_uuid(), now() + interval '1 day', true
    from broadcaster where standby_since is not null order by hashtext(member_id) limit ${onStandby}`
  await sql`vacuum analyze`
}
