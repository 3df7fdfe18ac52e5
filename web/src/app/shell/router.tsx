import { createRootRoute, createRoute, createRouter, Navigate, Outlet } from '@tanstack/react-router'

import { ACCOUNT_PAGES, OPERATOR_PATH, QUESTION_PATH } from '@kundig/contract/site/public-pages'

import { startLayerHistory } from '../../design-system/layers/layers.ts'
import { PageSpinner } from '../../design-system/page-spinner.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { createLazyPart } from '../../platform/lazy-part.tsx'
import { parseDashboardSearch } from '../../routes/dashboard/dashboard-search.ts'
import { appTexts } from './app.messages.ts'
import { Frame } from './frame.tsx'
import { RouteError } from './route-error.tsx'
import { RouterNavigation } from './router-navigation.tsx'

/** Delay before a spinner shows, and its minimum duration (ms). */
const PENDING = { afterMs: 150, atLeastMs: 250 } as const

function HomeRedirect() {
  return <Navigate to="/" replace />
}

function PendingScreen() {
  return <PageSpinner label={useTexts(appTexts).loading} />
}

function AppShell() {
  return (
    <RouterNavigation>
      <Frame>
        <Outlet />
      </Frame>
    </RouterNavigation>
  )
}

const rootRoute = createRootRoute({ component: AppShell, notFoundComponent: HomeRedirect })

const landingRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: createLazyPart(() => import('../../routes/landing/index.tsx').then((module) => module.Landing)),
})

const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/dashboard',
  validateSearch: parseDashboardSearch,
  component: createLazyPart(() => import('../../routes/dashboard/index.tsx').then((module) => module.Dashboard)),
})

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: createLazyPart(() => import('../../routes/account/index.tsx').then((module) => module.Account)),
})

const accountNotificationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_PAGES.notifications,
  component: createLazyPart(() =>
    import('../../routes/account-notifications/index.tsx').then((module) => module.AccountNotifications),
  ),
})

const accountPaymentsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_PAGES.payments,
  component: createLazyPart(() =>
    import('../../routes/account-payments/index.tsx').then((module) => module.AccountPayments),
  ),
})

const accountPrivacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_PAGES.privacy,
  component: createLazyPart(() =>
    import('../../routes/account-privacy/index.tsx').then((module) => module.AccountPrivacy),
  ),
})

const accountSecurityRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_PAGES.security,
  component: createLazyPart(() =>
    import('../../routes/account-security/index.tsx').then((module) => module.AccountSecurity),
  ),
})

const accountEarningsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ACCOUNT_PAGES.earnings,
  component: createLazyPart(() =>
    import('../../routes/account-earnings/index.tsx').then((module) => module.AccountEarnings),
  ),
})

const operatorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'operators',
  component: createLazyPart(() => import('../../routes/for-operators.tsx').then((module) => module.OperatorLayout)),
})

const operatorRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: OPERATOR_PATH,
  component: createLazyPart(() => import('../../routes/operator/index.tsx').then((module) => module.Operator)),
})

const operatorHealthRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/health',
  component: createLazyPart(() =>
    import('../../routes/operator-health/index.tsx').then((module) => module.OperatorHealth),
  ),
})

const operatorFiguresRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/figures',
  component: createLazyPart(() =>
    import('../../routes/operator-figures/index.tsx').then((module) => module.OperatorFigures),
  ),
})

const operatorBooksRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/books',
  component: createLazyPart(() =>
    import('../../routes/operator-books/index.tsx').then((module) => module.OperatorBooks),
  ),
})

const operatorPeopleRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/people',
  component: createLazyPart(() =>
    import('../../routes/operator-people/index.tsx').then((module) => module.OperatorPeople),
  ),
})

const operatorPersonRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/people/$personId',
  component: createLazyPart(() =>
    import('../../routes/operator-person/index.tsx').then((module) => module.OperatorPerson),
  ),
})

const operatorPagesRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/pages',
  component: createLazyPart(() =>
    import('../../routes/operator-pages/index.tsx').then((module) => module.OperatorPages),
  ),
})

const operatorSettingsRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/operator/settings',
  component: createLazyPart(() =>
    import('../../routes/operator-settings/index.tsx').then((module) => module.OperatorSettings),
  ),
})

const profileRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile/$userId',
  component: createLazyPart(() =>
    import('../../routes/profile/profile-by-address.tsx').then((module) => module.ProfileByAddress),
  ),
})

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: createLazyPart(() => import('../../routes/login/index.tsx').then((module) => module.Login)),
})

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: createLazyPart(() =>
    import('../../routes/forgot-password/index.tsx').then((module) => module.ForgotPassword),
  ),
})

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: createLazyPart(() =>
    import('../../routes/reset-password/index.tsx').then((module) => module.ResetPassword),
  ),
})

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: createLazyPart(() => import('../../routes/verify-email/index.tsx').then((module) => module.VerifyEmail)),
})

const signInCodeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in-code',
  component: createLazyPart(() => import('../../routes/sign-in-code/index.tsx').then((module) => module.SignInCode)),
})

const questionRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: QUESTION_PATH,
  validateSearch: ({ id, to }: Record<string, unknown>) => ({
    id: typeof id === 'string' ? id : '',
    ...(typeof to === 'string' && { to }),
  }),
  component: createLazyPart(() => import('../../routes/question/index.tsx').then((module) => module.Question)),
})

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: createLazyPart(() => import('../../routes/invitation/index.tsx').then((module) => module.Invitation)),
})

const authPopupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/popup',
  component: createLazyPart(() => import('../../routes/auth-popup/index.tsx').then((module) => module.AuthPopup)),
})

const stripeReturnRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stripe/return',
  component: createLazyPart(() => import('../../routes/stripe-return/index.tsx').then((module) => module.StripeReturn)),
})

const stripeRefreshRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/stripe/refresh',
  component: createLazyPart(() =>
    import('../../routes/stripe-refresh/index.tsx').then((module) => module.StripeRefresh),
  ),
})

const paymentSuccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/payment-success',
  component: createLazyPart(() =>
    import('../../routes/payment-success/index.tsx').then((module) => module.PaymentSuccess),
  ),
})

const routeTree = rootRoute.addChildren([
  landingRoute,
  dashboardRoute,
  accountRoute,
  accountNotificationsRoute,
  accountPaymentsRoute,
  accountPrivacyRoute,
  accountSecurityRoute,
  accountEarningsRoute,
  operatorsRoute.addChildren([
    operatorRoute,
    operatorHealthRoute,
    operatorFiguresRoute,
    operatorBooksRoute,
    operatorPeopleRoute,
    operatorPersonRoute,
    operatorPagesRoute,
    operatorSettingsRoute,
  ]),
  profileRoute,
  loginRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  signInCodeRoute,
  questionRoute,
  invitationRoute,
  authPopupRoute,
  stripeReturnRoute,
  stripeRefreshRoute,
  paymentSuccessRoute,
])

function toQueryString(search: Record<string, string | number | boolean | undefined>): string {
  const texts = Object.entries(search).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return texts.length === 0 ? '' : `?${texts.join('&')}`
}

// Adds the history listener of layers before the router's: Back over a dialog is not a navigation.
if (typeof window !== 'undefined') startLayerHistory()

/** Routes of spec 2; any other path shows the landing page. */
export const router = createRouter({
  routeTree,
  // Keeps every search value a string, so that "?q=12" searches for the text 12.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: toQueryString,
  notFoundMode: 'root',
  defaultErrorComponent: RouteError,
  defaultPendingComponent: PendingScreen,
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
