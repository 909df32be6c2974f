import { useEffect } from 'react'
import { isPullToRefresh } from '#domain/shell/native-message.ts'

/** Reloads the page when the native wrapper asks for it; iOS posts to the window, Android to the document. */
export const useNativeMessages = (): void => {
  useEffect(() => {
    const onMessage = (event: Event) => {
      if (event instanceof MessageEvent && isPullToRefresh(event.data)) window.location.reload()
    }
    window.addEventListener('message', onMessage)
    document.addEventListener('message', onMessage)
    return () => {
      window.removeEventListener('message', onMessage)
      document.removeEventListener('message', onMessage)
    }
  }, [])
}
