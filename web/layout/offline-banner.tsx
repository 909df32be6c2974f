import { WifiOff } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { shownAsOf, useIsOffline } from '#web/shell/offline/network.ts'
import { useStore } from '#web/shell/use-store.ts'
import { Icon } from '#web/ui/icon.tsx'
import styles from './offline-banner.module.css'

/** Above every screen while there is no network; it leaves by itself. */
export const OfflineBanner = () => {
  const isOffline = useIsOffline()
  const asOf = useStore(shownAsOf)
  // Bars that stick to the top are below it (tokens.css, --offline).
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-offline', isOffline)
  }, [isOffline])
  return (
    <div role="status" className={styles.place}>
      {isOffline ? (
        <p className={styles.banner}>
          <Icon of={WifiOff} size="s" />
          オフラインです。{asOf ?? 'つながると自動で更新します'}
        </p>
      ) : null}
    </div>
  )
}
