'use client'
import { useEffect, useRef } from 'react'

const opening = new EventTarget()

/** A button that a visitor registers with. */
export const Register = ({ className, label, children }) => (
  <button
    type="button"
    className={className}
    aria-label={label}
    onClick={() => opening.dispatchEvent(new Event('open'))}
  >
    {children}
  </button>
)

export const RegisterDialog = () => {
  const dialog = useRef(null)
  useEffect(() => {
    const open = () => dialog.current?.showModal()
    opening.addEventListener('open', open)
    return () => opening.removeEventListener('open', open)
  }, [])
  return (
    <dialog ref={dialog} aria-label="無料ではじめる">
      <form method="dialog">
        <label>
          ニックネーム
          <input name="name" maxLength={20} required />
        </label>
        <button type="submit">はじめる</button>
      </form>
    </dialog>
  )
}
