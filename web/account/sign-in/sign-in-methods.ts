import { useQuery } from '@tanstack/react-query'
import { mailAccountEndpoints } from '#contract/account/mail-account.ts'
import { fetchEndpoint } from '#web/shell/query.ts'

export const signInMethodsKey = ['account', 'sign-in-ways'] as const

/** The link may be opened in another browser: this page looks by itself while it waits. */
const lookEveryMs = 5_000

/** The member's sign-in methods for another device. Needs a session. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: signInMethodsKey,
    queryFn: async ({ signal }) =>
      (await fetchEndpoint(mailAccountEndpoints.getSignInWays, {}, { signal })).ways,
    refetchInterval: ({ state }) => (state.data?.pendingMail ? lookEveryMs : false),
  })
