/** What the script of web/index.html keeps until the page is taken over. */
interface EarlyTaps {
  earlyTap?: HTMLElement | null
  earlyTaps?: AbortController
}

/** Repeats a tap on a button of the server's markup that came before the screens' code. Links need none of it. */
export const repeatEarlyTap = (page: Document & EarlyTaps = document): void => {
  page.earlyTaps?.abort()
  const tapped = page.earlyTap
  page.earlyTap = null
  if (tapped?.isConnected) tapped.click()
}
