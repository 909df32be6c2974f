/** Suggestions of nicknames: pleasant, neutral, and short enough for every list. */
export const nicknames = [
  'よるのラジオ',
  '月あかり',
  'ほろよい気分',
  '夜ふかしパンダ',
  'ねこじゃらし',
  'ひだまり',
  'こもれび',
  'ゆうなぎ',
  '星めぐり',
  'さんぽ日和',
  'みかん箱',
  'カフェオレ',
  'ブルーベリー',
  '深夜のコーヒー',
  'レモンサワー',
  'あさがお',
  '金木犀',
  '流れ星',
  '三日月',
  'おぼろ月',
  '夏の終わり',
  '雨やどり',
  'ゆず湯',
  '銀河鉄道',
  'オリオン',
  'カシオペア',
  'ペンギン歩き',
  'もふもふ',
  'しばいぬ',
  'ハリネズミ',
  'のんびりカピバラ',
  '日曜日のパン',
  'クリームソーダ',
  'たい焼き',
  'おでん日和',
  'ベランダ菜園',
  '古本めぐり',
  '映画好き',
  'レコード針',
  '海辺の町',
  '山のぼり',
  '風まかせ',
  'ゆるり',
  'そよかぜ',
  'ほうじ茶',
  '紙ひこうき',
  'シーグラス',
  'おとなりさん',
] as const

/** Specification 5: the fallback of the random-name button. */
export const nicknameFallback = 'FunnyFox'

/** Another name than the current one; `roll` is in [0, 1). Without any other name it returns the fallback. */
export const suggestNickname = (
  roll: number,
  current: string,
  from: readonly string[] = nicknames,
): string => {
  const others = from.filter((name) => name !== current)
  return others[Math.floor(roll * others.length)] ?? nicknameFallback
}
