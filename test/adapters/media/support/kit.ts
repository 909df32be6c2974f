/** What the test pages run: a browser's side of a call, spoken over plain WHIP and WHEP. */

export interface Figures {
  framesDecoded: number
  keyFramesDecoded: number
  audioPackets: number
  videoPackets: number
  /** Packets that arrived by retransmission. */
  retransmitted: number
  nacksSent: number
  pictureLossesSent: number
  freezes: number
  frameWidth: number
  codec: string
}

export interface SendFigures {
  framesEncoded: number
  nacksReceived: number
  retransmitted: number
  /** What the browser's congestion control allows now, in bits per second. */
  targetBitrateBps: number
  codec: string
}

export interface Exchange {
  resource: string
  offer: string
  answer: string
  /** From the click, in milliseconds. */
  answeredAfterMs: number
}

export interface Kit {
  publish(
    endpointUrl: string,
    options: {
      video: boolean
      codec?: 'VP8' | 'H264'
      /** What the picture is sent in, when it isn't the browser's own choice. */
      encodings?: readonly RTCRtpEncodingParameters[]
      extraDataChannel?: boolean
    },
  ): Promise<Exchange>
  subscribe(endpointUrl: string, options: { video: boolean }): Promise<Exchange>
  /** Frames shown so far: when each was presented, in the page's milliseconds. */
  frameTimes(): number[]
  /** When media, picture or sound, was seen to have arrived: looked for every 25 ms, in the page's milliseconds. */
  arrivalTimes(): number[]
  received(): Promise<Figures>
  sent(): Promise<SendFigures>
  remove(resource: string): Promise<number>
  /** Drops the connections without a word, as a page that dies does. */
  vanish(): void
  connectionState(): { publisher: string; subscriber: string }
}

declare global {
  interface Window {
    kit: Kit
  }
}

/** Runs inside the page; must not use anything from outside this function. */
export const installKit = (): void => {
  let publisher: RTCPeerConnection | null = null
  let subscriber: RTCPeerConnection | null = null
  let stream: Promise<MediaStream> | null = null
  const frames: number[] = []
  const arrivals: number[] = []

  const camera = (video: boolean) => {
    stream ??= navigator.mediaDevices.getUserMedia({
      audio: true,
      video: video && { width: 640, height: 480, frameRate: 30 },
    })
    return stream
  }

  const exchange = async (connection: RTCPeerConnection, endpointUrl: string): Promise<Exchange> => {
    const startedAt = performance.now()
    await connection.setLocalDescription()
    const offer = connection.localDescription?.sdp ?? ''
    const response = await fetch(endpointUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/sdp' },
      body: offer,
    })
    const answer = await response.text()
    if (response.status !== 201) throw new Error(`${response.status} ${answer}`)
    await connection.setRemoteDescription({ type: 'answer', sdp: answer })
    const resource = response.headers.get('location') ?? ''
    return { resource, offer, answer, answeredAfterMs: performance.now() - startedAt }
  }

  const preferCodec = (transceiver: RTCRtpTransceiver, codec: string) => {
    const all = RTCRtpReceiver.getCapabilities('video')?.codecs ?? []
    const isWanted = (each: RTCRtpCodec) => each.mimeType.toLowerCase() === `video/${codec.toLowerCase()}`
    transceiver.setCodecPreferences([...all.filter(isWanted), ...all.filter((each) => !isWanted(each))])
  }

  const watchFrames = (track: MediaStreamTrack) => {
    const element = document.createElement('video')
    element.muted = true
    element.autoplay = true
    element.playsInline = true
    element.srcObject = new MediaStream([track])
    document.body.append(element)
    const record = (now: number) => {
      frames.push(now)
      element.requestVideoFrameCallback(record)
    }
    element.requestVideoFrameCallback(record)
  }

  const reports = async (connection: RTCPeerConnection | null, type: string, kind: string) => {
    const all = connection ? [...(await connection.getStats()).values()] : []
    const found = all.find((each) => each.type === type && each.kind === kind) ?? {}
    const codec = all.find((each) => each.id === found.codecId)?.mimeType ?? ''
    return { ...found, codec }
  }

  const watchArrivals = () => {
    let before = 0
    const look = async () => {
      const all = subscriber ? [...(await subscriber.getStats()).values()] : []
      const packets = all.reduce(
        (sum, each) => sum + (each.type === 'inbound-rtp' ? each.packetsReceived : 0),
        0,
      )
      if (packets > before) arrivals.push(performance.now())
      before = packets
    }
    setInterval(look, 25)
  }

  window.kit = {
    publish: async (endpointUrl, { video, codec, encodings, extraDataChannel }) => {
      const media = await camera(video)
      const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
      const old = publisher
      publisher = connection
      if (extraDataChannel) connection.createDataChannel('extra')
      for (const track of media.getTracks()) {
        const isEncodedSo = encodings !== undefined && track.kind === 'video'
        const transceiver = connection.addTransceiver(track, {
          direction: 'sendonly',
          streams: [media],
          ...(isEncodedSo ? { sendEncodings: [...encodings] } : {}),
        })
        if (codec && track.kind === 'video') preferCodec(transceiver, codec)
      }
      const exchanged = await exchange(connection, endpointUrl)
      old?.close()
      return exchanged
    },
    subscribe: async (endpointUrl, { video }) => {
      const connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
      const old = subscriber
      subscriber = connection
      connection.addTransceiver('audio', { direction: 'recvonly' })
      if (video) connection.addTransceiver('video', { direction: 'recvonly' })
      connection.ontrack = ({ track }) => {
        if (track.kind === 'video') watchFrames(track)
      }
      const exchanged = await exchange(connection, endpointUrl)
      if (old) old.close()
      else watchArrivals()
      return exchanged
    },
    frameTimes: () => frames,
    arrivalTimes: () => arrivals,
    received: async () => {
      const video = await reports(subscriber, 'inbound-rtp', 'video')
      const audio = await reports(subscriber, 'inbound-rtp', 'audio')
      return {
        framesDecoded: video.framesDecoded ?? 0,
        keyFramesDecoded: video.keyFramesDecoded ?? 0,
        audioPackets: audio.packetsReceived ?? 0,
        videoPackets: video.packetsReceived ?? 0,
        retransmitted: video.retransmittedPacketsReceived ?? 0,
        nacksSent: video.nackCount ?? 0,
        pictureLossesSent: video.pliCount ?? 0,
        freezes: video.freezeCount ?? 0,
        frameWidth: video.frameWidth ?? 0,
        codec: video.codec ?? '',
      }
    },
    sent: async () => {
      const video = await reports(publisher, 'outbound-rtp', 'video')
      return {
        framesEncoded: video.framesEncoded ?? 0,
        nacksReceived: video.nackCount ?? 0,
        retransmitted: video.retransmittedPacketsSent ?? 0,
        targetBitrateBps: video.targetBitrate ?? 0,
        codec: video.codec ?? '',
      }
    },
    remove: async (resource) => (await fetch(resource, { method: 'DELETE' })).status,
    vanish: () => {
      publisher?.close()
      subscriber?.close()
    },
    connectionState: () => ({
      publisher: publisher?.connectionState ?? 'none',
      subscriber: subscriber?.connectionState ?? 'none',
    }),
  }
}
