import { ReactQueryDevtools } from '@tanstack/react-query-devtools'

/** What the browser asked the server, and what it holds of it: a button at the corner opens the panel. */
export function QueryDevtools() {
  return <ReactQueryDevtools buttonPosition="bottom-left" />
}
