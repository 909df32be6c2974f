import { useEffect, useRef, useState } from 'react'
import { isFailure } from '#contract/core/client.ts'
import { galleryPicturesMax } from '#contract/gallery/gallery.ts'
import type { OwnGalleryItem } from '#contract/gallery/own-items.ts'
import { uploadImage } from '#web/images/upload-image.ts'
import { pictureAddress } from '../picture-address.ts'

export interface EditedPicture {
  key: string
  /** To show it. */
  src: string
  /** Null until it is uploaded. */
  imageId: string | null
  /** From 0 to 1 while it is being sent. */
  progress: number
  failure: string | null
}

export interface PictureUploads {
  pictures: readonly EditedPicture[]
  /** Of the uploaded ones, in their order. */
  imageIds: string[]
  /** Why they can't be used yet: one is on its way, or couldn't be sent and would be left out; null when all are there. */
  unready: string | null
  /** Some of those chosen last were too many, and are left out. */
  surplus: string | null
  add: (files: readonly File[]) => void
  remove: (key: string) => void
  /** One place towards the cover. */
  moveForward: (key: string) => void
}

const unreadyText = (pictures: readonly EditedPicture[]): string | null => {
  if (pictures.some(({ imageId, failure }) => imageId === null && failure === null))
    return '画像の送信が終わるまでお待ちください。'
  if (pictures.every(({ failure }) => failure === null)) return null
  return '送信できなかった画像があります。その画像を外して、もう一度選んでください。'
}

/** The pictures of an item that is being edited: each is sent as soon as it is chosen, one after the other. */
export const usePictureUploads = (files: OwnGalleryItem['files']): PictureUploads => {
  const [pictures, setPictures] = useState<EditedPicture[]>(() =>
    files.map((file) => ({
      ...{ key: file.imageId, src: pictureAddress(file, 480), imageId: file.imageId },
      ...{ progress: 1, failure: null },
    })),
  )
  const [surplus, setSurplus] = useState<string | null>(null)
  const urls = useRef<string[]>([])
  const queue = useRef(Promise.resolve())
  useEffect(
    () => () => {
      for (const url of urls.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const change = (key: string, values: Partial<EditedPicture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...values } : one)))

  const send = async (key: string, file: File) => {
    const sent = await uploadImage(file, { id: key, onProgress: (progress) => change(key, { progress }) })
    if (isFailure(sent)) change(key, { failure: sent.message })
    else change(key, { imageId: sent.imageId, progress: 1 })
  }

  return {
    pictures,
    imageIds: pictures.flatMap(({ imageId }) => imageId ?? []),
    unready: unreadyText(pictures),
    surplus,
    add: (chosen) => {
      const taken = chosen.slice(0, galleryPicturesMax - pictures.length)
      setSurplus(taken.length < chosen.length ? `画像は${galleryPicturesMax}枚までです。` : null)
      const added = taken.map((file) => ({ file, key: crypto.randomUUID(), src: URL.createObjectURL(file) }))
      urls.current.push(...added.map(({ src }) => src))
      setPictures((all) => [
        ...all,
        ...added.map(({ key, src }) => ({ key, src, imageId: null, progress: 0, failure: null })),
      ])
      for (const { key, file } of added) queue.current = queue.current.then(() => send(key, file))
    },
    remove: (key) => setPictures((all) => all.filter((one) => one.key !== key)),
    moveForward: (key) =>
      setPictures((all) => {
        const at = all.findIndex((one) => one.key === key)
        const [moved] = all.slice(at, at + 1)
        if (at <= 0 || !moved) return all
        return [...all.slice(0, at - 1), moved, ...all.slice(at - 1, at), ...all.slice(at + 1)]
      }),
  }
}
