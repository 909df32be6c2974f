import styles from './refusal.module.css'

/** Why an action failed, announced to screen readers; nothing without a reason. */
export const Refusal = ({ text }: { text: string | null | undefined }) =>
  text ? (
    <p className={styles.refusal} role="alert">
      {text}
    </p>
  ) : null
