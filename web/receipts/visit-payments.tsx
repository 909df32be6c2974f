import type { CallRole } from '#contract/calls/calls.ts'
import type { VisitPayment } from '#contract/live/rooms.ts'
import { count, points } from '#web/text/format.ts'
import { FactList, Panel } from '#web/ui/panel.tsx'

const kindNames = { comment: 'コメント', present: 'プレゼント', menu: 'メニュー' } as const

export const paymentsInAll = (payments: readonly VisitPayment[]): number =>
  payments.reduce((sum, payment) => sum + payment.points, 0)

/** Comments, presents and menu orders of a visit, with their sum. */
export const VisitPayments = ({ payments, role }: { payments: readonly VisitPayment[]; role: CallRole }) =>
  payments.length === 0 ? null : (
    <Panel
      title="配信でのご利用"
      note={`${role === 'caller' ? '' : '報酬 '}${points(paymentsInAll(payments))}`}
    >
      <FactList
        items={payments.map(({ kind, name, quantity, points: sum }) => ({
          label: `${name === '' ? kindNames[kind] : name} × ${count(quantity)}`,
          value: points(sum),
          ...(name === '' ? {} : { note: kindNames[kind] }),
        }))}
      />
    </Panel>
  )
