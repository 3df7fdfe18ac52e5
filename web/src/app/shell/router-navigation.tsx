import { useBlocker, useCanGoBack, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'

import { LeaveQuestionContext, type UseLeaveQuestion } from '../../platform/navigation/leave-question.ts'
import { type Navigation, NavigationContext } from '../../platform/navigation/navigation.ts'

const useRouterQuestion: UseLeaveQuestion = (isUnsaved, mayHold) => {
  const blocker = useBlocker({ shouldBlockFn: mayHold, disabled: !isUnsaved, withResolver: true })
  const isAsked = blocker.status === 'blocked'
  return {
    isAsked,
    isAboutHistory: isAsked && blocker.action !== 'PUSH' && blocker.action !== 'REPLACE',
    leave: () => blocker.proceed?.(),
    stay: () => blocker.reset?.(),
  }
}

export function RouterNavigation({ children }: { children: ReactNode }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const pathname = useLocation({ select: (location) => location.pathname })
  const search = useLocation({ select: (location) => location.searchStr })
  const navigation = useMemo((): Navigation => {
    const go: Navigation['go'] = (href, { replace = false, keepScroll = false, unasked = false } = {}) =>
      router.navigate({ href, replace, resetScroll: !keepScroll, ignoreBlocker: unasked })
    return {
      place: { pathname, search },
      go,
      back: (fallback) => (canGoBack ? router.history.back() : void go(fallback)),
      prepare: (href) => {
        // Ignores failures of this prefetch, because the navigation loads the screen again.
        router.preloadRoute({ to: new URL(href, window.location.origin).pathname }).catch(() => undefined)
      },
    }
  }, [router, canGoBack, pathname, search])
  return (
    <NavigationContext value={navigation}>
      {/* oxlint-disable-next-line react/hooks -- the hook in the context never changes while a screen is mounted */}
      <LeaveQuestionContext value={useRouterQuestion}>{children}</LeaveQuestionContext>
    </NavigationContext>
  )
}
