import { Search, SlidersHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { searchTextMax } from '#contract/people/search.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/form/chip.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { textOf } from './search-address.ts'
import styles from './search-bar.module.css'
import { createTypingPause } from './typing.ts'

/** 229 while an input method handles the key; in Safari even after it has ended the composition. */
const imeKeyCode = 229

interface SearchBarProps {
  /** The text in the address. */
  text: string
  filterCount: number
  onSearch: (text: string, continues: boolean) => void
  onOpenFilters: () => void
  /** The field's accessible name, and the words in it while it is empty. */
  label?: string
  placeholder?: string
}

/** The field, which searches by itself after a pause, and the way to the filters. */
export const SearchBar = ({
  text,
  filterCount,
  onSearch,
  onOpenFilters,
  label = '名前・タグ・自己紹介でさがす',
  placeholder = '名前・タグでさがす',
}: SearchBarProps) => {
  const { field, draft, typing, change } = useTyping(text, onSearch)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return
    // The browser never submits a form, neither by this Enter nor by the one that ends a 変換.
    event.preventDefault()
    if (event.nativeEvent.isComposing || event.keyCode === imeKeyCode) return
    typing.settle(draft)
    // Closing the phone's keyboard makes room for the results.
    if (!window.matchMedia('(hover: hover)').matches) event.currentTarget.blur()
  }
  return (
    <search className={styles.bar}>
      <div className={styles.field}>
        <Icon of={Search} size="s" className={styles.icon} />
        <input
          ref={field}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={searchTextMax}
          aria-label={label}
          placeholder={placeholder}
          value={draft}
          onChange={(event) => change(event.target.value)}
          onCompositionStart={typing.startComposing}
          onCompositionEnd={(event) => typing.endComposing(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={(event) => typing.settle(event.target.value)}
        />
        {draft === '' ? null : (
          <IconButton
            icon={X}
            size="s"
            label="入力を消す"
            className={styles.clear}
            onClick={() => {
              change('')
              typing.settle('')
              field.current?.focus()
            }}
          />
        )}
      </div>
      <Button
        icon={SlidersHorizontal}
        className={styles.filters}
        aria-haspopup="dialog"
        onClick={onOpenFilters}
      >
        条件
        {filterCount > 0 ? <Badge count={filterCount} label={`${filterCount}件を指定中`} /> : null}
      </Button>
    </search>
  )
}

/** The field's text: the typed one, until the address changes. */
const useTyping = (text: string, onSearch: SearchBarProps['onSearch']) => {
  const field = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(text)
  const [known, setKnown] = useState(text)
  if (text !== known) {
    setKnown(text)
    // The typed text and the search may differ in the spaces around it.
    if (textOf(draft) !== text) setDraft(text)
  }
  const latest = useRef({ text, onSearch })
  useEffect(() => {
    latest.current = { text, onSearch }
  })
  const [typing] = useState(() =>
    createTypingPause((typed, continues) => {
      const wanted = textOf(typed)
      if (wanted === latest.current.text) return false
      latest.current.onSearch(wanted, continues)
      return true
    }),
  )
  useEffect(() => typing.stop, [typing])
  const change = (typed: string) => {
    setDraft(typed)
    typing.type(typed)
  }
  return { field, draft, typing, change }
}
