import styles from './last-method-warning.module.css'

/** Said before the last way to sign in goes. */
export const LastMethodWarning = ({ deed }: { deed: '削除' | '解除' }) => (
  <p className={styles.warning}>
    ほかにログインする方法がありません。{deed}
    したあとにログアウトすると、このアカウントにも、残りのポイントにも戻れなくなります。
  </p>
)
