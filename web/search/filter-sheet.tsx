import { useState } from 'react'
import { type SearchFilters, searchAgeMax, searchAgeMin, searchTagsMax } from '#contract/people/search.ts'
import { newcomerDays } from '#domain/people/figures.ts'
import { regionGroups } from '#domain/people/regions.ts'
import { count } from '#web/text/format.ts'
import { callKindText, presenceText } from '#web/text/states.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { Select } from '#web/ui/form/field.tsx'
import {
  activeFilters,
  priceText,
  ratingText,
  toggled,
  withKind,
  withNumber,
  withoutFilters,
} from './active-filters.ts'
import styles from './filter-sheet.module.css'
import { useSearchCount, useSearchTags } from './search-queries.ts'

interface SheetPart {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
}

/** All filters at once; the search runs only when the button, which shows the number of results, is pressed. */
export const FilterSheet = ({
  filters,
  onClose,
  onApply,
}: {
  filters: SearchFilters
  onClose: () => void
  onApply: (filters: SearchFilters) => void
}) => {
  const [draft, setDraft] = useState(filters)
  const { data: total, isPlaceholderData } = useSearchCount(draft)
  const part = { filters: draft, onChange: setDraft }
  return (
    <Modal open onClose={onClose} title="条件でさがす">
      <States {...part} />
      <Kinds {...part} />
      <Prices {...part} />
      <Ages {...part} />
      <Ratings {...part} />
      <Newcomers {...part} />
      <Regions {...part} />
      <Tags {...part} />
      <div className={styles.foot}>
        <Button
          aria-disabled={activeFilters(draft).length === 0 || undefined}
          onClick={() => setDraft(withoutFilters(draft))}
        >
          すべて外す
        </Button>
        <Button variant="primary" className={styles.apply ?? ''} onClick={() => onApply(draft)}>
          {typeof total === 'number' && !isPlaceholderData
            ? `${count(total)}人${total === 1_000 ? '以上' : ''}を見る`
            : '結果を見る'}
        </Button>
      </div>
    </Modal>
  )
}

const Choice = ({ legend, children }: { legend: React.ReactNode; children: React.ReactNode }) => (
  <fieldset className={styles.choice}>
    <legend>{legend}</legend>
    <div className={styles.chips}>{children}</div>
  </fieldset>
)

const States = ({ filters, onChange }: SheetPart) => (
  <Choice legend="いまの状態">
    {(['standby', 'inCall'] as const).map((state) => (
      <Chip
        key={state}
        pressed={filters.states.includes(state)}
        onPress={() => onChange({ ...filters, states: toggled(filters.states, state) })}
      >
        {presenceText[state]}
      </Chip>
    ))}
  </Choice>
)

const Newcomers = ({ filters, onChange }: SheetPart) => (
  <Choice legend="はじめた時期">
    <Chip pressed={filters.isNew} onPress={() => onChange({ ...filters, isNew: !filters.isNew })}>
      {newcomerDays}日以内の新しい人
    </Chip>
  </Choice>
)

const Kinds = ({ filters, onChange }: SheetPart) => (
  <Choice legend="通話">
    {(['video', 'voice'] as const).map((kind) => (
      <Chip key={kind} pressed={filters.kind === kind} onPress={() => onChange(withKind(filters, kind))}>
        {callKindText[kind]}
      </Chip>
    ))}
  </Choice>
)

/** Round prices in points per minute; a link may contain any price. */
const prices = [100, 150, 200, 300]

const Prices = ({ filters, onChange }: SheetPart) => {
  const { kind, priceTo } = filters
  const offered = [...new Set([...prices, ...(priceTo === undefined ? [] : [priceTo])])]
  return (
    <Choice
      legend={
        <>
          料金<small>{kind ? `${callKindText[kind]}の料金` : 'ビデオと音声の安いほう'}</small>
        </>
      }
    >
      {offered
        .toSorted((one, other) => one - other)
        .map((price) => (
          <Chip
            key={price}
            pressed={price === priceTo}
            onPress={() => onChange(withNumber(filters, 'priceTo', price === priceTo ? undefined : price))}
          >
            {priceText(price)}
          </Chip>
        ))}
    </Choice>
  )
}

/** Round ages; a link may contain any age. */
const ages = [18, 20, 25, 30, 35, 40, 45, 50, 55, 60, 70]

const Ages = ({ filters, onChange }: SheetPart) => (
  <fieldset className={styles.choice}>
    <legend>年齢</legend>
    <div className={styles.ages}>
      <AgeSelect name="ageFrom" label="何歳から" {...{ filters, onChange }} />
      <span aria-hidden="true">〜</span>
      <AgeSelect name="ageTo" label="何歳まで" {...{ filters, onChange }} />
    </div>
  </fieldset>
)

const AgeSelect = ({
  name,
  label,
  filters,
  onChange,
}: SheetPart & { name: 'ageFrom' | 'ageTo'; label: string }) => {
  const value = filters[name]
  const from = name === 'ageTo' ? (filters.ageFrom ?? searchAgeMin) : searchAgeMin
  const to = name === 'ageFrom' ? (filters.ageTo ?? searchAgeMax) : searchAgeMax
  const offered = [...new Set([...ages.filter((age) => age >= from && age <= to), ...(value ? [value] : [])])]
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) =>
        onChange(
          withNumber(filters, name, event.target.value === '' ? undefined : Number(event.target.value)),
        )
      }
    >
      <option value="">指定なし</option>
      {offered
        .toSorted((one, other) => one - other)
        .map((age) => (
          <option key={age} value={age}>
            {age}歳
          </option>
        ))}
    </Select>
  )
}

const Ratings = ({ filters, onChange }: SheetPart) => (
  <Choice legend="評価">
    {[3, 4, 5].map((score) => (
      <Chip
        key={score}
        pressed={filters.ratingFrom === score}
        onPress={() =>
          onChange(withNumber(filters, 'ratingFrom', filters.ratingFrom === score ? undefined : score))
        }
      >
        {ratingText(score)}
      </Chip>
    ))}
  </Choice>
)

const Tags = ({ filters, onChange }: SheetPart) => {
  const { data: common = [] } = useSearchTags()
  const [isOpenAtFirst] = useState(filters.tags.length > 0)
  const isFull = filters.tags.length >= searchTagsMax
  const shown = [
    ...filters.tags
      .filter((tag) => !common.some((one) => one.tag === tag))
      .map((tag) => ({ tag, count: null })),
    ...common,
  ]
  if (shown.length === 0) return null
  return (
    <fieldset className={styles.choice}>
      <legend>
        タグ<small>{searchTagsMax}つまで</small>
      </legend>
      <Fold name="よく使われるタグ" chosen={filters.tags.length} isOpenAtFirst={isOpenAtFirst}>
        {shown.map(({ tag, count: carriers }) => {
          const isChosen = filters.tags.includes(tag)
          return (
            <Chip
              key={tag}
              pressed={isChosen}
              disabled={isFull && !isChosen}
              onPress={() => onChange({ ...filters, tags: toggled(filters.tags, tag) })}
            >
              {tag}
              {carriers === null ? null : (
                <small className="num">
                  {count(carriers)}
                  <span className="vh">人</span>
                </small>
              )}
            </Chip>
          )
        })}
      </Fold>
    </fieldset>
  )
}

/** Chips that are folded away until they are wanted. */
const Fold = ({
  name,
  chosen,
  isOpenAtFirst,
  children,
}: {
  name: string
  chosen: number
  isOpenAtFirst: boolean
  children: React.ReactNode
}) => (
  <details className={styles.fold} open={isOpenAtFirst}>
    <summary>
      {name}
      {chosen > 0 ? <small>{chosen}件を選択中</small> : null}
    </summary>
    <div className={styles.chips}>{children}</div>
  </details>
)

const Regions = (part: SheetPart) => (
  <fieldset className={styles.choice}>
    <legend>地域</legend>
    {regionGroups.map((group) => (
      <RegionGroup key={group.name} group={group} {...part} />
    ))}
  </fieldset>
)

const RegionGroup = ({
  group: { name, regions },
  filters,
  onChange,
}: SheetPart & { group: (typeof regionGroups)[number] }) => {
  const chosen = regions.filter((region) => filters.regions.includes(region)).length
  const [isOpenAtFirst] = useState(chosen > 0)
  return (
    <Fold name={name} chosen={chosen} isOpenAtFirst={isOpenAtFirst}>
      {regions.map((region) => (
        <Chip
          key={region}
          pressed={filters.regions.includes(region)}
          onPress={() => onChange({ ...filters, regions: toggled(filters.regions, region) })}
        >
          {region}
        </Chip>
      ))}
    </Fold>
  )
}
