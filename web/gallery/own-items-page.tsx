import { EllipsisVertical, Plus } from 'lucide-react'
import { useState } from 'react'
import type { GalleryRefusalReason, GalleryState, OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { Link, useNavigate } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, dayTimeAhead, points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import { lengthText } from '#web/videos/length-text.ts'
import { OwnItemMenu } from './own-item-menu.tsx'
import styles from './own-items-page.module.css'
import { pictureAddress } from './picture-address.ts'
import { useOwnItems } from './queries.ts'

const stateTexts = {
  draft: '下書き',
  waiting: '審査中',
  unreviewed: '公開中・審査中',
  published: '公開中',
  refused: '差し戻し',
  withdrawn: '公開終了',
  removed: '運営により削除',
  delivered: 'リクエストでお届け',
} as const satisfies Record<GalleryState, string>

const refusalTexts = {
  rights: '著作権などの権利を侵害しているおそれがあります',
  person: '写っている方の同意が確認できません',
  explicit: 'ガイドラインに合わない表現が含まれています',
  contact: '連絡先が含まれています',
  quality: '画像が小さいか、内容がわかりにくいです',
  other: 'ガイドラインに合わない内容が含まれています',
} as const satisfies Record<GalleryRefusalReason, string>

/** A broadcaster's own items, what became of them, and the way to a new one. */
export const OwnItemsPage = () => {
  useSession({ required: true })
  const query = useOwnItems()
  const navigate = useNavigate()
  return (
    <SubPage title="作品の管理" back={paths.base()}>
      <Button
        block
        variant="primary"
        icon={Plus}
        onClick={() => void navigate(paths.editGalleryItem(crypto.randomUUID()))}
      >
        作品を追加する
      </Button>
      <ButtonLink block to={paths.imageRequests()}>
        写真のリクエスト
      </ButtonLink>
      {query.data ? (
        <>
          <p className={styles.about}>
            {query.data.isReviewedAfter
              ? '公開するとすぐに表示され、あとから運営が確認します。'
              : '公開すると運営の審査に送られ、通ると表示されます。'}
            購入された作品は、公開を終えても購入した方が見られます。
          </p>
          {query.data.items.length === 0 ? (
            <EmptyState title="作品はまだありません">
              写真やイラストを、まとめて20枚まで1つの作品にできます。
            </EmptyState>
          ) : (
            <ul className={styles.items}>
              {query.data.items.map((item) => (
                <OwnItem key={item.id} item={item} />
              ))}
            </ul>
          )}
        </>
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <RowsSkeleton />
      )}
    </SubPage>
  )
}

const OwnItem = ({ item }: { item: OwnGalleryItem }) => {
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [cover] = item.files
  const isEditable = item.state === 'draft' || item.state === 'refused'
  const to = isEditable ? paths.editGalleryItem(item.id) : paths.galleryItem(item.id)
  const isAhead =
    item.state === 'published' && item.appearsAt !== null && Date.parse(item.appearsAt) > Date.now()
  return (
    <li className={styles.item}>
      <div className={styles.cover}>
        {cover ? <img src={pictureAddress(cover, 180)} alt="" loading="lazy" decoding="async" /> : null}
      </div>
      <div className={styles.facts}>
        <p className={styles.state} data-state={item.state}>
          {isAhead && item.appearsAt
            ? `${dayTimeAhead(item.appearsAt, Date.now())} 公開予定`
            : stateTexts[item.state]}
        </p>
        <p className={styles.title}>
          {item.state === 'removed' ? item.title : <Link to={to}>{item.title}</Link>}
        </p>
        <p className={styles.figures}>
          <span>{item.price === 0 ? '無料' : points(item.price)}</span>
          <span>
            {item.kind === 'image'
              ? `${count(item.files.length)}枚`
              : item.video
                ? `動画 ${lengthText(item.video.durationMs)}`
                : '動画'}
          </span>
          {isEditable ? null : (
            <>
              {item.price === 0 && item.sales === 0 ? null : (
                <span>
                  販売 {count(item.sales)}・報酬 {points(item.earned)}
                </span>
              )}
              <span>閲覧 {count(item.views)}</span>
              <span>保存 {count(item.favourites)}</span>
              {item.returned > 0 ? <span>返還 {count(item.returned)}</span> : null}
            </>
          )}
        </p>
        {item.refusal ? (
          <p className={styles.refusal}>
            {refusalTexts[item.refusal.reason]}。{item.refusal.message}
          </p>
        ) : null}
      </div>
      {item.state === 'removed' || item.state === 'delivered' ? null : (
        <>
          <IconButton
            icon={EllipsisVertical}
            label={`「${item.title}」の操作`}
            className={styles.menu ?? ''}
            aria-haspopup="dialog"
            onClick={() => setIsMenuOpen(true)}
          />
          {isMenuOpen ? <OwnItemMenu item={item} onClose={() => setIsMenuOpen(false)} /> : null}
        </>
      )}
    </li>
  )
}
