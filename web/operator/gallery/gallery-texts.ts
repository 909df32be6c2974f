import type { GalleryReviewMode } from '#contract/gallery/operator.ts'
import type { GalleryRefusalReason } from '#contract/gallery/own-items.ts'
import type { RemovalReason } from '#contract/gallery/removal.ts'

export const refusalNames = {
  rights: '権利を侵害しているおそれ',
  person: '写っている人の同意が不明',
  explicit: 'ガイドラインに合わない表現',
  contact: '連絡先が含まれている',
  quality: '小さい・内容がわからない',
  other: 'その他',
} as const satisfies Record<GalleryRefusalReason, string>

export const removalNames = {
  consent: '本人の同意がない・取り消し',
  age: '18歳未満の人が写っている',
  rights: '権利の侵害',
  other: 'その他',
} as const satisfies Record<RemovalReason, string>

export const reviewModes = {
  before: { name: '公開の前に審査する', about: '審査を通るまで、だれにも表示されません。' },
  after: { name: '公開の後に審査する', about: 'すぐに表示され、あとから審査します。' },
  trusted: {
    name: '実績のある配信者だけ、公開の後に審査する',
    about: '審査を通った作品が10点以上あり、90日以内に差し戻しのない配信者が対象です。',
  },
} as const satisfies Record<GalleryReviewMode, { name: string; about: string }>
