import type { MouseEvent } from 'react'
import { useNavigate } from '#web/router/router.ts'
import styles from './formatted-text.module.css'

const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** HTML that the server made from Markdown. Links to our own pages navigate without a reload. */
export const FormattedText = ({
  html,
  isPreview = false,
}: {
  html: string
  /** Its links to our own pages do nothing. */
  isPreview?: boolean
}) => {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null
    const address = link?.getAttribute('href') ?? ''
    if (!address.startsWith('/') || !isPlainPress(event)) return
    event.preventDefault()
    if (!isPreview) void navigate(address)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside are what is pressed
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link presses it
    <div
      className={styles.text}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: server/legal/markdown-html.ts lets nothing dangerous through
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
