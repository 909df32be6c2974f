import { useQuery } from '@tanstack/react-query'
import { KeyRound, Mail } from 'lucide-react'
import { call, isFailure } from '#contract/core/client.ts'
import { purchaseEndpoints } from '#contract/points/purchase.ts'
import { useNavigate } from '#web/router/router.ts'
import { closeAccountDialog } from '#web/session/account-dialog-state.ts'
import { useSession } from '#web/session/session.tsx'
import { bootData } from '#web/shell/boot.ts'
import { type Contact, closeContact } from '#web/shell/contact.ts'
import { MakesWay } from '#web/shell/navigation/makes-way.tsx'
import { paths } from '#web/shell/navigation/paths.ts'
import { classes } from '#web/ui/classes.ts'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { addressLoading, addressUnavailable, contactMail, supportMail, unknownText } from './contact-mail.ts'
import styles from './contact-modal.module.css'
import { addressLookup, requestAddress } from './visitor-address.ts'

/** The visitor's IP address; 取得中 while it loads, 不明 or 取得不可 when it isn't available (specification 8). */
const useAddress = (isWanted: boolean): string => {
  const query = useQuery({
    queryKey: ['account', 'address'],
    queryFn: async ({ signal }) => {
      const { ipLookupUrl } = bootData()
      if (ipLookupUrl) return requestAddress(ipLookupUrl, addressLookup, signal)
      const answer = await call(purchaseEndpoints.getMyAddress, {}, { signal })
      return isFailure(answer) ? addressUnavailable : answer.address || unknownText
    },
    enabled: isWanted,
    staleTime: 0,
  })
  return query.data ?? addressLoading
}

/** The help that needs nobody: a link by mail that sets a new password. */
const MailedReset = () => {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className={classes(styles.way)}
      data-autofocus
      onClick={() => {
        closeContact()
        closeAccountDialog()
        void navigate(paths.resetPassword())
      }}
    >
      <Icon of={KeyRound} />
      <span>
        パスワードを再設定する
        <small>登録したメールアドレスに、リンクを送ります</small>
      </span>
    </button>
  )
}

/** How to reach us: by mail, with the facts we need filled in (specification 2). */
export const ContactModal = ({ contact }: { contact: Contact }) => {
  const { data: session } = useSession()
  const address = useAddress(session === null)
  const writer = session ? { id: session.user.id, name: session.user.name } : { address }
  const isReady = session !== null || address !== addressLoading
  return (
    <MakesWay>
      <Modal open title="お問い合わせ方法を選択" onClose={closeContact}>
        {contact.isPasswordForgotten ? <MailedReset /> : null}
        <p className={styles.text}>
          {contact.transfer
            ? 'メールでお申し込みください。ご購入の内容とお振込先を記入してあります。'
            : contact.isPasswordForgotten
              ? 'メールアドレスを登録していない方は、お問い合わせください。'
              : 'メールでお問い合わせいただけます。必要な情報を記入してあります。'}
        </p>
        <a
          className={classes(styles.way)}
          href={contactMail(supportMail(), writer, navigator.userAgent, contact.transfer)}
          aria-disabled={!isReady || undefined}
          data-autofocus={contact.isPasswordForgotten ? undefined : true}
          onClick={(event) => {
            if (!isReady) event.preventDefault()
          }}
        >
          <Icon of={Mail} />
          <span>
            メールで問い合わせる
            <small>{supportMail()}</small>
          </span>
        </a>
        <dl className={styles.facts}>
          <div>
            <dt>{session ? 'ユーザーID' : 'IPアドレス'}</dt>
            <dd>{session ? session.user.id : address}</dd>
          </div>
        </dl>
      </Modal>
    </MakesWay>
  )
}
