import type { AnswerLanguage } from '@kundig/contract/profiles/detail-filter'
import type { Price } from '@kundig/contract/profiles/profile-details'

export interface DemoDetails {
  headline?: string
  languages?: readonly AnswerLanguage[]
  town?: string
  online?: boolean
  price?: Price
}

const hour = (euros: number): Price => ({ euros, unit: 'hour' })
const from = (euros: number): Price => ({ euros, unit: 'from' })

export const DEMO_DETAILS: Readonly<Record<string, DemoDetails>> = {
  ruth: {
    headline: 'Get back to running without guessing',
    languages: ['en', 'nl'],
    town: 'Amersfoort',
    online: true,
    price: hour(60),
  },
  joost: { headline: 'Eerst kijken, dan pas zagen', languages: ['nl'], town: 'Deventer', price: from(45) },
  amara: { languages: ['en', 'nl'], online: true, price: hour(95) },
  zoe: { headline: 'Mooie boeken voor een klein budget', languages: ['nl', 'fr'], town: 'Gent', price: hour(65) },
  wim: { headline: 'Honest advice before you buy a hive', languages: ['en', 'nl'], town: 'Ermelo', price: from(15) },
  yusuf: {
    headline: 'Papieren op orde voordat het schip vertrekt',
    languages: ['nl', 'tr', 'en'],
    town: 'Rotterdam',
    online: true,
    price: hour(85),
  },
  priya: {
    headline: 'The right heat pump, not the biggest one',
    languages: ['en', 'nl'],
    town: 'Eindhoven',
    online: true,
    price: from(75),
  },
  sofie: {
    headline: 'Official documents, translated once and accepted',
    languages: ['nl', 'fr', 'de', 'en'],
    town: 'Leuven',
    online: true,
    price: from(50),
  },
  daan: {
    headline: 'Webshops that keep every order',
    languages: ['en', 'nl'],
    town: 'Nijmegen',
    online: true,
    price: hour(80),
  },
  mei: { languages: ['en', 'zh', 'pt'], town: 'Porto', online: true, price: from(40) },
  noor: {
    headline: 'Clear words about work and contracts',
    languages: ['nl', 'en', 'ar'],
    town: 'Utrecht',
    price: hour(120),
  },
  tom: { headline: 'More light in the house you have', languages: ['en', 'nl'], town: 'Zwolle', price: hour(90) },
  sanne: { languages: ['en', 'nl'], town: 'Haarlem', price: hour(40) },
  ilse: { headline: 'Teksten die mensen uitlezen', languages: ['nl'], online: true, price: from(35) },
  lukasz: {
    headline: 'Fast again, and you know why',
    languages: ['en', 'pl', 'nl'],
    town: 'Den Haag',
    online: true,
    price: hour(110),
  },
  ravi: { headline: 'Goed licht zonder dure lampen', languages: ['nl', 'en'], town: 'Den Haag', price: from(50) },
  ayse: { languages: ['nl', 'tr'], town: 'Arnhem', online: true, price: hour(55) },
  lieven: { languages: ['nl', 'fr'], town: 'Oudenaarde', price: from(10) },
  siobhan: { headline: 'Old walls need to breathe', languages: ['en'], town: 'Maastricht', price: hour(50) },
  hannah: { languages: ['en'], town: 'Delft', online: true, price: from(60) },
  fatima: {
    headline: 'Websites die iedereen kan gebruiken',
    languages: ['nl', 'ar', 'fr'],
    online: true,
    price: hour(75),
  },
  bjorn: {
    headline: 'Quiet rooms for little money',
    languages: ['en', 'de'],
    town: 'Hilversum',
    online: true,
    price: hour(70),
  },
  mariama: { languages: ['en', 'fr'], town: 'Antwerpen', price: from(20) },
  winston: {
    headline: 'Weten wat het is voordat je belt',
    languages: ['nl'],
    town: 'Almere',
    online: true,
    price: from(15),
  },
  judith: { languages: ['en', 'nl'], online: true, price: hour(65) },
  margaret: {
    headline: 'Your family, one archive at a time',
    languages: ['en', 'nl'],
    town: 'Middelburg',
    price: hour(30),
  },
  rachid: { headline: 'Elke fout is een begin', languages: ['nl', 'ar'], town: 'Rotterdam', price: hour(35) },
  katarzyna: { languages: ['en', 'pl', 'de'], town: 'Poznań', online: true, price: hour(60) },
  piethein: { headline: 'Vracht over water, zonder verrassingen', languages: ['nl', 'de'], town: 'Tiel' },
  tineke: { headline: 'Veel oogst, weinig werk', languages: ['nl'], town: 'Dokkum', price: from(12) },
  marieke: { languages: ['nl'], town: 'Leeuwarden', online: true, price: hour(95) },
  anneke: { languages: ['nl', 'en'], town: 'Groningen' },
  emre: { headline: 'Je loon, regel voor regel', languages: ['nl', 'tr'], town: 'Amsterdam', price: from(25) },
  sunita: { languages: ['nl'], town: 'Zoetermeer' },
  jeroen: {
    headline: 'Verkopen is vooral luisteren',
    languages: ['nl', 'fr'],
    town: 'Mechelen',
    online: true,
    price: hour(85),
  },
  abdel: { languages: ['nl', 'de'], town: 'Hengelo', online: true, price: hour(70) },
  gerda: { headline: 'Rust in je administratie', languages: ['nl'], town: 'Drachten', price: from(30) },
  kwame: { languages: ['en'], online: true, price: from(40) },
}
