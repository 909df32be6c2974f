import { cookies } from 'next/headers'
import { Home } from '../parts/home.jsx'

/** As the product's document, it tells each visitor who is signed in; so it is rendered for each request. */
const Page = async () => {
  const session = (await cookies()).get('next-auth.session-token')
  return <Home isVisitor={session === undefined} />
}

export { Page as default }
