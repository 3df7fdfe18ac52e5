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

Your texts, pictures and files stay yours. You let us store them and show them to whom you chose: your profile to visitors if it is public, a chat to the other person in it.

The [rules](/rules) say what is not allowed.

## Payments

- Payments go through Stripe. Stripe’s own terms hold for cards and for being paid.
- A buyer sees one price. The platform keeps a fee of it; a seller sees what they will receive before they ask.
- A seller can give money back, all of it or a part. A buyer can ask for that in the chat. If a seller does not answer within seven days, whoever runs the site decides.
- [[right of withdrawal and taxes, as they hold for the operator and its users]]

## When rules are broken

We can remove what was written, hide a profile, suspend an account for some time, or ban it. You are told what was decided, why, and by which rule. You can object within six months; somebody looks at it again.

## When terms change

We publish new terms on this page. If they change what you agreed to, you are asked to accept them. Without that you can no longer write after 30 days; reading, having your data, objecting and leaving stay open to you.

## Ending it

You can stop at any time, and ask us to close your account: see [contact](/contact).

## Law

[[applicable law, competent court, and where consumers can settle disputes]]
`,
  privacy: `
[[Legal name and address of the operator]] is responsible for what is kept about you here.

## What we keep

| What | Why | How long |
| --- | --- | --- |
| email address, password (as a hash) or your link to Google, second factor | to let you in, and nobody else | as long as your account is there |
| profile: name, picture, text, field | to be found and known | as long as your account is there |
| requests, messages, files | they are what the site is for | as long as both accounts need them; the other person has them too |
| payments: amount, state, Stripe’s reference | to show and settle them | [[period that tax law asks for]] |
| receipts: the names of both, what for, amount, kind of card and its last four digits | the law has us keep books, also after you leave | [[period that tax law asks for]] |
| sessions: browser, network address, last day of use | so that you can see and end them | until the session ends, after at most 30 days without use |
| waiting list: name, address, field | to invite you | [[period]] |
| reports, decisions, objections | to keep to the rules, and to account for it | [[period]] |
| what people who run the site did | so that it can be checked | [[period]] |

We keep no card numbers: those stay with Stripe.

## Cookies

The site sets what it needs to work: a session cookie once you log in, one that knows your browser again when you log in, and your language and theme. There are none for advertising, and none of others. So we do not ask about cookies.

Drafts and messages that wait to be sent are stored in your own browser.

## Who else gets data

- **Stripe** processes payments, and checks sellers as the law asks.
- **Google** learns that you log in here if you choose to log in with Google.
- **The push service of your browser** passes on notifications if you turn them on.
- [[hosting provider, mail provider, storage provider, and where they are]]

We sell nothing to anybody.

## Who can read what you write

A chat is read by the two people in it. It is not encrypted against us: when something in it is reported, whoever decides reads that message and some around it, and each look is logged.

## Your rights

- **Your data**: download everything that is kept of you on your account page, at any time.
- **Correction**: change your profile and address yourself.
- **Deletion**: ask for it by way of [contact](/contact).
- **Objection**: against decisions on your account page, against anything else by way of contact.
- You can complain to your data protection authority: [[its name and address]].
`,
  rules: `
Be honest, be kind, and keep to what you agreed.

## Not allowed

- Threats, harassment and hatred.
- Pretending to be somebody else, or to know what you do not.
- Fraud, and asking for money for something that you will not do.
- Advertising and messages in bulk.
- Anything that harms or sexualises children.
- Sharing what others told you in confidence, or their personal data.
- What the law forbids, such as what infringes the rights of others.
- Attacks on the site, and going around its limits.

## Report it

You can report a profile, a request and a message where you see it. You can also block somebody: then neither of you can reach the other.

## What happens then

A person reads the report and decides. What is reported can be removed or hidden, and its author warned, suspended or banned. Both are told: who reported learns whether something was done, and whom it is about learns what was decided and why. Nobody learns who reported.

Whoever is concerned can object within six months. Where there is one, somebody else answers.
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
