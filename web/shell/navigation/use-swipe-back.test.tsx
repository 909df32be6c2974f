// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { afterEach, expect, it } from 'vitest'
import { ImageViewer } from '#web/chat/messages/image-viewer.tsx'
import { closePages, memberSession, openPage } from '#web/session/testing/fake-page.tsx'
import { Modal } from '#web/ui/dialog/modal.tsx'
import { useSwipeBack } from './use-swipe-back.ts'

afterEach(closePages)

const Page = ({ children }: { children: ReactNode }) => {
  useSwipeBack()
  return <div id="touched">{children}</div>
}

const Form = () => (
  <Modal open title="投稿する" onClose={() => undefined}>
    本文
  </Modal>
)

const image = { src: '/a.jpg', alt: '海', width: 400, height: 300 }
const Viewer = () => <ImageViewer images={[image]} index={0} onClose={() => undefined} />

const touch = (type: 'touchstart' | 'touchend', ...xs: number[]) => {
  const touches = xs.map((clientX) => ({ clientX }))
  const event = Object.assign(new Event(type, { bubbles: true }), {
    touches: type === 'touchend' ? [] : touches,
    changedTouches: touches,
  })
  return act(async () => document.querySelector('#touched')?.dispatchEvent(event))
}

it.each([
  ['goes back after a swipe over the page', <dialog key="closed">料金</dialog>, [20], '/gallery'],
  ['stays after a swipe over an open dialog', <Form key="form" />, [20], '/purchase'],
  ['stays after a swipe over the picture viewer', <Viewer key="viewer" />, [20], '/purchase'],
  ['stays after a pinch', null, [20, 300], '/purchase'],
])('%s', async (_, shown, starts, end) => {
  const page = await openPage(<Page>{shown}</Page>, { session: memberSession, at: '/gallery' })
  await act(async () => page.router.navigate('/purchase'))
  await touch('touchstart', ...starts)
  await touch('touchend', 300)
  await page.until(() => expect(page.router.state.location.pathname).toBe(end))
})
