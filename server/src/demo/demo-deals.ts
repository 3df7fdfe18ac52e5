export interface DemoDeal {
  seller: string
  buyer: string
  amount: string
  description: string
  review: { rating: number; text: string }
  answer?: string
}

export const DEMO_DEALS: readonly DemoDeal[] = [
  {
    seller: 'daan',
    buyer: 'sanne',
    amount: '180',
    description: 'The checkout, all of it',
    review: {
      rating: 5,
      text: 'Found in a week where our orders went, and explained it so that I understood. Not one is missing since.',
    },
  },
  {
    seller: 'daan',
    buyer: 'kwame',
    amount: '45',
    description: 'Radio plays that open quickly',
    review: { rating: 5, text: 'From twenty seconds to two. Patient with a writer who is not a technician.' },
  },
  {
    seller: 'daan',
    buyer: 'tineke',
    amount: '30',
    description: 'Een formulier zonder spam',
    review: { rating: 4, text: 'Van dertig spamberichten per dag naar twee. Duidelijk uitgelegd, zonder vaktaal.' },
    answer: 'Dank je, Tineke. Die laatste twee haal ik er nog uit.',
  },
  {
    seller: 'mei',
    buyer: 'judith',
    amount: '60',
    description: 'Boxes for reading cards',
    review: {
      rating: 5,
      text: 'I nearly ordered two thousand boxes. Mei-Ling found a printer who makes two hundred, at a fair price.',
    },
    answer: 'The next two hundred will be cheaper: they keep your cutting die for a year.',
  },
  {
    seller: 'mei',
    buyer: 'emre',
    amount: '35',
    description: 'Offerte voor papieren tassen',
    review: {
      rating: 4,
      text: 'Haar vragen aan de fabriek scheelden ons een derde van de prijs. Het antwoord liet even op zich wachten.',
    },
  },
  {
    seller: 'mei',
    buyer: 'siobhan',
    amount: '40',
    description: 'Buckets with a lid that holds',
    review: {
      rating: 5,
      text: 'Explained which samples to ask for and how to test them. The third one does not leak.',
    },
  },
  {
    seller: 'winston',
    buyer: 'emre',
    amount: '25',
    description: 'Een cv-ketel die druk verliest',
    review: {
      rating: 5,
      text: 'Aan een foto en een geluidje had hij genoeg. Nieuw ventiel van acht euro, ketel doet het weer.',
    },
    answer: 'Graag gedaan. Kijk over een maand nog eens naar de druk.',
  },
  {
    seller: 'winston',
    buyer: 'judith',
    amount: '25',
    description: 'A drain that gurgles',
    review: { rating: 3, text: 'Friendly and clear, but in the end someone had to come and look after all.' },
    answer: 'True, and I am sorry. From a distance I cannot see behind a tiled wall.',
  },
  {
    seller: 'lieven',
    buyer: 'emre',
    amount: '20',
    description: 'Waarom mijn bier zuur is',
    review: { rating: 5, text: 'Het was de slang, niet het recept. Lieven vroeg door tot we het wisten.' },
  },
  {
    seller: 'hannah',
    buyer: 'siobhan',
    amount: '50',
    description: 'Twelve recipes, read and tested',
    review: { rating: 5, text: 'She found the egg that I had left out of four cakes. Kind, exact and quick.' },
    answer: 'Four good cakes, once they had their eggs. Good luck with the book!',
  },
]

export const hasDeal = (buyer: string, seller: string): boolean =>
  DEMO_DEALS.some((deal) => deal.buyer === buyer && deal.seller === seller)
