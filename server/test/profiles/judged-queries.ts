import type { Language } from '@kundig/contract/languages'

export type QueryKind = 'question' | 'skill' | 'town' | 'typo' | 'inflection' | 'name'

export interface JudgedQuery {
  text: string
  language: Language
  kind: QueryKind
  /** Keys of demo people. A query is answered if one of these people is among the first three results. */
  right: readonly string[]
}

function createJudgedQueries(
  language: Language,
  kind: QueryKind,
  queries: Readonly<Record<string, string | readonly string[]>>,
): JudgedQuery[] {
  return Object.entries(queries).map(([text, right]) => ({ text, language, kind, right: [right].flat() }))
}

/**
 * Sixty Dutch and sixty English searches of the demo people, written and judged before the search. They use a visitor's
 * everyday words. A right expert's name, expertise, biography or town contains words or stems of the query in its
 * language; none needs translation or general knowledge. The score is the number of queries with a right expert among
 * the first three.
 */
export const JUDGED_QUERIES: readonly JudgedQuery[] = [
  ...createJudgedQueries('nl', 'question', {
    'mijn kozijn is rot, moet er een nieuw raam in?': 'joost',
    'cv ketel verliest steeds druk': 'winston',
    'scheur in de gevel, moet ik me zorgen maken': 'marieke',
    'wat moet er in mijn btw aangifte als zzp’er': 'gerda',
    'mag ik grapefruit eten bij deze pillen?': 'sunita',
    'mijn kind snapt breuken niet': 'rachid',
    'waarom is mijn bier plat': 'lieven',
    'hoe maak ik met mijn telefoon goede foto’s van wat ik verkoop': 'ravi',
    'klopt mijn loonstrook wel?': 'emre',
    'welke papieren heb ik nodig voor de douane': 'yusuf',
    'ik ben bang voor de weeën': 'anneke',
    'welke groenten kan ik kweken met weinig zon': 'tineke',
    'mijn klant reageert niet op de offerte': 'jeroen',
    'kan ik dit ontwerp beter 3d printen of spuitgieten': 'abdel',
    'afvoer van de douche borrelt, wat is dat': 'winston',
    'werkt mijn website met een schermlezer?': 'fatima',
  }),
  ...createJudgedQueries('nl', 'skill', {
    'kozijnen schilderen': 'joost',
    timmerman: 'joost',
    loodgieter: 'winston',
    'tolk turks': 'ayse',
    'boekhouder voor zzp': 'gerda',
    'wiskunde bijles': 'rachid',
    'bier brouwen': 'lieven',
    moestuin: 'tineke',
    'boek ontwerpen': 'zoe',
    'funderingsrapport laten lezen': 'marieke',
    'productfoto’s maken': 'ravi',
    'schipper binnenvaart': 'piethein',
    'verloskundige thuis': 'anneke',
    'jaarverslag redigeren': 'ilse',
  }),
  ...createJudgedQueries('nl', 'town', {
    'loodgieter almere': 'winston',
    rotterdam: ['yusuf', 'rachid'],
    'fotograaf den haag': 'ravi',
    'boekhouder drachten': 'gerda',
    'verloskundige groningen': 'anneke',
    mechelen: 'jeroen',
    'ontwerper in gent': 'zoe',
    'apotheek zoetermeer': 'sunita',
  }),
  ...createJudgedQueries('nl', 'typo', {
    loodgiter: 'winston',
    verloskunige: 'anneke',
    timerman: 'joost',
    'kozeinen repareren': 'joost',
    appotheker: 'sunita',
    wiskundelerraar: 'rachid',
    'btw aangiffte': 'gerda',
    'funderring zakt': 'marieke',
  }),
  ...createJudgedQueries('nl', 'inflection', {
    schuifraam: 'joost',
    'groente kweken': 'tineke',
    breuk: 'rachid',
    vakantiedag: 'emre',
    'bonnetje bewaren': 'gerda',
    'klemmende deur': 'marieke',
    museumtekst: 'ilse',
    dichter: 'zoe',
    'pil vergeten': 'sunita',
    'salarisadministratie bakkerij': 'emre',
  }),
  ...createJudgedQueries('nl', 'name', {
    'gerda postma': 'gerda',
    'zoe van de broek': 'zoe',
    'thijs van t hof': 'thijs',
    yildiz: 'emre',
  }),

  ...createJudgedQueries('en', 'question', {
    'my hive swarmed into the neighbour’s garden, what now': 'wim',
    'my knee hurts when I run': 'ruth',
    'how do I get rid of damp in an old house?': 'siobhan',
    'what size heat pump do I need': 'priya',
    'do I need a permit for an extension': 'tom',
    'my child has dyslexia and hates reading': 'judith',
    'should I sign this employment contract?': 'noor',
    'why is my postgresql query so slow': 'lukasz',
    'how do I get my birth certificate translated': 'sofie',
    'I can hear noise from the neighbours through the wall': 'bjorn',
    'cheapest way to send a car to Dakar': 'mariama',
    'how do I find out who my great grandfather was': 'margaret',
    'honey has gone hard in the jar, can I save it': 'wim',
    'is my recipe clear enough for a stranger?': 'hannah',
    'customers complain that orders get lost in our webshop': 'daan',
    'is this minimum order fair for printed packaging': 'mei',
  }),
  ...createJudgedQueries('en', 'skill', {
    beekeeping: 'wim',
    physiotherapist: 'ruth',
    'employment lawyer': 'noor',
    'lime plaster': 'siobhan',
    'database administrator': 'lukasz',
    'sworn translator french': 'sofie',
    'cookbook editor': 'hannah',
    'heat pump engineer': 'priya',
    'furniture workshop': 'katarzyna',
    genealogy: 'margaret',
    'acoustic engineer': 'bjorn',
    'window display for a small shop': 'sanne',
    'paid search ads': 'amara',
    'shared container shipping': 'mariama',
  }),
  ...createJudgedQueries('en', 'town', {
    'lawyer utrecht': 'noor',
    'architect zwolle': 'tom',
    'plasterer in maastricht': 'siobhan',
    'the hague': ['lukasz', 'ravi'],
    delft: 'hannah',
    'ceramics haarlem': 'sanne',
    'translator leuven': 'sofie',
    eindhoven: 'priya',
  }),
  ...createJudgedQueries('en', 'typo', {
    physioterapist: 'ruth',
    bekeeping: 'wim',
    geneology: 'margaret',
    'dislexia help': 'judith',
    'employement lawer': 'noor',
    'arcitect extention': 'tom',
    'plasterar damp': 'siobhan',
    'packageing samples': 'mei',
  }),
  ...createJudgedQueries('en', 'inflection', {
    beekeepers: 'wim',
    runner: 'ruth',
    'translating a deed': 'sofie',
    'cooking recipes': 'hannah',
    contracts: 'noor',
    'house insulated': 'priya',
    'noisy neighbour': 'bjorn',
    archives: 'margaret',
    joiners: 'katarzyna',
    'moving a web shop': ['daan', 'sanne'],
  }),
  ...createJudgedQueries('en', 'name', {
    'ruth mensah': 'ruth',
    'bjorn lindquist': 'bjorn',
    'mei ling': 'mei',
    "siobhan o'rourke": 'siobhan',
  }),
]

/** Searches for subjects that no demo person offers. At most two searches may find a person. */
export const UNKNOWN_QUERIES: readonly string[] = [
  'pianoles',
  'tandarts',
  'hypotheek oversluiten',
  'paardrijden',
  'hond uitlaten',
  'wedding dj',
  'chess coach',
  'guitar tuner',
  'crypto mining',
  'tattoo removal',
]

/** Forty more searches, which were not used to build the search. Their writer knew neither search nor queries. */
export const LATER_QUERIES: readonly JudgedQuery[] = [
  ...createJudgedQueries('nl', 'question', {
    'waarom verliest mijn cv-ketel steeds druk': 'winston',
    'op hoeveel vakantiedagen heb ik recht als ik in de horeca werk': 'emre',
    'ik zie scheuren in de muur, is mijn fundering verzakt?': 'marieke',
    'wat moet ik doen als ik mijn medicijnen ben vergeten': 'sunita',
    'hoe maak ik met mijn telefoon mooie foto’s voor mijn webwinkel': 'ravi',
    'welke kosten mag ik als zzp’er aftrekken': 'gerda',
    'zijn mijn rotte kozijnen nog te redden?': 'joost',
  }),
  ...createJudgedQueries('nl', 'skill', {
    'tolk turks': 'ayse',
    'bier brouwen': 'lieven',
    'wiskunde bijles havo': 'rachid',
    'architect uitbouw': 'tom',
    'moestuin aanleggen': 'tineke',
  }),
  ...createJudgedQueries('nl', 'town', {
    rotterdam: ['yusuf', 'rachid'],
    'vormgever gent': 'zoe',
  }),
  ...createJudgedQueries('nl', 'typo', {
    verloskundege: 'anneke',
    'toegankelijkheid testen schermleezer': 'fatima',
    'oferte die wel verkoopt': 'jeroen',
  }),
  ...createJudgedQueries('nl', 'inflection', {
    'jaarverslag laten redigeren': 'ilse',
    'mallen voor kunststof onderdelen': 'abdel',
    'schippers zoeken voor een lading grind': 'piethein',
  }),
  ...createJudgedQueries('en', 'question', {
    'why does my knee hurt when I run': 'ruth',
    'how do I stop noise from the neighbours coming through the wall': 'bjorn',
    'my employer sent me a letter about my contract, do I have to sign it?': 'noor',
    'what size heat pump do I need': 'priya',
    'do I need an apostille for my birth certificate?': 'sofie',
    'what’s the cheapest way to ship a car to Senegal': 'mariama',
    'my son is 9 and still can’t read, could it be dyslexia': 'judith',
  }),
  ...createJudgedQueries('en', 'skill', {
    'database performance': 'lukasz',
    'paid search ads': 'amara',
    'lime plaster': 'siobhan',
    'packaging supplier': 'mei',
    'cookbook editing': 'hannah',
  }),
  ...createJudgedQueries('en', 'town', {
    'furniture maker poznan': 'katarzyna',
    Maastricht: 'siobhan',
  }),
  ...createJudgedQueries('en', 'typo', {
    geneology: 'margaret',
    'varoa mites': 'wim',
    'webshop loses orders at chekout': 'daan',
  }),
  ...createJudgedQueries('en', 'inflection', {
    'permits for a kitchen extension': 'tom',
    'translating my diploma into french': 'sofie',
    'window displays for a small shop': 'sanne',
  }),
]

/** Ten more searches for subjects that no demo person offers, by the writer of `LATER_QUERIES`. */
export const LATER_UNKNOWN_QUERIES: readonly string[] = [
  'gitaarles voor beginners',
  'hoe krijg ik mijn hond zindelijk',
  'hypotheek oversluiten',
  'tatoeage laten verwijderen',
  'kan ik als volwassene nog leren zwemmen?',
  'piano tuning',
  'how do I start investing in index funds',
  'sailing lessons',
  "my engine makes a ticking sound when it's cold",
  'chess coach',
]
