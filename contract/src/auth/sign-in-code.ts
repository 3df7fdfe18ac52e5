export const SIGN_IN_CODE = { digits: 6, goodForMinutes: 10, triesMax: 5 } as const

export const SIGN_IN_CODE_PAGE = '/sign-in-code'

/** Lifetime of a visitor's unconfirmed question and of its code (hours). */
export const QUESTION_HOURS = 24

export interface MailedCode {
  email: string
  code: string
  /** The id of the visitor's question that the code confirms. */
  question?: string | undefined
}

/** Path and fragment of a sign-in link. Browsers send the fragment to no server and in no referrer. */
export function buildSignInLink({ email, code, question }: MailedCode): string {
  const confirmed = question === undefined ? code : `${code}.${question}`
  return `${SIGN_IN_CODE_PAGE}#${confirmed}/${encodeURIComponent(email)}`
}

/** Reads the fragment of a sign-in link, decoded or not; null for any other fragment. */
export function readSignInLink(fragment: string): MailedCode | null {
  const [, code, question, email] = /^(\d+)(?:\.([\da-f-]{36}))?\/(.+)$/u.exec(fragment) ?? []
  if (code === undefined || email === undefined) return null
  try {
    return { email: decodeURIComponent(email), code, ...(question !== undefined && { question }) }
  } catch {
    return null
  }
}
