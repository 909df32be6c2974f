import styles from './reason-choice.module.css'
import { Refusal } from './refusal.tsx'

/** One of several reasons, by radio buttons. `refusal` says that none was chosen. */
export const ReasonChoice = <Reason extends string>({
  legend,
  texts,
  reasons,
  chosen,
  refusal,
  onChoose,
}: {
  legend: string
  texts: Readonly<Record<Reason, string>>
  reasons: readonly Reason[]
  chosen: Reason | null
  refusal: string | null
  onChoose: (reason: Reason) => void
}) => (
  <fieldset className={styles.reasons}>
    <legend>{legend}</legend>
    <Refusal text={refusal} />
    {reasons.map((each) => (
      <label key={each}>
        <input type="radio" name="reason" checked={chosen === each} onChange={() => onChoose(each)} />
        {texts[each]}
      </label>
    ))}
  </fieldset>
)
