import { type QuitTerms, quitGraceDays } from '#contract/privacy/deactivation.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { count, day } from '#web/text/format.ts'
import { FactList, Panel } from '#web/ui/panel.tsx'
import styles from './deactivation.module.css'

/** What ends with the account, in figures, and what must be finished before. */
export const DeactivationLosses = ({ terms, memberId }: { terms: QuitTerms; memberId: string }) => (
  <>
    <Panel title="退会すると使えなくなるもの">
      <FactList
        items={[
          { label: '有料ポイント', value: `${count(terms.paidPoints)}pt` },
          { label: '無料ポイント', value: `${count(terms.freePoints)}pt` },
          { label: 'お気に入り', value: `${count(terms.favourites)}人` },
        ]}
      />
    </Panel>
    <Panel title="退会の流れ">
      <ul className={styles.points}>
        <li>退会するとすぐに、プロフィールはだれにも見えなくなり、すべての端末からログアウトします。</li>
        <li>
          {day(terms.cancelUntil, Date.now())}までの{quitGraceDays}
          日間は、ログインすれば取り消せます。ポイントやトークも元に戻ります。
        </li>
        <li>
          {quitGraceDays}
          日を過ぎると、お名前・写真・メッセージなどを消去し、残りのポイントは失効します。取引の記録は、お名前のわからない形で法令の期間保存します。
        </li>
      </ul>
    </Panel>
    {terms.hasRecoveryMethod ? null : (
      <p className={styles.waits}>
        ほかにログインする方法がないため、退会すると取り消せません。取り消せるようにしておきたいときは、先に
        <Link to={paths.security()}>ログイン方法を登録</Link>してください。
      </p>
    )}
    <Unfinished terms={terms} />
    {terms.earnings && leftOf(terms.earnings) > 0 ? (
      <EarningsLeft earnings={terms.earnings} memberId={memberId} />
    ) : null}
  </>
)

type Earnings = NonNullable<QuitTerms['earnings']>

/** Earnings that are neither requested nor paid out, in points. */
export const leftOf = ({ payable, pending, frozen }: Earnings): number => payable + pending + frozen

/** What has to end before; until then the server refuses. */
const Unfinished = ({ terms }: { terms: QuitTerms }) => {
  const waits = [
    terms.isInCall && <span key="call">通話中は退会できません。通話を終えてからお手続きください。</span>,
    terms.openOrders > 0 && (
      <span key="orders">
        終わっていないご購入が{terms.openOrders}件あります（<Link to={paths.orders()}>購入の履歴</Link>
        ）。お振込み前の注文は、退会すると取り消されます。
      </span>
    ),
    terms.hasOpenPayout && (
      <span key="payout">
        申請中の報酬の支払いがあります（<Link to={paths.payout()}>支払いの申請</Link>
        ）。支払いが終わると退会できます。
      </span>
    ),
  ].filter(Boolean)
  return waits.length > 0 ? <div className={styles.waits}>{waits}</div> : null
}

const EarningsLeft = ({ earnings, memberId }: { earnings: Earnings; memberId: string }) => (
  <Panel title="受け取っていない報酬">
    <FactList
      items={[
        { label: '支払い可能', value: `${count(earnings.payable)}pt` },
        { label: '保留中', value: `${count(earnings.pending + earnings.frozen)}pt` },
      ]}
    />
    <p className={styles.text}>
      {earnings.payable > 0 ? (
        <>
          支払い可能な報酬は、先に<Link to={paths.payout()}>申請</Link>できます。
        </>
      ) : null}
      残したまま退会しても、報酬はなくなりません。{quitGraceDays}
      日以内に取り消せば、これまでどおり申請できます。そのあとは、会員ID {memberId}{' '}
      を控えてお問い合わせください。
    </p>
  </Panel>
)
