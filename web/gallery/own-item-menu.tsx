import { useState } from 'react'
import type { GalleryState, OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, points } from '#web/text/format.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Refusal } from '#web/ui/form/refusal.tsx'
import styles from './own-items-page.module.css'
import { readPrice } from './price-text.ts'
import { useOwnItemAction, useOwnItems } from './queries.ts'
import { UnusualPrice } from './unusual-price.tsx'

/** What a broadcaster can do with an item, by its state. */
export const OwnItemMenu = ({ item, onClose }: { item: OwnGalleryItem; onClose: () => void }) => {
  const action = useOwnItemAction()
  const [isEnding, setIsEnding] = useState(false)
  const isEditable = item.state === 'draft' || item.state === 'refused'
  const isSeen = item.state === 'published' || item.state === 'unreviewed'
  const run = (asked: Parameters<typeof action.mutate>[0], title?: string) =>
    action.mutate(asked, {
      onSuccess: (state) => {
        onClose()
        void showToast({ tone: 'ok', ...(title === undefined ? endedText(item, state) : { title }) })
      },
    })
  const [endText, about] = endOf(item)
  return (
    <Modal open title={item.title} dismissible={!action.isPending} onClose={onClose}>
      <div className={styles.actions}>
        {isEnding ? (
          <>
            <p>{about}</p>
            <Button
              block
              variant="primary"
              busy={action.isPending}
              onClick={() => run({ type: 'withdraw', itemId: item.id })}
            >
              {endText}
            </Button>
            <Button block onClick={() => setIsEnding(false)}>
              やめる
            </Button>
          </>
        ) : (
          <>
            {isEditable ? (
              <ButtonLink block variant="primary" to={paths.editGalleryItem(item.id)}>
                編集する
              </ButtonLink>
            ) : (
              <PriceForm
                item={item}
                isBusy={action.isPending}
                onPrice={(price) => run({ type: 'price', itemId: item.id, price }, '価格を変更しました')}
              />
            )}
            {item.state === 'withdrawn' ? (
              <Button
                block
                variant="primary"
                busy={action.isPending}
                onClick={() => run({ type: 'submit', itemId: item.id }, 'もう一度公開しました')}
              >
                もう一度公開する
              </Button>
            ) : null}
            {isEditable || isSeen || item.state === 'waiting' ? (
              <Button block variant="quiet" onClick={() => setIsEnding(true)}>
                {endText}
              </Button>
            ) : null}
          </>
        )}
        <Refusal text={action.error?.message} />
      </div>
    </Modal>
  )
}

/** What ends an item by its state: on the button, and what becomes of it. */
const endOf = ({ state, sales, returned }: OwnGalleryItem): readonly [string, string] => {
  const kept = sales > 0 ? `購入した${count(sales)}人は、これからも見られます。` : ''
  if ((state === 'draft' || state === 'refused') && sales + returned === 0)
    return ['削除する', 'この下書きと画像を削除します。元に戻せません。']
  if (state === 'waiting') return ['審査を取り下げる', '下書きに戻ります。内容を変えて、もう一度送れます。']
  return ['公開を終える', `一覧に表示されなくなります。${kept}`]
}

/** What became of the item; one that was to be deleted may have to stay. */
const endedText = (
  { state: before }: OwnGalleryItem,
  state: GalleryState | null | undefined,
): { title: string; text?: string } => {
  if (state === null) return { title: '削除しました' }
  if (state === 'draft') return { title: '下書きに戻しました' }
  const isKept = before === 'draft' || before === 'refused'
  return {
    title: '公開を終えました',
    ...(isKept ? { text: '購入した方や確認中の申し出があるため、作品の記録は残ります。' } : {}),
  }
}

const PriceForm = ({
  item,
  isBusy,
  onPrice,
}: {
  item: OwnGalleryItem
  isBusy: boolean
  onPrice: (price: number) => void
}) => {
  const { prices, usual } = useOwnItems().data ?? {}
  const [text, setText] = useState(String(item.price))
  const [isWrong, setIsWrong] = useState(false)
  const range = prices ? `0（無料）か、${points(prices.min)}〜${points(prices.max)}の10pt単位です。` : ''
  return (
    <form
      className={styles.actions}
      onSubmit={(event) => {
        event.preventDefault()
        const price = readPrice(text)
        setIsWrong(price === null)
        if (price !== null) onPrice(price)
      }}
    >
      <Field
        label="価格"
        note="pt"
        hint={`${range}これから購入する方に適用されます。`}
        error={isWrong ? range : null}
      >
        <Input
          inputMode="numeric"
          maxLength={6}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <UnusualPrice price={readPrice(text)} usual={usual?.find(({ kind }) => kind === item.kind) ?? null} />
      {readPrice(text) === item.price ? null : (
        <Button block variant="primary" type="submit" busy={isBusy}>
          価格を変更する
        </Button>
      )}
    </form>
  )
}
