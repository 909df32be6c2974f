/** A room of a server under test, as the load reaches it: it accepts a publisher's offer and answers subscribers. */
export interface MediaEndpoint {
  /** Answers the offer of the one publisher. */
  publish(offer: string): Promise<string>
  /** One subscriber. Either side may offer; `answer` makes the client's answer to a server that does. */
  subscribe(client: {
    offer(): Promise<string>
    accept(answer: string): void
    answer(offer: string): Promise<string>
  }): Promise<void>
  /** Everybody leaves. */
  close(): Promise<void>
}

const post = async (url: string, offer: string): Promise<string> => {
  const response = await fetch(url, { method: 'POST', body: offer })
  const answer = await response.text()
  if (response.status !== 201) throw new Error(`${url} answered ${response.status}: ${answer}`)
  return answer
}

/** Ours: bench/media/media-server.ts. */
export const openOwnEndpoint = (url: string, room: string): MediaEndpoint => ({
  publish: (offer) => post(`${url}/${room}/publish`, offer),
  subscribe: async (client) => client.accept(await post(`${url}/${room}/subscribe`, await client.offer())),
  close: async () => {
    await fetch(`${url}/${room}`, { method: 'DELETE' })
  },
})
