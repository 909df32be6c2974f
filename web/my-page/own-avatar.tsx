import { Camera } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { shrinkImage } from '#web/images/shrink-image.ts'
import { lazyPart } from '#web/shell/lazy-part.ts'
import { Button } from '#web/ui/button.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { Icon } from '#web/ui/icon.tsx'
import { Avatar } from '#web/ui/person/avatar.tsx'
import styles from './own-avatar.module.css'
import { useUpdateAvatar } from './use-avatar-change.ts'

const AvatarCropModal = lazyPart(async () => (await import('./avatar-crop-modal.tsx')).AvatarCropModal)

/** The member's portrait, or the first letter of the name. A press changes it. */
export const OwnAvatar = ({ name, imageId }: { name: string; imageId: string | null }) => {
  const [isChoosing, setIsChoosing] = useState(false)
  const [picture, setPicture] = useState<Blob | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const pick = () => {
    setIsChoosing(false)
    picker.current?.click()
  }
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={imageId ? 'プロフィール写真を変更' : 'プロフィール写真を追加'}
        onClick={imageId ? () => setIsChoosing(true) : pick}
      >
        <Avatar imageId={imageId} name={name} size={64} />
        <span className={styles.badge}>
          <Icon of={Camera} size="s" />
        </span>
      </button>
      {/* A phone offers its camera beside its pictures. */}
      <input
        ref={picker}
        type="file"
        accept="image/*"
        hidden
        onChange={async ({ target }) => {
          const file = target.files?.[0]
          // The same picture can be chosen again.
          target.value = ''
          if (file) setPicture(await shrinkImage(file))
        }}
      />
      {isChoosing ? <ChoiceModal onPick={pick} onClose={() => setIsChoosing(false)} /> : null}
      {picture ? (
        <Suspense>
          <AvatarCropModal picture={picture} onClose={() => setPicture(null)} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Another portrait, or none. */
const ChoiceModal = ({ onPick, onClose }: { onPick: () => void; onClose: () => void }) => {
  const update = useUpdateAvatar()
  const remove = () =>
    update.mutate(null, {
      onSuccess: () => {
        void showToast({ tone: 'ok', title: 'プロフィール写真を外しました' })
        onClose()
      },
      onError: ({ message }) => showToast({ tone: 'error', title: '写真を外せませんでした', text: message }),
    })
  return (
    <Modal open onClose={onClose} title="プロフィール写真" dismissible={!update.isPending}>
      <div className={styles.choices}>
        <Button block variant="primary" onClick={onPick}>
          写真を選ぶ
        </Button>
        <Button block busy={update.isPending} onClick={remove}>
          写真を外す
        </Button>
      </div>
    </Modal>
  )
}
