import { CHECKOUT_TRANSCRIPT } from './demo-checkout-transcript.ts'

export interface DemoMessage {
  from: string
  content: string
  minutesAgo: number
}

export interface DemoConversation {
  requester: string
  expert: string
  requestMessage: string
  startedMinutesAgo: number
  /** Minutes until the request was accepted; 90 when undefined. */
  answerMinutes?: number
  /** Messages in order, all after the conversation's start. */
  messages: readonly DemoMessage[]
  /** Number of messages from the start that each participant has read. */
  readBy: Record<string, number>
  closedMinutesAgo: number | null
}

const HOUR = 60
const DAY = 24 * HOUR
const UNIT_MINUTES: Record<string, number> = { m: 1, h: HOUR, d: DAY }
const MESSAGE_START = /^\+(\d+)([mhd]) (\w+): (.*)$/u

/** Parses lines such as `+5m daan: text`: time since the previous message (m, h or d), sender, text, more lines. */
function readTranscript(startedMinutesAgo: number, transcript: string): DemoMessage[] {
  const messages: DemoMessage[] = []
  let minutesAgo = startedMinutesAgo
  for (const line of transcript.trim().split('\n')) {
    const start = MESSAGE_START.exec(line)
    const last = messages.at(-1)
    if (start) {
      const [, amount = '', unit = '', from = '', content = ''] = start
      minutesAgo -= Number(amount) * (UNIT_MINUTES[unit] ?? 0)
      messages.push({ from, content, minutesAgo })
    } else if (last) {
      last.content += `\n${line}`
    } else {
      throw new Error(`transcript starts without a message: ${line}`)
    }
  }
  return messages
}

interface Script {
  requester: string
  expert: string
  requestMessage: string
  startedMinutesAgo: number
  transcript: string
  /** Number of unread messages by participant; 0 when undefined. */
  unread?: Record<string, number>
  closedMinutesAgo?: number
}

function createConversation(script: Script): DemoConversation {
  const { requester, expert, requestMessage, startedMinutesAgo, unread = {}, closedMinutesAgo = null } = script
  const messages = readTranscript(startedMinutesAgo, script.transcript)
  const readBy = Object.fromEntries(
    [requester, expert].map((person) => [person, messages.length - (unread[person] ?? 0)]),
  )
  return { requester, expert, requestMessage, startedMinutesAgo, messages, readBy, closedMinutesAgo }
}

/** Demo conversations. The first, between the two demo logins, is long enough for several pages. */
export const DEMO_CONVERSATIONS: readonly DemoConversation[] = [
  createConversation({
    requester: 'sanne',
    expert: 'daan',
    requestMessage:
      'Hi Daan, I run a ceramics shop in Haarlem with a webshop that my cousin built. Lately it loses orders: people pay, and I find nothing. Could you have a quick look with me at the checkout, before I throw it all out?',
    startedMinutesAgo: 4 * DAY + 15 * HOUR + 45,
    transcript: CHECKOUT_TRANSCRIPT,
    unread: { sanne: 2 },
  }),
  createConversation({
    requester: 'zoe',
    expert: 'sanne',
    requestMessage:
      'Dag Sanne, ik druk kaarten in kleine oplage en zou ze graag in winkels leggen. Hoe pak ik zo’n eerste gesprek met een winkelier aan, en wat is een gewone verdeling bij consignatie?',
    startedMinutesAgo: DAY + 4 * HOUR,
    transcript: `
+50m sanne: Dag Zoë, leuk! Bij ons krijgt de maker zestig procent van de prijs zonder btw en de winkel veertig. Er zijn winkels die de helft vragen, maar dan mag je daar iets voor terugverwachten, zoals een vaste plek bij de kassa.
+12m zoe: Dat is beter dan ik dacht. Moet ik iets op papier zetten?
+7m sanne: Ja, één blad is genoeg: wat er ligt, voor welke prijs, wanneer je betaald krijgt, en voor wie het is als er iets verdwijnt of beschadigd raakt. Dat laatste vergeet iedereen.
+3m zoe: En stap ik dan gewoon binnen met een doos kaarten?
+9m sanne: Liever niet op zaterdag 😄 Stuur eerst een mailtje met drie foto’s en één zin over wie je bent. Kom daarna langs met een stapeltje dat je kunt achterlaten, ook als het nog geen ja is.
+1d zoe: Zo ga ik het doen. Nog één vraag: hoeveel verschillende kaarten leg ik er het best? Ik heb er vierentwintig.
+2m zoe: En mag ik er een paar naar jou opsturen, om te horen welke jij zou kiezen?`,
    unread: { sanne: 2 },
  }),
  createConversation({
    requester: 'daan',
    expert: 'priya',
    requestMessage:
      'Hi Priya, I’ve been offered a 12 kW heat pump for a terraced house from 1978. The cavity walls are filled, there is double glazing, and we used 1,150 m³ of gas last year. Isn’t that rather big?',
    startedMinutesAgo: DAY + 11 * HOUR,
    transcript: `
+2h priya: Hello Daan. Rather, yes. 1,150 m³ gives you about 11,000 kWh of heat. Take off hot water and cooking and some 8,500 is left for heating. In our climate that means 4 to 5 kW on the coldest day, not 12.
+15m daan: So where does 12 come from?
+6m priya: Usually from the label on the old boiler, and that was sized for the shower. Ask the installer for a heat-loss calculation, room by room. If there isn’t one, that’s your answer.
+1d daan: There isn’t one. He said “experience”.
+3h priya: Then a small experiment on the next cold day: set the boiler to 50 degrees and leave it there. Does every room get warm?
+1m priya: If so, something around 5 kW will do and you can keep most of your radiators.`,
    unread: { daan: 2 },
  }),
  createConversation({
    requester: 'kwame',
    expert: 'daan',
    requestMessage:
      'Dear Daan, my site with radio plays takes twenty seconds to open since I put all the episodes on one page. I’m a writer, not a technician. Can it be saved?',
    startedMinutesAgo: 3 * DAY,
    transcript: `
+35m daan: Hello Kwame, almost certainly. How many episodes are there, and does each have a player of its own?
+8m kwame: Sixty-two, each with its own player. I was proud of that.
+5m daan: With reason. But every one of them starts fetching sound before anybody has pressed play. Sixty-two at once.
+2m kwame: Like sixty-two actors clearing their throats.
+3m daan: Yes! Add one thing to each player: preload="none". Then they wait for their cue.
+2d kwame: Done, with search and replace. It opens in two seconds. I’m going to write you into a play.
+30m daan: As long as I don’t die in the first act.
+18h kwame: You survive until the sequel. Now my producer says that on mobile data the sound stops halfway through an episode. Is that the same ailment?`,
    unread: { daan: 1 },
  }),
  createConversation({
    requester: 'sanne',
    expert: 'mei',
    requestMessage:
      'Hi Mei-Ling, me again. The dividers are a success! Now I’d like a gift box with our name on it, for sets of two cups. Where do I start?',
    startedMinutesAgo: DAY + 6 * HOUR,
    transcript: `
+3h mei: Welcome back! Start with the cups. Measure ten of them, because hand-made ones are never alike. The box has to fit the largest, plus 3 mm on every side.
+20h sanne: The tallest is 98 mm and the widest 91, handle included.
+55m mei: Then 104 by 97 inside, for one cup. Leave the box plain and print a sleeve around it. Plain boxes start at about 250 pieces, sleeves often at 100, so you can change the picture without a cellar full of boxes.`,
    unread: { sanne: 1 },
  }),
  createConversation({
    requester: 'sanne',
    expert: 'noor',
    requestMessage:
      'Dag Noor, ik neem voor het eerst iemand in dienst in mijn winkel, twee dagen per week voor een half jaar. Wil je meekijken naar het contract dat ik van internet heb gehaald?',
    startedMinutesAgo: 5 * DAY,
    transcript: `
+1h noor: Dag Sanne, wat leuk, je eerste medewerker! Wat staat er in over de duur, de uren en de proeftijd?
+14m sanne: Zes maanden, zestien uur per week, één maand proeftijd.
+5m noor: Die proeftijd kan niet. Bij een contract van zes maanden of korter mag hij er niet in staan, en als hij er toch staat, geldt hij niet.
+2m sanne: O. En bij zeven maanden?
+4m noor: Dan wel, hoogstens een maand. Hij moet op papier staan en voor jullie allebei even lang zijn.
+3m sanne: Dan wordt het zeven. Eerlijk gezegd hoop ik dat ze blijft 😊
+6m noor: Mooi. Zet dan nu in je agenda dat je uiterlijk een maand voor het einde schriftelijk laat weten of je verdergaat, en op welke voorwaarden. Wie dat vergeet, kan een maandsalaris kwijt zijn.
+1d sanne: Staat erin. Ze wil af en toe van dag ruilen. Moet dat ook in het contract?
+2h noor: Dat hoeft niet. Schrijf op hoeveel uur ze werkt en dat jullie de dagen samen afspreken. Dan ben je klaar.
+10m sanne: Dank je wel. Die proeftijd had ik zelf nooit gezien.`,
  }),
  createConversation({
    requester: 'tineke',
    expert: 'daan',
    requestMessage:
      'Hoi Daan, via het formulier voor mijn moestuincursus komen elke dag een stuk of dertig spamberichten binnen. Kan ik daar iets aan doen zonder puzzels met verkeerslichten?',
    startedMinutesAgo: 7 * DAY,
    transcript: `
+40m daan: Hoi Tineke, ja hoor. Waarmee is het formulier gemaakt?
+16m tineke: WordPress, met een plug-in. De naam ben ik kwijt, er staat een envelopje bij.
+4m daan: Daar zijn er veel van 😄 De meeste hebben een instelling die “honeypot” heet. Zoek daar eens naar.
+9m tineke: Gevonden! Wat doet die?
+3m daan: Hij zet een extra veld in het formulier dat mensen niet zien en robots wel. Is het ingevuld, dan was het een robot en verdwijnt het bericht.
+2m tineke: Een slakkenval, dus.
+1m daan: Precies, maar dan zonder bier.
+2d tineke: Van dertig naar twee per dag, en die twee zijn van mijn zwager. Heel erg bedankt!`,
  }),
  createConversation({
    requester: 'daan',
    expert: 'wim',
    requestMessage:
      'Dag Wim, ik kreeg van de buren een pot honing en die is zo hard geworden als steen. Is hij bedorven, of heb ik hem verkeerd bewaard?',
    startedMinutesAgo: 4 * DAY + 20 * HOUR,
    transcript: `
+5h wim: Dag Daan, geen van beide. Echte honing kristalliseert, de ene soort in weken en de andere in jaren. Zet de pot in een pan met warm water, hooguit veertig graden, en roer af en toe. Na een uur of twee is hij weer zacht.
+1d daan: Gelukt, dank je wel! Volgens de kinderen smaakt hij nu beter dan eerst.`,
  }),
  createConversation({
    requester: 'sanne',
    expert: 'mei',
    requestMessage:
      'Hello Mei-Ling, I send ceramics by post and one parcel in thirty arrives in pieces. I’d like boxes that fit, but every supplier starts at 5,000. Is there a way to order fewer?',
    startedMinutesAgo: 11 * DAY,
    transcript: `
+2h mei: Hello Sanne, there is. But first: what breaks, and where? Handles, rims, or straight through the middle?
+20m sanne: Rims of bowls, mostly. And always the largest of the set.
+6m mei: Rims break when two pieces touch. Then the box isn’t the problem, the inside is. What is between them now?
+2m sanne: Tissue paper and hope.
+4m mei: Hope compresses badly 🙂 Try cardboard dividers. Any box maker cuts those by the hundred, as it takes a knife and not a mould. Pack five bowls, drop the box from table height on every corner, and look.
+1m sanne: You want me to drop my own bowls?
+2m mei: Seconds. Every potter has seconds.
+3d sanne: I dropped twenty boxes behind the counter. With tissue seven had something broken, with dividers none. I’m speechless.
+1h mei: Then order 300 dividers and keep your ordinary boxes. Ask for the price of 600 as well: often it is only a little more.
+2d sanne: 600 it is, from a firm in Zaandam, for less than the pieces I lost last month. Thank you!
+3h mei: Glad to hear it. Shall we close this one? When you want a printed box, just ask again.
+5m sanne: I will!`,
    closedMinutesAgo: 5 * DAY + 14 * HOUR,
  }),
]
