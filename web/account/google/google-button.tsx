import type { ComponentProps } from 'react'
import { Button } from '#web/ui/button.tsx'
import { GoogleMark } from '#web/ui/google-mark.tsx'
import styles from './google-button.module.css'

/** A button that leads to Google: its mark and colours are Google's, its shape is the house's. */
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
