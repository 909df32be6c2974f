import { Share2 } from 'lucide-react'
import type { Profile } from '#contract/people/people.ts'
import { isMobileDevice } from '#domain/shell/device.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { IconButton } from '#web/ui/icon-button.tsx'

/** The one address of a profile: without the sharer, a campaign or the page's own parameters. */
const addressOf = (person: Profile): string =>
  new URL(paths.profile(person.id, true), window.location.origin).href

const copy = async (address: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(address)
    await showToast({ tone: 'ok', title: 'プロフィールのリンクをコピーしました' })
  } catch {
    await showToast({ tone: 'error', title: 'コピーできませんでした', text: address })
  }
}

/** The device's own sheet on a phone; elsewhere, and where there is no sheet, the address is copied. */
const share = async (person: Profile): Promise<void> => {
  const url = addressOf(person)
  if (!isMobileDevice(navigator.userAgent) || !('share' in navigator)) {
    await copy(url)
    return
  }
  try {
    await navigator.share({ title: `${person.name}さんのプロフィール`, url })
  } catch (error) {
    // The member closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return
    await copy(url)
  }
}

/** Shares a profile that everybody may see: a broadcaster's. */
export const ShareButton = ({ person, className }: { person: Profile; className?: string | undefined }) =>
  person.role === 'broadcaster' ? (
    <IconButton
      icon={Share2}
      label="プロフィールを共有"
      className={className}
      onClick={() => void share(person)}
    />
  ) : null
