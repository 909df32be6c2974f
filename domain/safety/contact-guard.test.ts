import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type ContactKind, decideContact, findContact, findContactOver } from './contact-guard.ts'

const exchanges: Record<ContactKind, string[]> = {
  phone: [
    '09012345678',
    '090-1234-5678に電話して',
    '０９０ー１２３４ー５６７８',
    '090 1234 5678 夜ならいつでも',
    '090.1234.5678',
    '090/1234/5678',
    '090:1234:5678',
    '(080)1111-2222',
    '090★1234★5678',
    '090📞1234📞5678だよ',
    '0 9 0 1 2 3 4 5 6 7 8',
    '0\u200b90\u200c12\u200d34\ufeff5678',
    '〇九〇の一二三四の五六七八',
    '零九零 一二三四 五六七八',
    'ゼロキュウゼロ イチニサンヨン ゴロクナナハチ',
    'ぜろはちぜろいちにさんよんごろくななはち',
    'まるきゅうまる、いちにさんよん、ごろくななはち',
    'o9o-l234-5678',
    '⓪⑨⓪①②③④⑤⑥⑦⑧',
    '0️⃣9️⃣0️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣',
    '𝟎𝟗𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖',
    '+81 90 1234 5678',
    '+81-80-1234-5678 です',
    '090ハイフン1234ハイフン5678',
    '090から1234、5678ね',
    '050-3333-4444',
    '03-1234-5678',
    '0120-444-444にかけて',
    '電話番号は90-1234-5678（頭に0）',
    'zero nine zero one two three four five six seven eight',
    'phone09012345678',
    '会えるのは21時。09012345678',
    '電話番号教えて！',
    '番号交換しない？',
    '携番教えてください',
    '090\n1234\n5678',
    '090を1234に5678',
  ],
  mail: [
    'taro@example.com',
    'taro.y+1@gmail.com まで',
    'ｔａｒｏ＠ｅｘａｍｐｌｅ．ｃｏｍ',
    'taro あっと gmail どっと com',
    'taroアットマークdocomoドットne.jp',
    'taro(at)gmail(dot)com',
    'taro at example dot com',
    't a r o @ g m a i l . c o m',
    'tarouあっとジーメールどっとこむ',
    'taro123アットドコモ',
    'たろうあっとまーくじーめーる',
    'メアド教えてほしいな',
    'Gmail教えて〜',
    'アドレス教えて',
  ],
  url: [
    'example.ruを見て',
    'photos.example.topに写真あるよ',
    'https://example.com/abc',
    'hxxps://example.com',
    'www.example.net',
    'example.com 見て',
    'example。com',
    'example . com',
    'ｅｘａｍｐｌｅ．ｊｐ',
    'exampleドットcom',
    'e x a m p l e . c o m',
    'line.me/ti/p/abcdEFG',
    'lin.ee/abc123',
    'bit.ly/3xyz',
    'discord.gg/abcdef',
    't.me/taro',
    'еxample.com',
  ],
  lineId: [
    'LlNE教えて',
    'ℓιɴє教えて',
    'LINE教えて',
    'ライン交換しない？',
    'ﾗｲﾝやってる？',
    'らいん教えてほしいです',
    'L I N E 交換しよ',
    'ラ・イ・ン おしえて',
    'ら\u200bい\u200bん教えて',
    'ＬＩＮＥしませんか',
    'L1NE交換',
    'ʟɪɴᴇ教えて',
    'LІNE教えて',
    '🇱🇮🇳🇪やってる？',
    '🅛🅘🅝🅔交換しよう',
    'LINEのIDは taro123 です',
    'line: taro_y',
    'ラインid→abcd1234',
    'ここじゃなくてLINEで話したい',
    'LINEのQR送るね',
    'よかったらLINEにしませんか？',
    'カレー、ライン教えて',
    'LINEいい？',
    'ライン持ってる？',
    'LINE ID ある？',
    'LINEじゃだめ？',
    'ラインで電話しない？',
    'linéでどう？',
    'みどりのやつ教えて',
  ],
  socialId: [
    'discord taro#1234',
    'skypeしない？ こっちは高いし',
    'カカオやってる？',
    'カカオトークのID教えて',
    'インスタ交換しよ',
    'インスタのアカウントは taro_1990',
    'ｲﾝｽﾀ教えて',
    'insta: hana.01',
    'ディスコードやってますか？',
    'discordでつながろう',
    'テレグラムで連絡して',
    'Twitterやってる？',
    'Xのアカウント教えて',
    'スカイプしよう',
    'sns教えてほしい',
    '裏垢教えて',
    '@taro_123 で検索',
    'tiktokフォローして',
    'WhatsApp使ってますか',
    'insta hana_koko',
    'telegram @abcde',
    'カカオのid: abc',
  ],
  contact: [
    'zoomで話そう',
    'FaceTimeで電話しようよ',
    '連絡先交換しませんか',
    '連絡先おしえて',
    '緑のアプリで話そう',
    'みどりのアプリやってる？',
    '黄色いアプリのほうが好き',
    'QRコード見せて',
    '友だち追加してね',
    '別のアプリで話さない？',
    '直接連絡したいな',
    'ID教えて',
  ],
}

const innocent = [
  'こんばんは、今日もおつかれさま',
  '3,000円のコースにしました',
  '10,000円→11,200ptになるんだね',
  '1,000pt、3,150pt、5,400ptのどれにしよう',
  '21:30から22:15まで待機してるよ',
  '09:00 12:30 15:30のどれかで',
  '2026/11/21 22:30に待ってる',
  '2026.08.05 09:00-12:00',
  '2026-09-01 10:30ごろ',
  '11月20日(金) 20時からどう？',
  '誕生日は1990年5月8日です',
  '27歳です。34歳だっけ？',
  '身長165cm、体重50kg',
  '3時から090の話をしてたよね',
  '電車のラインが止まってる',
  '湘南新宿ラインが遅れてるんだって、教えてくれてありがとう',
  'オンラインで買ったよ',
  'オンラインゲームやってる？',
  'ガイドラインを教えて',
  'デッドラインは明日です',
  'タイムラインに写真をのせたよ',
  'ラインナップがすごい',
  'アイライン引くの苦手で教えてほしい',
  'スタートラインに立った気分',
  'deadlineが近くて送れない',
  'online gameやってる？',
  'LINEの通知がうるさい',
  'LINEスタンプかわいいよね',
  'LINEの交換はできません',
  'ライン交換は規約で禁止なんです',
  '連絡先の交換はできないんです、ごめんなさい',
  'インスタントラーメン食べた',
  'インスタ映えするカフェに行った',
  'カカオ70%のチョコが好き',
  'ディスコで踊ったことある？',
  'Twitterで話題になってたね',
  '番号札もらって待ってる',
  '部屋番号教えてくれる？',
  '電話しよう！',
  '声が聞きたいな、電話していい？',
  '電話ありがとう、楽しかった',
  'メールより電話が好き',
  'アットホームなお店',
  'ドット柄のワンピース',
  '価格.comで見た',
  '1. 映画 2. 散歩 3. 料理',
  '01 02 03 04 05',
  '0.123456789',
  '円周率は3.14159265358979',
  'おみくじ、1234567890回引いた',
  '郵便番号は150-0001のあたり',
  'ごごにしごとがおわるよ',
  'まるごとりんごを食べた',
  'いちにのさんで電話するね',
  '八百屋で九百円だった',
  '一二三四五六七八九十',
  'I like it. Me too!',
  'It is fine. Come here',
  'A line in the movie made me cry',
  '送ってくれた写真、LINEで保存しちゃった',
  '教えてくれてありがとう。LINEより楽しいね',
  '彼とはLINEで知り合ったの',
  'アカウントってどこで見るの',
  '緑の服を着てるよ',
  '垢抜けたいからコツを教えて',
  '母とLINEしてた',
  'LINEが既読にならない友達がいて',
  'インスタで見たカフェに行きたい',
  'いちごください',
  '今から一時間後の八時五分',
  '四国と九州、二泊三日で五万円',
  'ラインナップ教えて',
  'アットコスメで見た',
  'ズームして花火を撮ったよ',
  '1を2に、3を4に、5を6に',
  '青い空がきれい',
  'IDカードを忘れた',
  '私の会員IDは20148357です',
  'QRコード決済って便利だよね',
  'アカウントの設定を変えた',
  '友だちと追加で飲みに行った',
  'らいんはるとって名前のキャラ',
  '8/1〜8/5 旅行、8/9に帰る',
  '0勝9敗0分、次は1勝2敗',
  '',
  '😊😊😊',
]

describe('the contact guard finds', () => {
  for (const [kind, texts] of Object.entries(exchanges)) {
    it.each(texts)(`${kind}: %s`, (text) => {
      expect(findContact(text)).toBe(kind)
    })
  }
})

describe('the contact guard allows', () => {
  it.each(innocent)('%s', (text) => {
    expect(findContact(text)).toBeNull()
  })
})

const spellings = [
  ['0', '０', '〇', '零', 'ゼロ', '⓪'],
  ['1', '１', '一', 'いち', '①'],
  ['2', '２', '二', 'に', '②'],
  ['3', '３', '三', 'さん', '③'],
  ['4', '４', '四', 'よん', '④'],
  ['5', '５', '五', 'ご', '⑤'],
  ['6', '６', '六', 'ろく', '⑥'],
  ['7', '７', '七', 'なな', '⑦'],
  ['8', '８', '八', 'はち', '⑧'],
  ['9', '９', '九', 'きゅう', '⑨'],
] as const
/** Without the signs of hours and dates, with which a number can look like a plan of the day. */
const between = [
  '',
  ' ',
  '　',
  '-',
  '—',
  'ー',
  '・',
  '\u200b',
  '\u2060',
  '、',
  '…',
  '★',
  '😊',
  '\n',
  '(',
  ')',
  '_',
  '*',
  'の',
]

test('no spelling and nothing between its digits hides a mobile number', () => {
  const number = fc.tuple(
    fc.constantFrom('090', '080', '070', '050'),
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 8, maxLength: 8 }),
  )
  const hidden = number.chain(([prefix, rest]) =>
    fc
      .tuple(
        ...[...prefix, ...rest.map(String)].map((digit) =>
          fc.tuple(fc.constantFrom(...(spellings[Number(digit)] ?? [digit])), fc.constantFrom(...between)),
        ),
      )
      .map((parts) => parts.flat().join('')),
  )
  fc.assert(
    fc.property(hidden, fc.constantFrom('', 'これ ', '電話は'), (text, lead) => {
      expect(findContact(lead + text)).toBe('phone')
    }),
  )
})

describe('over the last messages', () => {
  it.each<[string, string[], string, ContactKind | null]>([
    ['a number in three pieces', ['090', '1234'], '5678', 'phone'],
    ['a number in pieces with words', ['0９0', 'つぎは1234'], 'で5678', 'phone'],
    ['a name and its question', ['ライン'], '教えて', 'lineId'],
    ['nothing in them', ['こんばんは', '元気？'], '3時にね', null],
    ['what was in them before', ['09012345678'], 'よろしく', null],
    ['a long text between', ['090', 'あ'.repeat(41)], '12345678', 'phone'],
    ['what the text itself holds', ['こんばんは'], '09012345678', 'phone'],
  ])('%s', (_story, earlier, text, found) => {
    expect(findContactOver(earlier, text)).toBe(found)
  })
})

describe('the operators’ setting', () => {
  it.each([
    ['off', 'phone', false, null],
    ['warn', null, false, null],
    ['warn', 'phone', false, { refused: 'contactWarning' }],
    ['warn', 'phone', true, null],
    ['refuse', 'phone', true, { refused: 'contactRefused' }],
    ['refuse', null, false, null],
  ] as const)('%s, found %s, warned %s', (guard, found, isWarned, answer) => {
    expect(decideContact(guard, found, isWarned)).toEqual(answer)
  })
})

test('the contact guard reads in linear time: four times the longest text that is accepted', () => {
  const hard = [
    '0',
    '0 ',
    'a',
    'a.',
    'a@',
    '@a1',
    'らいん',
    'line ',
    '09:00 ',
    '2026/1/1 ',
    'あ',
    'い0',
    '-',
    'a-',
    'qr',
    'いち',
    '一',
    'ﾞ\u0323\u0301',
    '\ufdfa',
  ]
  for (const piece of hard) {
    const text = `${piece.repeat(Math.ceil(32_000 / piece.length))}.`
    const before = process.threadCpuUsage()
    findContact(text)
    // Tens of milliseconds of this thread, however busy the machine is; quadratic time would be a minute.
    expect(process.threadCpuUsage(before).user / 1_000, piece).toBeLessThan(3_000)
  }
})
