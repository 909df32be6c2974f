/** Runs in a page: publishes the browser's camera to a fresh room, as the page of a broadcaster does. */
export const goLive = async (roomId: string) => {
  const post = async (path: string, body: object) =>
    (
      await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()
  const live = await post('/api/start-live', {
    ...{ roomId, title: '夜の雑談', tags: ['雑談'], rates: { watch: 200, call: null }, source: 'browser' },
  })
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { width: 320, height: 240 },
    audio: true,
  })
  const peer = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  for (const track of stream.getTracks())
    peer.addTransceiver(track, { direction: 'sendonly', streams: [stream] })
  await peer.setLocalDescription(await peer.createOffer())
  const answer = await fetch(`/api/media/whip/${live.channel_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/sdp', authorization: `Bearer ${live.rtc_channel_token}` },
    body: peer.localDescription?.sdp ?? '',
  })
  await peer.setRemoteDescription({ type: 'answer', sdp: await answer.text() })
  Object.assign(window, { peer })
}
