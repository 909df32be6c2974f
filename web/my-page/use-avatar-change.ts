import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { accountEndpoints } from '#contract/account/account.ts'
import { isFailure } from '#contract/core/client.ts'
import { refusalBody } from '#contract/refusals.ts'
import { cropImage } from '#web/images/crop-image.ts'
import type { Area } from '#web/images/draw-jpeg.ts'
import { uploadImage } from '#web/images/upload-image.ts'
import { meKey } from '#web/session/use-me.ts'
import { AnswerError, fetchEndpoint } from '#web/shell/query.ts'
import { peopleKey } from '#web/shell/query-keys.ts'

/** Longer side of a portrait in pixels: the largest size that is ever shown. */
const portraitPixelsMax = 1200

/** Makes an uploaded image the member's portrait, or removes it (null), wherever this page shows it. */
export const useUpdateAvatar = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (imageId: string | null) => fetchEndpoint(accountEndpoints.updateAvatar, { imageId }),
    onSuccess: ({ user }) => {
      queryClient.setQueryData(meKey, user)
      void queryClient.invalidateQueries({ queryKey: peopleKey })
    },
  })
}

const cutOut = async (picture: Blob, area: Area): Promise<Blob> => {
  try {
    return await cropImage(picture, area, portraitPixelsMax)
  } catch {
    throw new AnswerError(refusalBody('imageUnreadable'))
  }
}

const isSameArea = (one: Area, other: Area): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height

/** Crops, uploads and sets a portrait. A failed upload can be sent again; the same part of the picture has the same id. */
export const useAvatarChange = (picture: Blob, onDone: () => void) => {
  const update = useUpdateAvatar()
  const sent = useRef<{ id: string; area: Area } | null>(null)
  const cancelling = useRef<AbortController | null>(null)
  /** From 0 to 1 while it is sent. */
  const [progress, setProgress] = useState(0)

  const change = useMutation({
    mutationFn: async (area: Area) => {
      if (!sent.current || !isSameArea(sent.current.area, area))
        sent.current = { id: crypto.randomUUID(), area }
      cancelling.current = new AbortController()
      setProgress(0)
      const { signal } = cancelling.current
      const portrait = await cutOut(picture, area)
      const image = await uploadImage(portrait, { id: sent.current.id, onProgress: setProgress, signal })
      if (signal.aborted) return
      if (isFailure(image)) throw new AnswerError(image)
      await update.mutateAsync(image.imageId)
      onDone()
    },
  })
  return { change, progress, cancel: () => cancelling.current?.abort() }
}
