import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router'

import { PageSpinner } from '../../design-system/spinner.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { dashboardSearch } from '../../routes/dashboard/dashboard-search.ts'
import { appTexts } from './app.messages.ts'
import { Frame } from './frame.tsx'
import { RouteError } from './route-error.tsx'
import { RouterNavigation } from './router-navigation.tsx'

/** How long a screen may load before a spinner shows, and how long that stays at least (ms). */
const PENDING = { afterMs: 150, atLeastMs: 250 } as const

function ToHome() {
  return <Navigate to="/" replace />
}

function Pending() {
  return <PageSpinner label={useTexts(appTexts).loading} />
}

function Shell() {
  return (
    <RouterNavigation>
      <Frame>
        <Outlet />
      </Frame>
    </RouterNavigation>
  )
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: ToHome })

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../../routes/landing/index.tsx'), 'Landing'),
})

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../../routes/dashboard/index.tsx'), 'Dashboard'),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../../routes/account/index.tsx'), 'Account'),
})

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile/$userId',
  component: lazyRouteComponent(() => import('../../routes/profile/profile-by-address.tsx'), 'ProfileByAddress'),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('../../routes/login/index.tsx'), 'Login'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../../routes/forgot-password/index.tsx'), 'ForgotPassword'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../../routes/reset-password/index.tsx'), 'ResetPassword'),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('../../routes/verify-email/index.tsx'), 'VerifyEmail'),
})

const authPopupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/popup',
  component: lazyRouteComponent(() => import('../../routes/auth-popup/index.tsx'), 'AuthPopup'),
})

const stripeReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stripe/return',
  component: lazyRouteComponent(() => import('../../routes/stripe-return/index.tsx'), 'StripeReturn'),
})

const stripeRefreshRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stripe/refresh',
  component: lazyRouteComponent(() => import('../../routes/stripe-refresh/index.tsx'), 'StripeRefresh'),
})

const paymentSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-success',
  component: lazyRouteComponent(() => import('../../routes/payment-success/index.tsx'), 'PaymentSuccess'),
})

const routeTree = rootRoute.addChildren([
  landingRoute,
  dashboardRoute,
  accountRoute,
  profileRoute,
  loginRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  authPopupRoute,
  stripeReturnRoute,
  stripeRefreshRoute,
  paymentSuccessRoute,
])

function queryOf(search: Record<string, unknown>): string {
  const texts = Object.entries(search).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : []))
  return texts.length === 0 ? '' : `?${new URLSearchParams(texts).toString()}`
}

/** The routes of spec 2; any other path goes to the landing page. */
export const router = createRouter({
  routeTree,
  // All values in our addresses are strings: "?q=12" searches for the text 12.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => queryOf(search),
  notFoundMode: 'root',
  defaultErrorComponent: RouteError,
  defaultPendingComponent: Pending,
  defaultPendingMs: PENDING.afterMs,
  defaultPendingMinMs: PENDING.atLeastMs,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
