import type { VideoCodecName } from '../signaling/codecs.ts'

/**
 * Whether this payload begins a frame that can be decoded on its own. A late or re-attached receiver is started
 * there and nowhere else: anything before it would decode into rubbish.
 */
export const startsKeyframe = (codec: VideoCodecName, payload: Buffer): boolean =>
  codec === 'VP8' ? startsVp8Keyframe(payload) : startsH264Keyframe(payload)

/** RFC 7741: where the frame begins, behind a payload descriptor of 1 to 6 bytes; null within a frame. */
const vp8FrameAt = (payload: Buffer): number | null => {
  const descriptor = payload[0]
  if (descriptor === undefined) return null
  const startsPartition = (descriptor & 0x10) !== 0
  if (!startsPartition || (descriptor & 0x07) !== 0) return null
  let offset = 1
  if (descriptor & 0x80) {
    const extension = payload[offset++] ?? 0
    if (extension & 0x80) offset += (payload[offset] ?? 0) & 0x80 ? 2 : 1
    if (extension & 0x40) offset += 1
    if (extension & 0x30) offset += 1
  }
  return offset
}

/** The frame's first bit is 0 for a keyframe. */
const startsVp8Keyframe = (payload: Buffer): boolean => {
  const frame = payload[vp8FrameAt(payload) ?? payload.length]
  return frame !== undefined && (frame & 0x01) === 0
}

const vp8StartCode = 0x9d012a
const vp8KeyframeHeaderBytes = 10
const sideMask = 0x3fff
/** Smaller pictures are none to look at. */
const sideMin = 16

/** RFC 6386, 9.1: a version, the length of the first partition, the start code, and the picture's size. */
const hasVp8KeyframeHeader = (payload: Buffer): boolean => {
  const at = vp8FrameAt(payload)
  if (at === null || payload.length < at + vp8KeyframeHeaderBytes) return false
  const tag = payload.readUIntLE(at, 3)
  const version = (tag >> 1) & 0x07
  const firstPartitionBytes = tag >> 5
  const width = payload.readUInt16LE(at + 6) & sideMask
  const height = payload.readUInt16LE(at + 8) & sideMask
  return (
    (tag & 0x01) === 0 &&
    version <= 3 &&
    firstPartitionBytes > 0 &&
    payload.readUIntBE(at + 3, 3) === vp8StartCode &&
    width >= sideMin &&
    height >= sideMin
  )
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
 * Whether this payload carries the beginning of a keyframe, by as much of its header as is cheap to read: enough to
 * tell a picture from a packet that only claims to be one.
 */
export const carriesDecodableKeyframe = (codec: VideoCodecName, payload: Buffer): boolean =>
  codec === 'VP8' ? hasVp8KeyframeHeader(payload) : hasH264IntraSlice(payload)

/** Of an IDR slice at the picture's beginning: `first_mb_in_slice` 0, then a slice type of intra prediction. */
const sliceBytesMin = 8
const startsIntraPicture = (slice: Buffer): boolean => {
  const bits = slice[0] ?? 0
  // Exp-Golomb: first_mb_in_slice 0 is `1`; slice_type 2 is `011`, 7 is `0001000`.
  const isIntra = (bits & 0xf0) === 0xb0 || bits === 0x88
  return slice.length >= sliceBytesMin && isIntra
}

const hasH264IntraSlice = (payload: Buffer): boolean => {
  const type = (payload[0] ?? 0) & nalTypeMask
  if (type === idrSlice) return startsIntraPicture(payload.subarray(1))
  if (type === fragment) {
    const header = payload[1] ?? 0
    const startsSlice = (header & 0x80) !== 0 && (header & nalTypeMask) === idrSlice
    return startsSlice && startsIntraPicture(payload.subarray(2))
  }
  if (type !== singleTimeAggregation) return false
  return aggregates(
    payload,
    (unit, start, end) => unit === idrSlice && startsIntraPicture(payload.subarray(start, end)),
  )
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

/** Whether a unit of an aggregation is wanted, by its type and by where its content begins and ends. */
const aggregates = (
  payload: Buffer,
  isWanted: (type: number, start: number, end: number) => boolean,
): boolean => {
  for (let offset = 1; offset + 3 <= payload.length; ) {
    const end = offset + 2 + payload.readUInt16BE(offset)
    if (isWanted(payload.readUInt8(offset + 2) & nalTypeMask, offset + 3, end)) return true
    offset = end
  }
  return false
}
