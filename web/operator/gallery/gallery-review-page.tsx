import { useEffect, useEffectEvent, useState } from 'react'
import { galleryMessageMax, operatorGalleryEndpoints, type ReviewedItem } from '#contract/gallery/operator.ts'
import { type GalleryRefusalReason, galleryRefusalReasons } from '#contract/gallery/own-items.ts'
import { contentText } from '#web/gallery/video/content-text.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input, Select } from '#web/ui/form/field.tsx'
import operator from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import styles from './gallery-pages.module.css'
import { refusalNames } from './gallery-texts.ts'
import { ItemPictures } from './item-pictures.tsx'

/** Items that wait for their review: the oldest one, with all its pictures side by side. */
export const GalleryReviewPage = () => {
  const query = useOperatorQuery(operatorGalleryEndpoints.operatorGalleryQueue, {})
  return (
    <>
      <PageHead
        title="作品の審査"
        about="キーボードでも操作できます。A：通す、R：差し戻す理由へ移る、J：次の作品、K：前の作品"
      >
        <ButtonLink size="s" to={paths.operator('gallery-setting')}>
          ギャラリーの設定
        </ButtonLink>
      </PageHead>
      <QueryStates query={query}>
        {({ items, waiting }) =>
          items.length === 0 ? (
            <EmptyState title="審査待ちの作品はありません" />
          ) : (
            <Queue
              items={items}
              waiting={waiting}
              refetch={async () => (await query.refetch({ cancelRefetch: false })).data?.items}
            />
          )
        }
      </QueryStates>
    </>
  )
}

const Queue = ({
  items,
  waiting,
  refetch,
}: {
  items: readonly ReviewedItem[]
  waiting: number
  refetch: () => Promise<ReviewedItem[] | undefined>
}) => {
  const [chosenId, setChosenId] = useState<string | null>(null)
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosenId),
  )
  const item = items[at]
  const move = (by: number) =>
    setChosenId(items[Math.min(Math.max(at + by, 0), items.length - 1)]?.id ?? null)
  useKeys({ j: () => move(1), k: () => move(-1) })
  if (!item) return null
  return (
    <>
      <p className={styles.position}>
        審査待ち{count(waiting)}点のうち{at + 1}点目
        <span>
          <Button size="s" aria-disabled={at === 0} onClick={() => move(-1)}>
            前へ
          </Button>
          <Button size="s" aria-disabled={at === items.length - 1} onClick={() => move(1)}>
            次へ
          </Button>
        </span>
      </p>
      <Review
        key={`${item.id} ${item.version}`}
        item={item}
        renew={async () => (await refetch())?.find(({ id }) => id === item.id)}
      />
    </>
  )
}

/** Single keys, while nothing is being typed. */
const useKeys = (keys: Readonly<Record<string, () => void>>) => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTyping =
      event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog')
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    keys[event.key.toLowerCase()]?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

const Review = ({ item, renew }: { item: ReviewedItem; renew: () => Promise<ReviewedItem | undefined> }) => {
  const decide = useOperatorAction(operatorGalleryEndpoints.operatorReviewGalleryItem)
  const [reason, setReason] = useState<GalleryRefusalReason>('rights')
  const [message, setMessage] = useState('')
  const send = (refusal: GalleryRefusalReason | null) =>
    decide.mutate({
      itemId: item.id,
      version: item.version,
      reason: refusal,
      message: refusal ? message : '',
    })
  useKeys({
    a: () => {
      if (!decide.isPending) send(null)
    },
    r: () => document.getElementById('gallery-refusal')?.querySelector('select')?.focus(),
  })
  return (
    <div className={styles.review}>
      <ItemPictures item={item} renew={renew} />
      <div className={styles.decision}>
        <h2>{item.title}</h2>
        <ItemFacts item={item} />
        <Link to={paths.operator(`gallery/${item.id}`)} className={operator.link}>
          作品の情報・削除
        </Link>
        <Button block variant="primary" busy={decide.isPending} onClick={() => send(null)}>
          通す
        </Button>
        <div id="gallery-refusal" className={styles.refusal}>
          <Field label="差し戻す理由">
            <Select value={reason} onChange={({ target }) => setReason(target.value as GalleryRefusalReason)}>
              {galleryRefusalReasons.map((each) => (
                <option key={each} value={each}>
                  {refusalNames[each]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="ひとこと" note="任意" hint="配信者が読みます。">
            <Input
              maxLength={galleryMessageMax}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          </Field>
          <Button block busy={decide.isPending} onClick={() => send(reason)}>
            差し戻す
          </Button>
        </div>
        {decide.error ? (
          <p className={operator.refusal} role="alert">
            {decide.error.message}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Who offers what, and since when. */
export const ItemFacts = ({ item }: { item: ReviewedItem }) => (
  <ul className={styles.facts}>
    <li>
      <Link to={paths.operator(`members/${item.owner.id}`)} className={operator.link}>
        {item.owner.name}
      </Link>
      （通過{count(item.owner.passed)}点・差し戻し{count(item.owner.refused)}点）
    </li>
    <li>
      {item.price === 0 ? '無料' : points(item.price)}・
      {contentText({ durationMs: item.video?.durationMs ?? null, pictures: item.files.length })}・販売
      {count(item.sales)}回
    </li>
    {item.tags.length > 0 ? <li>{item.tags.map((tag) => `#${tag}`).join(' ')}</li> : null}
    {item.submittedAt ? (
      <li>
        <DateText at={item.submittedAt} /> 送信
      </li>
    ) : null}
  </ul>
)
