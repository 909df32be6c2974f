import { useState } from 'react'
import { galleryMessageMax, operatorGalleryEndpoints, type ReviewedItem } from '#contract/gallery/operator.ts'
import { type RemovalReason, removalReasons } from '#contract/gallery/removal.ts'
import { Link, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input, Select } from '#web/ui/form/field.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { ActionPanel } from '../account/action-panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import operator from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import styles from './gallery-pages.module.css'
import { ItemFacts } from './gallery-review-page.tsx'
import { removalNames } from './gallery-texts.ts'
import { ItemPictures } from './item-pictures.tsx'
import { LeakPanel } from './leak-panel.tsx'
import { LeakVideoPanel } from './leak-video-panel.tsx'

interface Buyer {
  id: string
  name: string
  points: number
  boughtAt: string
  isReturned: boolean
  codes: string[]
}

/** One item: its pictures, its buyers, and its removal. */
export const GalleryItemDetailPage = () => {
  const itemId = useParams().itemId ?? ''
  const query = useOperatorQuery(operatorGalleryEndpoints.operatorGalleryItem, { itemId })
  return (
    <>
      <PageHead title="作品の情報" />
      <QueryStates query={query}>
        {({ item, buyers }) => (
          <div className={styles.claims}>
            <div className={styles.review}>
              <ItemPictures
                item={item}
                renew={async () => (await query.refetch({ cancelRefetch: false })).data?.item}
              />
              <div className={styles.decision}>
                <h2>{item.title}</h2>
                <ItemFacts item={item} />
              </div>
            </div>
            {item.state === 'removed' ? (
              <Panel title="削除済み">
                <p>
                  この作品はだれからも見られません。画像は証拠として180日間保管され、そのあと消去されます。
                </p>
              </Panel>
            ) : (
              <Remove item={item} />
            )}
            <Buyers item={item} buyers={buyers} />
            {item.video ? <LeakVideoPanel itemId={item.id} /> : <LeakPanel itemId={item.id} />}
          </div>
        )}
      </QueryStates>
    </>
  )
}

const Remove = ({ item }: { item: ReviewedItem }) => {
  const remove = useOperatorAction(operatorGalleryEndpoints.operatorRemoveGalleryItem)
  const [reason, setReason] = useState<RemovalReason>('consent')
  const [note, setNote] = useState('')
  const [isReturned, setIsReturned] = useState(true)
  return (
    <ActionPanel
      title="作品を削除する"
      about="購入した方を含め、だれからも見られなくなります。同じ画像と、よく似た画像は、これからアップロードできません。"
    >
      <Field label="理由">
        <Select value={reason} onChange={({ target }) => setReason(target.value as RemovalReason)}>
          {removalReasons.map((each) => (
            <option key={each} value={each}>
              {removalNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="メモ" hint="操作の記録に残ります。">
        <Input maxLength={galleryMessageMax} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <fieldset className={operator.radios}>
        <legend>購入した方へのポイント</legend>
        <label>
          <input
            type="checkbox"
            checked={isReturned}
            onChange={({ target }) => setIsReturned(target.checked)}
          />
          配信者の報酬から返す
        </label>
      </fieldset>
      <ConfirmButton
        action={remove}
        input={{ itemId: item.id, reason, note: note.trim(), isReturned }}
        label="作品を削除する"
        title={`「${item.title}」を削除しますか？`}
        variant="ink"
        disabled={note.trim() === ''}
      >
        <p>
          削除はあとから取り消せません。購入は{count(item.sales)}件です。
          {isReturned ? '全員にポイントを返します。' : 'ポイントは返しません。'}
        </p>
      </ConfirmButton>
    </ActionPanel>
  )
}

const Buyers = ({ item, buyers }: { item: ReviewedItem; buyers: readonly Buyer[] }) => (
  <Panel title="購入した方">
    {buyers.length === 0 ? (
      <p>まだいません。</p>
    ) : (
      <Rows>
        {buyers.map((buyer) => (
          <li key={buyer.id}>
            <span>
              <Link to={paths.operator(`members/${buyer.id}`)} className={operator.link}>
                {buyer.name}
              </Link>
              <small className={operator.aside}>
                <DateText at={buyer.boughtAt} />・{points(buyer.points)}
                {buyer.isReturned ? '・返還済み' : ''}
                <br />
                番号 {buyer.codes.join('、')}
              </small>
            </span>
            {buyer.isReturned || item.state === 'removed' ? null : <Return item={item} buyer={buyer} />}
          </li>
        ))}
      </Rows>
    )}
  </Panel>
)

const Return = ({ item, buyer }: { item: ReviewedItem; buyer: Buyer }) => {
  const giveBack = useOperatorAction(operatorGalleryEndpoints.operatorReturnGalleryPurchase)
  return (
    <ConfirmButton
      action={giveBack}
      input={{ itemId: item.id, memberId: buyer.id, isPaidByPlatform: false, note: 'ファイルの不具合' }}
      label="ポイントを返す"
      title={`${buyer.name}さんに${points(buyer.points)}を返しますか？`}
    >
      <p>画像が壊れているときなどに使います。配信者の報酬から返し、この方は作品を見られなくなります。</p>
    </ConfirmButton>
  )
}
