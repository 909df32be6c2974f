import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { missionsEndpoints } from '#contract/missions/missions.ts'
import { useSession } from '#web/session/session.tsx'
import { fetchEndpoint } from '#web/shell/query.ts'
import { points } from '#web/text/format.ts'
import { showToast } from '#web/ui/dialog/toast.ts'

const missionsKey = ['missions'] as const

/** The missions with the member's progress, which is counted anew at each visit. */
export const useMissions = () => {
  const { status } = useSession()
  return useQuery({
    queryKey: missionsKey,
    queryFn: ({ signal }) => fetchEndpoint(missionsEndpoints.getMissionProgress, {}, { signal }),
    enabled: status === 'authenticated',
    staleTime: 0,
  })
}

export const useReceiveBonus = () => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (missionId: string) => fetchEndpoint(missionsEndpoints.receiveMissionBonus, { missionId }),
    onSuccess: (answer) => void showToast({ tone: 'ok', title: `${points(answer.points)}を受け取りました` }),
    onError: (error) => void showToast({ tone: 'error', title: '受け取れませんでした', text: error.message }),
    onSettled: () => client.invalidateQueries({ queryKey: missionsKey }),
  })
}
