import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Navigate } from '@tanstack/react-router'

import { PageSpinner } from '../design-system/spinner.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { dashboardSearch } from '../routes/dashboard-search.ts'
import { Landing } from '../routes/landing.tsx'
import { appTexts } from './app.messages.ts'
import { RouteError } from './error-screen.tsx'
import { Shell } from './shell.tsx'

/** How long a screen may take to arrive before a spinner stands in for it, and how long that then stays (ms). */
const PENDING = { afterMs: 150, atLeastMs: 250 } as const

function ToHome() {
  return <Navigate to="/" replace />
}

function Pending() {
  return <PageSpinner label={useTexts(appTexts).loading} />
}

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: ToHome })

// The landing page comes with the program itself: visitors need it first, and it is small.
const landingRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Landing })

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: dashboardSearch,
  component: lazyRouteComponent(() => import('../routes/dashboard.tsx'), 'Dashboard'),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('../routes/account.tsx'), 'Account'),
})

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile/$userId',
  component: lazyRouteComponent(() => import('../routes/profile.tsx'), 'ProfileRoute'),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('../routes/login.tsx'), 'Login'),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../routes/forgot-password.tsx'), 'ForgotPassword'),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('../routes/reset-password.tsx'), 'ResetPassword'),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: lazyRouteComponent(() => import('../routes/verify-email.tsx'), 'VerifyEmail'),
})

const authPopupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/popup',
  component: lazyRouteComponent(() => import('../routes/auth-popup.tsx'), 'AuthPopup'),
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
])

/** The routes of spec 2; any other path goes to the landing page. */
export const router = createRouter({
  routeTree,
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
