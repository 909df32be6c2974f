import { Heart, Pencil } from 'lucide-react'
import { useState } from 'react'
import { type ItemDetail, marketItemsEndpoints } from '#contract/market/items.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { useNavigate, useParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { isNotFound } from '#web/shell/query.ts'
import { count, day } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { BlockTrader } from './block-trader.tsx'
import { BuyModal } from './buying/buy-modal.tsx'
import styles from './item-page.module.css'
import { OfferPanel } from './offer-panel.tsx'
import { useItem, useMarketChange } from './queries.ts'
import { QuestionsPanel } from './questions-panel.tsx'
import { ReportItem } from './report-item.tsx'
import { categoryTexts, conditionTexts, itemStateTexts, postageTexts, shipDaysTexts } from './texts.ts'

/** One item: pictures, price, terms, questions, and the button that buys it. */
export const MarketItemPage = () => {
  const { itemId = '' } = useParams()
  return (
    <MemberSubPage title="商品" back={paths.market()} isWide>
      <Content itemId={itemId} />
    </MemberSubPage>
  )
}

const Content = ({ itemId }: { itemId: string }) => {
  const query = useItem(itemId)
  // The query keeps its last answer when it fails: what was taken down meanwhile isn't shown any more.
  const isGone = isNotFound(query.error)
  if (query.data && !isGone) return <Item item={query.data.item} />
  if (query.isError)
    return (
      <Panel>
        <QueryError query={query} />
      </Panel>
    )
  return (
    <div role="status" className={styles.loading}>
      <span className="vh">読み込み中</span>
      <Skeleton height={360} />
      <Skeleton height={160} />
    </div>
  )
}

const Item = ({ item }: { item: ItemDetail }) => {
  const { seller } = item
  const navigate = useNavigate()
  return (
    <div className={styles.columns}>
      <Pictures item={item} />
      <div className={styles.column}>
        <Panel>
          <Head item={item} />
          <p className={styles.text}>{item.description}</p>
          <FactList
            items={[
              { label: 'カテゴリー', value: categoryTexts[item.category] },
              { label: '商品の状態', value: conditionTexts[item.condition] },
              { label: '送料', value: postageTexts[item.postage] },
              { label: '発送', value: `${item.prefecture}から・${shipDaysTexts[item.shipDays]}` },
              { label: '出品日', value: day(item.listedAt, Date.now()) },
            ]}
          />
        </Panel>
        <Panel title="出品者">
          <div className={styles.seller}>
            <Avatar imageId={seller.avatarId} size={48} />
            <span>
              <b>{seller.name}</b>
              <small>
                {seller.good + seller.bad === 0
                  ? 'フリマの評価はまだありません'
                  : `よかった ${seller.good}・残念 ${seller.bad}`}
              </small>
            </span>
          </div>
        </Panel>
        <OfferPanel item={item} />
        <QuestionsPanel item={item} />
        {item.isOwn ? null : (
          <div className={styles.safety}>
            <BlockTrader
              name={seller.name}
              place={{ itemId: item.itemId }}
              onBlocked={() => void navigate(paths.market())}
            />
            <ReportItem itemId={item.itemId} />
          </div>
        )}
        <Actions item={item} />
      </div>
    </div>
  )
}

const Pictures = ({ item }: { item: ItemDetail }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by the keyboard
  <section className={styles.pictures} aria-label={`商品の写真 ${item.imageIds.length}枚`} tabIndex={0}>
    {item.imageIds.map((imageId, index) => (
      <img
        key={imageId}
        src={contentUrl(imageId, 960)}
        alt={`${item.title}の写真 ${index + 1}`}
        loading={index === 0 ? 'eager' : 'lazy'}
      />
    ))}
  </section>
)

const Head = ({ item }: { item: ItemDetail }) => {
  const add = useMarketChange(marketItemsEndpoints.addFleaMarketFavorite, { failure: '追加できませんでした' })
  const remove = useMarketChange(marketItemsEndpoints.deleteFleaMarketFavorite, {
    failure: '外せませんでした',
  })
  const state = itemStateTexts[item.state]
  const isPublic = item.state === 'onSale' || item.state === 'sold'
  return (
    <>
      <div className={styles.head}>
        <h2>{item.title}</h2>
        {item.isOwn || !isPublic ? null : (
          <IconButton
            icon={Heart}
            filled={item.isFavourite}
            className={item.isFavourite ? styles.favourite : ''}
            label={item.isFavourite ? 'お気に入りから外す' : 'お気に入りに追加'}
            onClick={() => (item.isFavourite ? remove : add).mutate({ itemId: item.itemId })}
          />
        )}
      </div>
      <p className={styles.price}>
        <b className="num">{count(item.ownPoints)}</b>pt
        {item.ownPoints < item.points ? <del className="num">{count(item.points)}pt</del> : null}
        {item.favourites > 0 ? <small>お気に入り {item.favourites}</small> : null}
        {state ? <span className={styles.state}>{state}</span> : null}
      </p>
      {item.removedReason ? <p className={styles.removed}>停止の理由：{item.removedReason}</p> : null}
    </>
  )
}

/** What can be done now, in the thumb's reach. */
const Actions = ({ item }: { item: ItemDetail }) => {
  const [isBuying, setIsBuying] = useState(false)
  const withdraw = useMarketChange(marketItemsEndpoints.withdrawFleaMarketItem, {
    success: '公開を停止しました',
    failure: '停止できませんでした',
  })
  const { transactionId, isOwn, state, itemId } = item
  return (
    <div className={styles.actions}>
      {transactionId !== null && (state === 'sold' || !isOwn) ? (
        <ButtonLink to={paths.marketTransaction(transactionId)} variant="primary" size="l" block>
          取引を見る
        </ButtonLink>
      ) : isOwn ? (
        state === 'onSale' || state === 'withdrawn' ? (
          <>
            <ButtonLink to={paths.marketSell(itemId)} icon={Pencil} variant="primary" size="l" block>
              {state === 'onSale' ? '編集する' : '編集して公開する'}
            </ButtonLink>
            {state === 'onSale' ? (
              <Button size="l" busy={withdraw.isPending} onClick={() => withdraw.mutate({ itemId })}>
                公開を停止
              </Button>
            ) : null}
          </>
        ) : null
      ) : state === 'onSale' ? (
        <Button variant="primary" size="l" block onClick={() => setIsBuying(true)}>
          {count(item.ownPoints)}ptで購入に進む
        </Button>
      ) : (
        <p className={styles.gone}>この商品は売り切れました</p>
      )}
      {isBuying ? <BuyModal item={item} onClose={() => setIsBuying(false)} /> : null}
    </div>
  )
}
