import { Gift, Phone, Video } from 'lucide-react'
import type { EarningLine } from '#contract/points/earnings.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, day, duration } from '#web/text/format.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Rows } from '#web/ui/panel.tsx'
import styles from './earning-rows.module.css'
import { earningStateText, lineTitle } from './earning-text.ts'

/** Lines of earnings; a call links to its receipt. */
export const EarningRows = ({ lines }: { lines: readonly EarningLine[] }) => (
  <Rows>
    {lines.map((line) => (
      <li key={line.id}>
        {line.callId ? (
          <Link to={paths.receipt(line.callId)} className={styles.row}>
            <Row line={line} />
          </Link>
        ) : (
          <div className={styles.row}>
            <Row line={line} />
          </div>
        )}
      </li>
    ))}
  </Rows>
)

const Row = ({ line }: { line: EarningLine }) => (
  <>
    <span className={styles.icon}>
      <Icon of={line.kind === 'video' ? Video : line.kind === 'voice' ? Phone : Gift} size="s" />
    </span>
    <span className={styles.what}>
      <b>
        {lineTitle(line)}
        {line.connectedSec === null ? null : <span className="num"> {duration(line.connectedSec)}</span>}
      </b>
      <small>
        <DateText at={line.earnedAt} />
      </small>
      <small className="num">{sources(line)}</small>
    </span>
    <span className={styles.end}>
      <span className={styles.amount}>
        <span className="vh">報酬</span>
        <b className="num">+{count(line.earned)}</b>
        <small>pt</small>
      </span>
      <span className={styles.state} data-state={line.state}>
        {earningStateText[line.state]}
      </span>
      {note(line)}
    </span>
  </>
)

/** The points that the caller paid: 有料200pt・無料90pt. */
const sources = ({ paidPoints, freePoints }: EarningLine): string =>
  [paidPoints > 0 ? `有料${count(paidPoints)}pt` : '', freePoints > 0 ? `無料${count(freePoints)}pt` : '']
    .filter((part) => part !== '')
    .join('・')

const note = ({ state, payableAt, waitsForPurchase }: EarningLine) => {
  if (state !== 'pending') return null
  if (waitsForPurchase) return <small className={styles.note}>お相手の購入待ち</small>
  return payableAt ? <small className={styles.note}>{day(payableAt, Date.now())}から</small> : null
}
