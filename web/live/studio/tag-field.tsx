import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { liveTagsMax } from '#contract/live/rooms.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import styles from './go-live.module.css'
import { withTag } from './live-draft.ts'

/** Up to three words by which the room is found; each is added by Enter or the button, and removed by its ×. */
export const TagField = ({
  tags,
  onChange,
}: {
  tags: readonly string[]
  onChange: (tags: readonly string[]) => void
}) => {
  const [written, setWritten] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = () => {
    const next = withTag(tags, written)
    setFault(next.fault)
    if (next.fault) return
    onChange(next.tags)
    setWritten('')
  }
  return (
    <div className={styles.tags}>
      {tags.length < liveTagsMax ? (
        <Field
          label="タグ"
          note="任意・3つまで"
          error={fault}
          trailing={
            <Button icon={Plus} size="l" className={styles.add} onClick={add}>
              追加
            </Button>
          }
        >
          <Input
            value={written}
            autoComplete="off"
            enterKeyHint="done"
            placeholder="例：雑談"
            onChange={(event) => setWritten(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.keyCode === 229) return
              event.preventDefault()
              add()
            }}
            onBlur={add}
          />
        </Field>
      ) : null}
      {tags.length > 0 ? (
        <ul>
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                aria-label={`タグ「${tag}」を外す`}
                onClick={() => onChange(tags.filter((each) => each !== tag))}
              >
                #{tag}
                <Icon of={X} size="s" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
