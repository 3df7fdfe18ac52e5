/** Pending or rejected request. `demo-conversations.ts` has the accepted requests. */
export interface DemoRequest {
  from: string
  to: string
  message: string
  status: 'pending' | 'rejected'
  hoursAgo: number
}

/** Demo requests, newest first. Each demo login has requests to answer, a pending and a rejected request. */
export const DEMO_REQUESTS: readonly DemoRequest[] = [
  {
    from: 'judith',
    to: 'daan',
    message:
      'Hello Daan, I sell reading exercises as downloads, and about once a week someone pays and never gets the link. Could you help me find out where it goes wrong? I have the login, but I’m not brave enough to press anything.',
    status: 'pending',
    hoursAgo: 2,
  },
  {
    from: 'hannah',
    to: 'sanne',
    message:
      'Hi Sanne, a baker I edit for would like to present her book in a shop rather than a bookstore. You know what an evening like that asks of a small place: how many people fit, who brings the cups, and does anyone buy anything?',
    status: 'pending',
    hoursAgo: 3,
  },
  {
    from: 'emre',
    to: 'sofie',
    message:
      'Dag Sofie, een medewerker heeft een Duits diploma dat in Nederland erkend moet worden. Moet ik eerst laten vertalen of eerst laten legaliseren?',
    status: 'pending',
    hoursAgo: 6,
  },
  {
    from: 'ravi',
    to: 'sanne',
    message:
      'Dag Sanne, ik fotografeer veel voor makers die net beginnen. Waar let jij op als je een foto van een kom of een vaas krijgt toegestuurd? Dan kan ik ze vooraf beter advies geven.',
    status: 'pending',
    hoursAgo: 9,
  },
  {
    from: 'sanne',
    to: 'yusuf',
    message:
      'Dag Yusuf, ik wil vier dozen theekommen uit Japan laten komen, van een pottenbakker die nog nooit naar Europa heeft verstuurd. Welke papieren moet ik hem vragen en met welke kosten moet ik rekenen?',
    status: 'pending',
    hoursAgo: 14,
  },
  {
    from: 'winston',
    to: 'daan',
    message:
      'Hoi Daan, klanten bellen mij terwijl ik onder een gootsteen lig. Ik wil dat ze zelf een afspraak kunnen kiezen op mijn site, zonder abonnement van veertig euro per maand. Bestaat zoiets?',
    status: 'pending',
    hoursAgo: 20,
  },
  {
    from: 'daan',
    to: 'tom',
    message:
      'Hi Tom, we’d like a dormer at the back of a terraced house from 1978, about three metres wide. Can you tell me what to check before I ask a builder for a price?',
    status: 'pending',
    hoursAgo: 26,
  },
  {
    from: 'siobhan',
    to: 'sanne',
    message:
      'Hello Sanne, I’m thinking of a little shop beside my workshop: pigments, brushes, small bags of lime. Before I sign a lease I’d love to hear from someone who has stood behind a counter for ten years. What would you want to know first?',
    status: 'pending',
    hoursAgo: 31,
  },
  {
    from: 'lieven',
    to: 'daan',
    message:
      'Dag Daan, ik houd mijn brouwsels bij in een spreadsheet die zo groot is geworden dat hij bij elke toets nadenkt. Kan ik daar met weinig moeite een eenvoudige website van maken?',
    status: 'pending',
    hoursAgo: 44,
  },
  {
    from: 'daan',
    to: 'joost',
    message:
      'Dag Joost, de onderdorpel van ons keukenraam is zacht. Zou je met me willen meedenken of ik dat zelf kan herstellen?',
    status: 'rejected',
    hoursAgo: 52,
  },
  {
    from: 'katarzyna',
    to: 'abdel',
    message:
      'Hello Abdel, one of my workshops needs a small plastic foot for a chair, 2,000 pieces a year. Is that enough for a mould, or should they buy something standard?',
    status: 'pending',
    hoursAgo: 70,
  },
  {
    from: 'jeroen',
    to: 'sanne',
    message:
      'Dag Sanne, ik zoek drie winkeliers die mee willen doen aan een dag over verkoopgesprekken in Mechelen. Heb je interesse?',
    status: 'rejected',
    hoursAgo: 96,
  },
  {
    from: 'mariama',
    to: 'yusuf',
    message:
      'Good day Yusuf, do you also handle exports by sea from Antwerp, or only imports through Rotterdam? I have a customer with three used vans.',
    status: 'rejected',
    hoursAgo: 120,
  },
]
