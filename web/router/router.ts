/** Routing for every area of the pages; no area imports another file of this folder. */

export { createBrowserRouter, createMemoryRouter, type Router } from './create-router.ts'
export {
  useBlocker,
  useMatch,
  useMatches,
  useNavigate,
  useNavigation,
  useParams,
  useSearchParams,
} from './hooks.ts'
export { Link, type LinkProps, Navigate, NavLink } from './links.tsx'
export { Route, Routes } from './nested-routes.tsx'
export { Outlet, RouterProvider, useLocation, useOutletContext, useRouteError } from './provider.tsx'
export { type LoaderFunctionArgs, type RouteObject, replace } from './routes.ts'
export { ScrollRestoration } from './scroll-restoration.ts'
