import { localStore } from '#web/shell/local-store.ts'
import { paths } from '#web/shell/paths.ts'
import { prevTab } from '#web/shell/prev-path.ts'
import { useBackNavigation } from '#web/shell/use-back-navigation.ts'

/** To where the conversation was opened from; who came straight here goes to the tab of before, or to the list. */
export const useWayOut = (): (() => void) =>
  useBackNavigation(() => prevTab(localStore) ?? paths.conversations())
