import { Eye, EyeOff } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import styles from '../sign-in/registration-form.module.css'

/** In the row of a password's field: shows what was typed, or hides it again. */
export const ShowButton = ({ isShown, onToggle }: { isShown: boolean; onToggle: () => void }) => (
  <button type="button" className={styles.random} aria-pressed={isShown} onClick={onToggle}>
    <Icon of={isShown ? EyeOff : Eye} size="s" />
    表示
  </button>
)
