import type { Expertise } from '@kundig/contract/profiles/categories'

import { DEMO_DETAILS, type DemoDetails } from './demo-details.ts'

export interface DemoPerson {
  key: string
  full_name: string
  email: string
  bio: string | null
  expertise: Expertise
  is_public: boolean
  /** Six digits that describe the portrait to `paintPortrait`; null without a picture. */
  portrait: string | null
  joinedDaysAgo: number
  details: DemoDetails
}

interface Details {
  joinedDaysAgo: number
  portrait?: string
  bio: string | null
  isPublic?: boolean
}

function createCustomExpertise(value: string): Expertise {
  return { type: 'custom', value }
}

/** Creates a demo person whose email address contains the key, so that visitors can guess each login. */
function createPerson(key: string, fullName: string, expertise: Expertise, details: Details): DemoPerson {
  return {
    key,
    full_name: fullName,
    email: `${key}@kundig.example`,
    bio: details.bio,
    expertise,
    is_public: details.isPublic ?? true,
    portrait: details.portrait ?? null,
    joinedDaysAgo: details.joinedDaysAgo,
    details: DEMO_DETAILS[key] ?? {},
  }
}

/** Password of all demo accounts. It is printed at the start and protects nothing. */
export const DEMO_PASSWORD = 'Blauwe-Klaproos-47'

export const DEMO_LOGINS: readonly [string, string] = ['sanne', 'daan']

/** Login of the demo site's owner, who has no profile. It is printed at the start. */
export const DEMO_OWNER = 'owner@kundig.example'

export const DEMO_PEOPLE: readonly DemoPerson[] = [
  createPerson('ruth', 'Ruth Mensah', 'health-medicine', {
    joinedDaysAgo: 1,
    portrait: '104030',
    bio: 'Physiotherapist for runners for fifteen years, and still slow over ten kilometres myself. Tell me where it hurts, when it starts and what you changed last month. I’ll say what to rest, what to keep doing and when to see someone in person.',
  }),
  createPerson('joost', 'Joost Bakker', 'trades-services', {
    joinedDaysAgo: 3,
    portrait: '531241',
    bio: 'Timmerman, gespecialiseerd in oude schuiframen en kozijnen. Vertel me hoe het hout eruitziet en wat er gebeurt als je er een schroevendraaier in duwt. Dan weet je of het met vulmiddel en verf kan, of er een stuk in moet, of dat je beter een nieuw raam laat maken.',
  }),
  createPerson('amara', 'Amara Okafor', 'sales-marketing', {
    joinedDaysAgo: 4,
    portrait: '424020',
    bio: 'I ran paid search for three Dutch scale-ups and now help shops that spend less than a thousand euros a month on it. Copy me your search terms report: in an hour I usually find what you are paying for and never wanted.',
  }),
  createPerson('zoe', 'Zoë van den Broeck', 'design-media-architecture', {
    joinedDaysAgo: 5,
    portrait: '020551',
    bio: 'Boekontwerper in Gent, vooral voor dichters en kleine uitgeverijen. Ik help je een letter, een papiersoort en een formaat te kiezen die samen binnen je budget passen, en ik vertel je wat de drukker gaat vragen voordat hij het vraagt.',
  }),
  createPerson('wim', 'Wim Kuiper', createCustomExpertise('Beekeeping'), {
    joinedDaysAgo: 6,
    portrait: '341440',
    bio: 'Third-generation beekeeper on the Veluwe with fourteen hives. Ask me about a first colony, varroa, swarms in awkward places or honey that has set rock hard in the jar. I’ll be honest if bees don’t suit your garden or your neighbours.',
  }),
  createPerson('yusuf', 'Yusuf Kaya', 'freight-transportation', {
    joinedDaysAgo: 7,
    portrait: '122000',
    bio: 'Douane-expediteur in Rotterdam sinds 2006. Vraag me welke papieren bij je zending horen, welk goederennummer klopt en wie met jouw Incoterm de invoer-btw voorschiet. Liefst voordat de container op zee zit.',
  }),
  createPerson('priya', 'Priya Raman', 'engineering-science', {
    joinedDaysAgo: 9,
    portrait: '553010',
    bio: 'Heat-pump engineer in Eindhoven. With your floor area, your insulation and last year’s gas use I can work out the heat loss of a terraced house on one page, and tell you if the system you were quoted is twice the size you need.',
  }),
  createPerson('sofie', 'Sofie Lambrechts', 'translation-languages', {
    joinedDaysAgo: 10,
    portrait: '210310',
    bio: 'I translate deeds, diplomas and birth certificates between Dutch, French and German, as a sworn translator in Leuven. I can tell you whether yours needs a sworn translation, a legalisation or an apostille, and in which order, so that you pay for it once.',
  }),
  createPerson('daan', 'Daan Verhoeven', 'websites-it-software', {
    joinedDaysAgo: 12,
    portrait: '450301',
    bio: 'Home-made checkouts are my trade: I have moved eleven webshops to something sturdier, most of them PHP from before 2018. Describe yours and I’ll tell you where orders get lost, how to test it, and whether you can repair it yourself in a weekend.',
  }),
  createPerson('mei', 'Mei-Ling Tan', 'sourcing-manufacturing', {
    joinedDaysAgo: 13,
    portrait: '320050',
    bio: 'I have bought packaging for small brands for twelve years, in Shenzhen and later in Porto. Ask me what a fair minimum order is, how many samples to insist on, and which questions a factory hopes you will not ask.',
  }),
  createPerson('noor', 'Noor el Idrissi', 'business-legal', {
    joinedDaysAgo: 15,
    portrait: '041010',
    bio: 'Employment lawyer in Utrecht, mostly for small employers and freelancers. Tell me about the letter or the contract that worries you: I’ll explain what it says, what it leaves out and how long you have to answer.',
  }),
  createPerson('tom', 'Tom Hendriks', 'design-media-architecture', {
    joinedDaysAgo: 16,
    portrait: '101140',
    bio: 'Architect of extensions and small houses in Zwolle. Give me measurements, the direction of the sun and what annoys you about the room now. I’ll tell you what probably needs a permit, where the light can come from and which drawings a builder will want.',
  }),
  createPerson('sanne', 'Sanne de Wit', 'sales-marketing', {
    joinedDaysAgo: 18,
    portrait: '510320',
    bio: 'I have run a ceramics shop in Haarlem since 2015, with a webshop beside it. Ask me how I choose makers, how consignment works in practice, what a window display really sells and which mistakes I made with opening hours.',
  }),
  createPerson('ilse', 'Ilse de Graaf', 'writing-content', {
    joinedDaysAgo: 20,
    portrait: '230451',
    bio: 'Ik redigeer jaarverslagen en museumteksten. Stuur me een bladzijde en ik zeg je waar een lezer afhaakt en waarom. Je krijgt ook een paar zinnen terug zoals ze er volgens mij hadden moeten staan.',
  }),
  createPerson('lukasz', 'Łukasz Wiśniewski', 'websites-it-software', {
    joinedDaysAgo: 22,
    bio: 'Database administrator from Gdańsk, in The Hague since 2014. A PostgreSQL that was fast last year and is slow today is my favourite puzzle. Bring the query and its plan; I’ll show you how to read it, so that next time you don’t need me.',
  }),
  createPerson('ravi', 'Ravi Jhinkoe', 'design-media-architecture', {
    joinedDaysAgo: 23,
    portrait: '403000',
    bio: 'Productfotograaf in Den Haag. Met een raam, twee vellen karton en je telefoon kom je verder dan je denkt. Vertel me wat je verkoopt en waar je nu fotografeert, dan leg ik uit waar het licht vandaan moet komen en wat je in de nabewerking beter kunt laten.',
  }),
  createPerson('ayse', 'Ayşe Demir', 'translation-languages', {
    joinedDaysAgo: 25,
    portrait: '141110',
    bio: 'Tolk Turks–Nederlands, vooral in ziekenhuizen en bij de notaris. Ik vertel je hoe je zo’n gesprek voorbereidt, wat je beter vooraf op papier zet en waarom je neef van vijftien geen goede tolk is. Korte brieven lees ik met je mee.',
  }),
  createPerson('lieven', 'Lieven De Smet', createCustomExpertise('Bierbrouwen'), {
    joinedDaysAgo: 27,
    portrait: '520241',
    bio: 'Hobbybrouwer in Oudenaarde sinds 2009: ruim tweehonderd brouwsels, waarvan een stuk of twintig mislukt. Ik help je aan een eerste recept zonder dure spullen en zoek met je uit waarom je bier zuur, plat of net te wild geworden is.',
  }),
  createPerson('siobhan', 'Siobhán O’Rourke', 'trades-services', {
    joinedDaysAgo: 29,
    portrait: '010530',
    bio: 'Lime plasterer from Cork who came to Maastricht for one job and stayed. Damp in an old house is rarely what people think. Tell me what is on the wall now, inside and out, and I’ll tell you what to take off before you put anything on.',
  }),
  createPerson('hannah', 'Hannah Whitfield', 'writing-content', {
    joinedDaysAgo: 31,
    portrait: '340211',
    bio: 'Cookbook editor from Bristol, living in Delft. I check whether a stranger can cook from your recipe without phoning you: quantities, order, pan sizes, and the step you left out because your hands just do it.',
  }),
  createPerson('fatima', 'Fatima Zahra Bouzid', 'websites-it-software', {
    joinedDaysAgo: 34,
    bio: 'Ik test websites met een schermlezer en met alleen een toetsenbord, voor gemeenten en webwinkels. Geef me het adres van één formulier en ik vertel je waar iemand die slecht ziet vastloopt, met bij elk punt de kleinste aanpassing die helpt.',
  }),
  createPerson('bjorn', 'Björn Lindqvist', 'engineering-science', {
    joinedDaysAgo: 36,
    portrait: '200300',
    bio: 'Acoustic engineer who started out recording choirs. Describe the room, the neighbours and the noise, and I’ll tell you whether a rug, a door seal or a second wall will help. Quite often it is the door seal.',
  }),
  createPerson('mariama', 'Mariama Diallo', 'freight-transportation', {
    joinedDaysAgo: 39,
    portrait: '334020',
    bio: 'I organise shared containers from Antwerp to Dakar, Conakry and Banjul: cars, school books, once a whole dentist’s practice. Before you send anything, ask me how to write a packing list that customs will believe, which things are cheaper to buy there, and who has to be standing at the port with which paper. I know most agents on the other side by their first names, and I’ll tell you frankly if your things are better off in a suitcase.',
  }),
  createPerson('winston', 'Winston Pinas', 'trades-services', {
    joinedDaysAgo: 41,
    portrait: '154041',
    bio: 'Loodgieter in Almere, het vak geleerd van mijn oom in Paramaribo. Een cv-ketel die druk verliest, een afvoer die borrelt, water waar het niet hoort: beschrijf wat je ziet en hoort, dan weet je of je het zelf kunt of dat er iemand langs moet komen.',
  }),
  createPerson('judith', 'Judith Cohen', 'education', {
    joinedDaysAgo: 45,
    bio: 'Reading specialist. I have taught some three hundred children with dyslexia to read, and a few of their parents. Tell me the age, the language at school and what an evening with the book looks like. I’ll suggest two things to try this week and one to stop.',
  }),
  createPerson('margaret', 'Margaret Ashworth', createCustomExpertise('Genealogy'), {
    joinedDaysAgo: 48,
    portrait: '420420',
    bio: 'Retired archivist from Leeds, now in Middelburg. For thirty years I have traced Dutch, English and Surinamese families for other people. Tell me the oldest name and place you are sure of, and how you know it. I’ll tell you which archive to try next, what is free online, how to read the handwriting, and how not to adopt someone else’s great-grandfather. Some registers are hard to read in every sense; I’m glad to do that together.',
  }),
  createPerson('rachid', 'Rachid Amrani', 'education', {
    joinedDaysAgo: 52,
    portrait: '052001',
    bio: 'Wiskundeleraar op een havo/vwo in Rotterdam-Zuid. Loop je of je kind vast op breuken, functies of kansrekening, stuur dan de som én de foute uitwerking. In die fout zit meestal precies wat er nog uitgelegd moet worden.',
  }),
  createPerson('katarzyna', 'Katarzyna Nowak', 'sourcing-manufacturing', {
    joinedDaysAgo: 55,
    portrait: '240150',
    bio: 'I match small furniture brands with workshops around Poznań. Ask me how to brief a joiner in a language you don’t speak, what to check on the first piece, what a delay usually means and when to get on the train yourself.',
  }),
  createPerson('piethein', 'Piet-Hein Dekker', 'freight-transportation', {
    joinedDaysAgo: 60,
    bio: 'Schipper op de Waal en de Rijn, derde generatie, 110 meter. Vraag me wat er per schip kan, wat laag water met je levertijd en je prijs doet en hoe je een bevrachter vindt die de telefoon opneemt.',
  }),
  createPerson('tineke', 'Tineke Zijlstra', createCustomExpertise('Moestuin'), {
    joinedDaysAgo: 63,
    portrait: '530330',
    bio: 'Groenten kweken op zware Friese klei, dat doe ik en daar geef ik les in. Vertel me hoeveel vierkante meter je hebt, hoeveel zon en hoeveel tijd per week. Dan maken we een plan voor het eerste jaar, met weinig werk en zonder twintig courgettes in augustus.',
  }),
  createPerson('marieke', 'Marieke Hoekstra', 'engineering-science', {
    joinedDaysAgo: 68,
    portrait: '320310',
    bio: 'Civiel ingenieur in Leeuwarden, al twintig jaar bezig met funderingen op klei en veen. Scheuren in de gevel, deuren die klemmen, een vloer die aan één kant zakt: met het bouwjaar, de grondsoort en een goede beschrijving kan ik je zeggen of je rustig kunt afwachten, een jaar lang moet meten of nu iemand moet laten komen. Ik neem ook graag een funderingsrapport met je door, zodat je weet wat er staat voordat je een bod op een huis doet.',
  }),
  createPerson('anneke', 'Anneke Visser', 'health-medicine', {
    joinedDaysAgo: 74,
    portrait: '110450',
    bio: 'Verloskundige in Groningen, al meer dan twintig jaar. Vraag me gerust wat je op het spreekuur vergat of niet durfde: over weeën, borstvoeding en slapen, en over de weken erna, waar bijna niemand het over heeft. Bij spoed bel je natuurlijk je eigen praktijk.',
  }),
  createPerson('emre', 'Emre Yıldız', 'business-legal', {
    joinedDaysAgo: 80,
    bio: 'Salarisadministrateur voor horeca en bakkerijen in Amsterdam-West. Leg me je vraag voor over vakantiedagen, toeslagen of oproepuren, of neem je loonstrook erbij. Ik reken hem regel voor regel met je na.',
  }),
  createPerson('sunita', 'Sunita Baldewsingh', 'health-medicine', {
    joinedDaysAgo: 85,
    portrait: '043011',
    bio: 'Apotheker in Zoetermeer. Ik leg uit waarom sommige pillen niet samengaan met grapefruit, wat je doet als je een dosis bent vergeten en welke vragen je aan je huisarts kunt stellen als de lijst te lang wordt.',
  }),
  createPerson('jeroen', 'Jeroen Claes', 'sales-marketing', {
    joinedDaysAgo: 91,
    portrait: '551140',
    bio: 'Ik verkocht vijftien jaar ovens aan bakkers en leid nu een klein verkoopteam op in Mechelen. Stuur me je offerte of je openingszin, dan zeg ik je wat de klant hoort, en oefenen we het moeilijkste: zwijgen nadat je je prijs hebt genoemd.',
  }),
  createPerson('abdel', 'Abdel Haddou', 'sourcing-manufacturing', {
    joinedDaysAgo: 97,
    bio: 'Matrijzenmaker in Twente, nu werkvoorbereider bij een spuitgieterij. Ik vertel je of je ontwerp uit de mal komt, waar de wand te dik is en bij welk aantal 3D-printen niet langer goedkoper is. De maten en het materiaal zijn genoeg om te beginnen.',
  }),
  createPerson('gerda', 'Gerda Postma', 'business-legal', {
    joinedDaysAgo: 104,
    bio: 'Boekhouder voor zzp’ers en kleine winkels in Drachten. Ik leg je uit wat er in je btw-aangifte hoort, welke kosten je mag aftrekken en welke bonnetjes je echt moet bewaren. Een schoenendoos is geen probleem, zolang het deksel er nog op past.',
  }),
  createPerson('kwame', 'Kwame Boateng', 'writing-content', {
    joinedDaysAgo: 110,
    bio: 'I write radio drama and documentaries for a station in Accra and a few in Europe. Send me a scene or a pitch and I’ll tell you where I would stop listening, and what I was hoping to hear instead.',
    isPublic: false,
  }),
  createPerson('thijs', 'Thijs van ’t Hoff', 'education', {
    joinedDaysAgo: 118,
    bio: null,
  }),
  createPerson('ines', 'Inês Carvalho', 'translation-languages', {
    joinedDaysAgo: 126,
    bio: 'Subtitler from Porto, working between Portuguese, English and Spanish. Send me a page of dialogue and I’ll tell you which jokes will survive, which won’t, and how many characters a second people really read.',
    isPublic: false,
  }),
]
