import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import type { EndpointSpec, OutputOf, RequestOf } from '#contract/core/endpoint.ts'
import {
  type FlowEntry,
  liveFlowEndpoints,
  type MenuOrder,
  presentEndpoints,
  toyMenuEndpoints,
} from '#contract/live/flow.ts'
import { socketHub, useSocketEvent } from '#web/realtime/socket.ts'
import { fetchEndpoint } from '#web/shell/query.ts'
import { emptyFlow, type Flow, missing, nextFlow } from './flow-model.ts'

/** How often a page asks while its socket is down. */
const pollEveryMs = 5_000

export interface LiveFlow {
  roomId: string
  flow: Flow
  /** Why the flow could not be loaded; null when it is loaded or on its way. */
  failure: Error | null
  /** Takes in what an answer to this page contains already. */
  add(entry: FlowEntry): void
  updateOrders(orders: readonly MenuOrder[]): void
  bonusReceived(): void
  reload(): void
}

/**
 * The flow of a room for a page that is in it: what is there on entering, then what comes. Once it is in the socket
 * room, also after a reconnection, it asks for the newest entries again: what was removed meanwhile keeps its number.
 * Whenever a number is missing, it asks after the last one that it has. The page itself joins that room, with
 * `socketHub.joinCall(callId, rtm_channel_token)`.
 */
export const useFlow = (roomId: string): LiveFlow => {
  const [flow, dispatch] = useReducer(nextFlow, emptyFlow)
  const [failure, setFailure] = useReducer((_: Error | null, next: Error | null) => next, null)
  const current = useRef(flow)
  const isLoading = useRef(false)
  /** The page came into the socket room while a question was on its way, whose answer may be older. */
  const isBehind = useRef(false)
  const isMounted = useRef(false)
  useEffect(() => {
    current.current = flow
  }, [flow])

  const load = useEffectEvent(async (from: { after?: number }) => {
    if (isLoading.current) return
    isLoading.current = true
    const rest = await loadOnce(from)
    isLoading.current = false
    if (isBehind.current) {
      isBehind.current = false
      if (isMounted.current) readAgain()
      // The same question twice would ask for ever.
    } else if (rest && rest.after !== from.after) void load(rest)
  })
  /** @returns what is missing still */
  const loadOnce = useEffectEvent(async (from: { after?: number }): Promise<{ after?: number } | null> => {
    try {
      const answer = await fetchEndpoint(liveFlowEndpoints.getLiveFlow, { roomId, ...from })
      if (!isMounted.current) return null
      const action = { type: 'loaded', answer, after: from.after } as const
      dispatch(action)
      current.current = nextFlow(current.current, action)
      setFailure(null)
      return missing(current.current, answer.newest)
    } catch (error) {
      if (isMounted.current && !current.current.isLoaded) setFailure(error as Error)
      return null
    }
  })
  const catchUp = useEffectEvent(() => {
    const { isLoaded, upTo } = current.current
    void load(isLoaded ? { after: upTo } : {})
    void loadOrders()
  })
  const readAgain = useEffectEvent(() => {
    void load({})
    void loadOrders()
  })
  const loadOrders = useEffectEvent(async () => {
    try {
      const { orders } = await fetchEndpoint(toyMenuEndpoints.getUncompletedLovenseLogByRoom, { roomId })
      if (isMounted.current) dispatch({ type: 'orders', orders, isOwnView: true })
    } catch {
      // The next reconnection asks again.
    }
  })

  useEffect(() => {
    isMounted.current = true
    catchUp()
    const stop = socketHub.onJoined(() => {
      if (isLoading.current) isBehind.current = true
      else readAgain()
    })
    const polling = setInterval(() => {
      if (!socketHub.isUp()) catchUp()
    }, pollEveryMs)
    return () => {
      isMounted.current = false
      stop()
      clearInterval(polling)
    }
  }, [])

  useSocketEvent('live:entries', (message) => {
    if (message.roomId !== roomId) return
    const next = nextFlow(current.current, { type: 'entries', entries: message.entries })
    current.current = next
    dispatch({ type: 'entries', entries: message.entries })
    const rest = next.isLoaded ? missing(next, 0) : null
    if (rest) void load(rest)
  })
  useSocketEvent('live:flow-state', (message) => {
    if (message.roomId !== roomId) return
    const isNewlyReached = message.state.goal?.isReached && !current.current.state.goal?.isReached
    dispatch({ type: 'state', state: message.state })
    // The own bonus isn't part of what everybody gets.
    if (isNewlyReached) void load({ after: current.current.upTo })
  })
  useSocketEvent('live:queue', (message) => {
    if (message.roomId === roomId) dispatch({ type: 'orders', orders: message.orders, isOwnView: false })
  })

  return {
    roomId,
    flow,
    failure,
    add: (entry) => dispatch({ type: 'entries', entries: [entry] }),
    updateOrders: (orders) => dispatch({ type: 'orders', orders, isOwnView: true }),
    bonusReceived: () => dispatch({ type: 'bonusReceived' }),
    reload: () => catchUp(),
  }
}

/** One request at a time, with the Japanese sentence of its refusal as the error's message. */
export const useAsk = <E extends EndpointSpec>(endpoint: E) =>
  useMutation<OutputOf<E>, Error, RequestOf<E>>({ mutationFn: (input) => fetchEndpoint(endpoint, input) })

export const usePresents = (isWanted: boolean) =>
  useQuery({
    queryKey: ['live', 'presents'],
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(presentEndpoints.getPresentMenuList, {}, { signal })).presents,
    enabled: isWanted,
  })

export const useToyMenu = (broadcasterId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['live', 'menu', broadcasterId],
    queryFn: ({ signal }) =>
      fetchEndpoint(toyMenuEndpoints.getLovenseMenuList, { broadcasterId }, { signal }),
    enabled: isWanted,
  })
