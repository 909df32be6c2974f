import type { ReactNode } from 'react'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import { useBackNavigation } from '#web/shell/navigation/use-back-navigation.ts'
import { AppBar } from '#web/ui/app-bar.tsx'
import styles from './sub-page.module.css'

/** A screen below a tab: its title with a back button, and one column of reading width. */
export const SubPage = ({
  title,
  bar,
  back,
  isWide = false,
  children,
}: {
  title: string
  /** The bar's title where the screen has an h1 of its own. */
  bar?: string
  /** Where the back button leads when the screen was opened directly. */
  back: string
  /** On a desktop it fills the width. */
  isWide?: boolean
  children: ReactNode
}) => {
  usePageTitle(title)
  const goBack = useBackNavigation(() => back)
  return (
    <>
      <div className={styles.bar} data-wide={isWide || undefined}>
        <AppBar title={bar ? <b>{bar}</b> : title} onBack={goBack} />
      </div>
      <div className={styles.wrap} data-wide={isWide || undefined}>
        {children}
      </div>
    </>
  )
}
