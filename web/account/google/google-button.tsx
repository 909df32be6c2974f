import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { GoogleMark } from '#web/ui/google-mark.tsx'
import styles from './google-button.module.css'

/** A button that leads to Google: mark and colours are Google's, the shape is ours. */
export const GoogleButton = ({
  children,
  busy = false,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'variant' | 'icon' | 'block' | 'className'>) => (
  <Button {...rest} busy={busy} block className={styles.google}>
    {busy ? null : <GoogleMark />}
    {children}
  </Button>
)
