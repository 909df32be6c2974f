import { useNavigate } from 'react-router'
import type { MemberSurface } from '../../contract/safety.ts'
import { paths } from '../shell/paths.ts'
import { showToast } from '../ui/toast.ts'

/** After a block: says so, and leaves a screen that shows nothing but her. A call ends by itself. */
export const useBlockDone = () => {
  const navigate = useNavigate()
  return (name: string, surface: MemberSurface): void => {
    void showToast({
      tone: 'ok',
      title: `${name}さんをブロックしました`,
      text: 'マイページでいつでも解除できます。',
    })
    if (surface === 'profile') void navigate(paths.home())
    if (surface === 'chat') void navigate(paths.conversations())
  }
}
