import { Children, isValidElement, type ReactElement, type ReactNode, useContext } from 'react'
import { matchPath } from './pattern.ts'
import { PlaceContext, useLocation } from './provider.tsx'

interface RouteProps {
  /** Below the path of the routes around; '' is that path itself, and * any other. */
  path: string
  element: ReactNode
}

/** A child of Routes. */
export const Route = (_props: RouteProps): ReactNode => null

/** Shows the first Route that matches what the route around left of the path. */
export const Routes = ({ children }: { children: ReactNode }) => {
  const place = useContext(PlaceContext)
  const { pathname } = useLocation()
  const routes = Children.toArray(children).filter((child): child is ReactElement<RouteProps> =>
    isValidElement(child),
  )
  for (const { key, props } of routes) {
    const found = matchPath({ path: `${place.base.replace(/\/$/, '')}/${props.path}` }, pathname)
    if (found)
      return (
        <PlaceContext key={key} value={{ ...place, params: { ...place.params, ...found.params } }}>
          {props.element}
        </PlaceContext>
      )
  }
  return null
}
