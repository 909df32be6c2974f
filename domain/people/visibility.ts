import type { Role } from '#contract/account/account.ts'

export interface Person {
  id: string
  role: Role
}

/**
 * Who sees which profile: everybody sees broadcasters, only broadcasters see callers, all members see their
 * own. Operators and deactivated accounts are never shown.
 */
export const canSee = (viewer: Person | null, target: Person): boolean => {
  if (target.role === 'operator' || target.role === 'closed') return false
  if (target.role === 'broadcaster' || viewer?.id === target.id) return true
  return viewer?.role === 'broadcaster'
}

/**
 * product.md 1.3: calls run between a caller and a broadcaster only. A visitor may press the button and is
 * asked to register first.
 */
export const canCall = (viewer: Person | null, target: Person): boolean => {
  if (viewer === null) return target.role === 'broadcaster'
  return (
    (viewer.role === 'caller' && target.role === 'broadcaster') ||
    (viewer.role === 'broadcaster' && target.role === 'caller')
  )
}
