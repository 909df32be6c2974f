import { useState } from 'react'
import { disputePicturesMax } from '#contract/market/market.ts'
import { marketTransactionsEndpoints, type TransactionDetail } from '#contract/market/transactions.ts'
import { useSentId } from '#web/shell/sent-id.ts'
import { dayTime } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Panel, Rows } from '#web/ui/panel.tsx'
import { contentUrl } from '#web/ui/person/images.ts'
import styles from './forms.module.css'
import { useMarketChange } from './queries.ts'
import own from './questions-panel.module.css'
import { PictureField, picturesUnderWay } from './sell/picture-field.tsx'

/** What both sides say about a problem; operators read it and decide. */
export const DisputePanel = ({
  transaction,
  isOpen,
}: {
  transaction: TransactionDetail
  isOpen: boolean
}) => (
  <Panel title="問題の相談" note="運営とお相手が読みます">
    {transaction.disputeEntries.length > 0 ? (
      <Rows>
        {transaction.disputeEntries.map((entry) => (
          <li key={entry.entryId} className={own.question}>
            <p>
              <small>
                {entry.author === transaction.side
                  ? 'あなた'
                  : entry.author === 'operator'
                    ? '運営'
                    : 'お相手'}
                ・{dayTime(entry.at, Date.now())}
              </small>
              {entry.text}
            </p>
            {entry.imageIds.length > 0 ? (
              <div className={styles.pictures}>
                {entry.imageIds.map((imageId, index) => (
                  <a
                    key={imageId}
                    className={styles.picture}
                    href={contentUrl(imageId, 1920)}
                    target="_blank"
                    rel="noreferrer"
                  >
                    <img src={contentUrl(imageId, 180)} alt={`証拠の写真 ${index + 1}`} loading="lazy" />
                  </a>
                ))}
              </div>
            ) : null}
          </li>
        ))}
      </Rows>
    ) : null}
    {isOpen ? <EntryForm transactionId={transaction.transactionId} /> : null}
  </Panel>
)

const EntryForm = ({ transactionId }: { transactionId: string }) => {
  const sent = useSentId()
  const [text, setText] = useState('')
  const [imageIds, setImageIds] = useState<readonly string[]>([])
  const [isSending, setIsSending] = useState(false)
  const [isEarly, setIsEarly] = useState(false)
  const send = useMarketChange(marketTransactionsEndpoints.addFleaMarketDisputeText, {
    success: '書き込みました',
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (send.isPending || text.trim() === '') return
        setIsEarly(isSending)
        if (isSending) return
        send.mutate(
          { transactionId, entryId: sent.idOf([text, imageIds]), text, imageIds: [...imageIds] },
          {
            onSuccess: () => {
              sent.forget()
              setText('')
              // A picture that was added meanwhile stays for the next text.
              setImageIds((now) => now.filter((imageId) => !imageIds.includes(imageId)))
            },
          },
        )
      }}
    >
      <Field
        label="状況"
        hint="連絡先は書かないでください。"
        error={isEarly && isSending ? picturesUnderWay : send.error?.message}
      >
        <Textarea
          rows={3}
          value={text}
          readOnly={send.isPending}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <PictureField
        imageIds={imageIds}
        max={disputePicturesMax}
        onChange={(next) => setImageIds(next)}
        onBusy={setIsSending}
      />
      <Button
        type="submit"
        variant="tonal"
        busy={send.isPending}
        aria-disabled={text.trim() === '' || undefined}
      >
        書き込む
      </Button>
    </form>
  )
}
