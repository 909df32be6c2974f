import { Headphones, X } from 'lucide-react'
import { useState } from 'react'
import { echoHint } from '#domain/calls/quality/echo.ts'
import { Icon } from '#web/ui/icon.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import styles from './echo-hint.module.css'

/** The partner hears an echo: suggests earphones until the hint is dismissed, once a call. */
export const EchoHint = ({ hasEcho }: { hasEcho: boolean }) => {
  const [isRead, setIsRead] = useState(false)
  const isShown = hasEcho && !isRead
  return (
    <div className={isShown ? styles.hint : undefined} role="status">
      {isShown ? (
        <>
          <Icon of={Headphones} size="s" />
          <p>{echoHint}</p>
          <IconButton icon={X} label="ヒントを閉じる" onClick={() => setIsRead(true)} />
        </>
      ) : null}
    </div>
  )
}
