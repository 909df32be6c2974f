import { ImagePlus, Vote } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMe } from '#web/session/use-me.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import styles from './composer.module.css'

const Composer = lazyPart(async () => (await import('./composer.tsx')).Composer)

/** Opens the composer, which is fetched then. */
export const ComposeEntry = () => {
  const [isOpen, setIsOpen] = useState(false)
  const me = useMe().data
  return (
    <>
      <button type="button" className={styles.entry} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <Avatar imageId={me?.avatarId ?? null} name={me?.name ?? ''} size={36} />
        <span>いま、どんな気分？</span>
        <Icon of={ImagePlus} size="s" />
        <Icon of={Vote} size="s" />
      </button>
      {isOpen && me ? (
        <Suspense fallback={null}>
          <Composer memberId={me.id} role={me.role} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
