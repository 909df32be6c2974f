import { useEffect } from 'react'

/** Names the page: in the tab, in the history and to screen readers. */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    document.title = title ? `${title}｜今宵 Koyoi` : '今宵 Koyoi'
  }, [title])
}
