import { ChevronRight, Dices, Gift as GiftIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { defaultRates } from '#contract/calls/calls.ts'
import { registrationBonusPoints } from '#contract/points/points.ts'
import { secondsFor } from '#domain/points/talk-time.ts'
import { Link, useNavigate } from '#web/router/router.ts'
import type { Wanted } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { useMe } from '#web/session/use-me.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { useStore } from '#web/shell/use-store.ts'
import { duration } from '#web/text/format.ts'
import { Button } from '#web/ui/button.tsx'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { stopEnterOfConversion } from '#web/ui/form/composition-enter.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import { registrationPorts } from './browser-ports.ts'
import { GoogleSignInButton } from './google-sign-in-button.tsx'
import { createRegistration, nicknameCount, type Registration } from './registration.ts'
import styles from './registration-form.module.css'

/** A new form each time it is opened. `destination` null reloads the page. */
export const useRegistration = (destination: string | null): Registration => {
  const { update } = useSession()
  const navigate = useNavigate()
  const [registration] = useState(() =>
    createRegistration(
      destination,
      registrationPorts({
        renewSession: async () => (await update({ type: 'oneTapLogin' })) !== null,
        go: (path) => void navigate(path),
      }),
    ),
  )
  return registration
}

/** Takes over what was typed before the scripts were there. */
const useTypedBefore = (registration: Registration) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const typed = form.current && new FormData(form.current).get('nickname')
    if (typed) registration.write(String(typed))
  }, [registration])
  return form
}

/** The body of the registration modal and page (specification 2). */
export const RegistrationForm = ({
  registration,
  wanted = null,
  onLogin,
  onLeave,
}: {
  registration: Registration
  /** What was tapped before; it follows the registration. */
  wanted?: Wanted | null
  /** The ログイン button. */
  onLogin: () => void
  /** The way to /login was taken from the error dialog. */
  onLeave?: () => void
}) => {
  const { nickname, phase } = useStore(registration)
  const { status } = useSession()
  const navigate = useNavigate()
  const isBusy = phase.name === 'sending' || phase.name === 'leaving'
  const form = useTypedBefore(registration)
  return (
    <>
      <form
        ref={form}
        className={styles.form}
        method="post"
        noValidate
        onKeyDown={stopEnterOfConversion}
        onSubmit={(event) => {
          event.preventDefault()
          void registration.submit()
        }}
      >
        <Gift wanted={wanted} />
        <NicknameField registration={registration} nickname={nickname} />
        <Button type="submit" variant="primary" size="l" block busy={isBusy}>
          無料ではじめる
        </Button>
        <p className={styles.consent}>
          登録すると、18歳以上であることを確認し、
          <Link to={paths.legal('terms')} target="_blank">
            利用規約
          </Link>
          と
          <Link to={paths.legal('privacy')} target="_blank">
            プライバシーポリシー
          </Link>
          に同意したものとみなします。
        </p>
      </form>
      {status === 'authenticated' ? null : (
        <GoogleSignInButton destination={registration.destination} label="Googleで登録" hasConsent />
      )}
      <PreviousAccount registration={registration} isBusy={isBusy} />
      <Button variant="quiet" block onClick={onLogin}>
        ログイン
      </Button>
      <AlertDialog
        open={phase.name === 'alert'}
        onClose={registration.dismissAlert}
        title={phase.name === 'alert' ? phase.title : ''}
        message={phase.name === 'alert' ? phase.message : ''}
        action={
          phase.name === 'alert' && phase.toLogin
            ? {
                label: 'ログイン',
                onPress: () => {
                  registration.dismissAlert()
                  onLeave?.()
                  void navigate(paths.login())
                },
              }
            : undefined
        }
      />
    </>
  )
}

/** The points that a fresh account gets, and how long they last: at the price that was tapped, else at the usual one. */
const Gift = ({ wanted }: { wanted: Wanted | null }) => {
  const ratePointsPerMin = wanted?.ratePointsPerMin ?? defaultRates.video
  return (
    <div className={styles.gift}>
      <Icon of={GiftIcon} />
      <p>
        <b>
          登録で<span className="num">{registrationBonusPoints}</span>ptプレゼント
        </b>
        <small>
          {wanted?.ratePointsPerMin ? '' : 'ビデオなら'}
          {duration(secondsFor(registrationBonusPoints, ratePointsPerMin))}ぶん
          <span className="nowrap">（1台の端末につき1回）</span>
        </small>
      </p>
    </div>
  )
}

/** How many characters are used, a name at random, and the note of the specification. */
const NicknameField = ({ registration, nickname }: { registration: Registration; nickname: string }) => {
  const { used, max, isOver } = nicknameCount(nickname)
  return (
    <Field
      label="ニックネーム"
      note={
        <span className={isOver ? styles.over : undefined}>
          <span className="num">
            {used}/{max}
          </span>
          <span className="vh">文字</span>
        </span>
      }
      hint="ニックネームはあとで変更できます。"
      trailing={
        <button type="button" className={styles.random} onClick={registration.suggest}>
          <Icon of={Dices} size="s" />
          おまかせ
        </button>
      }
    >
      <Input
        name="nickname"
        value={nickname}
        autoComplete="nickname"
        enterKeyHint="go"
        placeholder="例：よるのラジオ"
        data-autofocus
        onChange={(event) => registration.write(event.target.value)}
      />
    </Field>
  )
}

/** Where a session already exists, one tap continues as that account. */
const PreviousAccount = ({ registration, isBusy }: { registration: Registration; isBusy: boolean }) => {
  const { data: session } = useSession()
  const me = useMe().data
  // The session of the account just created, seen while the page is about to leave, is no previous account.
  if (!session || registration.get().phase.name === 'leaving') return null
  return (
    <>
      <p className={styles.or}>以前のアカウントでログイン</p>
      <button
        type="button"
        className={styles.previous}
        aria-disabled={isBusy || undefined}
        onClick={() => void registration.continueAsPrevious()}
      >
        <Avatar imageId={me?.avatarId ?? null} size={40} />
        <span>
          <b>
            {session.user.name}さん <span className="nowrap">としてログイン</span>
          </b>
          <small>この端末に残っているアカウント</small>
        </span>
        <Icon of={ChevronRight} size="s" />
      </button>
    </>
  )
}
