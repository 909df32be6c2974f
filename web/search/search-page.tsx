import { useMemo, useState } from 'react'
import type { SearchFilters } from '#contract/people/search.ts'
import { usePresenceEvents } from '#web/people/use-presence-events.ts'
import { useSearchParams } from '#web/router/router.ts'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { activeFilters, withoutFilters } from './active-filters.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterSheet } from './filter-sheet.tsx'
import { noFilters, readSearch, writeSearch } from './search-address.ts'
import { SearchBar } from './search-bar.tsx'
import styles from './search-page.module.css'
import { SearchResults } from './search-results.tsx'

/** さがす: the search is part of the address, so that it can be shared and the back button works. */
export const SearchPage = () => {
  usePageTitle('さがす')
  usePresenceEvents()
  const [params, setParams] = useSearchParams()
  const filters = useMemo(() => readSearch(params), [params])
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const search = (next: SearchFilters, replace = false) => setParams(writeSearch(next), { replace })
  return (
    <>
      <header className={styles.head}>
        <h1>さがす</h1>
      </header>
      <div className={styles.bar}>
        <SearchBar
          text={filters.text}
          filterCount={activeFilters(filters).length}
          onSearch={(text, continues) => search({ ...filters, text }, continues)}
          onOpenFilters={() => setIsSheetOpen(true)}
        />
      </div>
      <div className={styles.wrap}>
        <FilterChips filters={filters} onChange={search} />
        <SearchResults
          filters={filters}
          onChange={search}
          onLoosen={() => setIsSheetOpen(true)}
          onReset={() =>
            search(filters.text && activeFilters(filters).length === 0 ? noFilters : withoutFilters(filters))
          }
        />
      </div>
      {isSheetOpen ? (
        <FilterSheet
          filters={filters}
          onClose={() => setIsSheetOpen(false)}
          onApply={(next) => {
            setIsSheetOpen(false)
            search(next)
          }}
        />
      ) : null}
    </>
  )
}
