import { PERMISSION_GUARANTEES } from '@kundig/testing/permissions/permission-row'

/**
 * Every guarantee about who may do what, bad input, and headers and secrets, by section. Each needs at least one
 * attempt to break it: `attack.ts` fails for a row that nothing was tried on.
 */
export const GUARANTEE_ROWS = {
  'Who may do what': PERMISSION_GUARANTEES,
  'Bad input: auth': [
    'Reset for a known and an unknown email: same answer, same time',
    'Wrong password and unknown user: same text',
    'Burst: 429',
    'Sign-in code guessed, raced, of an unknown email',
    'Reset code reused, expired, cut short, raced',
    'After a reset every other session and its live connection is dead within 5 s',
    'Google on an unverified password account: no silent link',
    'Somebody else’s address: no waiting for its owner',
    'A forged Host never reaches a mailed link',
    'A 64-character password is accepted and never cut',
  ],
  'Bad input: profile and search': [
    'Zoë, 李, O’Brien, Jean-Luc Jr.: accepted',
    'Digits, markup, RTL override, NUL in a name: refused',
    'A 501-character bio: refused',
    '%, _, (a+)+$, OR 1=1: taken literally',
    'Unknown fields, __proto__: refused',
    'a < b && c > d survives sanitising',
    'An emoji at the cut-off of a bio stays whole',
  ],
  'Bad input: requests': [
    'Accept ×50 at once: one room',
    'Accept against reject: one wins',
    'To oneself, duplicate pending, zero-width-only: refused',
    'The 101st pending request: the newest 100 are shown, none is lost',
  ],
  'Bad input: chat': [
    'The same client id ×5: one message',
    'Close during send: stored before the close or refused',
    '2,001 characters: refused; 2,000 emoji: fine',
    'javascript: links and onerror: inert',
    'Ordinary text and code survive sanitising',
    'A negative, huge or foreign cursor: 400',
    'A client clock a day off: server order holds',
    'Session expiry closes the live connection',
  ],
  'Bad input: files': [
    '5 MB + 1 byte: refused, no residue',
    'Zero bytes, wrong magic bytes, SVG renamed to .png: refused',
    '../, CRLF, RTL and 300-character names: cleaned; a random key',
    '11 uploads at once: exactly 10',
    'Location data in photos is removed',
    'A stranger’s or a logged-out fetch: 404/401',
    'Served with nosniff, and as attachments unless images',
    'A decompression bomb is refused before it is inflated',
    'What is stored of an image: at most 1 MB and 1920 px',
    '31 large animations of one account: others’ pictures are taken meanwhile',
    'Who hangs up during an upload leaves nothing behind',
  ],
  'Bad input: payments': [
    'Amounts: by digits, never as floats',
    'Two tabs, double click, 20 parallel confirms: one charge',
    'A forged "completed": still pending',
    'A tampered amount, customer or account: refused or ignored',
    'Webhook ×100, reordered, late, lost: one transition',
    'Bad or stale signature: 400',
    'Failed after succeeded: completed',
    'Room closed during the 3-D Secure step: still recorded',
    'A seller’s program: equal calls make one, and no card of the buyer’s is reached',
  ],
  'Bad input: pushes': [
    'An endpoint on our own network, in whatever spelling: refused, and nothing is sent there',
    'Somebody else’s browser: refused, and it stays theirs',
    'A subscription of 10 MB, or with keys that are none: refused',
  ],
  'Bad input: texts': [
    'No text holds the server, whatever its letters',
    'A text far too long: refused in the words of its field',
    'Bytes that are no UTF-8, half surrogate pairs: refused',
    'A name of look-alike letters, or with invisible ones: refused',
    'A common password: refused',
  ],
  'Bad input: overload': [
    'A 200k-deep JSON body is refused',
    'A slow-loris client is cut off',
    'A socket flood is cut off',
    'A client that reads 1 KB/s is cut off',
    'Others are served meanwhile',
    'One account or address that floods holds up nobody, and nothing of theirs is lost',
  ],
  'Headers and secrets': [
    'CSP without unsafe-inline scripts, Stripe’s hosts with a Stripe key only',
    'HSTS behind TLS',
    'nosniff',
    'Referrer-Policy',
    'frame-ancestors none',
    'COOP same-origin-allow-popups',
    'Permissions-Policy: nothing but paying',
    'no-store on API answers',
    'Cookies HttpOnly, SameSite=Lax, Secure and __Host- behind TLS',
    'Foreign Origin: no mutation, no socket',
    'Logs hold no message text, emails, tokens, card data or client secrets',
    'Production refuses to start half-configured',
    'What is for trying out answers this machine alone',
  ],
} as const

export type Section = keyof typeof GUARANTEE_ROWS

/** A row of any section. */
export type GuaranteeRow = (typeof GUARANTEE_ROWS)[Section][number]
