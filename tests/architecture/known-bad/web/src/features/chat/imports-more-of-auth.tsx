import type { signInForm } from '../auth/sign-in-form.tsx'
export type Form = typeof signInForm
