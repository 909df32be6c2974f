import { dice, type PaletteName, palettes } from './drawing.ts'
import { cat, city, field, fireworks, mountains, rain, sea, snowInn } from './scenes.ts'
import { bouquet, cake, dress, macarons, parfait, tea } from './still-lifes.ts'

/** The demo's gallery: drawn pictures of twelve broadcasters, some of them free. */

const drawings = {
  sea,
  mountains,
  city,
  fireworks,
  field,
  cat,
  rain,
  snowInn,
  parfait,
  cake,
  macarons,
  tea,
  bouquet,
  dress,
} as const
type Drawing = keyof typeof drawings

export interface SeedGalleryItem {
  ownerId: string
  title: string
  price: number
  tags: readonly string[]
  drawing: Drawing
  palette: PaletteName
  pictures: number
}

type Written = readonly [string, number, Drawing, PaletteName, number, string]

const of = (ownerId: string, written: readonly Written[]): SeedGalleryItem[] =>
  written.map(([title, price, drawing, palette, pictures, tags]) => ({
    ownerId,
    title,
    price,
    drawing,
    palette,
    pictures,
    tags: tags.split(' '),
  }))

/** The newest first of each broadcaster. */
const written: readonly (readonly SeedGalleryItem[])[] = [
  of('10482736', [
    ['眠れない夜の窓', 0, 'cat', 'night', 1, '猫 夜'],
    ['月の海、三枚つづり', 300, 'sea', 'night', 3, '海 月 夜'],
    ['着物の柄ノート', 400, 'dress', 'cream', 4, '着物 スケッチ'],
    ['雨の日のラジオ', 200, 'rain', 'dusk', 2, '雨 夜'],
    ['花火の夜に', 300, 'fireworks', 'night', 3, '花火 夏'],
    ['いつもの紅茶', 100, 'tea', 'cream', 1, 'お茶 静物'],
  ]),
  of('10573914', [
    ['夜勤明けの空', 0, 'mountains', 'dawn', 1, '朝 山'],
    ['眠る前のお茶', 150, 'tea', 'mint', 2, 'お茶 静物'],
    ['雪の宿', 350, 'snowInn', 'snow', 3, '雪 旅'],
    ['静かな波', 250, 'sea', 'dawn', 2, '海 朝'],
    ['窓ぎわの雨粒', 200, 'rain', 'night', 2, '雨 夜'],
  ]),
  of('10618352', [
    ['たこ焼きのあとの夜景', 300, 'city', 'night', 3, '夜景 街'],
    ['ご褒美パフェ', 200, 'parfait', 'cream', 2, 'スイーツ'],
    ['川沿いの花火', 400, 'fireworks', 'dusk', 4, '花火 夏'],
    ['春のワンピース案', 250, 'dress', 'spring', 3, 'ファッション スケッチ'],
    ['紅葉の山へ', 0, 'mountains', 'autumn', 1, '山 秋'],
  ]),
  of('10729485', [
    ['本棚のとなりの猫', 250, 'cat', 'dusk', 3, '猫'],
    ['花束をひとつ', 150, 'bouquet', 'spring', 2, '花'],
    ['苺のショートケーキ', 200, 'cake', 'cream', 2, 'スイーツ'],
    ['朝の海辺', 0, 'sea', 'dawn', 1, '海 朝'],
    ['菜の花の丘', 300, 'field', 'spring', 3, '花 春'],
  ]),
  of('10836147', [
    ['波の音が聞こえる', 300, 'sea', 'dusk', 4, '海 夕方'],
    ['灯りのともる街', 250, 'city', 'dusk', 2, '夜景 街'],
    ['雪見の夜', 350, 'snowInn', 'night', 2, '雪 旅 夜'],
    ['くつろぐ背中', 0, 'cat', 'autumn', 1, '猫'],
    ['秋の尾根', 200, 'mountains', 'autumn', 2, '山 秋'],
    ['ミントティーの午後', 100, 'tea', 'mint', 1, 'お茶 静物'],
  ]),
  of('10947263', [
    ['マカロンの塔', 200, 'macarons', 'cream', 2, 'スイーツ'],
    ['週末のケーキ', 200, 'cake', 'mint', 2, 'スイーツ'],
    ['パフェの断面図', 300, 'parfait', 'mint', 3, 'スイーツ スケッチ'],
    ['お菓子と紅茶', 0, 'tea', 'autumn', 1, 'お茶 スイーツ'],
    ['花屋さんの朝', 150, 'bouquet', 'cream', 2, '花'],
  ]),
  of('11058374', [
    ['夏の終わり', 300, 'fireworks', 'night', 3, '花火 夏'],
    ['千の花の丘', 250, 'field', 'autumn', 3, '花 秋'],
    ['線だけのドレス', 400, 'dress', 'dusk', 4, 'ファッション スケッチ'],
    ['雨上がりの交差点', 200, 'rain', 'autumn', 2, '雨 街'],
    ['月夜の散歩道', 0, 'city', 'night', 1, '夜景 夜'],
  ]),
  of('11169582', [
    ['柚子色のワンピース', 350, 'dress', 'autumn', 3, 'ファッション スケッチ'],
    ['いちごパフェの日', 200, 'parfait', 'spring', 2, 'スイーツ'],
    ['三色の花束', 150, 'bouquet', 'mint', 2, '花'],
    ['夕凪', 300, 'sea', 'dusk', 3, '海 夕方'],
    ['猫と月', 0, 'cat', 'night', 1, '猫 月'],
  ]),
  of('11270693', [
    ['栞にしたい風景', 250, 'field', 'dawn', 3, '花 朝'],
    ['図書館の帰り道', 200, 'rain', 'dusk', 2, '雨 街'],
    ['冬の宿、二泊三日', 400, 'snowInn', 'snow', 4, '雪 旅'],
    ['朝焼けの峰', 300, 'mountains', 'dusk', 2, '山 夕方'],
    ['紅茶と余白', 0, 'tea', 'cream', 1, 'お茶 静物'],
  ]),
  of('11381705', [
    ['港の夜景', 300, 'city', 'dusk', 3, '夜景 海'],
    ['灯台のある海', 250, 'sea', 'night', 2, '海 夜'],
    ['お祝いのケーキ', 200, 'cake', 'spring', 2, 'スイーツ'],
    ['あかりの花束', 150, 'bouquet', 'autumn', 2, '花 秋'],
    ['雨の窓', 0, 'rain', 'night', 1, '雨 夜'],
  ]),
  of('11492816', [
    ['夏服のスケッチ帖', 450, 'dress', 'mint', 4, 'ファッション スケッチ'],
    ['線香花火より大きな', 300, 'fireworks', 'dusk', 3, '花火 夏'],
    ['窓辺の二時間', 250, 'cat', 'dawn', 2, '猫 朝'],
    ['マカロンを並べる', 0, 'macarons', 'mint', 1, 'スイーツ'],
    ['花の斜面', 200, 'field', 'spring', 2, '花 春'],
    ['夜の稜線', 300, 'mountains', 'night', 2, '山 夜'],
  ]),
  of('11503927', [
    ['すみれ色の夕方', 300, 'mountains', 'dusk', 3, '山 夕方'],
    ['街の灯、遠くから', 250, 'city', 'night', 2, '夜景 街'],
    ['春色マカロン', 200, 'macarons', 'spring', 2, 'スイーツ'],
    ['雪あかり', 350, 'snowInn', 'dusk', 2, '雪 夜'],
    ['野の花', 0, 'bouquet', 'spring', 1, '花'],
  ]),
]

/** One of each broadcaster in turn, so that the newest items are of different people. */
export const seedGalleryItems: readonly SeedGalleryItem[] = Array.from({ length: 6 }).flatMap((_, nth) =>
  written.flatMap((items) => items[nth] ?? []),
)

/** So many of the list wait for their review; the rest was passed. */
export const seedWaitingItems = ['雪あかり', '夜の稜線', 'ミントティーの午後'] as const

const sizes = [
  [1200, 1500],
  [1500, 1200],
  [1300, 1300],
] as const

/** A picture as SVG text, with its size. */
export const drawGalleryPicture = (
  { ownerId, title, drawing, palette }: SeedGalleryItem,
  place: number,
): { svg: string; width: number; height: number } => {
  const random = dice(`${ownerId} ${title} ${place}`)
  // Upright things have upright sheets.
  const isUpright = ['parfait', 'cake', 'dress', 'bouquet', 'cat', 'tea', 'macarons'].includes(drawing)
  const [width, height] =
    sizes[isUpright || place === 0 ? 0 : Math.floor(random() * sizes.length)] ?? sizes[0]
  const svg = drawings[drawing]({ width, height, random, palette: palettes[palette] })
  return { svg, width, height }
}
