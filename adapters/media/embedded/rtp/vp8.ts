/**
 * The counters in a VP8 payload descriptor (RFC 7741, 4.2). A receiver orders frames by them. Each encoding of a
 * picture has its own, so a forwarder that changes encodings has to continue the count.
 */
export const pictureIdMask = 0x7fff
export const baseLayerMask = 0xff

const extendedBit = 0x80
const pictureIdBit = 0x80
const baseLayerBit = 0x40
const longPictureIdBit = 0x80
const pictureIdAt = 2
const baseLayerAt = 4

/** The 15-bit picture id, which every browser uses; -1 when there is none, or a short one. */
export const readPictureId = (payload: Buffer): number => {
  if (payload.length <= baseLayerAt) return -1
  const hasPictureId =
    (payload.readUInt8(0) & extendedBit) !== 0 && (payload.readUInt8(1) & pictureIdBit) !== 0
  if (!hasPictureId || (payload.readUInt8(pictureIdAt) & longPictureIdBit) === 0) return -1
  return payload.readUInt16BE(pictureIdAt) & pictureIdMask
}

/** TL0PICIDX, the count of frames of the lowest temporal layer; -1 without one. For a payload with a picture id. */
export const readBaseLayerIndex = (payload: Buffer): number =>
  (payload.readUInt8(1) & baseLayerBit) === 0 ? -1 : payload.readUInt8(baseLayerAt)

/** Rewrites the counters; `start` is the payload's first byte. Only counters that were read may be written. */
export const writePictureId = (packet: Buffer, start: number, pictureId: number): void => {
  packet.writeUInt16BE((longPictureIdBit << 8) | (pictureId & pictureIdMask), start + pictureIdAt)
}

export const writeBaseLayerIndex = (packet: Buffer, start: number, index: number): void => {
  packet[start + baseLayerAt] = index & baseLayerMask
}
