import { type BirthDateParts, wholeDateIn } from './birth-date.ts'
import styles from './birth-date-fields.module.css'

const fields = [
  { key: 'year', unit: '年', autoComplete: 'bday-year', maxLength: 12, placeholder: '1990' },
  { key: 'month', unit: '月', autoComplete: 'bday-month', maxLength: 2, placeholder: '5' },
  { key: 'day', unit: '日', autoComplete: 'bday-day', maxLength: 2, placeholder: '1' },
] as const

/** Year, month and day in a field each, with the keyboard for numbers. A whole date in the first one is divided. */
export const BirthDateFields = ({
  parts,
  error,
  isFocusedFirst = false,
  onWrite,
}: {
  parts: BirthDateParts
  error: string | null
  /** Of the fields of a modal. */
  isFocusedFirst?: boolean
  onWrite: (parts: BirthDateParts) => void
}) => (
  <fieldset className={styles.fields}>
    <legend>生年月日</legend>
    <div>
      {fields.map(({ key, unit, ...rest }) => (
        <label key={key}>
          <input
            {...rest}
            inputMode="numeric"
            value={parts[key]}
            aria-label={unit}
            aria-invalid={error === null ? undefined : true}
            data-autofocus={(isFocusedFirst && key === 'year') || undefined}
            onChange={({ target }) =>
              onWrite(
                (key === 'year' ? wholeDateIn(target.value) : null) ?? { ...parts, [key]: target.value },
              )
            }
          />
          <span aria-hidden="true">{unit}</span>
        </label>
      ))}
    </div>
    {error === null ? null : (
      <p role="alert" className={styles.error}>
        {error}
      </p>
    )}
  </fieldset>
)
