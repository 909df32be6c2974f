import type { ReactNode } from 'react'
import { usePageTitle } from '#web/shell/navigation/page-title.ts'
import styles from './page-head.module.css'

/** A page's title, its purpose in one sentence, and the actions for the whole page. */
export const PageHead = ({
  title,
  about,
  children,
}: {
  title: string
  about?: string
  children?: ReactNode
}) => {
  usePageTitle(`${title}（運営）`)
  return (
    <div className={styles.head}>
      <div>
        <h1>{title}</h1>
        {about ? <p>{about}</p> : null}
      </div>
      {children}
    </div>
  )
}
