import { useQuery } from '@tanstack/react-query'
import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { liveMenuEndpoints, menuItemsMax, menuNameMax, type OwnMenuItem } from '#contract/live/flow.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { Button } from '#web/ui/button.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import styles from './sheets.module.css'
import { useAsk } from './use-flow.ts'

/** The broadcaster's toy menu in the studio; nothing while operators don't allow it. */
export const MenuEditor = () => {
  const query = useQuery({
    queryKey: ['live', 'own-menu'],
    queryFn: ({ signal }) => fetchEndpoint(liveMenuEndpoints.getMyLiveMenu, {}, { signal }),
  })
  // A later question that fails, or is answered with something else, leaves what is being written.
  if (!query.data) return <QueryError query={query} />
  if (!query.data.hasDevices) return null
  return (
    <Panel title="配信のメニュー" note={`${menuItemsMax}個まで`}>
      <MenuForm items={query.data.items} onSaved={async () => (await query.refetch()).isSuccess} />
      {query.data.canConnect ? <ToyConnection /> : null}
    </Panel>
  )
}

interface Draft {
  menuId: string
  name: string
  points: string
  seconds: string
}

const digitsOf = (written: string): number => Number(written.normalize('NFKC').replaceAll(/\D/g, ''))
const draftOf = ({ menuId, name, points, seconds }: OwnMenuItem): Draft => ({
  ...{ menuId, name, points: String(points), seconds: String(seconds) },
})
const itemOf = ({ menuId, name, points, seconds }: Draft): OwnMenuItem => ({
  ...{ menuId, name: name.trim(), points: digitsOf(points), seconds: digitsOf(seconds) },
})
const faultOf = ({ name, points, seconds }: OwnMenuItem): string | null => {
  if (name === '') return '名前を入力してください。'
  if (points < 50 || points > 5_000 || points % 5 !== 0)
    return 'ポイントは50〜5,000の5pt単位で入力してください。'
  return seconds < 1 || seconds > 300 ? '秒数は1〜300で入力してください。' : null
}

const MenuForm = ({
  items,
  onSaved,
}: {
  items: readonly OwnMenuItem[]
  /** Answers whether `items` are now what the server has. */
  onSaved: () => Promise<boolean>
}) => {
  const save = useAsk(liveMenuEndpoints.saveMyLiveMenu)
  /** Null until something is changed: so long the form shows what the server has. */
  const [edited, setEdited] = useState<readonly Draft[] | null>(null)
  const drafts = edited ?? items.map(draftOf)
  const [fault, setFault] = useState<string | null>(null)
  const setDrafts = (next: (before: readonly Draft[]) => readonly Draft[]) =>
    setEdited((now) => next(now ?? items.map(draftOf)))
  const change = (menuId: string, part: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.menuId === menuId ? { ...draft, ...part } : draft)))
  const up = (index: number) =>
    setDrafts((before) => before.toSpliced(index, 1).toSpliced(index - 1, 0, before[index] as Draft))
  const send = async () => {
    const wanted = drafts.map(itemOf)
    const found = wanted.map(faultOf).find((each) => each !== null) ?? null
    setFault(found)
    if (found) return
    try {
      await save.mutateAsync({ items: wanted })
      const [isKnown] = await Promise.all([
        onSaved(),
        showToast({ tone: 'ok', title: 'メニューを保存しました' }),
      ])
      // What was typed meanwhile stays.
      if (isKnown) setEdited((now) => (now === edited ? null : now))
    } catch {
      // Shown below the form.
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      {drafts.length === 0 ? <p className={styles.hint}>まだ何もありません。</p> : null}
      {drafts.map(({ menuId, name, points, seconds }, index) => (
        <div key={menuId} className={styles.item}>
          <Field label={`${index + 1}. 名前`}>
            <Input
              value={name}
              maxLength={menuNameMax * 2}
              onChange={(event) => change(menuId, { name: event.target.value })}
            />
          </Field>
          <Field label="ポイント">
            <Input
              inputMode="numeric"
              value={points}
              onChange={(event) => change(menuId, { points: event.target.value })}
            />
          </Field>
          <Field label="秒">
            <Input
              inputMode="numeric"
              value={seconds}
              onChange={(event) => change(menuId, { seconds: event.target.value })}
            />
          </Field>
          <span className={styles.itemTools}>
            <IconButton icon={ArrowUp} label="上へ" disabled={index === 0} onClick={() => up(index)} />
            <IconButton
              icon={Trash2}
              label="削除"
              onClick={() => setDrafts((before) => before.filter((draft) => draft.menuId !== menuId))}
            />
          </span>
        </div>
      ))}
      {drafts.length < menuItemsMax ? (
        <Button
          icon={Plus}
          onClick={() =>
            setDrafts((before) => [
              ...before,
              { menuId: crypto.randomUUID(), name: '', points: '100', seconds: '10' },
            ])
          }
        >
          追加する
        </Button>
      ) : null}
      {fault || save.error ? (
        <p className={styles.refusal} role="alert">
          {fault ?? save.error?.message}
        </p>
      ) : null}
      <Button variant="ink" type="submit" busy={save.isPending}>
        保存する
      </Button>
    </form>
  )
}

/** A code of the device's app; without a device the broadcaster acknowledges the orders. */
const ToyConnection = () => {
  const connect = useAsk(liveMenuEndpoints.connectLiveToy)
  return (
    <div className={styles.connection}>
      {connect.data ? (
        <p className={styles.note}>
          機器のアプリでコード<b>{connect.data.code}</b>を入力するか、
          <a href={connect.data.qrUrl} target="_blank" rel="noopener noreferrer">
            QRコード
          </a>
          を読み取ってください。
        </p>
      ) : (
        <Button busy={connect.isPending} onClick={() => connect.mutate({})}>
          機器をつなぐ
        </Button>
      )}
      {connect.error ? (
        <p className={styles.refusal} role="alert">
          {connect.error.message}
        </p>
      ) : null}
    </div>
  )
}
