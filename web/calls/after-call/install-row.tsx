import { useEffect, useState } from 'react'
import { localStore } from '#web/shell/local-store.ts'
import { acceptInstallOffer, installable } from '#web/shell/offline/install-offer.ts'
import { useStore } from '#web/shell/use-store.ts'
import { Button } from '#web/ui/button.tsx'
import styles from './install-row.module.css'

const offeredKey = 'installOffered'

/** Offers to install the site after the first call of a browser that can, once. */
export const InstallRow = () => {
  const canInstall = useStore(installable)
  const [wasMade] = useState(() => localStore.get(offeredKey) !== null)
  const isShown = canInstall && !wasMade
  useEffect(() => {
    if (isShown) localStore.set(offeredKey, 'yes')
  }, [isShown])
  if (!isShown) return null
  return (
    <div className={styles.row}>
      <p>今宵をアプリとして追加すると、次からすぐに開けます。</p>
      <Button variant="quiet" size="s" onClick={acceptInstallOffer}>
        追加する
      </Button>
    </div>
  )
}
