import { Component, type ReactNode } from 'react'

import { ErrorScreen } from './error-screen.tsx'

/** Shows the fallback error screen after a render failure, until the person tries again (spec 4). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failure: { error: unknown } | null }> {
  override state: { failure: { error: unknown } | null } = { failure: null }

  static getDerivedStateFromError(error: unknown): { failure: { error: unknown } } {
    return { failure: { error } }
  }

  override render(): ReactNode {
    const { failure } = this.state
    if (!failure) return this.props.children
    return <ErrorScreen error={failure.error} onRetry={() => this.setState({ failure: null })} />
  }
}
