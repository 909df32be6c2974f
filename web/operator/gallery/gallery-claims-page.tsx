import { useState } from 'react'
import { galleryMessageMax, operatorGalleryEndpoints, type RemovalClaim } from '#contract/gallery/operator.ts'
import { Link } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { ConfirmButton } from '../parts/confirm-button.tsx'
import operator from '../parts/operator-pages.module.css'
import { useOperatorAction, useOperatorQuery } from '../parts/operator-queries.ts'
import { PageHead } from '../parts/page-head.tsx'
import { QueryStates } from '../parts/query-states.tsx'
import styles from './gallery-pages.module.css'
import { removalNames } from './gallery-texts.ts'

/** Open requests to take items down. */
export const GalleryClaimsPage = () => {
  const query = useOperatorQuery(operatorGalleryEndpoints.operatorGalleryClaims, {})
  return (
    <>
      <PageHead
        title="作品の削除の申し出"
        about="会員からの通報と、登録していない方からの申し出です。作品を削除すると、その作品への申し出はすべて対応済みになります。"
      />
      <QueryStates query={query}>
        {({ claims }) =>
          claims.length === 0 ? (
            <EmptyState title="対応を待つ申し出はありません" />
          ) : (
            <ul className={styles.claims}>
              {claims.map((claim) => (
                <li key={claim.id}>
                  <Claim claim={claim} />
                </li>
              ))}
            </ul>
          )
        }
      </QueryStates>
    </>
  )
}

const Claim = ({ claim }: { claim: RemovalClaim }) => {
  const close = useOperatorAction(operatorGalleryEndpoints.operatorCloseGalleryClaim)
  const [note, setNote] = useState('')
  const { from, item } = claim
  return (
    <article className={styles.claim}>
      <h2>{removalNames[claim.reason]}</h2>
      <ul className={styles.facts}>
        <li>
          <DateText at={claim.claimedAt} />・
          {from.memberId ? (
            <Link to={paths.operator(`members/${from.memberId}`)} className={operator.link}>
              {from.name}
            </Link>
          ) : (
            `${from.name || '退会した会員'}${from.mail ? `（${from.mail}）` : ''}`
          )}
        </li>
        <li>
          {item ? (
            <Link to={paths.operator(`gallery/${item.id}`)} className={operator.link}>
              {item.title}（{item.owner.name}）を確認・削除する
            </Link>
          ) : (
            '申し出のアドレスに作品はありません'
          )}
        </li>
      </ul>
      {claim.text ? <p>{claim.text}</p> : null}
      <Field label="削除しない理由" hint="操作の記録に残ります。">
        <Input maxLength={galleryMessageMax} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
      {note.trim() === '' ? null : (
        <ConfirmButton
          action={close}
          input={{ claimId: claim.id, note: note.trim() }}
          label="削除せずに対応済みにする"
          title="この申し出を対応済みにしますか？"
        >
          <p>作品はそのまま公開されます。</p>
        </ConfirmButton>
      )}
    </article>
  )
}
