import { BellRing } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'

/** A browser keeps a page silent until it is touched: one touch anywhere, best here, lets it ring. */
export const RingHint = ({ onTap }: { onTap: () => void }) => (
  <Button variant="tonal" icon={BellRing} onClick={onTap}>
    タップすると着信音が鳴ります
  </Button>
)
