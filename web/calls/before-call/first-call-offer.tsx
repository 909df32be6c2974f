import { X } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from '#web/router/router.ts'
import { checkMemory } from '#web/shell/check-memory.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './first-call-offer.module.css'

/**
 * Offers the pre-call check before the first call of this browser, until it was done or the offer was
 * dismissed.
 */
export const FirstCallOffer = () => {
  const { pathname, search } = useLocation()
  const [isShown, setIsShown] = useState(() => !checkMemory.isKnown())
  if (!isShown) return null
  const dismiss = () => {
    checkMemory.store('dismissed')
    setIsShown(false)
  }
  return (
    <div className={styles.offer}>
      <p>
        はじめての通話の前に、カメラとマイクを確かめられます。
        <Link to={paths.videoTest(`${pathname}${search}`)}>通話テストへ</Link>
      </p>
      <IconButton icon={X} label="案内を閉じる" onClick={dismiss} />
    </div>
  )
}
