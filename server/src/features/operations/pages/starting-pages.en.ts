import type { SitePage } from '@kundig/contract/operations/site-pages'

export const STARTING_PAGES_EN: Record<SitePage, string> = {
  terms: `
These terms are between you and [[legal name of the operator]], who runs this site.

## What this site is

People who know something offer their time here, and people who want to know it ask them. You introduce yourself with a request. When it is accepted, a private chat opens between the two of you. In that chat a payment can be asked for and paid.

The agreement about advice, time and price is between the two of you. We provide the place, and are no party to it.

## Your account

- You are at least [[minimum age]] years old.
- Your name and what you say about your knowledge are true.
- You keep your password to yourself. What is done with your account is taken to be done by you.

## What you write

Your texts, pictures and files stay yours. You let us store them and show them to the people you chose: your profile to visitors if it is public, a chat to the other person in it.

The [rules](/rules) say what is not allowed.

## Payments

- Payments go through Stripe. Stripe’s own terms hold for cards and for being paid.
- A buyer sees one price. We keep a service fee of it; a seller sees what they will receive before they ask.
- A seller can refund all of a payment or a part. A buyer can ask for a refund in the chat. If the seller does not answer within seven days, we decide.
- [[right of withdrawal and taxes, as they hold for the operator and its users]]

## When rules are broken

We can remove what was written, hide a profile, suspend an account for some time, or ban it. We send you the decision, the reasons and the rule. You can object within six months; we then review it again.

## When terms change

We publish new terms on this page. If they change what you agreed to, you are asked to accept them. Without that you can no longer write after 30 days; you can still read, export your data, object and close your account.

## Ending it

You can stop at any time, and ask us to close your account: see [contact](/contact).

## Law

[[applicable law, competent court, and where consumers can settle disputes]]
`,
  privacy: `
[[Legal name and address of the operator]] is responsible for your data on this site.

## What we keep

| What | Why | How long |
| --- | --- | --- |
| email address, password (as a hash) or your link to Google, two-step verification | to let you in, and no one else | as long as you have an account |
| profile: name, picture, text, field | so that people can find you | as long as you have an account |
| requests, messages, files | to let you ask and answer | as long as both accounts need them; the other person has them too |
| payments: amount, state, Stripe’s reference | to show and settle them | [[period that tax law asks for]] |
| receipts: the names of both, what for, amount, kind of card and its last four digits | the law has us keep books, also after you leave | [[period that tax law asks for]] |
| sessions: browser, network address, last day of use | so that you can see and end them | until the session ends, after at most 30 days without use |
| waiting list: name, address, field | to invite you | [[period]] |
| reports, decisions, objections | to keep to the rules, and to account for it | [[period]] |
| what our operators did | so that it can be checked | [[period]] |

We keep no card numbers: those stay with Stripe.

## Cookies

The site sets what it needs to work: a session cookie once you log in, one that knows your browser again when you log in, and your language and theme. There are no advertising or third-party cookies, so we do not ask about cookies.

Drafts and messages that wait to be sent are stored in your own browser.

## Who else gets data

- **Stripe** processes payments, and checks sellers as the law asks.
- **Google** learns that you log in here if you choose to log in with Google.
- **The push service of your browser** passes on notifications if you turn them on.
- [[hosting provider, mail provider, storage provider, and where they are]]

We do not sell your data.

## Who can read what you write

A chat is read by the two people in it. It is not encrypted against us: when something in it is reported, a moderator reads that message and some around it. Viewing is logged.

## Your rights

- **Your data**: download everything that we keep about you on your account page, at any time.
- **Correction**: change your profile and address yourself.
- **Deletion**: ask for it through [contact](/contact).
- **Objection**: against decisions on your account page, against anything else through contact.
- You can complain to your data protection authority: [[its name and address]].
`,
  rules: `
Be honest, be kind, and keep to what you agreed.

## Not allowed

- Threats, harassment and hatred.
- Pretending to be someone else, or to know what you do not.
- Fraud, and asking for money for something that you will not do.
- Advertising and messages in bulk.
- Anything that harms or sexualises children.
- Sharing what others shared with you in confidence, or their personal data.
- What the law forbids, such as what infringes the rights of others.
- Attacks on the site, and going around its limits.

## Report it

You can report a profile, a request and a message where you see it. You can also block someone: then neither of you can reach the other.

## What happens then

A person reads the report and decides. What is reported can be removed or hidden, and its author warned, suspended or banned. The reporter learns whether we took action; the person concerned learns what was decided and why. No one learns who reported.

The person concerned can object within six months. Where possible, another moderator answers.
`,
  imprint: `
[[Legal name of the operator]]
[[legal form]]

[[street and number]]
[[postcode and town]]
[[country]]

- Represented by: [[name]]
- Email: [[address]]
- Telephone: [[number]]
- Trade register: [[register and number]]
- VAT number: [[number]]

Single point of contact for authorities and users (Regulation (EU) 2022/2065): [[address, and languages]]
`,
  contact: `
Write to [[email address]]. We answer within [[number]] working days.

- **You see something that breaks the rules?** Report it where it stands: that is the fastest way.
- **A payment went wrong?** Say its date and amount, and never send card numbers.
- **You cannot log in?** Use *Forgot password* first; then write from the address of your account.
- **You want your account closed or your data deleted?** Write from the address of your account. Your data can be downloaded on your account page before.
- **You found a weakness in the site’s security?** Tell us before others: [[address]].
`,
}
