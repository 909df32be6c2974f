import { classes } from './classes.ts'
import styles from './wordmark.module.css'

/** 今宵 Koyoi with its lantern, in the colours of the theme; drawn in web/index.html. */
export const Wordmark = ({ className }: { className?: string | undefined }) => (
  <svg
    className={classes(styles.wordmark, className)}
    viewBox="0 0 165 46"
    role="img"
    aria-label="今宵 Koyoi"
  >
    <use href="#wordmark" />
  </svg>
)
