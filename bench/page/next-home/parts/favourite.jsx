'use client'
import { Heart } from 'lucide-react'
import { useState } from 'react'
import { Icon } from './icon.jsx'

export const Favourite = ({ name, className }) => {
  const [isPressed, setPressed] = useState(false)
  return (
    <button
      type="button"
      className={className}
      aria-pressed={isPressed}
      aria-label={`${name}さんをお気に入り`}
      onClick={() => setPressed(!isPressed)}
    >
      <span>
        <Icon of={Heart} size="s" isFilled={isPressed} />
      </span>
    </button>
  )
}
