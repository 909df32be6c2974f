import { useState } from 'react'
import { marketTransactionsEndpoints, type PostalAddress } from '#contract/market/transactions.ts'
import { MemberSubPage } from '#web/layout/member-sub-page.tsx'
import { RegionOptions } from '#web/people/region-options.tsx'
import { useNavigate, useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input, Select } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { QueryError } from '#web/ui/query-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './forms.module.css'
import { useMarketChange, useOwnAddress } from './queries.ts'

/** 住所: where parcels come from and go to; nobody but the carrier learns it. */
export const MarketAddressPage = () => {
  const [params] = useSearchParams()
  const back = params.get('back') ?? ''
  // A page of our own alone.
  const target = /^\/base\/market[/\w-]*$/.test(back) ? back : paths.marketOwn()
  return (
    <MemberSubPage title="住所の登録" back={target}>
      <Content target={target} />
    </MemberSubPage>
  )
}

const Content = ({ target }: { target: string }) => {
  const query = useOwnAddress()
  if (query.isError && !query.data) return <QueryError query={query} />
  if (!query.data) return <Skeleton height={480} />
  return <Form known={query.data.address} target={target} />
}

const empty: PostalAddress = {
  name: '',
  postalCode: '',
  prefecture: '東京',
  city: '',
  street: '',
  building: '',
  phone: '',
}

const Form = ({ known, target }: { known: PostalAddress | null; target: string }) => {
  const navigate = useNavigate()
  const [address, setAddress] = useState(known ?? empty)
  const save = useMarketChange(marketTransactionsEndpoints.registerFleaMarketAddress, {
    success: '住所を登録しました',
  })
  const text = (name: keyof PostalAddress, autoComplete: string) => ({
    value: address[name],
    autoComplete,
    onChange: (event: { target: { value: string } }) =>
      setAddress((before) => ({ ...before, [name]: event.target.value })),
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) save.mutate(address, { onSuccess: () => void navigate(target) })
      }}
    >
      <Panel>
        <div className={styles.form}>
          <p className={styles.note}>
            暗号化して保管し、発送コードを作るときだけ使います。取引のお相手には伝わりません。取引が終わって30日たつと消去します。
          </p>
          <Field label="お名前">
            <Input {...text('name', 'name')} />
          </Field>
          <Field label="郵便番号" hint="7けた">
            <Input inputMode="numeric" {...text('postalCode', 'postal-code')} />
          </Field>
          <Field label="都道府県">
            <Select {...text('prefecture', 'off')}>
              <RegionOptions />
            </Select>
          </Field>
          <Field label="市区町村">
            <Input {...text('city', 'address-level2')} />
          </Field>
          <Field label="番地">
            <Input {...text('street', 'address-line1')} />
          </Field>
          <Field label="建物名・部屋番号" note="任意">
            <Input {...text('building', 'address-line2')} />
          </Field>
          <Field label="電話番号">
            <Input type="tel" {...text('phone', 'tel')} />
          </Field>
        </div>
      </Panel>
      {save.error ? (
        <p className={styles.error} role="alert">
          {save.error.message}
        </p>
      ) : null}
      <Button type="submit" variant="primary" size="l" block busy={save.isPending}>
        登録する
      </Button>
    </form>
  )
}
