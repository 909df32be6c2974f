import { encode } from 'uqr'
import styles from './qr-code.module.css'

/** A text as a QR code: dark on white in both themes, as cameras expect. `label` names its target. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { data, size } = encode(text, { border: 2 })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className={styles.code}>
      <path d={dark} />
    </svg>
  )
}
