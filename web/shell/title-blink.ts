/** Half a period: each text stands for so long, well below one change of a flicker a second. */
export const titleBlinkMs = 1_000

/**
 * Lets a page's title change between `text` and its own, and gives its own back at the end. For who wants less motion
 * `text` just stands there. A title that the page sets meanwhile is its own from then on.
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
