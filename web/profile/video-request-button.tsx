import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { videoRequestEndpoints } from '#contract/calls/video-request.ts'
import type { Profile } from '#contract/people/people.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { openRegistration } from '#web/session/account-dialog-state.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { showToast } from '#web/ui/dialog/toast.ts'
import { CallButton } from '#web/ui/points/call-button.tsx'

/** Requests a video call from the broadcaster, at the price on the button. A visitor registers first. */
export const VideoRequestButton = ({
  person,
  ratePointsPerMin,
  className,
}: {
  person: Pick<Profile, 'id' | 'name'>
  ratePointsPerMin: number
  className?: string | undefined
}) => {
  const isVisitor = useViewerRole() === null
  // A second press after a lost answer is the same request.
  const requestId = useRef<string>(undefined)
  const { mutate, isSuccess } = useMutation({
    mutationFn: () => {
      requestId.current ??= crypto.randomUUID()
      return fetchEndpoint(videoRequestEndpoints.sendVideoRequest, {
        requestId: requestId.current,
        partnerId: person.id,
      })
    },
    onSuccess: () =>
      void showToast({
        tone: 'ok',
        title: 'リクエストを送りました',
        text: `${person.name}さんからの着信をお待ちください。`,
      }),
    onError: (error) =>
      void showToast({ tone: 'error', title: 'リクエストを送れませんでした', text: error.message }),
  })
  const look = {
    kind: 'video',
    ratePointsPerMin,
    name: person.name,
    size: 'l',
    stacked: true,
    className,
  } as const
  return isSuccess ? (
    <CallButton {...look} word="リクエストを送りました" variant="wait" />
  ) : (
    <CallButton
      {...look}
      word="ビデオ通話をリクエスト"
      spoken={`（${person.name}さんから着信したときの料金）`}
      variant="outline"
      onClick={() => (isVisitor ? openRegistration() : mutate())}
    />
  )
}
