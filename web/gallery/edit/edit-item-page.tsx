import { useState } from 'react'
import { type GalleryKind, galleryKinds } from '#contract/gallery/gallery.ts'
import { galleryTitleMax, type OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useNavigate, useParams } from '#web/router/router.ts'
import { useSession } from '#web/session/session.tsx'
import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { removeKeptVideo } from '#web/videos/kept-file.ts'
import { useVideoUpload, type VideoUploadState } from '#web/videos/use-video-upload.ts'
import { VideoField } from '#web/videos/video-field.tsx'
import { pictureAddress } from '../picture-address.ts'
import { readPrice, readTagText } from '../price-text.ts'
import { useOwnItems, useSaveItem } from '../queries.ts'
import { UnusualPrice } from '../unusual-price.tsx'
import styles from './edit-item-page.module.css'
import { PictureList } from './picture-list.tsx'
import { usePictureUploads } from './use-picture-uploads.ts'

const suggestedPrice = 300

/** A new item, a draft or a refused one. */
export const EditItemPage = () => {
  useSession({ required: true })
  const itemId = useParams().itemId ?? ''
  const query = useOwnItems()
  const item = query.data?.items.find(({ id }) => id === itemId)
  const isEditable = item === undefined || item.state === 'draft' || item.state === 'refused'
  return (
    <SubPage title={item ? '作品の編集' : '作品の追加'} back={paths.ownGallery()}>
      {query.data && !isEditable ? (
        <EmptyState title="この作品は、いまは編集できません">
          作品の管理から、公開を終えるか審査を取り下げてください。
        </EmptyState>
      ) : query.data ? (
        <ItemForm
          key={itemId}
          itemId={itemId}
          item={item}
          prices={query.data.prices}
          usual={query.data.usual}
          isReviewedAfter={query.data.isReviewedAfter}
        />
      ) : query.isError ? (
        <QueryError query={query} />
      ) : (
        <Skeleton height={420} />
      )}
    </SubPage>
  )
}

/** A time of the browser's zone for `<input type="datetime-local">`. */
const localText = (at: string | null): string => {
  if (at === null) return ''
  const ms = Date.parse(at)
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** As it is typed. */
interface Draft {
  kind: GalleryKind | null
  title: string
  price: string
  tags: string
  appearsAt: string
}

const draftOf = (item: OwnGalleryItem | undefined): Draft => ({
  kind: item?.kind ?? null,
  title: item?.title ?? '',
  price: String(item?.price ?? suggestedPrice),
  tags: item?.tags.join(' ') ?? '',
  appearsAt: localText(item?.appearsAt ?? null),
})

/** What becomes of an item that is sent: on the button, and when it is done. */
const sentTexts = (isReviewedAfter: boolean, { appearsAt }: Draft): readonly [string, string] => {
  if (!isReviewedAfter) return ['審査に送る', '審査に送りました']
  return appearsAt !== '' && Date.parse(appearsAt) > Date.now()
    ? ['公開を予約する', '公開を予約しました']
    : ['公開する', '公開しました']
}

const ItemForm = ({
  itemId,
  item,
  prices,
  usual,
  isReviewedAfter,
}: {
  itemId: string
  item: OwnGalleryItem | undefined
  prices: { min: number; max: number }
  /** The usual prices of kinds of which enough was sold. */
  usual: readonly { kind: GalleryKind; from: number; to: number }[]
  isReviewedAfter: boolean
}) => {
  const navigate = useNavigate()
  const save = useSaveItem()
  const [opened] = useState(() => draftOf(item))
  const kept = useKeptDraft(`galleryItem:${itemId}`, opened)
  const { draft } = kept
  const uploads = usePictureUploads(item?.kind === 'video' ? [] : (item?.files ?? []))
  const video = useVideoUpload(itemId, ownVideo(item))
  // A reload finds the video that was being sent.
  const kind = draft.kind ?? (hasVideo(video.state) ? 'video' : 'image')
  const [sendText, sentText] = sentTexts(isReviewedAfter, draft)
  const [problem, setProblem] = useState<string | null>(null)
  const send = (isSubmitted: boolean) => {
    const points = readPrice(draft.price)
    const wrong =
      points === null
        ? '価格を数字で入力してください。'
        : kind === 'image'
          ? uploads.unready
          : isSubmitted && video.isBusy
            ? '動画の準備が終わるまでお待ちください。下書きはいま保存できます。'
            : null
    setProblem(wrong)
    if (wrong !== null || points === null) return
    const sending = save.mutateAsync(
      {
        ...{
          itemId,
          title: draft.title,
          price: points,
          tags: readTagText(draft.tags),
          kind,
          videoId: kind === 'video' && video.state.phase === 'ready' ? video.state.videoId : null,
          imageIds: kind === 'image' ? uploads.imageIds : [],
          isSubmitted,
        },
        appearsAt: draft.appearsAt === '' ? null : new Date(draft.appearsAt).toISOString(),
      },
      {
        onSuccess: () => {
          if (kind === 'image' || video.state.phase === 'ready') void removeKeptVideo(itemId)
          void navigate(paths.ownGallery())
          void showToast({ tone: 'ok', title: isSubmitted ? sentText : '下書きを保存しました' })
        },
      },
    )
    kept.forgetAfter(sending)
  }
  return (
    <Panel>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          send(true)
        }}
      >
        <KindSwitch kind={kind} onChange={(chosen) => kept.change({ kind: chosen })} />
        {kind === 'image' ? (
          <PictureList uploads={uploads} />
        ) : (
          <VideoField
            upload={video}
            later="このまま下書きを保存して、あとで仕上げることもできます。"
            address={ownPoster(item, video.state)}
          />
        )}
        <ItemFields
          draft={draft}
          prices={prices}
          usual={usual.find((one) => one.kind === kind) ?? null}
          onChange={kept.change}
        />
        <p className={styles.note}>
          写っている方全員の同意があり、18歳未満の方が写っていない、ご自身が権利を持つ
          {kind === 'image' ? '画像' : '動画'}だけを追加してください。
        </p>
        <Refusal text={problem ?? save.error?.message} />
        <Button block size="l" variant="primary" type="submit" busy={save.isPending}>
          {sendText}
        </Button>
        <Button block busy={save.isPending} onClick={() => send(false)}>
          下書きを保存する
        </Button>
      </form>
    </Panel>
  )
}

const kindNames = { image: '画像', video: '動画' } as const satisfies Record<GalleryKind, string>

const KindSwitch = ({ kind, onChange }: { kind: GalleryKind; onChange: (kind: GalleryKind) => void }) => (
  <fieldset className={styles.kinds}>
    <legend className="vh">作品の種類</legend>
    {galleryKinds.map((one) => (
      <Chip key={one} pressed={kind === one} onPress={() => onChange(one)}>
        {kindNames[one]}
      </Chip>
    ))}
  </fieldset>
)

const hasVideo = ({ phase }: VideoUploadState): boolean =>
  phase === 'sending' || phase === 'interrupted' || phase === 'converting' || phase === 'ready'

/** The video that the item has already. */
const ownVideo = (item: OwnGalleryItem | undefined): VideoUploadState => {
  const [poster] = item?.files ?? []
  return item?.video && poster ? { phase: 'ready', ...item.video, poster: poster.imageId } : { phase: 'none' }
}

/** The poster of an item's own video needs a signed address; one that was just sent is the sender's alone. */
const ownPoster = (item: OwnGalleryItem | undefined, state: VideoUploadState): string | undefined => {
  const [poster] = item?.files ?? []
  return poster && state.phase === 'ready' && state.poster === poster.imageId
    ? pictureAddress(poster, 480)
    : undefined
}

const ItemFields = ({
  draft,
  prices,
  usual,
  onChange,
}: {
  draft: Draft
  prices: { min: number; max: number }
  /** What sold items of the kind usually cost; null when too little was sold. */
  usual: { from: number; to: number } | null
  onChange: (change: Partial<Draft>) => void
}) => (
  <>
    <Field label="タイトル" note={`${[...draft.title].length}/${galleryTitleMax}`}>
      <Input
        value={draft.title}
        required
        maxLength={galleryTitleMax}
        onChange={({ target }) => onChange({ title: target.value })}
      />
    </Field>
    <Field
      label="価格"
      note="pt"
      hint={`0にすると無料です。${points(prices.min)}〜${points(prices.max)}の10pt単位で決められます。`}
    >
      <Input
        inputMode="numeric"
        maxLength={6}
        value={draft.price}
        onChange={({ target }) => onChange({ price: target.value })}
      />
    </Field>
    <UnusualPrice price={readPrice(draft.price)} usual={usual} />
    <Field label="タグ" note="任意" hint="空白で区切って8個まで。例：海 夜景 猫">
      <Input value={draft.tags} maxLength={120} onChange={({ target }) => onChange({ tags: target.value })} />
    </Field>
    <Field label="公開する日時" note="任意" hint="空のままにすると、すぐに公開します。">
      <Input
        type="datetime-local"
        value={draft.appearsAt}
        onChange={({ target }) => onChange({ appearsAt: target.value })}
      />
    </Field>
  </>
)
