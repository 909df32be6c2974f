import { type ReactNode, useState } from 'react'
import type { OwnProfile, ProfileChanges } from '#contract/people/own-profile.ts'
import { AnswerError } from '#web/shell/query.ts'
import { AlertDialog } from '#web/ui/dialog/alert-dialog.tsx'
import { showToast } from '#web/ui/dialog/toast.ts'
import { useUpdateProfile } from './own-profile-queries.ts'
import { faultIn } from './profile-draft.ts'

interface Alert {
  title: string
  message: string
  /** Changes that may be saved in spite of the contact guard's warning. */
  warned: ProfileChanges | null
}

export interface Saving {
  isBusy: boolean
  save: (changes: ProfileChanges) => void
  dialog: ReactNode
}

/** Saves a form. What the server would refuse is shown in an alert first, and not sent (specification 5). */
export const useSaving = (onSaved: (saved: OwnProfile) => void): Saving => {
  const update = useUpdateProfile()
  const [alert, setAlert] = useState<Alert | null>(null)

  const send = (changes: ProfileChanges, isWarned: boolean) =>
    update.mutate(
      { ...changes, isWarned },
      {
        onSuccess: (saved) => {
          void showToast({ tone: 'ok', title: 'プロフィールを保存しました' })
          onSaved(saved)
        },
        onError: (error) => {
          const isWarning = error instanceof AnswerError && error.code === 'contactWarning'
          setAlert({
            title: isWarning ? '内容をご確認ください' : '保存できませんでした',
            message: error.message,
            warned: isWarning ? changes : null,
          })
        },
      },
    )

  const save = (changes: ProfileChanges) => {
    const fault = faultIn(changes)
    if (fault === null) send(changes, false)
    else setAlert({ title: '入力内容をご確認ください', message: fault, warned: null })
  }

  const warned = alert?.warned
  return {
    isBusy: update.isPending,
    save,
    dialog: (
      <AlertDialog
        open={alert !== null}
        onClose={() => setAlert(null)}
        title={alert?.title ?? ''}
        message={alert?.message ?? ''}
        action={
          warned
            ? {
                label: 'このまま保存',
                onPress: () => {
                  setAlert(null)
                  send(warned, true)
                },
              }
            : undefined
        }
      />
    ),
  }
}
