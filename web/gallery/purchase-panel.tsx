import { useState } from 'react'
import { call } from '#contract/core/client.ts'
import type { GalleryItem } from '#contract/gallery/gallery.ts'
import { purchaseEndpoints } from '#contract/points/purchase.ts'
import { useNavigate } from '#web/router/router.ts'
import { registerFor } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { usePoints } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AnswerError } from '#web/shell/query.ts'
import { count, points as pointsText } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Panel } from '#web/ui/panel.tsx'
import { PriceTag } from '#web/ui/points/price-tag.tsx'
import styles from './purchase-panel.module.css'
import { usePurchase } from './queries.ts'
import { contentText } from './video/content-text.ts'

/** What the item costs, what one gets, what is left afterwards, and the purchase itself. */
export const PurchasePanel = ({ item }: { item: GalleryItem }) => {
  if (item.access === 'own')
    return (
      <Panel>
        <p className={styles.note}>あなたの作品です。お相手には、購入されるまでぼかして表示されます。</p>
        <ButtonLink block to={paths.ownGallery()}>
          作品の管理
        </ButtonLink>
      </Panel>
    )
  if (item.access === 'bought')
    return (
      <Panel>
        <p className={styles.bought}>
          <b>購入済み</b>
          {item.purchase ? (
            <span>
              <DateText at={item.purchase.boughtAt} />・{pointsText(item.purchase.points)}
            </span>
          ) : null}
        </p>
        <p className={styles.note}>
          {item.isWithdrawn ? '公開は終わりましたが、いつでも見られます。' : 'いつでも見られます。'}
        </p>
        {item.purchase ? (
          <ButtonLink variant="quiet" size="s" to={paths.receipt(String(item.purchase.receiptId))}>
            購入の明細
          </ButtonLink>
        ) : null}
      </Panel>
    )
  if (item.access === 'free')
    return (
      <Panel>
        <p className={styles.bought}>
          <b>無料</b>
          <span>
            {item.kind === 'video'
              ? `${contentText(item)}・すぐに見られます`
              : `${count(item.pictures)}枚をすべて見られます`}
          </span>
        </p>
      </Panel>
    )
  return <Offer item={item} />
}

const Offer = ({ item }: { item: GalleryItem }) => {
  const { status, data: session } = useSession()
  const balance = usePoints()
  if (session?.user.isBroadcaster)
    return (
      <Panel>
        <Price item={item} />
        <p className={styles.note}>配信者のアカウントでは購入できません。</p>
      </Panel>
    )
  const isShort = balance !== undefined && balance < item.price
  return (
    <Panel className={styles.offer}>
      <Price item={item} />
      {balance === undefined ? null : (
        <dl className={styles.balance}>
          <div>
            <dt>いまの残高</dt>
            <dd>{pointsText(balance)}</dd>
          </div>
          <div>
            <dt>{isShort ? '足りないポイント' : '購入後の残高'}</dt>
            <dd data-short={isShort || undefined}>{pointsText(Math.abs(balance - item.price))}</dd>
          </div>
        </dl>
      )}
      {status === 'unauthenticated' ? (
        <Button
          block
          size="l"
          variant="primary"
          onClick={() => registerFor({ to: paths.galleryItem(item.id), what: `「${item.title}」の購入` })}
        >
          登録して購入する
        </Button>
      ) : (
        <BuyButton item={item} isShort={isShort} />
      )}
    </Panel>
  )
}

const Price = ({ item }: { item: GalleryItem }) => (
  <div className={styles.price}>
    <PriceTag amount={item.price} unit="pt" />
    <span>{contentText(item)}・いつでも見られます</span>
  </div>
)

const BuyButton = ({ item, isShort }: { item: GalleryItem; isShort: boolean }) => {
  const navigate = useNavigate()
  const purchase = usePurchase()
  const [failure, setFailure] = useState<{ code: string; message: string } | null>(null)
  const charge = () => {
    void call(purchaseEndpoints.utageNotEnoughPoint, {})
    void navigate(paths.purchase(paths.galleryItem(item.id)))
  }
  const buy = () =>
    purchase.mutate(
      { itemId: item.id, points: item.price, kind: item.kind },
      {
        onSuccess: () =>
          void showToast({
            tone: 'ok',
            title: '購入しました',
            text: item.kind === 'video' ? '動画を再生できます。' : 'すべての画像を見られます。',
          }),
        onError: (error) =>
          setFailure({
            code: error instanceof AnswerError ? error.code : '',
            message: error.message,
          }),
      },
    )
  const lacksPoints = failure?.code === 'insufficientPoints'
  return (
    <>
      <Button block size="l" variant="primary" busy={purchase.isPending} onClick={isShort ? charge : buy}>
        {isShort ? 'ポイントを追加する' : `${pointsText(item.price)}で購入する`}
      </Button>
      <AlertDialog
        open={failure !== null}
        onClose={() => setFailure(null)}
        title={lacksPoints ? failure.message : '購入できませんでした'}
        message={lacksPoints ? 'ポイントを追加すると、購入できます。' : (failure?.message ?? '')}
        action={lacksPoints ? { label: 'ポイントを追加する', onPress: charge } : undefined}
      />
    </>
  )
}
