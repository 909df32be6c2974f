import { useState } from 'react'
import type { DocumentSide } from '#contract/applications/applications.ts'
import { type ApplicationDetail, documentImagePath } from '#contract/applications/operator.ts'
import { sideName } from '#web/applications/document-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import styles from './application-documents.module.css'

/** Documents behind a button each: a document is opened by a press, never because the page was opened. */
export const ApplicationDocuments = ({ application }: { application: ApplicationDetail }) => {
  const [shown, setShown] = useState<DocumentSide | null>(null)
  const { documents, documentKind: kind } = application
  if (documents.length === 0) return <p className={styles.none}>保管している書類はありません。</p>
  return (
    <ul className={styles.documents}>
      {documents.map(({ id, side, receivedAt }) => (
        <li key={id}>
          <div className={styles.head}>
            <b>{sideName(kind, side)}</b>
            <small>
              <DateText at={receivedAt} /> 受け取り
            </small>
            <Button
              size="s"
              aria-expanded={shown === side}
              onClick={() => setShown(shown === side ? null : side)}
            >
              {shown === side ? `${sideName(kind, side)}を閉じる` : `${sideName(kind, side)}を開く`}
            </Button>
          </div>
          {shown === side ? (
            <DocumentPicture
              address={`${documentImagePath}/${application.id}/${id}`}
              name={sideName(kind, side)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  )
}

const DocumentPicture = ({ address, name }: { address: string; name: string }) => {
  const [isBroken, setIsBroken] = useState(false)
  if (isBroken)
    return (
      <p className={styles.none} role="alert">
        画像を開けませんでした。消去されたか、保管中に変わった可能性があります。
      </p>
    )
  return <img className={styles.picture} src={address} alt={name} onError={() => setIsBroken(true)} />
}
