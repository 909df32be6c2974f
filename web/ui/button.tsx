import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Link, type LinkProps } from '#web/router/router.ts'
import styles from './button.module.css'
import { classes } from './classes.ts'
import { Icon } from './icon.tsx'

export type ButtonVariant = 'primary' | 'tonal' | 'quiet' | 'ink' | 'text'

interface Look {
  /** `primary` once per screen: the one next step. */
  variant?: ButtonVariant
  /** s 44, m 48, l 52 px high. */
  size?: 's' | 'm' | 'l'
  icon?: LucideIcon
  iconFilled?: boolean
  /** Fills its row. */
  block?: boolean
  children: ReactNode
}

const look = (
  variant: ButtonVariant = 'quiet',
  size: Look['size'] = 'm',
  block = false,
  className?: string | undefined,
) => classes(styles.button, styles[variant], styles[size], block && styles.block, className)

/**
 * While `busy` it shows progress, keeps focus and ignores presses, so nothing is sent twice; with `aria-disabled` it
 * keeps focus and ignores presses too.
 */
export const Button = ({
  variant,
  size,
  icon,
  iconFilled,
  block,
  busy = false,
  className,
  onClick,
  children,
  'aria-disabled': ariaDisabled,
  ...rest
}: Look & { busy?: boolean } & Omit<ComponentPropsWithRef<'button'>, 'children'>) => {
  const isInert = busy || ariaDisabled === true || ariaDisabled === 'true'
  return (
    <button
      type="button"
      {...rest}
      className={look(variant, size, block, className)}
      aria-busy={busy || undefined}
      aria-disabled={isInert || undefined}
      onClick={(event) => {
        if (isInert) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {icon && !busy ? <Icon of={icon} size="s" filled={iconFilled ?? false} /> : null}
      {children}
    </button>
  )
}

export const ButtonLink = ({
  variant,
  size,
  icon,
  iconFilled,
  block,
  className,
  children,
  ...rest
}: Look & Omit<LinkProps, 'children' | 'className'> & { className?: string | undefined }) => (
  <Link {...rest} className={look(variant, size, block, className)}>
    {icon ? <Icon of={icon} size="s" filled={iconFilled ?? false} /> : null}
    {children}
  </Link>
)
