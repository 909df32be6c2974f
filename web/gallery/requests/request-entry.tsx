import { ImagePlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'

const RequestModal = lazyPart(async () => (await import('./request-modal.tsx')).RequestModal)

/** The way to a request on a broadcaster's profile; absent for broadcasters. */
export const RequestEntry = ({ partner }: { partner: { id: string; name: string } }) => {
  const [isOpen, setIsOpen] = useState(false)
  const role = useViewerRole()
  if (role === 'broadcaster') return null
  return (
    <>
      <Button block icon={ImagePlus} onClick={() => (role === null ? openRegistration() : setIsOpen(true))}>
        写真をリクエストする
      </Button>
      <Suspense fallback={null}>
        {isOpen ? <RequestModal partner={partner} onClose={() => setIsOpen(false)} /> : null}
      </Suspense>
    </>
  )
}
