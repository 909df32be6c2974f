import { useState } from 'react'
import { type MemberLine, memberSearchMax, operatorMembersEndpoints } from '#contract/moderation/members.ts'
import { Link, useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { type Column, DataTable } from '../parts/data-table.tsx'
import styles from '../parts/operator-pages.module.css'
import { useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { NothingHere, QueryStates } from '../parts/query-states.tsx'
import { roleText } from './member-texts.ts'

/** 会員: found by id, by mail address or by the beginning of the name. The search is in the address. */
export const MembersPage = () => {
  const [params, setParams] = useSearchParams()
  const search = params.get('search')?.trim() ?? ''
  const [typed, setTyped] = useState(search)
  return (
    <>
      <PageHead
        title="会員"
        about="ID、メールアドレス（全体）、ニックネームのはじめの文字でさがします。検索と閲覧は記録されます。"
      />
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault()
          setParams(typed.trim() ? { search: typed.trim() } : {})
        }}
      >
        <Field
          label="さがす会員"
          trailing={
            <Button type="submit" size="s">
              さがす
            </Button>
          }
        >
          <Input
            value={typed}
            maxLength={memberSearchMax}
            spellCheck={false}
            autoCapitalize="none"
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </form>
      {search ? <Found key={search} search={search} /> : null}
    </>
  )
}

const Found = ({ search }: { search: string }) => {
  const query = useOperatorQuery(operatorMembersEndpoints.operatorMembers, { search })
  return (
    <QueryStates query={query}>
      {({ members, hasMore }) =>
        members.length === 0 ? (
          <NothingHere title="あてはまる会員はいません" />
        ) : (
          <>
            <DataTable label="会員" columns={columns} rows={members} keyOf={({ id }) => id} />
            {hasMore ? (
              <p className={styles.said}>ほかにもいます。文字を足してしぼり込んでください。</p>
            ) : null}
          </>
        )
      }
    </QueryStates>
  )
}

const columns: readonly Column<MemberLine>[] = [
  {
    head: 'ニックネーム',
    wide: true,
    cell: ({ id, name }) => (
      <Link className={styles.link} to={paths.operator(`members/${id}`)}>
        {name}
      </Link>
    ),
  },
  { head: 'ID', cell: ({ id }) => <span className="num">{id}</span> },
  { head: '区分', cell: ({ role }) => roleText[role] },
  { head: '登録', cell: ({ registeredAt }) => <DateText at={registeredAt} /> },
  { head: '退会', cell: ({ leftAt }) => (leftAt ? <DateText at={leftAt} /> : null) },
]
