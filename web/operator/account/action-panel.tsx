import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'
import styles from '../parts/operator-pages.module.css'

/** An action for operators, with its explanation. */
export const ActionPanel = ({
  title,
  about,
  children,
}: {
  title: string
  about: string
  children: ReactNode
}) => (
  <section className={styles.section}>
    <Panel title={title}>
      <div className={styles.action}>
        <p className={styles.aside}>{about}</p>
        {children}
      </div>
    </Panel>
  </section>
)
