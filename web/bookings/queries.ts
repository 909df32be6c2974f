import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { bookingsEndpoints } from '#contract/bookings/bookings.ts'
import type { RequestOf } from '#contract/core/endpoint.ts'
import { useViewerRole } from '#web/people/use-viewer-role.ts'
import { useSocketEvent } from '#web/realtime/socket.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { bookingsKey } from '#web/shell/query-keys.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

const listKey = [...bookingsKey, 'list'] as const

/** The member's bookings; a notification may be about one of them. */
export const useBookings = () => {
  const queries = useQueryClient()
  const { status } = useSession()
  useSocketEvent('notices:changed', () => void queries.invalidateQueries({ queryKey: listKey }))
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => fetchEndpoint(bookingsEndpoints.getBookings, {}, { signal }),
    enabled: status === 'authenticated',
    staleTime: 0,
  })
}

/** Whether this broadcaster takes proposals. A visitor is told when registered. */
export const useBookingOffer = (partnerId: string): { isOpen: boolean; isLoading: boolean } => {
  const role = useViewerRole()
  const { data, isLoading } = useQuery({
    queryKey: [...bookingsKey, 'offer', partnerId],
    queryFn: ({ signal }) => fetchEndpoint(bookingsEndpoints.getBookingOffer, { partnerId }, { signal }),
    enabled: role === 'caller',
  })
  return { isOpen: role === null || data?.isOpen === true, isLoading }
}

export const useProposeBooking = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: RequestOf<typeof bookingsEndpoints.proposeBooking>) =>
      fetchEndpoint(bookingsEndpoints.proposeBooking, input),
    onSuccess: () => queries.invalidateQueries({ queryKey: listKey }),
  })
}

type Change =
  | { type: 'accept' | 'counter'; bookingId: string; startsAt: string }
  | { type: 'decline' | 'cancel'; bookingId: string }

const send = (change: Change) => {
  const { acceptBooking, counterBooking, declineBooking, cancelBooking } = bookingsEndpoints
  const { bookingId } = change
  if (change.type === 'accept') return fetchEndpoint(acceptBooking, { bookingId, startsAt: change.startsAt })
  if (change.type === 'counter')
    return fetchEndpoint(counterBooking, { bookingId, startsAt: change.startsAt })
  return fetchEndpoint(change.type === 'decline' ? declineBooking : cancelBooking, { bookingId })
}

const done = {
  accept: '予約が決まりました',
  counter: '別の時間を提案しました',
  decline: '予約を見送りました',
  cancel: '予約を取り消しました',
} as const

/** One change of a booking. A refusal means that the other side was faster: the list is fetched again. */
export const useBookingChange = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { type }) => void showToast({ tone: 'ok', title: done[type] }),
    onError: (error) => void showToast({ tone: 'error', title: '変更できませんでした', text: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  })
}

export const useBookingSetting = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (isOpen: boolean) => fetchEndpoint(bookingsEndpoints.updateBookingSetting, { isOpen }),
    onError: (error) =>
      void showToast({ tone: 'error', title: '切り替えられませんでした', text: error.message }),
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  })
}
