import type { DocumentSide } from '#contract/applications/applications.ts'
import styles from './document-drawing.module.css'

/** A drawing of how a picture should look; it shows nobody's real document. */
export const DocumentDrawing = ({ side }: { side: DocumentSide }) => (
  <svg className={styles.drawing} viewBox="0 0 160 112" aria-hidden="true" focusable="false">
    <path className={styles.corner} d="M10 26V10h16 M134 10h16v16 M150 86v16h-16 M26 102H10V86" />
    {side === 'selfie' ? <Selfie /> : side === 'front' ? <Front /> : <Back />}
  </svg>
)

const Front = () => (
  <>
    <rect className={styles.card} x="26" y="24" width="108" height="66" rx="8" />
    <path className={styles.line} d="M38 38h44 M38 50h34 M38 62h40 M38 76h84" />
    <rect className={styles.photo} x="92" y="34" width="30" height="34" rx="4" />
    <circle className={styles.face} cx="107" cy="46" r="6.5" />
    <path className={styles.face} d="M95.5 68c1-8 5.5-12 11.5-12s10.500 4 11.5 12z" />
  </>
)

const Back = () => (
  <>
    <rect className={styles.card} x="26" y="24" width="108" height="66" rx="8" />
    <rect className={styles.stripe} x="26" y="32" width="108" height="12" />
    <path className={styles.line} d="M38 56h84 M38 66h84 M38 76h46" />
  </>
)

const Selfie = () => (
  <>
    <path className={styles.face} d="M30 102c2-20 14-30 32-30s30 10 32 30z" />
    <circle className={styles.photo} cx="62" cy="46" r="22" />
    <path className={styles.face} d="M40 44c0-16 10-24 22-24s22 8 22 24c-8-2-12-6-14-12-6 8-16 12-30 12z" />
    <path className={styles.line} d="M54 50v2 M70 50v2 M57 59c3 3 7 3 10 0" />
    <rect className={styles.card} x="94" y="56" width="46" height="30" rx="4" />
    <path className={styles.line} d="M100 64h16 M100 71h12 M100 79h32" />
    <rect className={styles.photo} x="121" y="61" width="12" height="13" rx="2" />
    <path className={styles.hand} d="M96 84c-6 2-9 8-8 18h16c2-6 2-12-2-18z" />
  </>
)
