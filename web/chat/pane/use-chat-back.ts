import { localStore } from '#web/shell/local-store.ts'
import { paths } from '#web/shell/paths.ts'
import { prevTab } from '#web/shell/prev-path.ts'
import { useBackNavigation } from '#web/shell/use-way-back.ts'

/**
 * Goes back to where the conversation was opened from; without such a page, to the previous tab or to the
 * list.
 */
export const useChatBack = (): (() => void) =>
  useBackNavigation(() => prevTab(localStore) ?? paths.conversations())
