import { X } from 'lucide-react'
import type { SearchFilters } from '#contract/people/search.ts'
import { Chip } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { activeFilters, toggled, withKind, withoutFilters } from './active-filters.ts'
import styles from './filter-chips.module.css'

/** Filters that are always visible and toggled with one press. */
const isQuick = (key: string): boolean => ['state:standby', 'kind', 'new'].includes(key)

/** The quick filters, then those of the sheet, each of which a press removes. */
export const FilterChips = ({
  filters,
  onChange,
}: {
  filters: SearchFilters
  onChange: (filters: SearchFilters) => void
}) => {
  const active = activeFilters(filters)
  return (
    <ul className={`${styles.chips} scroll-x`} aria-label="条件">
      <li>
        <Chip
          pressed={filters.states.includes('standby')}
          onPress={() => onChange({ ...filters, states: toggled(filters.states, 'standby') })}
        >
          待機中
        </Chip>
      </li>
      <li>
        <Chip pressed={filters.kind === 'video'} onPress={() => onChange(withKind(filters, 'video'))}>
          ビデオ
        </Chip>
      </li>
      <li>
        <Chip pressed={filters.kind === 'voice'} onPress={() => onChange(withKind(filters, 'voice'))}>
          音声
        </Chip>
      </li>
      <li>
        <Chip pressed={filters.isNew} onPress={() => onChange({ ...filters, isNew: !filters.isNew })}>
          新しい人
        </Chip>
      </li>
      {active
        .filter(({ key }) => !isQuick(key))
        .map(({ key, label, without }) => (
          <li key={key}>
            <Chip pressed onPress={() => onChange(without)}>
              {label}
              <Icon of={X} size="xs" />
              <span className="vh">を外す</span>
            </Chip>
          </li>
        ))}
      {active.length > 1 ? (
        <li>
          <button type="button" className={styles.reset} onClick={() => onChange(withoutFilters(filters))}>
            すべて外す
          </button>
        </li>
      ) : null}
    </ul>
  )
}
