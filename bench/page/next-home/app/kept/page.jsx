import { Home } from '../../parts/home.jsx'

/** The same page for everybody, rendered at most every three seconds. */
export const revalidate = 3

const Page = () => <Home isVisitor />

export { Page as default }
