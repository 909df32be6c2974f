import { useEffect } from 'react'
import { documentTitle } from '#domain/shell/document-title.ts'

/** Names the page: in the tab, in the history and to screen readers. */
export const usePageTitle = (title: string | null): void => {
  useEffect(() => {
    document.title = documentTitle(title)
  }, [title])
}
