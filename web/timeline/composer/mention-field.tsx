import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { searchEndpoints } from '#contract/people/search.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { mentionsKey } from '#web/shell/query-keys.ts'
import { Textarea } from '#web/ui/form/field.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import styles from './composer.module.css'
import { type Mentioned, mentionQuery, withMention } from './mention-text.ts'

const debounceMs = 200
const shownMax = 6

/** A text field in which @ offers broadcasters whom the writer sees. */
export const MentionField = ({
  label,
  value,
  rows,
  placeholder,
  readOnly,
  onChange,
  onMention,
}: {
  label: string
  value: string
  rows: number
  placeholder: string
  /** While it is sent: what is typed then would be lost. */
  readOnly: boolean
  onChange: (text: string) => void
  onMention: (person: Mentioned) => void
}) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [query, setQuery] = useState<string | null>(null)
  const look = () => {
    const at = field.current
    if (at) setQuery(mentionQuery(at.value, at.selectionStart))
  }
  const choose = (person: Mentioned) => {
    const at = field.current
    if (!at) return
    const next = withMention(at.value, at.selectionStart, person.name)
    onMention(person)
    onChange(next.text)
    setQuery(null)
    requestAnimationFrame(() => {
      at.focus()
      at.setSelectionRange(next.caret, next.caret)
    })
  }
  return (
    <>
      <Textarea
        ref={field}
        aria-label={label}
        data-autofocus
        rows={rows}
        placeholder={placeholder}
        value={value}
        readOnly={readOnly}
        onChange={(event) => {
          onChange(event.target.value)
          look()
        }}
        onSelect={look}
      />
      {query === null || readOnly ? null : <People query={query} onChoose={choose} />}
    </>
  )
}

const People = ({ query, onChoose }: { query: string; onChoose: (person: Mentioned) => void }) => {
  const [text, setText] = useState(query)
  useEffect(() => {
    const timer = setTimeout(() => setText(query), debounceMs)
    return () => clearTimeout(timer)
  }, [query])
  const { data } = useQuery({
    queryKey: [...mentionsKey, text],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(searchEndpoints.searchUsers, { text, limit: shownMax }, { signal })).users,
  })
  if (!data || data.length === 0) return null
  return (
    <ul className={styles.people} aria-label="メンションする配信者">
      {data.map(({ id, name, avatarId }) => (
        <li key={id}>
          <button type="button" onClick={() => onChoose({ id, name })}>
            <Avatar imageId={avatarId} name={name} size={32} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
