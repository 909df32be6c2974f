/** An encoding that carries less than the one below it for so many seconds in a row has the wrong place. */
const looksMin = 3
/** By less than this a still picture or a start may turn them around. */
const clearlyMore = 1.5

/**
 * Which of a picture's encodings is higher. Their order in SDP has no meaning (RFC 8853), and some clients list the
 * highest first: what counts is what they carry. Pure.
 */
export class LayerOrder {
  #wrongLooks = 0

  /**
   * To be called once a second. Returns the order of the encodings, lowest first, when it changes; else null. An
   * encoding that doesn't arrive keeps its position.
   *
   * @param receivedBps the bitrate of each encoding in the last second, in the present order; null for one without packets
   */
  look(receivedBps: readonly (number | null)[]): number[] | null {
    const flowing = receivedBps.flatMap((bps, place) => (bps === null ? [] : [{ bps, place }]))
    const isWrong = flowing.some(({ bps }, index) =>
      flowing.slice(index + 1).some((above) => bps > above.bps * clearlyMore),
    )
    this.#wrongLooks = isWrong ? this.#wrongLooks + 1 : 0
    if (this.#wrongLooks < looksMin) return null
    this.#wrongLooks = 0
    const sorted = flowing.toSorted((one, other) => one.bps - other.bps)
    const places = receivedBps.map((_, place) => place)
    flowing.forEach(({ place }, index) => {
      places[place] = sorted[index]?.place ?? place
    })
    return places
  }
}
