export { vi } from 'vitest'
