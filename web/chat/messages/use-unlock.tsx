import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import { chatEndpoints } from '#contract/chat/chat.ts'
import { call, type Failure, isFailure } from '#contract/core/client.ts'
import { useNavigate } from '#web/router/router.ts'
import { pointsKey } from '#web/session/use-points.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import type { ConversationSync } from '../timeline/conversation-sync.ts'

/** Pays for locked images, and says why one could not be unlocked. */
export const useUnlock = (
  sync: Pick<ConversationSync, 'nudge'>,
): { unlock: (messageId: string, imagePoints: number) => Promise<void>; dialog: ReactNode } => {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<Failure | null>(null)
  const isShort = failure?.code === 'insufficientPoints'
  const unlock = useCallback(
    async (messageId: string, imagePoints: number) => {
      const answer = await call(chatEndpoints.unseal, { messageId, imagePoints })
      if (isFailure(answer)) setFailure(answer)
      else queries.setQueryData(pointsKey, answer.point)
      // A changed price arrives the same way as the picture.
      sync.nudge()
    },
    [queries, sync],
  )
  return {
    unlock,
    dialog: (
      <AlertDialog
        open={failure !== null}
        onClose={() => setFailure(null)}
        title={isShort ? failure.message : '画像をひらけませんでした'}
        message={isShort ? 'ポイントを購入すると、ひらけます。' : (failure?.message ?? '')}
        action={
          isShort
            ? {
                label: 'ポイントを購入する',
                onPress: () => void navigate(paths.purchase(window.location.pathname)),
              }
            : undefined
        }
      />
    ),
  }
}
