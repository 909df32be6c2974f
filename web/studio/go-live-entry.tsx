import { Radio } from 'lucide-react'
import { paths } from '#web/shell/navigation/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The studio's main button. */
export const GoLiveEntry = () => (
  <ButtonLink variant="primary" size="l" block icon={Radio} to={paths.liveStudio()}>
    配信をはじめる
  </ButtonLink>
)
