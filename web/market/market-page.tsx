import { Heart, Plus, ReceiptText } from 'lucide-react'
import { useMemo, useState } from 'react'
import { itemCategories, itemConditions } from '#contract/market/market.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { useSearchParams } from '#web/router/router.ts'
import { SearchBar } from '#web/search/search-bar.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Field, Input, Select } from '#web/ui/form/field.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { GridSkeleton, ItemGrid } from './item-grid.tsx'
import styles from './market-page.module.css'
import { useFavouriteItems, useItems } from './queries.ts'
import { filterCount, type MarketSearch, readMarketSearch, writeMarketSearch } from './search-address.ts'
import { categoryTexts, conditionTexts, typedNumber } from './texts.ts'

/** フリマ: what is on sale; the search is part of the address. */
export const MarketPage = () => (
  <MemberSubPage title="フリマ" back={paths.base()} isWide>
    <Content />
  </MemberSubPage>
)

const Content = () => {
  const [params, setParams] = useSearchParams()
  const search = useMemo(() => readMarketSearch(params), [params])
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const show = (next: MarketSearch, replace = false) => setParams(writeMarketSearch(next), { replace })
  const { category, condition, minPoints, maxPoints, ...rest } = search
  const query = useItems({
    ...rest,
    ...(category ? { category } : {}),
    ...(condition ? { condition } : {}),
    ...(minPoints === undefined ? {} : { minPoints }),
    ...(maxPoints === undefined ? {} : { maxPoints }),
  })
  return (
    <>
      <nav className={styles.ways} aria-label="フリマのメニュー">
        <ButtonLink to={paths.marketSell()} variant="primary" icon={Plus}>
          出品する
        </ButtonLink>
        <ButtonLink to={paths.marketOwn()} icon={ReceiptText}>
          出品・取引
        </ButtonLink>
        <ButtonLink to={paths.marketFavourites()} icon={Heart}>
          お気に入り
        </ButtonLink>
      </nav>
      <SearchBar
        text={search.text}
        filterCount={filterCount(search)}
        label="商品名・説明でさがす"
        placeholder="商品をさがす"
        onSearch={(text, continues) => show({ ...search, text }, continues)}
        onOpenFilters={() => setIsSheetOpen(true)}
      />
      <div className={styles.categories}>
        <Chip pressed={!category} onPress={() => show({ ...search, category: undefined })}>
          すべて
        </Chip>
        {itemCategories.map((each) => (
          <Chip key={each} pressed={category === each} onPress={() => show({ ...search, category: each })}>
            {categoryTexts[each]}
          </Chip>
        ))}
      </div>
      <PagedList
        query={query}
        itemsOf={(page) => page.items}
        loading={<GridSkeleton />}
        empty={
          <EmptyState
            title="商品が見つかりません"
            action={
              <Button onClick={() => setParams({})} variant="tonal">
                すべての商品を見る
              </Button>
            }
          >
            言葉や条件を変えてさがしてみてください。
          </EmptyState>
        }
      >
        {(items) => <ItemGrid items={items} />}
      </PagedList>
      {isSheetOpen ? (
        <FilterModal
          search={search}
          onClose={() => setIsSheetOpen(false)}
          onApply={(next) => {
            setIsSheetOpen(false)
            show(next)
          }}
        />
      ) : null}
    </>
  )
}

const FilterModal = ({
  search,
  onClose,
  onApply,
}: {
  search: MarketSearch
  onClose: () => void
  onApply: (next: MarketSearch) => void
}) => {
  const [draft, setDraft] = useState(search)
  const bound = (written: string) => (written.trim() === '' ? undefined : typedNumber(written))
  return (
    <Modal open onClose={onClose} title="条件">
      <Field label="並び順">
        <Select
          value={draft.order}
          onChange={(event) => setDraft({ ...draft, order: event.target.value as MarketSearch['order'] })}
        >
          <option value="new">新しい順</option>
          <option value="cheap">価格の安い順</option>
        </Select>
      </Field>
      <Field label="商品の状態">
        <Select
          value={draft.condition ?? ''}
          onChange={(event) =>
            setDraft({ ...draft, condition: itemConditions.find((each) => each === event.target.value) })
          }
        >
          <option value="">指定しない</option>
          {itemConditions.map((each) => (
            <option key={each} value={each}>
              {conditionTexts[each]}
            </option>
          ))}
        </Select>
      </Field>
      <div className={styles.bounds}>
        <Field label="価格の下限" note="pt">
          <Input
            inputMode="numeric"
            value={draft.minPoints ?? ''}
            onChange={(event) => setDraft({ ...draft, minPoints: bound(event.target.value) })}
          />
        </Field>
        <Field label="上限" note="pt">
          <Input
            inputMode="numeric"
            value={draft.maxPoints ?? ''}
            onChange={(event) => setDraft({ ...draft, maxPoints: bound(event.target.value) })}
          />
        </Field>
      </div>
      <div>
        <Chip
          pressed={draft.onlyOnSale}
          onPress={() => setDraft({ ...draft, onlyOnSale: !draft.onlyOnSale })}
        >
          販売中の商品だけ
        </Chip>
      </div>
      <Button variant="primary" block onClick={() => onApply(draft)}>
        この条件でさがす
      </Button>
    </Modal>
  )
}

/** The member's favourite items. */
export const MarketFavouritesPage = () => (
  <MemberSubPage title="お気に入りの商品" back={paths.market()} isWide>
    <Favourites />
  </MemberSubPage>
)

const Favourites = () => (
  <PagedList
    query={useFavouriteItems()}
    itemsOf={(page) => page.items}
    loading={<GridSkeleton />}
    empty={
      <EmptyState
        title="お気に入りの商品はありません"
        action={
          <ButtonLink variant="primary" to={paths.market()}>
            商品をさがす
          </ButtonLink>
        }
      >
        商品のハートを押すと、ここに並びます。
      </EmptyState>
    }
  >
    {(items) => <ItemGrid items={items} />}
  </PagedList>
)
