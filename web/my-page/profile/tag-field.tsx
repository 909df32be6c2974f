import { X } from 'lucide-react'
import { useState } from 'react'
import { profileTagMax, profileTagsMax } from '#contract/people/own-profile.ts'
import { useSearchTags } from '#web/search/search-queries.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/form/chip.tsx'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { withTags } from './profile-draft.ts'
import styles from './profile-form.module.css'

const suggestedMax = 12

/** Tags of the member: the chosen ones, a field for others, and popular ones. */
export const TagField = ({
  tags,
  onChange,
}: {
  tags: readonly string[]
  onChange: (tags: string[]) => void
}) => {
  const [written, setWritten] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const add = (text: string) => {
    const next = withTags(tags, text)
    if ('fault' in next) return setFault(next.fault)
    setFault(null)
    setWritten('')
    onChange(next.tags)
  }
  return (
    <div className={styles.tags}>
      <Field
        label="タグ"
        note={`${tags.length}/${profileTagsMax}`}
        hint={`好きなことや得意なこと。1つ${profileTagMax}文字まで。`}
        error={fault}
        trailing={
          <Button aria-disabled={written.trim() === ''} onClick={() => add(written)}>
            追加
          </Button>
        }
      >
        <Input
          value={written}
          enterKeyHint="done"
          placeholder="例：映画"
          onChange={(event) => setWritten(event.target.value)}
          onKeyDown={(event) => {
            stopEnterOfConversion(event)
            if (event.key !== 'Enter' || event.defaultPrevented) return
            // Enter adds the tag and doesn't save the form.
            event.preventDefault()
            add(written)
          }}
        />
      </Field>
      {tags.length > 0 ? (
        <ul className={styles.chosen} aria-label="選んだタグ">
          {tags.map((tag) => (
            <li key={tag}>
              <Chip pressed onPress={() => onChange(tags.filter((other) => other !== tag))}>
                {tag}
                <Icon of={X} size="xs" />
                <span className="vh">を外す</span>
              </Chip>
            </li>
          ))}
        </ul>
      ) : null}
      <SuggestedTags tags={tags} onRemove={add} />
    </div>
  )
}

const SuggestedTags = ({ tags, onRemove }: { tags: readonly string[]; onRemove: (tag: string) => void }) => {
  const { data: common = [] } = useSearchTags()
  const offered = common.filter(({ tag }) => !tags.includes(tag)).slice(0, suggestedMax)
  if (offered.length === 0 || tags.length >= profileTagsMax) return null
  return (
    <ul className={styles.chosen} aria-label="よく使われているタグ">
      {offered.map(({ tag }) => (
        <li key={tag}>
          <Chip pressed={false} onPress={() => onRemove(tag)}>
            ＋ {tag}
          </Chip>
        </li>
      ))}
    </ul>
  )
}
