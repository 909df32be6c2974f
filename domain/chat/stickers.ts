export interface Sticker {
  /**
   * Names the file web/public/stickers/<id>.svg, which browsers cache for a year: a new picture needs a new
   * id.
   */
  id: string
  /** The alternative text of the picture. */
  name: string
}

interface StickerSet {
  id: string
  name: string
  stickers: readonly Sticker[]
}

/**
 * Drawn for this product (product.md 5.1), in the order of the picker. Ids are never removed: sent stickers
 * stay.
 */
export const stickerSets: readonly StickerSet[] = [
  {
    id: 'lantern',
    name: 'ちょうちん',
    stickers: [
      { id: 'lantern-smile', name: 'にっこりするちょうちん' },
      { id: 'lantern-love', name: 'ハートをうかべるちょうちん' },
      { id: 'lantern-yay', name: 'やったー！とよろこぶちょうちん' },
      { id: 'lantern-surprise', name: 'びっくりするちょうちん' },
      { id: 'lantern-sorry', name: 'ごめんねと手を合わせるちょうちん' },
      { id: 'lantern-cry', name: '涙ぐむちょうちん' },
      { id: 'lantern-sulk', name: 'むっとするちょうちん' },
      { id: 'lantern-sleep', name: 'ねむるちょうちん' },
    ],
  },
  {
    id: 'cat',
    name: 'ねこ',
    stickers: [
      { id: 'cat-hello', name: 'やあ、と手をあげるねこ' },
      { id: 'cat-love', name: 'ハートを抱くねこ' },
      { id: 'cat-ok', name: 'OKの札を持つねこ' },
      { id: 'cat-shy', name: 'てれるねこ' },
      { id: 'cat-peek', name: 'ちらっとのぞくねこ' },
      { id: 'cat-wait', name: '月を見て待つねこ' },
      { id: 'cat-cry', name: 'しくしく泣くねこ' },
      { id: 'cat-sleep', name: 'まるくなってねむるねこ' },
    ],
  },
  {
    id: 'word',
    name: 'あいさつ',
    stickers: [
      { id: 'word-ohayo', name: 'おはよう' },
      { id: 'word-otsukare', name: 'お疲れさま' },
      { id: 'word-okaeri', name: 'おかえり' },
      { id: 'word-oyasumi', name: 'おやすみ' },
      { id: 'word-arigato', name: 'ありがとう' },
      { id: 'word-ryokai', name: '了解です' },
      { id: 'word-hanaseru', name: '話せる？' },
      { id: 'word-matane', name: 'またね' },
    ],
  },
  {
    id: 'mood',
    name: 'きもち',
    stickers: [
      { id: 'mood-heart', name: 'ハート' },
      { id: 'mood-flowers', name: '花束' },
      { id: 'mood-phone', name: '電話しよう' },
      { id: 'mood-kanpai', name: '乾杯' },
      { id: 'mood-tea', name: 'お茶でひと息' },
      { id: 'mood-hanabi', name: '花火' },
      { id: 'mood-moon', name: '月がきれい' },
      { id: 'mood-rain', name: 'しょんぼり雨雲' },
    ],
  },
]

const namesById = new Map(stickerSets.flatMap(({ stickers }) => stickers.map(({ id, name }) => [id, name])))

export const isSticker = (id: string): boolean => namesById.has(id)

/**
 * @returns the sticker's alternative text; for an id that this version of the page doesn't know, a general
 * word
 */
export const stickerName = (id: string): string => namesById.get(id) ?? 'スタンプ'
