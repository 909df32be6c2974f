import { useInfiniteQuery } from '@tanstack/react-query'
import { Flag, ImageOff } from 'lucide-react'
import { Suspense, useState } from 'react'
import { type PaidImage, type PaidImageCursor, paidImagesEndpoints } from '#contract/chat/paid-images.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { ReportModal } from '#web/safety/report-modal.tsx'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { count } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { RowsSkeleton } from '#web/ui/skeleton.tsx'
import styles from './paid-images-page.module.css'

const ImageViewer = lazyPart(async () => (await import('#web/chat/messages/image-viewer.tsx')).ImageViewer)

const usePaidImages = () =>
  useInfiniteQuery({
    queryKey: ['chat', 'paid-images'],
    queryFn: ({ signal, pageParam }) =>
      fetchEndpoint(paidImagesEndpoints.getPaidImages, pageParam ? { before: pageParam } : {}, { signal }),
    initialPageParam: null as PaidImageCursor | null,
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })

/** The images that the member has bought in conversations; they stay after a block in either direction. */
export const PaidImagesPage = () => (
  <MemberSubPage title="購入した画像">
    <PaidImages />
  </MemberSubPage>
)

const nameOf = ({ partner }: PaidImage): string => `${partner.name}さん`

const PaidImages = () => (
  <PagedList
    query={usePaidImages()}
    itemsOf={(page) => page.images}
    loading={<RowsSkeleton count={3} />}
    empty={
      <EmptyState level={2} picture={null} title="まだ購入した画像はありません">
        トークでひらいた封のついた画像が、ここに残ります。
      </EmptyState>
    }
  >
    {(images) => <PaidImageGrid images={images} />}
  </PagedList>
)

const PaidImageGrid = ({ images }: { images: readonly PaidImage[] }) => {
  const [viewed, setViewed] = useState<number | null>(null)
  const [reported, setReported] = useState<PaidImage | null>(null)
  return (
    <>
      <p className={styles.note}>
        ブロックしたりされたりして、トークが見られなくなった後も、ここで見られます。
      </p>
      <ul className={styles.grid}>
        {images.map((image, index) => (
          <PaidImageTile
            key={image.messageId}
            image={image}
            onOpen={() => setViewed(index)}
            onReport={() => setReported(image)}
          />
        ))}
      </ul>
      {viewed === null ? null : (
        <Suspense fallback={null}>
          <ImageViewer
            images={images.map((image) => ({
              src: contentUrl(image.imageId, 1920),
              alt: `${nameOf(image)}からの画像`,
              width: image.width,
              height: image.height,
            }))}
            index={viewed}
            onClose={() => setViewed(null)}
          />
        </Suspense>
      )}
      {reported ? (
        <ReportModal
          partner={reported.partner}
          place="chat"
          messageId={reported.messageId}
          onClose={() => setReported(null)}
        />
      ) : null}
    </>
  )
}

const PaidImageTile = ({
  image,
  onOpen,
  onReport,
}: {
  image: PaidImage
  onOpen: () => void
  onReport: () => void
}) => {
  const [isGone, setIsGone] = useState(false)
  return (
    <li className={styles.tile}>
      {isGone ? (
        <div className={styles.gone}>
          <Icon of={ImageOff} />
          画像を表示できません
        </div>
      ) : (
        <button type="button" onClick={onOpen}>
          <img
            src={contentUrl(image.imageId, 480)}
            alt={`${nameOf(image)}からの画像をひらく`}
            loading="lazy"
            decoding="async"
            onError={() => setIsGone(true)}
          />
        </button>
      )}
      <div className={styles.facts}>
        <span>
          <b>{nameOf(image)}</b>
          <small>
            <DateText at={image.sentAt} />・<span className="num">{count(image.points)}pt</span>
          </small>
        </span>
        <IconButton icon={Flag} label={`${nameOf(image)}からの画像を通報`} onClick={onReport} />
      </div>
    </li>
  )
}
