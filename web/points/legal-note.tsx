import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import styles from './purchase/purchase.module.css'

/** The text belongs to the final confirmation: a change of it changes `confirmationVersion` as well. */
export const LegalNote = ({ className }: { className?: string | undefined }) => (
  <p className={classes(styles.note, className)}>
    デジタルの商品のため、購入後のお客様のご都合によるキャンセル・返金はできません。通信障害で通話が切れたときは、規定によりポイントをお返しします。
    <Link to={paths.legal('tokushoho')}>特定商取引法に基づく表記</Link>・
    <Link to={paths.legal('shikin')}>資金決済法に基づく表示</Link>
  </p>
)
