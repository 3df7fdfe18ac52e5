import { RouterProvider } from '@tanstack/react-router'

import { Providers } from './providers.tsx'
import { router } from './router.tsx'

/** The whole web application. */
export function App() {
  return (
    <Providers>
      <RouterProvider router={router} />
    </Providers>
  )
}
