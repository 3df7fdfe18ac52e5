import { Component, type ReactNode } from 'react'

import { ErrorState } from '../design-system/states/error-state.tsx'
import { useErrorText, useTexts } from '../platform/i18n/texts.ts'
import { MissingPart, usePartRetry } from '../platform/lazy-part.tsx'
import { routesTexts } from './routes.messages.ts'

/** Shows an error when a part's code cannot be loaded. Throws other errors again. */
export class PartBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null }

  static getDerivedStateFromError(error: Error): { error: Error | null } {
    return { error }
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    if (error instanceof MissingPart)
      return <MissingPartError part={error} onThere={() => this.setState({ error: null })} />
    throw error
  }
}

function MissingPartError({ part, onThere }: { part: MissingPart; onThere: () => void }) {
  const texts = useTexts(routesTexts)
  const errorText = useErrorText()
  const { busy, fetchAgain } = usePartRetry(part, onThere)
  return (
    <ErrorState
      className="flex-1 justify-center"
      title={errorText('NETWORK')}
      retryLabel={texts.retry}
      busy={busy}
      onRetry={fetchAgain}
    />
  )
}
