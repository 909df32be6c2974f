import { useState } from 'react'
import { type DocumentKind, documentKinds, type OwnApplication } from '#contract/applications/applications.ts'
import { missingSides, sidesOf } from '#domain/applications/documents.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './application-page.module.css'
import { documentKindHints } from './document-texts.ts'
import { PersonForm } from './person-form.tsx'
import { PictureSlot } from './picture-slot.tsx'
import { useBeginApplication } from './queries.ts'

const kinds = Object.keys(documentKinds) as DocumentKind[]

/** The three steps, one below the other; a step appears when it can be done. */
export const ApplicationSteps = ({ application }: { application: OwnApplication }) => {
  const { documentKind: kind, received, state } = application
  const isOpen = state === 'draft' || state === 'needsMore'
  const [isChoosing, setIsChoosing] = useState(false)
  if (!isOpen || kind === null || isChoosing)
    return <KindStep current={isOpen ? kind : null} onChosen={() => setIsChoosing(false)} />
  return (
    <>
      <Panel title="1. 本人確認書類">
        <div className={styles.chosen}>
          <b>{documentKinds[kind]}</b>
          <Button size="s" onClick={() => setIsChoosing(true)}>
            別の書類にする
          </Button>
        </div>
      </Panel>
      <Panel title="2. 撮影" note={`${received.length}/${sidesOf(kind).length}`}>
        {sidesOf(kind).map((side) => (
          <PictureSlot key={`${kind} ${side}`} kind={kind} side={side} isReceived={received.includes(side)} />
        ))}
      </Panel>
      <PersonForm kind={kind} isComplete={missingSides(kind, received).length === 0} />
    </>
  )
}

const KindStep = ({ current, onChosen }: { current: DocumentKind | null; onChosen: () => void }) => {
  const [chosen, setChosen] = useState<DocumentKind | null>(current)
  const begin = useBeginApplication()
  return (
    <Panel title="1. 本人確認書類">
      <div className={styles.form}>
        <fieldset className={styles.kinds}>
          <legend>お手元にある、有効期限内の書類をひとつ選んでください。</legend>
          {kinds.map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="document-kind"
                checked={chosen === kind}
                onChange={() => setChosen(kind)}
              />
              <span>
                {documentKinds[kind]}
                <small>{documentKindHints[kind]}</small>
              </span>
            </label>
          ))}
        </fieldset>
        {current !== null && chosen !== current ? (
          <p className={styles.note}>別の書類にすると、送っていただいた画像は消去されます。</p>
        ) : null}
        {begin.error ? (
          <p className={styles.failure} role="alert">
            {begin.error.message}
          </p>
        ) : null}
        <Button
          variant="primary"
          size="l"
          block
          busy={begin.isPending}
          aria-disabled={chosen === null}
          onClick={() => chosen && begin.mutate(chosen, { onSuccess: onChosen })}
        >
          撮影にすすむ
        </Button>
      </div>
    </Panel>
  )
}
