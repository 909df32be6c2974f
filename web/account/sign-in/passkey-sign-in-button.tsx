import { Fingerprint } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { Button } from '#web/ui/button.tsx'
import { hasPasskeys, preparePasskeys } from '../passkeys/passkey-ceremony.ts'
import { offerPasskeys, requestPasskey, signInByPasskey } from './passkey-sign-in.ts'
import styles from './passkey-sign-in-button.module.css'

type Phase = { name: 'waiting'; note?: string } | { name: 'busy' }

const usePasskeySignIn = (destination: string) => {
  const [phase, setPhase] = useState<Phase>({ name: 'waiting' })
  const enter = async (assertion: Parameters<typeof signInByPasskey>[0]) => {
    setPhase({ name: 'busy' })
    const refused = await signInByPasskey(assertion, destination)
    // A successful sign-in leaves this page.
    if (refused !== null) setPhase({ name: 'waiting', note: refused })
  }
  const press = () => {
    setPhase({ name: 'busy' })
    requestPasskey()
      .then(enter)
      .catch((error: Error) => setPhase({ name: 'waiting', note: error.message }))
  }
  return { phase, enter, press }
}

const neverChanges = () => () => undefined

/** Nearly every browser has passkeys, so that the server's markup has the button. */
const useHasPasskeys = (): boolean => useSyncExternalStore(neverChanges, hasPasskeys, () => true)

/** Login by a passkey: tapped for, or picked where the browser fills in the mail address. Nothing where it has none. */
export const PasskeySignInButton = ({ destination }: { destination: string }) =>
  useHasPasskeys() ? <SupportedButton destination={destination} /> : null

const SupportedButton = ({ destination }: { destination: string }) => {
  const { phase, enter, press } = usePasskeySignIn(destination)
  const isBusy = phase.name === 'busy'
  useEffect(preparePasskeys, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: one offer as long as nothing else goes on
  useEffect(() => {
    if (isBusy) return
    const ended = new AbortController()
    offerPasskeys(ended.signal)
      .then((assertion) => assertion && enter(assertion))
      // The offer was made without a press; where it isn't possible, the button shows why.
      .catch(() => undefined)
    return () => ended.abort()
  }, [isBusy])
  return (
    <div>
      <Button icon={Fingerprint} size="l" block busy={isBusy} onClick={press}>
        パスキーでログイン
      </Button>
      <p role="status" className={styles.note}>
        {phase.name === 'waiting' ? phase.note : null}
      </p>
    </div>
  )
}
