import { useState } from 'react'
import { type ItemDetail, marketItemsEndpoints } from '#contract/market/items.ts'
import {
  type ItemCategory,
  type ItemCondition,
  itemCategories,
  itemConditions,
  itemPicturesMax,
  itemTextMax,
  itemTitleMax,
  type PostagePayer,
  postagePayers,
  type ShipDays,
  shipDays,
} from '#contract/market/market.ts'
import { feeOf } from '#domain/market/transaction.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { RegionOptions } from '#web/people/region-options.tsx'
import { useNavigate, useSearchParams } from '#web/router/router.ts'
import { useKeptDraft } from '#web/session/use-kept-draft.ts'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { points } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select, Textarea } from '#web/ui/form/field.tsx'
import { FactList, Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from '../forms.module.css'
import { isContactWarning, useItem, useMarketChange, useMarketTerms } from '../queries.ts'
import { categoryTexts, conditionTexts, postageTexts, shipDaysTexts, typedNumber } from '../texts.ts'
import { PictureField, picturesUnderWay } from './picture-field.tsx'

/** 出品: a new item, a draft, or one that is on sale. */
export const MarketSellPage = () => {
  const [params] = useSearchParams()
  const itemId = params.get('item') ?? ''
  return (
    <MemberSubPage title={itemId ? '商品の編集' : '出品する'} back={paths.market()}>
      <Content key={itemId} itemId={itemId} />
    </MemberSubPage>
  )
}

const Content = ({ itemId }: { itemId: string }) => {
  const terms = useMarketTerms()
  const known = useItem(itemId)
  const me = useMe()
  const failed = [terms, me, ...(itemId ? [known] : [])].find(({ isError, data }) => isError && !data)
  if (failed) return <QueryError query={failed} />
  if (!terms.data || (itemId && !known.data) || !me.data) return <Skeleton height={480} />
  return <Form terms={terms.data} known={known.data?.item ?? null} region={me.data.region ?? '東京'} />
}

interface Draft {
  /** Empty until something is written about a new item. */
  itemId: string
  title: string
  description: string
  category: ItemCategory | ''
  condition: ItemCondition
  price: string
  postage: PostagePayer
  prefecture: string
  shipDays: ShipDays
  imageIds: readonly string[]
}

const draftOf = (known: ItemDetail | null, region: string): Draft => ({
  itemId: known?.itemId ?? '',
  title: known?.title ?? '',
  description: known?.description ?? '',
  category: known?.category ?? '',
  condition: known?.condition ?? 'good',
  price: known ? String(known.points) : '',
  postage: known?.postage ?? 'seller',
  prefecture: known?.prefecture ?? region,
  shipDays: known?.shipDays ?? '2to3',
  imageIds: known?.imageIds ?? [],
})

type Terms = NonNullable<ReturnType<typeof useMarketTerms>['data']>

const Form = ({ terms, known, region }: { terms: Terms; known: ItemDetail | null; region: string }) => {
  const navigate = useNavigate()
  const [opened] = useState(() => draftOf(known, region))
  const kept = useKeptDraft(`marketItem:${opened.itemId}`, opened)
  const { draft } = kept
  const [missing, setMissing] = useState<string | null>(null)
  const [isSending, setIsSending] = useState(false)
  const save = useMarketChange(marketItemsEndpoints.saveFleaMarketItem)
  const [newId] = useState(() => crypto.randomUUID())
  const itemId = draft.itemId || newId
  const change = (part: Partial<Draft>) => kept.change({ itemId: kept.now().itemId || newId, ...part })
  const { category } = draft
  const send = (isDraft: boolean) => {
    const wrong = isSending ? picturesUnderWay : category === '' ? 'カテゴリーを選んでください。' : null
    setMissing(wrong)
    if (wrong !== null || category === '' || save.isPending) return
    const { price, imageIds, ...rest } = draft
    const item = {
      ...{ ...rest, itemId, category, imageIds: [...imageIds] },
      points: typedNumber(price) || (isDraft ? terms.pointsMin : 0),
      ...{ isDraft, isWarned: isContactWarning(save.error) },
    }
    const isStored = ({ forbidden }: { forbidden: string | null }) => forbidden === null
    const sending = save.mutateAsync(item, {
      onSuccess: (answer) => {
        if (isStored(answer)) void navigate(isDraft ? paths.marketOwn() : paths.marketItem(itemId))
      },
    })
    kept.forgetAfter(sending, isStored)
  }
  const problem = missing ?? save.data?.forbidden ?? save.error?.message ?? null
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send(false)
      }}
    >
      <Panel title="写真" note={`${draft.imageIds.length}/${itemPicturesMax}`}>
        <PictureField
          imageIds={draft.imageIds}
          max={itemPicturesMax}
          firstNote="表紙"
          onBusy={setIsSending}
          onChange={(next) => change({ imageIds: next(kept.now().imageIds) })}
        />
      </Panel>
      <ItemFields draft={draft} change={change} />
      <Panel title="価格">
        <div className={styles.form}>
          <Field
            label="販売価格"
            note="pt"
            hint={`${points(terms.pointsMin)}〜${points(terms.pointsMax)}で設定できます。`}
          >
            <Input
              inputMode="numeric"
              value={draft.price}
              onChange={(event) => change({ price: event.target.value })}
            />
          </Field>
          <Fee terms={terms} category={category} price={typedNumber(draft.price)} />
        </div>
      </Panel>
      {problem ? (
        <p className={styles.error} role="alert">
          {problem}
        </p>
      ) : null}
      <Button type="submit" variant="primary" size="l" block busy={save.isPending}>
        {isContactWarning(save.error)
          ? 'このまま出品する'
          : known?.state === 'onSale'
            ? '変更する'
            : '出品する'}
      </Button>
      {known?.state === 'onSale' ? null : (
        <Button variant="text" block onClick={() => send(true)}>
          下書きに保存
        </Button>
      )}
    </form>
  )
}

const ItemFields = ({ draft, change }: { draft: Draft; change: (part: Partial<Draft>) => void }) => (
  <>
    <Panel title="商品について">
      <div className={styles.form}>
        <Field label="商品名" note={`${itemTitleMax}文字まで`}>
          <Input value={draft.title} onChange={(event) => change({ title: event.target.value })} />
        </Field>
        <Field label="説明" note={`${itemTextMax.toLocaleString('ja-JP')}文字まで`}>
          <Textarea
            rows={5}
            value={draft.description}
            placeholder="大きさ、色、使った回数、傷や汚れなど"
            onChange={(event) => change({ description: event.target.value })}
          />
        </Field>
        <Field label="カテゴリー">
          <Select
            value={draft.category}
            onChange={(event) =>
              change({ category: itemCategories.find((each) => each === event.target.value) ?? '' })
            }
          >
            <option value="">選んでください</option>
            {itemCategories.map((each) => (
              <option key={each} value={each}>
                {categoryTexts[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="商品の状態">
          <Select
            value={draft.condition}
            onChange={(event) => change({ condition: event.target.value as ItemCondition })}
          >
            {itemConditions.map((each) => (
              <option key={each} value={each}>
                {conditionTexts[each]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Panel>
    <Panel title="配送について">
      <div className={styles.form}>
        <Field label="送料">
          <Select
            value={draft.postage}
            onChange={(event) => change({ postage: event.target.value as PostagePayer })}
          >
            {postagePayers.map((each) => (
              <option key={each} value={each}>
                {postageTexts[each]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="発送元の地域" hint="公開されるのは都道府県だけです。">
          <Select value={draft.prefecture} onChange={(event) => change({ prefecture: event.target.value })}>
            <RegionOptions />
          </Select>
        </Field>
        <Field label="発送までの日数">
          <Select
            value={draft.shipDays}
            onChange={(event) => change({ shipDays: event.target.value as ShipDays })}
          >
            {shipDays.map((each) => (
              <option key={each} value={each}>
                {shipDaysTexts[each]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </Panel>
  </>
)

const Fee = ({ terms, category, price }: { terms: Terms; category: ItemCategory | ''; price: number }) => {
  const percent = terms.fees.find((fee) => fee.category === category)?.percent
  if (percent === undefined || price === 0) return null
  const fee = feeOf(price, percent)
  return (
    <>
      <FactList
        items={[
          { label: `販売手数料（${percent}%）`, value: points(fee) },
          { label: '売上', value: <b className="num">{points(price - fee)}</b> },
        ]}
      />
      <p className={styles.note}>売上は、フリマでのお買い物に使えます。現金での払い出しはできません。</p>
    </>
  )
}
