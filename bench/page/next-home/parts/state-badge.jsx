import styles from '../styles/state-badge.module.css'

const words = { standby: '待機中', inCall: '通話中', live: '配信中', offline: 'オフライン' }

export const StateBadge = ({ state, isPlain = false, className = '' }) => (
  <span className={`${styles.badge} ${styles[state]} ${isPlain ? styles.plain : ''} ${className}`}>
    <svg viewBox="0 0 12 12" aria-hidden="true">
      <circle cx="6" cy="6" r="5" fill="currentColor" />
    </svg>
    {words[state]}
  </span>
)
