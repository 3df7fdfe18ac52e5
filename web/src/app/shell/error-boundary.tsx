import { Component, type ReactNode } from 'react'

import { ErrorScreen } from './error-screen.tsx'

/** Shows the fallback screen after a render failure, until the person retries (spec 4). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state: { failed: boolean } = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return <ErrorScreen onRetry={() => this.setState({ failed: false })} />
  }
}
