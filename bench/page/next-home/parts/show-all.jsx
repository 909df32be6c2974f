'use client'
import { useState } from 'react'
import button from '../styles/button.module.css'

export const ShowAll = ({ className, more, children, rest }) => {
  const [isShown, setShown] = useState(false)
  return (
    <>
      <ul className={className}>
        {children}
        {isShown ? rest : null}
      </ul>
      {isShown ? null : (
        <button
          type="button"
          className={`${button.button} ${button.quiet} ${button.m} ${button.block} ${more}`}
          onClick={() => setShown(true)}
        >
          ほかの人を見る
        </button>
      )}
    </>
  )
}
