import { readFile } from 'node:fs/promises'
import path from 'node:path'

/** The demo's videos: drawn scenes of six broadcasters, two of them free. scripts/draw-seed-videos.ts makes their files. */
export interface SeedVideo {
  ownerId: string
  title: string
  price: number
  tags: readonly string[]
  scene: string
  /** Waits for its review. */
  isWaiting?: true
}

export const seedVideos: readonly SeedVideo[] = [
  {
    ownerId: '10482736',
    title: '月の海をながめる',
    price: 300,
    tags: ['海', '月', '夜'],
    scene: 'moonlitSea',
  },
  { ownerId: '10729485', title: '紅茶の湯気', price: 0, tags: ['お茶', '静物'], scene: 'steamingTea' },
  { ownerId: '11058374', title: '花火、三つ', price: 200, tags: ['花火', '夏'], scene: 'fireworkNight' },
  { ownerId: '10573914', title: '雪の宿の灯り', price: 250, tags: ['雪', '旅'], scene: 'fallingSnow' },
  { ownerId: '11270693', title: '雨の窓辺で', price: 150, tags: ['雨', '夜'], scene: 'rainyWindow' },
  { ownerId: '10482736', title: 'ろうそくの夜', price: 0, tags: ['静物', '夜'], scene: 'candle' },
  { ownerId: '11381705', title: '夜汽車の窓', price: 300, tags: ['旅', '夜'], scene: 'nightTrain' },
  {
    ...{ ownerId: '10729485', title: '空へのぼる灯', price: 250, tags: ['夜'], scene: 'floatingLanterns' },
    isWaiting: true,
  },
]

export interface SceneSize {
  durationMs: number
  width: number
  height: number
}

const read = (name: string): Promise<Buffer> => readFile(path.join(import.meta.dirname, name))

/** What the build wrote of each scene. */
export const sceneSizes = async (): Promise<Record<string, SceneSize>> =>
  JSON.parse((await read('lengths.json')).toString()) as Record<string, SceneSize>

export const sceneFiles = async (scene: string): Promise<Record<'360' | '720' | 'poster', Buffer>> => ({
  360: await read(`${scene}-360.mp4`),
  720: await read(`${scene}-720.mp4`),
  poster: await read(`${scene}.jpg`),
})
