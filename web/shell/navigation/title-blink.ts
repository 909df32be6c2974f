/** Half a period: each text is shown for so long, which is well below one flicker a second. */
export const titleBlinkMs = 1_000

/**
 * Alternates a page's title between `text` and its own, and restores its own at the end. Under reduced motion `text`
 * is shown without alternating. A title that the page sets in between is its own from then on.
 */
export const startTitleBlink = (
  text: string,
  page: Pick<Document, 'title'> = document,
  isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches,
): (() => void) => {
  let own = page.title
  let isShown = false
  const adopt = () => {
    if (page.title !== (isShown ? text : own)) own = page.title
  }
  const show = (next: boolean) => {
    adopt()
    isShown = next
    page.title = next ? text : own
  }
  show(true)
  const timer = setInterval(() => show(isMotionReduced || !isShown), titleBlinkMs)
  return () => {
    clearInterval(timer)
    show(false)
  }
}
