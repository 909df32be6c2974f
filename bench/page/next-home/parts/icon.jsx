import styles from '../styles/icon.module.css'

export const Icon = ({ of: Shape, size = 'm', isFilled = false, className = '' }) => (
  <Shape
    aria-hidden="true"
    className={`${styles.icon} ${styles[size]} ${isFilled ? styles.filled : ''} ${className}`}
  />
)
