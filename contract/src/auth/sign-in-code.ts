/** Mailed codes that sign in. */
export const SIGN_IN_CODE = { digits: 6, goodForMinutes: 10, triesMax: 5 } as const

/** The page that the link of a mailed code leads to. */
export const SIGN_IN_CODE_PAGE = '/sign-in-code'

/** An address and the code that was mailed to it. */
export interface MailedCode {
  email: string
  code: string
}

/** Path and fragment of a link: browsers send the fragment to no server and in no referrer. */
export function signInLink({ email, code }: MailedCode): string {
  return `${SIGN_IN_CODE_PAGE}#${code}/${encodeURIComponent(email)}`
}

/** Reads the fragment of a link, decoded or not; null where it is none. */
export function readSignInLink(fragment: string): MailedCode | null {
  const [, code, email] = /^(\d+)\/(.+)$/u.exec(fragment) ?? []
  if (code === undefined || email === undefined) return null
  try {
    return { email: decodeURIComponent(email), code }
  } catch {
    return null
  }
}
