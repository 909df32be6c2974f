import type { LucideIcon } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './tutorial-steps.module.css'

/** A step's picture that is a list of sentences, each with its icon. */
export const Lines = ({ of }: { of: readonly { icon: LucideIcon; text: string }[] }) => (
  <ul className={styles.promises}>
    {of.map(({ icon, text }) => (
      <li key={text}>
        <span>
          <Icon of={icon} size="s" />
        </span>
        {text}
      </li>
    ))}
  </ul>
)
