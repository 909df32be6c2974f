import { type ComponentPropsWithRef, createContext, type ReactNode, useContext, useId } from 'react'
import { classes } from '../classes.ts'
import styles from './field.module.css'

interface FieldContext {
  id: string
  describedBy: string | undefined
  invalid: boolean
}

const Context = createContext<FieldContext | null>(null)

/** Label, control, hint or error. The Input or Textarea inside gets its id and description from here. */
export const Field = ({
  label,
  note,
  hint,
  error,
  takesFocus,
  trailing,
  children,
}: {
  label: string
  /** At the label's end: 任意, 6/20. */
  note?: ReactNode
  hint?: string | undefined
  /** Replaces the hint and marks the control as wrong. */
  error?: string | null | undefined
  /** The form moves the focus to a wrong control, and the error is read with it. */
  takesFocus?: boolean
  /** A button in the control's row. */
  trailing?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  const hintId = `${id}-hint`
  const text = error ?? hint
  return (
    <div className={styles.field}>
      <div className={styles.label}>
        <label htmlFor={id}>{label}</label>
        {note ? <small>{note}</small> : null}
      </div>
      <Context value={{ id, describedBy: text ? hintId : undefined, invalid: Boolean(error) }}>
        {trailing ? (
          <div className={styles.row}>
            {children}
            {trailing}
          </div>
        ) : (
          children
        )}
      </Context>
      {text ? (
        // Another element than the hint: a screen reader announces what appears.
        <p
          key={error ? 'error' : 'hint'}
          id={hintId}
          role={error && !takesFocus ? 'alert' : undefined}
          className={classes(styles.hint, error && styles.error)}
        >
          {text}
        </p>
      ) : null}
    </div>
  )
}

const useField = () => {
  const field = useContext(Context)
  return field
    ? { id: field.id, 'aria-describedby': field.describedBy, 'aria-invalid': field.invalid || undefined }
    : {}
}

export const Input = ({ className, ...rest }: ComponentPropsWithRef<'input'>) => (
  <input {...useField()} {...rest} className={classes(styles.input, className)} />
)

export const Textarea = ({ className, ...rest }: ComponentPropsWithRef<'textarea'>) => (
  <textarea {...useField()} {...rest} className={classes(styles.input, styles.textarea, className)} />
)

export const Select = ({ className, ...rest }: ComponentPropsWithRef<'select'>) => (
  <select {...useField()} {...rest} className={classes(styles.input, styles.select, className)} />
)
