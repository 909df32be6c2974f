import { useEffect, useRef, useState } from 'react'
import { call, isFailure } from '#contract/core/client.ts'
import { refusalBody } from '#contract/refusals.ts'
import { type UploadedVideo, videoBytesMax, videosEndpoints } from '#contract/videos/videos.ts'
import { keepVideo, keptVideo, removeKeptVideo } from './kept-file.ts'
import { sendVideo } from './send-video.ts'

export type VideoUploadState =
  | { phase: 'none' }
  /** What an earlier visit began is being looked up. */
  | { phase: 'looking' }
  | { phase: 'sending'; share: number }
  /** The page was reloaded and the browser couldn't keep the file. */
  | { phase: 'interrupted'; share: number }
  | { phase: 'converting'; percent: number; isWaiting: boolean }
  | { phase: 'ready'; videoId: string; durationMs: number; poster: string }
  | { phase: 'failed'; message: string }

export interface VideoUpload {
  state: VideoUploadState
  isBusy: boolean
  choose: (file: File) => void
  remove: () => void
}

const lookEveryMs = 1_500

/**
 * One video for `key`, for example the id of an item: sent, converted, and continued after a reload.
 *
 * @param own what is there already
 */
export const useVideoUpload = (key: string, own: VideoUploadState = { phase: 'none' }): VideoUpload => {
  const [state, setState] = useState<VideoUploadState>(own.phase === 'none' ? { phase: 'looking' } : own)
  const stopping = useRef(new AbortController())
  const current = useRef<string | null>(null)

  const fail = (message: string) => {
    setState({ phase: 'failed', message })
    void removeKeptVideo(key)
  }

  const follow = async (videoId: string, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const answer = await call(videosEndpoints.getVideoUpload, { videoId })
      if (signal.aborted) return
      if (isFailure(answer)) {
        if (answer.code === 'notFound') return fail(refusalBody('videoGone').message)
      } else if (show(answer.video)) return
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs))
    }
  }

  /** Shows a video that has arrived; true when nothing more will change. */
  const show = (video: UploadedVideo): boolean => {
    if (video.problem) {
      fail(video.problem.message)
      return true
    }
    if (video.state === 'ready' && video.durationMs !== null && video.poster !== null) {
      const { videoId, durationMs, poster } = video
      setState({ phase: 'ready', videoId, durationMs, poster })
      return true
    }
    setState({ phase: 'converting', percent: video.percent, isWaiting: video.state === 'waiting' })
    return false
  }

  const send = async (videoId: string, file: File, signal: AbortSignal): Promise<void> => {
    setState({ phase: 'sending', share: 0 })
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ phase: 'sending', share })
    }
    const sent = await sendVideo(file, { videoId, onProgress, signal })
    if (sent === 'arrived') await follow(videoId, signal)
    else if (sent !== null) fail(sent.message)
  }

  const goOn = async (signal: AbortSignal): Promise<void> => {
    const kept = await keptVideo(key)
    if (signal.aborted) return
    if (!kept) return setState({ phase: 'none' })
    current.current = kept.videoId
    const answer = await call(videosEndpoints.getVideoUpload, { videoId: kept.videoId })
    if (signal.aborted) return
    if (isFailure(answer)) {
      setState({ phase: 'none' })
      if (answer.code === 'notFound') void removeKeptVideo(key)
      return
    }
    const { video } = answer
    if (video.state !== 'receiving') await follow(kept.videoId, signal)
    else if (kept.file) await send(kept.videoId, kept.file, signal)
    else setState({ phase: 'interrupted', share: video.received / video.bytes })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key never changes while the form is open
  useEffect(() => {
    const stop = new AbortController()
    stopping.current = stop
    if (own.phase === 'none') void goOn(stop.signal)
    return () => stop.abort()
  }, [])

  const begin = (): AbortSignal => {
    stopping.current.abort()
    stopping.current = new AbortController()
    return stopping.current.signal
  }

  return {
    state,
    isBusy: ['looking', 'sending', 'converting', 'interrupted'].includes(state.phase),
    choose: (file) => {
      if (file.size > videoBytesMax)
        return setState({ phase: 'failed', message: refusalBody('videoTooLarge').message })
      const signal = begin()
      void (async () => {
        const kept = state.phase === 'interrupted' ? await keptVideo(key) : null
        const videoId = kept?.bytes === file.size ? kept.videoId : crypto.randomUUID()
        if (kept && videoId !== kept.videoId)
          await call(videosEndpoints.cancelVideoUpload, { videoId: kept.videoId })
        current.current = videoId
        await keepVideo(key, { videoId, file, bytes: file.size })
        await send(videoId, file, signal)
      })()
    },
    remove: () => {
      begin()
      setState({ phase: 'none' })
      void removeKeptVideo(key)
      if (current.current) void call(videosEndpoints.cancelVideoUpload, { videoId: current.current })
      current.current = null
    },
  }
}
