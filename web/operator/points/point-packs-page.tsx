import { useState } from 'react'
import { type CourseLine, operatorOrdersEndpoints } from '#contract/points/operator/orders.ts'
import { count } from '#web/text/format.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import { AgeBandsPanel } from './age-bands-panel.tsx'
import { numberIn } from './transfer-actions.tsx'

/** The point packs: their prices, their free points, and whether they are on sale; and the limits by age. */
export const PointPacksPage = () => {
  const query = useOperatorQuery(operatorOrdersEndpoints.operatorCourses, {})
  return (
    <>
      <PageHead
        title="ポイントのコースと上限"
        about="有料ポイントは金額と同じです。変更は、これからの購入に反映します。"
      />
      <QueryStates query={query}>
        {({ courses }) => (
          <DataTable label="コース" columns={columns} rows={courses} keyOf={(course) => course.id} />
        )}
      </QueryStates>
      <NewCourse />
      <AgeBandsPanel />
    </>
  )
}

const Sale = ({ course }: { course: CourseLine }) => {
  const save = useOperatorAction(operatorOrdersEndpoints.operatorSaveCourse)
  return (
    <ConfirmButton
      action={save}
      input={{ ...course, isOnSale: !course.isOnSale }}
      label={course.isOnSale ? '販売をやめる' : '販売する'}
      title={`${count(course.priceYen)}円のコース`}
    >
      <p>
        {course.isOnSale
          ? 'このコースは購入ページに表示されなくなります。'
          : 'このコースが購入ページに表示されます。'}
      </p>
    </ConfirmButton>
  )
}

const columns: readonly Column<CourseLine>[] = [
  { head: 'コース', wide: true, cell: (course) => <b>{course.id}</b> },
  { head: '金額', align: 'end', cell: (course) => `${count(course.priceYen)}円` },
  { head: '有料', align: 'end', cell: (course) => `${count(course.priceYen)}pt` },
  { head: '無料', align: 'end', cell: (course) => `${count(course.freePoints)}pt` },
  { head: '状態', cell: (course) => (course.isOnSale ? '販売中' : '停止中') },
  { head: '操作', cell: (course) => <Sale course={course} /> },
]

/** Adds a point pack; one of the same price is replaced. */
const NewCourse = () => {
  const save = useOperatorAction(operatorOrdersEndpoints.operatorSaveCourse)
  const [price, setPrice] = useState('')
  const [free, setFree] = useState('0')
  const priceYen = numberIn(price)
  const freePoints = numberIn(free)
  return (
    <section className={styles.section}>
      <Panel title="コースを加える・変える">
        <div className={styles.action}>
          <Field label="金額（税込）" note="円" hint="同じ金額のコースがあれば、無料ポイントを変更します。">
            <Input inputMode="numeric" value={price} onChange={(event) => setPrice(event.target.value)} />
          </Field>
          <Field label="無料ポイント" note="pt">
            <Input inputMode="numeric" value={free} onChange={(event) => setFree(event.target.value)} />
          </Field>
          <ConfirmButton
            action={save}
            input={{ id: `c${priceYen}`, priceYen, freePoints, isOnSale: true }}
            label="保存する"
            title={`${count(priceYen)}円のコースを保存しますか？`}
            variant="ink"
          >
            <p>
              有料{count(priceYen)}pt＋無料{count(freePoints)}ptを、すぐに販売します。
            </p>
          </ConfirmButton>
        </div>
      </Panel>
    </section>
  )
}
