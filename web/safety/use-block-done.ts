import { useNavigate } from '#web/router/router.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { type SafetyPlace, safetyPlaces } from './safety-subject.ts'

/** After a block: says so, and leaves a screen that shows nothing but this member. */
export const useBlockDone = () => {
  const navigate = useNavigate()
  return (name: string, place: SafetyPlace): void => {
    void showToast({
      tone: 'ok',
      title: `${name}さんをブロックしました`,
      text: 'マイページでいつでも解除できます。',
    })
    const { leavesFor } = safetyPlaces[place]
    if (leavesFor) void navigate(leavesFor())
  }
}
