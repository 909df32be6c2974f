import type { VideoCodecName } from './codecs.ts'

/**
 * Whether this payload begins a frame that can be decoded on its own. A late or re-attached receiver is started
 * there and nowhere else: anything before it would decode into rubbish.
 */
export const startsKeyframe = (codec: VideoCodecName, payload: Buffer): boolean =>
  codec === 'VP8' ? startsVp8Keyframe(payload) : startsH264Keyframe(payload)

/** RFC 7741: payload descriptor of 1 to 6 bytes, then the frame, whose first bit is 0 for a keyframe. */
const startsVp8Keyframe = (payload: Buffer): boolean => {
  const descriptor = payload[0]
  if (descriptor === undefined) return false
  const startsPartition = (descriptor & 0x10) !== 0
  if (!startsPartition || (descriptor & 0x07) !== 0) return false
  let offset = 1
  if (descriptor & 0x80) {
    const extension = payload[offset++] ?? 0
    if (extension & 0x80) offset += (payload[offset] ?? 0) & 0x80 ? 2 : 1
    if (extension & 0x40) offset += 1
    if (extension & 0x30) offset += 1
  }
  const frame = payload[offset]
  return frame !== undefined && (frame & 0x01) === 0
}

const nalTypeMask = 0x1f
const idrSlice = 5
const sequenceParameters = 7
const singleTimeAggregation = 24
const fragment = 28

/** RFC 6184: a sequence parameter set or an IDR slice, alone, aggregated (STAP-A) or as a first fragment (FU-A). */
const startsH264Keyframe = (payload: Buffer): boolean => {
  const first = payload[0]
  if (first === undefined) return false
  const type = first & nalTypeMask
  if (type === singleTimeAggregation) return aggregates(payload, isKeyframeUnit)
  if (type !== fragment) return isKeyframeUnit(type)
  const fragmentHeader = payload[1]
  if (fragmentHeader === undefined) return false
  const isFirstFragment = (fragmentHeader & 0x80) !== 0
  return isFirstFragment && isKeyframeUnit(fragmentHeader & nalTypeMask)
}

/**
 * Whether this payload carries a sequence parameter set, alone or aggregated: what the pictures after it are decoded
 * by. VP8 has no such thing.
 */
export const carriesParameters = (codec: VideoCodecName, payload: Buffer): boolean => {
  const first = payload[0]
  if (codec !== 'H264' || first === undefined) return false
  const type = first & nalTypeMask
  if (type !== singleTimeAggregation) return type === sequenceParameters
  return aggregates(payload, (unit) => unit === sequenceParameters)
}

const isKeyframeUnit = (type: number): boolean => type === idrSlice || type === sequenceParameters

const aggregates = (payload: Buffer, isWanted: (type: number) => boolean): boolean => {
  for (let offset = 1; offset + 3 <= payload.length; offset += 2 + payload.readUInt16BE(offset)) {
    if (isWanted(payload.readUInt8(offset + 2) & nalTypeMask)) return true
  }
  return false
}
