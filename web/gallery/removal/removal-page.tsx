import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { galleryRemovalEndpoints } from '#contract/gallery/removal.ts'
import { SubPage } from '#web/layout/sub-page.tsx'
import { useSearchParams } from '#web/router/router.ts'
import { paths } from '#web/shell/navigation/paths.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { itemIdIn } from './item-id-in.ts'
import { RemovalForm } from './removal-form.tsx'

/** Asks the operators to take an item down, without an account. */
export const RemovalPage = () => {
  const [params] = useSearchParams()
  const [reportId] = useState(() => crypto.randomUUID())
  const [address, setAddress] = useState(params.get('item') ?? '')
  const [name, setName] = useState('')
  const [mail, setMail] = useState('')
  const [isAddressWrong, setIsAddressWrong] = useState(false)
  const request = useMutation({
    mutationFn: (input: RequestOf<typeof galleryRemovalEndpoints.requestGalleryRemoval>) =>
      fetchEndpoint(galleryRemovalEndpoints.requestGalleryRemoval, input),
  })
  return (
    <SubPage title="作品の削除の申し出" back={paths.gallery()}>
      <Panel>
        {request.isSuccess ? (
          <EmptyState title="受け付けました">
            運営が確認し、必要なときは入力いただいたメールアドレスにご連絡します。
          </EmptyState>
        ) : (
          <RemovalForm
            isSending={request.isPending}
            error={request.error}
            onSend={(claim) => {
              const itemId = itemIdIn(address)
              setIsAddressWrong(itemId === null)
              if (itemId) request.mutate({ ...claim, reportId, itemId, name: name.trim(), mail: mail.trim() })
            }}
          >
            <Field
              label="作品のアドレス"
              hint="作品の画面を開いたときの、ブラウザのアドレスです。"
              error={isAddressWrong ? '作品のアドレスを確認してください。' : null}
            >
              <Input
                value={address}
                required
                maxLength={300}
                onChange={({ target }) => setAddress(target.value)}
              />
            </Field>
            <Field label="お名前">
              <Input
                value={name}
                required
                maxLength={100}
                autoComplete="name"
                onChange={({ target }) => setName(target.value)}
              />
            </Field>
            <Field label="メールアドレス" hint="ご連絡にだけ使います。">
              <Input
                type="email"
                value={mail}
                required
                maxLength={254}
                autoComplete="email"
                onChange={({ target }) => setMail(target.value)}
              />
            </Field>
          </RemovalForm>
        )}
      </Panel>
    </SubPage>
  )
}
